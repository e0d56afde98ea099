import DaymarkModel

/// The facts about two exports and their sources that decide whether a difference is explained,
/// noted or a question.
struct Circumstances {
  /// The number of last days in the earlier export for which data may still have arrived later.
  static let lateDays = 3
  /// The number of last days in the earlier export whose data a watch away from its phone may still
  /// have held.
  static let awayDays = 30
  /// The time before the earlier export whose records the phone may not have written yet.
  ///
  /// - Units: milliseconds.
  static let writingTime = 2 * hour
  private static let hour: Int64 = 3_600_000
  /// The age in days from which a condensed record may differ from its original by
  /// ``condensedPart``.
  static let condensedDays = 30
  /// The divisor of a sum that gives the largest difference by condensing: 50 for one fiftieth.
  static let condensedPart: Int128 = 50

  let laterEnd: Instant
  let earlierEnd: Instant
  /// The last complete day of the earlier export.
  let lastDay: CivilDay
  let calendar: DayCalendar
  /// Whether the later export is damaged, so that it may have lost what it lacks.
  let isLaterDamaged: Bool
  /// The parts of the earlier export.
  ///
  /// An export without parts is its own only part.
  let parts: [ExportPart]
  /// The unreadable records of the earlier export, by part.
  private let unreadRecords: [[Metric: [RejectedRecord]]]
  private let terms: ComparisonTerms
  private let witness: Witness
  private let laterWitness: Witness
  private let sources: [Source]
  private let later: InputFacts
  private let earlier: InputFacts
  /// The period that is compared.
  private let window: Interval
  /// The creation date of the last record of each source in the earlier export, where stated.
  private let lastCreations: [UInt16: Instant]
  /// The sources in the earlier export.
  private let earlierSources: Set<UInt16>
  private let apps: Set<UInt16>

