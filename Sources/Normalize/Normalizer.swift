package import DaymarkModel
import DaymarkWork

/// Converts the records of a subject's inputs to samples; see Semantics, "Quantities" to "Sources
/// and their order".
///
/// It applies the time zone and the units, orders the sources, and removes invalid records and
/// duplicates. For each input call ``beginInput()``, ``add(_:)`` for each batch and
/// ``endInput(_:)``; then call ``finish(subjectZone:challengeZone:)``.
///
/// The order of records and inputs does not change the result, except for findings about single
/// inputs. For two inputs of one source, ``OlderExports`` decides which samples count.
package struct Normalizer: ~Copyable {
  private let policies: Policies
  private let asOf: Instant
  private var sources = SourceTable()
  /// The parts of all inputs, in their order.
  private var parts: [InputPart] = []
  private var numbers = PartNumbers()
  private var samples = Metric.allCases.map { CollectedSamples(of: $0) }
  private var activities: [PlacedActivity] = []
  private var typed = TypedSessions()
  private var totals: [DayTotal] = []
  private var bodyWeights: [BodyWeight] = []
  private var end = DataEnd()
  /// The instant before which samples that ended are irrelevant; `nil` where all are needed.
  private let earliest: Instant?
  private let mostKept: Int
  private let mostSets: Int
  private let store: (any ByteStore)?
  private let keptExports: KeptExports
  /// The period of exports that are kept separately; `nil` for all time.
  private let comparedTime: Interval?
  private var passed = PassedSamples()
  /// The times of samples passed over, by index of input.
  private var passedSpans: [Int: Interval] = [:]
  /// Whether a sample that was passed over may have been one to reject.
  private var isUncertain = false
  /// The first export date that was too late to be credible.
  private var firstTooLate: Instant?
  private var hasWallRecords = false
  /// The findings about inputs, other than those about rejections.
  private var findings: [Finding] = []
  /// The parts of the input being read, by number.
  private var current: [CurrentPart] = []
  /// The number of completed inputs.
  private var inputCount = 0

  /// The number of an input's samples up to which all are kept, which take 20 MB.
  package static let mostKept = 500_000

  /// The number of an input's sets that are kept if only sessions are counted, which take 45 MB.
  package static let mostCountedSets = 250_000

  /// Makes a normalizer without inputs.
  ///
  /// - Parameters:
  ///   - policies: The policies on the order of sources and on typed-in values.
  ///   - asOf: The instant that replaces a missing export date, or one that is more than a day
  ///     later than it.
  ///   - period: The period that is evaluated; `nil` for all time. Samples of a large input that
  ///     ended long before are not kept.
  ///   - mostKept: The number of an input's samples up to which all are kept.
  ///   - mostSets: The number of an input's sets up to which all are kept. If there are more, only
  ///     the sessions of each input are counted, which is enough where only sessions matter.
  ///   - store: The place for sets of workout logs that do not fit into memory.
  ///   - keptExports: The inputs whose complete contents are returned separately. Inputs beyond the
  ///     number that samples can name are left out.
  package init(
    policies: Policies, asOf: Instant, period: Period? = nil, mostKept: Int = Normalizer.mostKept,
    mostSets: Int = .max, store: (any ByteStore)? = nil, keptExports: KeptExports = .none
  ) {
    self.policies = policies
    self.asOf = asOf
    self.mostKept = mostKept
    self.mostSets = mostSets
    self.store = store
    self.keptExports = keptExports
    let time = period?.interval(in: DayCalendar(zone: .utc))
    comparedTime = time.map { Interval($0.start.advanced(byDays: -2), $0.end.advanced(byDays: 2)) }
    // The margin covers any time zone, and the longest session that a sample may lie in.
    let margin = ActivityRecord.longestDays + Record.longestDays + 2
    earliest = time?.start.advanced(byDays: -margin)
  }

  /// Begins the next input, to which the records that follow belong.
  package mutating func beginInput() { current = [] }

  private mutating func beginParts(through part: Int) {
    while current.count <= part {
      current.append(
        CurrentPart(mostKept: mostKept, sets: KeptSets(most: mostSets, store: store)))
    }
  }

  /// Adds records of the current input.
  package mutating func add(_ batch: RecordBatch) {
    beginParts(through: batch.part)
    hasWallRecords = hasWallRecords || batch.clock == .wall && !batch.records.isEmpty
    current[batch.part].add(batch, policies.manualEntries)
    if let earliest { current[batch.part].pass(before: earliest, keeping: mostKept) }
  }

  /// Ends an input, whose export date and sources are known only now.
  ///
  /// - Parameters:
  ///   - facts: The facts of the input.
  ///   - acceptedLoss: The checks whose rejections leave nothing open, by the operator's decision.
  package mutating func endInput(
    _ facts: InputFacts, accepting acceptedLoss: Set<FindingCode> = []
  ) {
    beginParts(through: facts.eachPart.count - 1)
    var documents = 0
    for (index, part) in facts.eachPart.enumerated() {
      end(part, index, documentsBefore: documents, acceptedLoss)
      documents += max(1, part.documents.count)
    }
    inputCount += 1
    current = []
  }

  /// Ends a part of an input.
  private mutating func end(
    _ facts: InputFacts, _ index: Int, documentsBefore: Int, _ acceptedLoss: Set<FindingCode>
  ) {
    let facts = withBelievedExportDate(facts)
    let table = sources.add(facts.sources)
    current[index].rejections.renumberSources(table)
    parts.append(
      InputPart(
        facts: facts, input: inputCount, documentsBefore: documentsBefore, sources: table,
        rejections: current[index].rejections,
        wallItems: current[index].wallItems.takenOut(), sets: current[index].sets,
        acceptedLoss: acceptedLoss))
    numbers.add(facts)
    for source in current[index].sets.sources { sources.use(table[Int(source)]) }
    addPassed(current[index].passed, knownAt: facts.exportDate ?? asOf, sources: table)
    let latest = Record.latestEnd(knownAt: facts.exportDate ?? asOf)
    bodyWeights += current[index].bodyWeights.filter { $0.at <= latest }
    parts[parts.count - 1].statedDays = current[index].statedDays
    adopt(current[index].items.takenOut(), ofPart: parts.count - 1)
  }

  /// Includes the samples of a part that were passed over.
  private mutating func addPassed(
    _ samples: PassedSamples, knownAt instant: Instant, sources table: [UInt16]
  ) {
    guard let span = samples.span else { return }
    let known = passedSpans[inputCount] ?? span
    passedSpans[inputCount] = Interval(min(known.start, span.start), max(known.end, span.end))
    parts[parts.count - 1].dataEnd.reach(span.end)
    parts[parts.count - 1].passedSources = samples.sources
    // A sample that ends too late would have been rejected.
    if span.end > Record.latestEnd(knownAt: instant) { isUncertain = true }
    for source in samples.sources { sources.use(table[Int(source)]) }
    end.reach(span.end)
    passed.add(samples, sources: table)
  }

  /// Returns the facts without an export date in the future.
  ///
  /// Such a date would determine the end of the data, the limit of times and the zone.
  private mutating func withBelievedExportDate(_ facts: InputFacts) -> InputFacts {
    guard facts.exportDate != nil, facts.believedExportDate(asOf: asOf) == nil else { return facts }
    findings.append(Finding(.timeExportOutOfRange, at: facts.location()))
    firstTooLate = [firstTooLate, facts.exportDate].compactMap(\.self).min()
    var facts = facts
    (facts.exportDate, facts.exportOffsetSeconds) = (nil, nil)
    return facts
  }

  /// Adds the items of a part to the subject's.
  private mutating func adopt(_ items: consuming InputItems, ofPart index: Int) {
    let facts = parts[index].facts
    let latest = Record.latestEnd(knownAt: facts.exportDate ?? asOf)
    items.assign(
      to: index, number: numbers.numbers[index], facts, sources: parts[index].sources)
    typed.add(items.activities, &sources)
    if !typed.isEmpty { items.setApart(typed, policies.manualEntries) }
    items.check(facts, latest: latest, policies.manualEntries, &parts[index].rejections)
    for metric in Metric.allCases.map({ Int($0.rawValue) }) {
      items.manual[metric].visit { sources.use($0.source) }
      samples[metric].add(accepted: items.accepted[metric], manual: items.manual[metric])
    }
    items.acceptLoss(parts[index].acceptedLoss)
    for record in items.rejected where record.time != nil && record.metric.isCumulative {
      // The record hides a source of lower rank at that time, whatever its amount was.
      sources.use(record.source)
    }
    parts[index].rejectedRecords += items.rejected
    parts[index].rejectedSessions += items.rejectedSessions
    parts[index].rejectedTotals += items.rejectedTotals.map(\.total)
    for total in items.rejectedTotals.map(\.total) where total.metric.isCumulative {
      sources.use(total.source)
    }
    for source in items.use.sources { sources.use(source) }
    if let last = items.use.lastEnd {
      end.reach(last)
      parts[index].dataEnd.reach(last)
    }
    for placed in items.activities {
      // A route is used only if its workout is missing.
      if !sources[placed.activity.source].isOfAppleRoutes {
        sources.use(placed.activity.source)
      }
      end.reach(placed.activity)
      parts[index].dataEnd.reach(placed.activity)
    }
    activities += items.activities
    for placed in items.totals {
      sources.use(placed.total.source)
      end.reach(placed, latest: latest)
      parts[index].dataEnd.reach(placed, latest: latest)
      totals.append(placed.total)
    }
  }

  /// Ends the subject, and returns its samples.
  ///
  /// - Parameters:
  ///   - subjectZone: The time zone of the subject, which has precedence over all others.
  ///   - challengeZone: The time zone of the challenge, which is used without a `subjectZone`.
  ///   - beginnings: For each input that is a truncated copy of another one, the index of the
  ///     complete copy.
  /// - Returns: The samples, without duplicates among the inputs. `rejected` and the inputs of
  ///   activities follow the order of ``endInput(_:)``. The findings are those of this module, one
  ///   for each input and code; the reader's findings are in the facts.
  package consuming func finish(
    subjectZone: Zone?, challengeZone: Zone?, beginnings: [Int: Int] = [:]
  ) -> SampleSet {
    let facts = parts.map(\.facts)
    let (zone, finding) = resolveZone(facts, subject: subjectZone, challenge: challengeZone)
    let calendar = DayCalendar(zone: zone.zone)
    addWallItems(by: calendar)
    if !typed.isEmpty, parts.count > 1 { setApartTyped() }
    removeRoutesOfWorkouts()
    nameSports()
    let (used, others, ranks) = sources.ordered(by: policies.sourceOrder)
    var rejections = parts.map(\.rejections)
    for part in rejections.indices { rejections[part].renumberSources(ranks) }
    var rows = OpenRows(parts, used + others, ranks, by: calendar, asOf: asOf)
    let logged = loggedSessions(by: calendar, used + others, ranks, &rows, &rejections)
    let sameDevices = sources.sameDevices(ranks)
    let devices = ranks.map { sameDevices[$0, default: $0] }
    var duplicates = Duplicates(
      digests: facts.map(\.digest), numbers: numbers, newestFirst: newestFirst(by: calendar),
      sameDevices: sameDevices, rejections: rejections)
    var set = SampleSet(zone: zone)
    set.sources = used
    let kept = keptParts
    if !kept.isEmpty {
      set.exports = exportContents(
        of: parts, numbers, kept, during: comparedTime, by: calendar, samples, activities,
        devices: devices)
    }
    set.prioritised = Set(
      used.indices.filter { policies.sourceOrder.isChosen(used[$0]) }.map { UInt16(clamping: $0) })
    set.dataEnd = facts.compactMap(\.exportDate).max() ?? end.instant(by: calendar)
    let healing = DamageHealing(parts, numbers, calendar, devices: devices)
    set.healing = healing.healing(samples, activities, totals, beginnings: beginnings)
    let damaged = parts.filter { set.healing.inputs[$0.input] == nil }
    set.isDamaged = damaged.contains(where: \.facts.isDamaged)
    set.soundDays = set.healing.soundDays(
      ofDamaged: Set(damaged.filter(\.facts.isDamaged).map(\.input)).sorted())
    set.damagedSpans = damaged.flatMap(\.facts.damagedSpans)
    set.rejectedRecords = rejectedRecords(ranks, sameDevices)
    for (finished, removed) in finishedSamples(ranks, duplicates) {
      if !finished.accepted.isEmpty { set.samples[finished.metric] = finished.accepted }
      if !finished.manual.isEmpty { set.manual[finished.metric] = finished.manual }
      duplicates.count(removed)
    }
    for index in activities.indices {
      activities[index].activity.source = ranks[Int(activities[index].activity.source)]
    }
    set.activities = duplicates.removed(from: activities, of: used + others)
    for index in totals.indices { totals[index].source = ranks[Int(totals[index].source)] }
    set.strength = logged.sessions
    set.countedSessions = logged.counted
    if set.hasSets { set.bodyWeights = bodyWeights }
    set.includesManualEntries = policies.manualEntries == .include
    set.totals = duplicates.removed(from: totals)
    set.statedDays = InputPart.statedDays(in: parts, by: calendar)
    set.rejectedTotals = rejectedTotals(ranks)
    set.openings = openings(by: calendar)
    let ofInputs = zip(parts, duplicates.rejections).reduce(
      into: Array(repeating: Rejections(), count: inputCount)
    ) { $0[$1.0.input].add($1.1) }
    let ofRows = rows.openings(parts) { set.healing.inputs[$0.input] != nil }
    set.openings += ofRows
    (set.lastRowOfLogs, set.lastRowOfAttempts) = (rows.lastDay, rows.lastDayOfAttempts)
    set.rejected = ofInputs.map(\.counts)
    set.repeatingInputs = Set(duplicates.repeatingTotals.map { parts[$0].input }).union(
      set.rejected.indices.filter { input in
        [.sampleDuplicate, .sampleOutdated].contains { set.rejected[input][$0] != nil }
      })
    set.firstTooLate = (ofInputs.map(\.firstTooLate) + [firstTooLate, rows.firstTooLate])
      .compactMap(\.self).min()
    set.rejectedSeries = ofInputs.map { $0.series(of: used + others) }
    nameInputs(in: &set, duplicates)
    set.findings = findings + logged.findings
    set.findings += zip(parts, duplicates.rejections).flatMap {
      $1.findings(in: $0.facts, accepting: $0.acceptedLoss)
    }
    if let finding { set.findings.append(finding) }
    set.passedSpans = passedSpans
    // A wall-clock time may be equal to any of the samples passed over.
    set.isUncertain = isUncertain || !passed.isEmpty && (hasWallRecords || passed.mayRepeat(ranks))
    return set
  }

  /// The indices of the parts that are kept separately as exports, ascending.
  private var keptParts: [Int] {
    let named = parts.indices.filter(numbers.isNamed)
    switch keptExports {
    case .none: return []
    case .all: return named
    case .healthStores:
      let exports = named.filter {
        parts[$0].facts.sources.contains(where: \.provider.isHealthStore)
      }
      return exports.count > 1 ? exports : []
    }
  }

  /// Removes routes of Apple Health whose workouts are present, because they are the same sessions.
  private mutating func removeRoutesOfWorkouts() {
    let workouts = activities.map(\.activity).filter {
      sources[$0.source].provider == .apple && !sources[$0.source].isOfAppleRoutes
    }
    activities.removeAll { placed in
      let route = placed.activity
      guard sources[route.source].isOfAppleRoutes else { return false }
      let isRepeated = workouts.contains { workout in
        let (start, end) = (max(route.start, workout.start), min(route.end, workout.end))
        // A route begins and ends some seconds before or after its workout.
        return end > start
          && 2 * (end.milliseconds - start.milliseconds)
            >= route.end.milliseconds - route.start.milliseconds
      }
      if isRepeated {
        parts[route.input].rejections.count(.duplicate, placed.place)
      } else {
        sources.use(route.source)
      }
      return isRepeated
    }
  }

  /// Applies the operator's statements to sessions without a known sport, and counts the remaining
  /// ones.
  private mutating func nameSports() {
    for index in activities.indices {
      let placed = activities[index]
      guard let gap = placed.activity.sportGap else { continue }
      let place = parts[placed.activity.input].facts.location(byte: placed.place.byte)
      let names = [place.file, place.entry].compactMap { $0?.split(separator: "/").last }
      let statement = policies.logs.sports.first { statement in
        names.contains { statement.isAbout(String($0)) }
      }
      if let statement {
        (activities[index].activity.kind, activities[index].activity.sportGap) = (
          statement.kind, nil
        )
      } else {
        parts[placed.activity.input].rejections.countLostField(
          gap == .missing ? .sportMissing : .sportUnknown, placed.place)
        if parts[placed.activity.input].acceptedLoss.contains(gap.code) {
          activities[index].activity.sportGap = nil
        }
      }
    }
  }

  /// Returns the openings of data that was not understood: files, and sessions that no other input
  /// states.
  private func openings(by calendar: DayCalendar) -> [Opening] {
    let understood = Set(activities.map { SessionStart($0.activity.start, $0.activity.kind) })
    var counts: [Opening: Int] = [:]
    for part in parts {
      var here: [Opening: Int] = [:]
      for opening in part.facts.unread { here[opening, default: 0] += 1 }
      for session in part.rejectedSessions {
        let start = session.start.map { SessionStart($0, session.kind ?? .other) }
        if let start, understood.contains(start) { continue }
        here[session.opening(by: calendar), default: 0] += 1
      }
      // Another copy of an input does not add further openings.
      counts.merge(here, uniquingKeysWith: max)
    }
    return counts.flatMap { repeatElement($0, count: $1) }
  }

  /// The indices of parts, the newest export first.
  private func newestFirst(by calendar: DayCalendar) -> [Int] {
    func age(_ part: InputPart) -> (Instant, Instant) {
      let last = part.dataEnd.instant(by: calendar) ?? Instant(milliseconds: .min)
      return (part.facts.exportDate ?? last, last)
    }
    let ages = parts.map(age)
    return parts.indices.sorted { a, b in
      let (x, y) = (ages[a], ages[b])
      if x != y { return x > y }
      let (first, second) = (parts[a].facts, parts[b].facts)
      let digests = [first, second].map { $0.documentDigests.first ?? $0.digest }
      return digests[0] != digests[1] ? digests[1] < digests[0] : a < b
    }
  }

  /// Replaces the numbers of parts by those of inputs and their documents.
  ///
  /// Samples are too many for another pass, so the set maps the rank of each part to its input.
  private func nameInputs(in set: inout SampleSet, _ duplicates: Duplicates) {
    set.inputsOfSamples = duplicates.inputs.map { parts[$0].input }
    guard parts.count > inputCount else { return }
    for index in set.activities.indices {
      let part = parts[set.activities[index].input]
      set.activities[index].input = part.input
      set.activities[index].document += part.documentsBefore
    }
    for index in set.totals.indices {
      set.totals[index].input = parts[set.totals[index].input].input
    }
    for index in set.strength.indices {
      set.strength[index].input = parts[set.strength[index].input].input
    }
  }

  /// Moves samples that were typed in with a session that only a later input has.
  private mutating func setApartTyped() {
    for metric in Metric.allCases {
      for sample in samples[Int(metric.rawValue)].setApart(typed, policies.manualEntries) {
        parts[numbers.part(of: sample)].rejections.count(.manual, RecordPlace(sample, metric))
      }
    }
  }

  /// Returns the rejected records of all inputs that no other record heals, each once even if
  /// several copies were handed in.
  ///
  /// Records without any time cannot be compared, so those of the input with the most of them
  /// count.
  private func rejectedRecords(
    _ ranks: [UInt16], _ sameDevices: [UInt16: UInt16]
  ) -> [RejectedRecord] {
    let understood = UnderstoodRecords(of: parts, numbers, samples, ranks, sameDevices)
    var counts: [RejectedRecord: Int] = [:]
    for (index, part) in parts.enumerated() where !part.rejectedRecords.isEmpty {
      var here: [RejectedRecord: Int] = [:]
      for var record in part.rejectedRecords {
        record.source = ranks[Int(record.source)]
        here[record, default: 0] += 1
      }
      counts.merge(understood.open(here, ofPart: index), uniquingKeysWith: max)
    }
    return counts.flatMap { record, count in
      repeatElement(record, count: record.time == nil && record.created == nil ? count : 1)
    }
  }

  /// Returns the rejected totals that no other part states in readable form.
  private func rejectedTotals(_ ranks: [UInt16]) -> [DayTotal] {
    let understood = Dictionary(grouping: totals) { DayFigureKey($0) }
    return parts.flatMap(\.rejectedTotals).compactMap { rejected in
      var total = rejected
      total.source = ranks[Int(rejected.source)]
      let others = understood[DayFigureKey(total)] ?? []
      return others.contains { $0.input != total.input } ? nil : total
    }
  }

  /// Returns the samples of each metric, in the order of metrics, and moves them out.
  ///
  /// A change while another copy exists would copy all of them.
  private mutating func finishedSamples(
    _ ranks: [UInt16], _ duplicates: Duplicates
  ) -> [(samples: CollectedSamples, rejections: [Int: Rejections])] {
    var taken: [CollectedSamples] = []
    swap(&taken, &samples)
    let finished = forEach(consume taken, weight: \.count) { samples in
      let rejections = samples.finish(ranks, duplicates)
      return (samples: samples, rejections: rejections)
    }
    return finished.sorted { $0.samples.metric.rawValue < $1.samples.metric.rawValue }
  }

  /// Returns the sessions of the sets in workout logs.
  ///
  /// - Parameters:
  ///   - sources: The sources, by rank.
  ///   - ranks: The rank of each source, by its index in the subject's ``SourceTable``.
  ///   - rows: The rows that could not be understood, which learn of the sets that were.
  ///   - rejections: The rejections of each part, which gain rejected sets and lost fields.
  private mutating func loggedSessions(
    by calendar: DayCalendar, _ sources: [Source], _ ranks: [UInt16], _ rows: inout OpenRows,
    _ rejections: inout [Rejections]
  ) -> (sessions: [StrengthSession], counted: SessionTally, findings: [Finding]) {
    let allFacts = parts.map(\.facts)
    var sessions = LoggedSessions(calendar: calendar, sources: sources, store: store)
    var counted = SessionTally()
    for (index, facts) in allFacts.enumerated() {
      let ranks = parts[index].sources.map { ranks[Int($0)] }
      let latest = Record.latestEnd(knownAt: facts.exportDate ?? asOf)
      func add(_ placed: PlacedSet, to sessions: inout LoggedSessions) {
        var placed = placed
        placed.place.source = ranks[Int(placed.place.source)]
        rows.add(placed, part: index)
        sessions.add(
          placed, input: index, document: facts.document(ofByte: placed.place.byte),
          exercises: facts.exercises, latest: latest, &rejections[index])
      }
      parts[index].sets.takeOut { add($0, to: &sessions) }
      parts[index].sets.counted?.forEachSession(by: calendar, ranks: ranks) { sets in
        // Each session is made by itself, so that only one is in memory.
        var session = LoggedSessions(calendar: calendar, sources: sources)
        for set in sets { add(set, to: &session) }
        for session in session.finish(allFacts).sessions {
          counted.add(session.interval(by: calendar))
        }
      }
    }
    let (standing, findings) = sessions.finish(allFacts)
    return (standing, counted, findings)
  }

  private mutating func addWallItems(by calendar: DayCalendar) {
    for index in parts.indices where !parts[index].wallItems.isEmpty {
      var items = parts[index].wallItems.takenOut()
      items.readWallClock(by: calendar)
      adopt(consume items, ofPart: index)
    }
  }
}

/// The identity of a figure that a tracker states for a day.
private struct DayFigureKey: Hashable {
  var metric: Metric
  var source: UInt16
  var day: CivilDay
  var part: DayTotalPart

  init(_ total: DayTotal) {
    (metric, source, day, part) = (total.metric, total.source, total.day, total.part)
  }
}

/// The start and kind of a session.
private struct SessionStart: Hashable {
  var start: Instant
  var kind: ActivityKind

  init(_ start: Instant, _ kind: ActivityKind) { (self.start, self.kind) = (start, kind) }
}
