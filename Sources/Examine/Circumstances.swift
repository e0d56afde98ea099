import DaymarkModel

/// What is known of two exports and their sources, by which a difference is explained, noted or asked about.
struct Circumstances {
  /// The last days of the earlier export to which a watch may still have had something to send.
  static let lateDays = 3
  /// The age from which on a condensed record may differ by ``condensedPart`` from what it stands for.
  static let condensedDays = 30
  /// The part of a sum by which condensing may change it.
  static let condensedPart: Int128 = 50

  let laterEnd: Instant
  let earlierEnd: Instant
  /// The last day that the earlier export has whole.
  let lastDay: CivilDay
  let calendar: DayCalendar
  private let sources: [Source]
  private let later: InputFacts
  private let earlier: InputFacts
  /// The time that is compared.
  private let window: Interval
  /// The instant at which the last record of each source of the earlier export was written, as far as it is stated.
  private let lastCreations: [UInt16: Instant]
  /// The sources that the earlier export names.
  private let earlierSources: Set<UInt16>

  /// - Returns: `nil` where one of the two has neither an export date nor a record.
  init?(
    _ later: ExportContents, _ earlier: ExportContents, sources: [Source], zone: Zone,
    during time: Interval?
  ) {
    guard let laterEnd = later.end, let earlierEnd = earlier.end else { return nil }
    (self.laterEnd, self.earlierEnd, self.sources) = (laterEnd, earlierEnd, sources)
    (self.later, self.earlier) = (later.facts, earlier.facts)
    calendar = DayCalendar(zone: zone)
    // The day on which it was made is not whole.
    let day = calendar.day(containing: earlierEnd)
    lastDay = day.advanced(by: -1)
    let end = calendar.start(of: day)
    window = Interval(
      time?.start ?? Instant(milliseconds: .min), time.map { min($0.end, end) } ?? end)
    var creations: [UInt16: Instant] = [:]
    for record in earlier.records.values.joined() {
      guard let created = record.creation else { continue }
      creations[record.source] = max(creations[record.source] ?? created, created)
    }
    lastCreations = creations
    earlierSources = earlier.sources
  }

  func isCompared(_ start: Instant) -> Bool { window.contains(start) }

  func isOfAppleRoutes(_ source: UInt16) -> Bool {
    !sources.indices.contains(Int(source)) || sources[Int(source)].isOfAppleRoutes
  }

  /// Whether something was there before the earlier export, as its own creation date says.
  func predates(_ created: Instant?) -> Bool { created.map { $0 <= earlierEnd } ?? false }

  /// Whether something of the earlier export's last days may have come in afterwards.
  ///
  /// What a watch sends late keeps its creation date; then the earlier export has nothing that it wrote afterwards.
  ///
  /// - Parameter last: When the last thing of its kind was written that the earlier export has of the source, if any.
  func isLate(_ source: UInt16, _ start: Instant, _ created: Instant?, last: Instant?) -> Bool {
    guard start >= earlierEnd.advanced(byDays: -Self.lateDays) else { return false }
    guard let created, predates(created) else { return true }
    guard deviceClass(source) == .watch else { return false }
    // A watch of which the earlier export has only what is older than the compared time had nothing to send before.
    return (last ?? lastCreations[source]).map { $0 < created } ?? earlierSources.contains(source)
  }

  /// Whether an app or a tracker's service may have written something after the earlier export, as watches and phones
  /// never do of old days.
  func isRewritable(_ source: UInt16, _ created: Instant?) -> Bool {
    !predates(created) && (deviceClass(source) == .app || deviceClass(source) == .tracker)
  }

  private func deviceClass(_ source: UInt16) -> DeviceClass {
    sources.indices.contains(Int(source)) ? sources[Int(source)].deviceClass : .app
  }

  /// A difference with the facts that all have.
  ///
  /// - Parameters:
  ///   - placed: Where it stands and when it starts in the later export, `nil` where it is gone; then in the earlier one.
  func difference(
    _ kind: ExportDifference.Kind, _ question: ExportDifference.Question?, raises: Bool,
    source: UInt16, _ placed: Placed?, _ former: Placed?
  ) -> ExportDifference {
    let day = (placed ?? former).map { calendar.day(containing: $0.start) } ?? lastDay
    let name = sources.indices.contains(Int(source)) ? sources[Int(source)].name : ""
    var difference = ExportDifference(kind, question, raises: raises, day: day, source: name)
    difference.earlierDay = former.map { calendar.day(containing: $0.start) }
    difference.place = placed.map { later.location(line: $0.line, byte: $0.byte) }
    difference.earlierPlace = former.map { earlier.location(line: $0.line, byte: $0.byte) }
    return difference
  }
}

/// Where something begins, in time and in its document.
struct Placed {
  var start: Instant
  var line: Int?
  var byte: Int

  init(_ sample: Sample) { (start, line, byte) = (sample.start, Int(sample.line), sample.byte) }

  init(_ session: ExportedSession) {
    (start, line, byte) = (session.activity.start, session.line, session.byte)
  }
}

extension Sample {
  /// The instant at which it was written, if the file says it.
  var creation: Instant? { created == .max ? nil : Instant(seconds: Int64(created)) }
}