  /// Gathers the facts about two exports; `nil` where either has neither an export date nor a
  /// record.
  init?(
    _ later: ExportContents, _ earlier: ExportContents, sources: [Source], zone: Zone,
    _ terms: ComparisonTerms
  ) {
    guard let laterEnd = later.end, let earlierEnd = earlier.end else { return nil }
    (self.laterEnd, self.earlierEnd, self.sources) = (laterEnd, earlierEnd, sources)
    (self.later, self.earlier, self.terms) = (later.facts, earlier.facts, terms)
    calendar = DayCalendar(zone: zone)
    // The day of the export is not complete.
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

  /// Returns the end of the complete days in another older export.
  ///
  /// That export shows only for these days that something is not new, because only these days are
  /// compared with later exports.
  func endOfWholeDays(of export: ExportContents) -> Instant {
    export.end.map { calendar.start(of: calendar.day(containing: $0)) }
      ?? Instant(milliseconds: .min)
  }

  /// Whether the exports were made at the same instant, so that they are parts or copies of one
  /// export.
  var areOfOneDate: Bool { laterEnd == earlierEnd }

  /// Whether typed-in records count, and the exports are not parts of one export.
  var countsTypedIn: Bool { terms.countsTypedIn && !areOfOneDate }

  /// The question that a removal raises; `nil` where it raises none.
  var questionOfRemoved: ExportDifference.Question? {
    terms.earlierCameLater && !isLaterDamaged ? .predates : nil
  }

  /// Whether the later export shows that something in the earlier one was removed.
  ///
  /// For two exports of one date this is `false`, because the comparison in the other direction
  /// reports it.
  func isGone(_ source: UInt16, _ start: Instant) -> Bool {
    !areOfOneDate && laterWitness.isOf(source, at: start)
  }

  /// Returns the indices of the parts whose records of a metric and source, or sessions, include an
  /// instant.
  ///
  /// No other part had any data there.
  private func partsSeeing(_ metric: Metric?, of source: UInt16, at start: Instant) -> [Int] {
    parts.indices.filter { parts[$0].spans[metric]?[source]?.contains(start) ?? false }
  }

  /// Returns the indices of the parts that may have had data at an instant.
  ///
  /// - Parameter metric: The metric of a record; `nil` for a session.
  func partsTelling(_ metric: Metric?, of source: UInt16, at start: Instant) -> [Int] {
    let seeing = partsSeeing(metric, of: source, at: start)
    return seeing.isEmpty ? Array(parts.indices) : seeing
  }

  /// Whether the earlier export may have lost a record of a metric, or a session, without a trace.
  func mayLack(_ metric: Metric?, of source: UInt16, at start: Instant) -> Bool {
    let seeing = partsSeeing(metric, of: source, at: start)
    return seeing.isEmpty
      ? parts.contains(where: \.mayLackRecords) : seeing.allSatisfy { parts[$0].mayLackRecords }
  }

  /// Returns the question that an addition raises; `nil` where it raises none, or where the earlier
  /// export may have lost the data.
  ///
  /// - Parameter metric: The metric of a record; `nil` for a session.
  func questionOfAdded(
    _ metric: Metric?, of source: UInt16, _ start: Instant, _ created: Instant?, raises: Bool
  ) -> ExportDifference.Question? {
    if mayLack(metric, of: source, at: start) || !witness.isOf(source, at: start) { return nil }
    return predates(created) ? .predates : raises ? .rose : nil
  }

  /// Returns the unreadable records of a series in the earlier export, by part.
  func unreadRecords(of source: UInt16, _ metric: Metric) -> [UnreadRecords] {
    unreadRecords.map { UnreadRecords($0[metric]?.filter { $0.source == source } ?? []) }
  }

  func isOfAppleRoutes(_ source: UInt16) -> Bool {
    !sources.indices.contains(Int(source)) || sources[Int(source)].isOfAppleRoutes
  }

  /// Whether a creation date says that the data existed before the earlier export.
  func predates(_ created: Instant?) -> Bool { created.map { $0 <= earlierEnd } ?? false }

  /// Whether the later export can contain data with a creation date.
  ///
  /// Without an export date, an export ends with its last record.
  private func isPossible(_ created: Instant?) -> Bool {
    created.map { $0 <= laterEnd.advanced(byDays: 1) } ?? true
  }

  /// Whether data of the earlier export's last days may have arrived after it.
  ///
  /// A phone has its own data at once, except for that of the last hours. A watch away from the
  /// phone sends its data later, with its creation date or a new one, and then the earlier export
  /// has nothing that the watch wrote after that date. Data that an app wrote on another device
  /// also arrives with its own date.
  ///
  /// - Parameter last: The creation date of the source's last data of this kind in the earlier
  ///   export; `nil` where there is none.
  func isDelayed(_ source: UInt16, _ time: Interval, _ created: Instant?, last: Instant?) -> Bool {
    guard isPossible(created) else { return false }
    let lastHours = earlierEnd.advanced(byMilliseconds: -Self.writingTime)
    if !predates(created), time.start >= lastHours { return true }
    let device = deviceClass(source)
    if device == .phone { return false }
    let isOfLastDays = time.start >= earlierEnd.advanced(byDays: -Self.lateDays)
    if isOfLastDays, device == .app || !predates(created) { return true }
    // An app's data counts, too, if it was recorded on a watch: it waits on the watch to be sent.
    let isOfWatch =
      sources.indices.contains(Int(source)) && sources[Int(source)].deviceClass == .watch
    guard isOfWatch, time.start >= earlierEnd.advanced(byDays: -Self.awayDays) else { return false }
    let written =
      created.flatMap { predates($0) ? $0 : nil } ?? time.end.advanced(byMilliseconds: Self.hour)
    let lastOfAll = lastCreations[source]
    // A watch near the phone sends all its data within a day.
    if let lastOfAll, lastOfAll > written.advanced(byDays: 1) { return false }
    // If the earlier export names the watch but has none of its data from the compared period, the
    // watch had not sent any of that period.
    return (last ?? lastOfAll).map { $0 < written } ?? earlierSources.contains(source)
  }

  /// Whether an app or a tracker's service may have written the data after the earlier export.
  ///
  /// Watches and phones never write data for old days.
  func isRewritable(_ source: UInt16, _ created: Instant?) -> Bool {
    !predates(created) && isPossible(created)
      && (deviceClass(source) == .app || deviceClass(source) == .tracker)
  }

  private func deviceClass(_ source: UInt16) -> DeviceClass {
    guard sources.indices.contains(Int(source)), !apps.contains(source) else { return .app }
    return sources[Int(source)].deviceClass
  }

  /// Returns a difference with the facts that all kinds share.
  ///
  /// - Parameters:
  ///   - placed: The start and place in the later export; `nil` for a removal.
  ///   - former: The start and place in the earlier export; `nil` for an addition.
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

/// The start of a record or session, as an instant and as a place in its document.
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
  /// The instant of creation; `nil` where the file does not state it.
  var creation: Instant? { created == .max ? nil : Instant(seconds: Int64(created)) }
}
