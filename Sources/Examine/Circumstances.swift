import DaymarkModel

/// What is known of two exports and their sources, by which a difference is explained, noted or asked about.
struct Circumstances {
  /// The last days of the earlier export to which something may still have come in.
  static let lateDays = 3
  /// The last days of the earlier export of which a watch may still have had everything, away from its phone.
  static let awayDays = 30
  /// The time before the earlier export of which a phone may not have written everything yet.
  ///
  /// - Units: milliseconds.
  static let writingTime = 2 * hour
  private static let hour: Int64 = 3_600_000
  /// The age from which on a condensed record may differ by ``condensedPart`` from what it stands for.
  static let condensedDays = 30
  /// The part of a sum by which condensing may change it.
  static let condensedPart: Int128 = 50

  let laterEnd: Instant
  let earlierEnd: Instant
  /// The last day that the earlier export has whole.
  let lastDay: CivilDay
  let calendar: DayCalendar
  /// Whether the later export is damaged: what it lacks it may have lost.
  let isLaterDamaged: Bool
  /// The parts of the earlier export, of which one is the whole if it has no others.
  let parts: [ExportPart]
  /// The records of the earlier export that were not understood, by part.
  private let unreadRecords: [[Metric: [RejectedRecord]]]
  private let terms: ComparisonTerms
  private let witness: Witness
  private let laterWitness: Witness
  private let sources: [Source]
  private let later: InputFacts
  private let earlier: InputFacts
  /// The time that is compared.
  private let window: Interval
  /// The instant at which the last record of each source of the earlier export was written, as far as it is stated.
  private let lastCreations: [UInt16: Instant]
  /// The sources that the earlier export names.
  private let earlierSources: Set<UInt16>
  private let apps: Set<UInt16>

  /// - Returns: `nil` where one of the two has neither an export date nor a record.
  init?(
    _ later: ExportContents, _ earlier: ExportContents, sources: [Source], zone: Zone,
    _ terms: ComparisonTerms
  ) {
    guard let laterEnd = later.end, let earlierEnd = earlier.end else { return nil }
    (self.laterEnd, self.earlierEnd, self.sources) = (laterEnd, earlierEnd, sources)
    (self.later, self.earlier, self.terms) = (later.facts, earlier.facts, terms)
    calendar = DayCalendar(zone: zone)
    // The day on which it was made is not whole.
    let day = calendar.day(containing: earlierEnd)
    lastDay = day.advanced(by: -1)
    let (end, time) = (calendar.start(of: day), terms.time)
    window = Interval(
      time?.start ?? Instant(milliseconds: .min), time.map { min($0.end, end) } ?? end)
    var creations: [UInt16: Instant] = [:]
    for record in earlier.records.values.joined() {
      guard let created = record.creation else { continue }
      creations[record.source] = max(creations[record.source] ?? created, created)
    }
    lastCreations = creations
    (earlierSources, apps) = (earlier.sources, later.apps.union(earlier.apps))
    (witness, laterWitness) = (Witness(earlier, sources), Witness(later, sources))
    isLaterDamaged = later.isDamaged
    parts = earlier.parts.isEmpty ? [ExportPart(earlier)] : earlier.parts
    unreadRecords = parts.map { Dictionary(grouping: $0.rejected, by: \.metric) }
  }

  func isCompared(_ start: Instant) -> Bool { window.contains(start) }

  /// The end of the days that another older export has whole: only of these it can say what is no news, for only these
  /// are compared with what came after it.
  func endOfWholeDays(of export: ExportContents) -> Instant {
    export.end.map { calendar.start(of: calendar.day(containing: $0)) }
      ?? Instant(milliseconds: .min)
  }

  /// Whether the two were made at one instant: they are parts of one export, or copies of it.
  var areOfOneDate: Bool { laterEnd == earlierEnd }

  /// Whether what a person typed in counts, and is not a part's of one export.
  var countsTypedIn: Bool { terms.countsTypedIn && !areOfOneDate }

  /// Why a person has to be asked about what only the earlier export has.
  var questionOfRemoved: ExportDifference.Question? {
    terms.earlierCameLater && !isLaterDamaged ? .predates : nil
  }

  /// Whether the later export can say that something of the earlier one is gone.
  ///
  /// Of two of one date, what one alone has is told when they are held against each other the other way.
  func isGone(_ source: UInt16, _ start: Instant) -> Bool {
    !areOfOneDate && laterWitness.isOf(source, at: start)
  }

  /// The places of the parts of the earlier export among whose records of a metric and source, or sessions, an instant
  /// lies: no other part had anything there.
  private func partsSeeing(_ metric: Metric?, of source: UInt16, at start: Instant) -> [Int] {
    parts.indices.filter { parts[$0].spans[metric]?[source]?.contains(start) ?? false }
  }

  /// The places of the parts that could have had something at an instant.
  ///
  /// - Parameter metric: `nil` of sessions.
  func partsTelling(_ metric: Metric?, of source: UInt16, at start: Instant) -> [Int] {
    let seeing = partsSeeing(metric, of: source, at: start)
    return seeing.isEmpty ? Array(parts.indices) : seeing
  }

  /// Whether the earlier export may have had something of which nothing is left: a record of a metric, or a session.
  func mayLack(_ metric: Metric?, of source: UInt16, at start: Instant) -> Bool {
    let seeing = partsSeeing(metric, of: source, at: start)
    return seeing.isEmpty
      ? parts.contains(where: \.mayLackRecords) : seeing.allSatisfy { parts[$0].mayLackRecords }
  }

  /// Why a person has to be asked about what the earlier export has nothing of, if it could have it.
  ///
  /// - Parameter metric: `nil` of sessions.
  func questionOfAdded(
    _ metric: Metric?, of source: UInt16, _ start: Instant, _ created: Instant?, raises: Bool
  ) -> ExportDifference.Question? {
    if mayLack(metric, of: source, at: start) || !witness.isOf(source, at: start) { return nil }
    return predates(created) ? .predates : raises ? .rose : nil
  }

  /// The earlier export's records of a series that were not understood, by part.
  func unreadRecords(of source: UInt16, _ metric: Metric) -> [UnreadRecords] {
    unreadRecords.map { UnreadRecords($0[metric]?.filter { $0.source == source } ?? []) }
  }

  func isOfAppleRoutes(_ source: UInt16) -> Bool {
    !sources.indices.contains(Int(source)) || sources[Int(source)].isOfAppleRoutes
  }

  /// Whether something was there before the earlier export, as its own creation date says.
  func predates(_ created: Instant?) -> Bool { created.map { $0 <= earlierEnd } ?? false }

  /// Whether something that was written then can be in the later export; without an export date its end is that of its
  /// last record.
  private func isPossible(_ created: Instant?) -> Bool {
    created.map { $0 <= laterEnd.advanced(byDays: 1) } ?? true
  }

  /// Whether something of the earlier export's last days may have come in afterwards: a phone has its own at once, but for
  /// the last hours.
  ///
  /// A watch that was not near the phone sends everything later, with its creation date or a new one. Then the earlier
  /// export has nothing that it wrote afterwards. What an app wrote on another device comes with its own date, too.
  ///
  /// - Parameter last: When the last thing of its kind was written that the earlier export has of the source, if any.
  func isLate(_ source: UInt16, _ time: Interval, _ created: Instant?, last: Instant?) -> Bool {
    guard isPossible(created) else { return false }
    let lastHours = earlierEnd.advanced(byMilliseconds: -Self.writingTime)
    if !predates(created), time.start >= lastHours { return true }
    let device = deviceClass(source)
    if device == .phone { return false }
    let isOfLastDays = time.start >= earlierEnd.advanced(byDays: -Self.lateDays)
    if isOfLastDays, device == .app || !predates(created) { return true }
    // What an app on the watch records lies there as well.
    let isOfWatch =
      sources.indices.contains(Int(source)) && sources[Int(source)].deviceClass == .watch
    guard isOfWatch, time.start >= earlierEnd.advanced(byDays: -Self.awayDays) else { return false }
    let written =
      created.flatMap { predates($0) ? $0 : nil } ?? time.end.advanced(byMilliseconds: Self.hour)
    let lastOfAll = lastCreations[source]
    // Near the phone a watch sends all that it has, within a day.
    if let lastOfAll, lastOfAll > written.advanced(byDays: 1) { return false }
    // A watch of which the earlier export has only what is older than the compared time had nothing to send before.
    return (last ?? lastOfAll).map { $0 < written } ?? earlierSources.contains(source)
  }

  /// Whether an app or a tracker's service may have written something after the earlier export, as watches and phones
  /// never do of old days.
  func isRewritable(_ source: UInt16, _ created: Instant?) -> Bool {
    !predates(created) && isPossible(created)
      && (deviceClass(source) == .app || deviceClass(source) == .tracker)
  }

  private func deviceClass(_ source: UInt16) -> DeviceClass {
    guard sources.indices.contains(Int(source)), !apps.contains(source) else { return .app }
    return sources[Int(source)].deviceClass
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
