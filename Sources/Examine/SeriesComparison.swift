import DaymarkModel

/// A comparison of the records of one metric and one source in two exports.
struct SeriesComparison {
  let metric: Metric
  let source: UInt16
  let known: Circumstances
  var tally: DifferenceTally
  /// Whether the later export has no data of the source.
  var isGone = false
  /// The times of the source's removed sessions.
  var deletedSessions: [Interval] = []
  /// The records of the earlier export, ascending by time.
  private var former: [Sample] = []
  /// The creation date of the earlier export's last record, in seconds since 1970; `nil` where none
  /// is stated.
  private var lastCreated: UInt32?

  init(metric: Metric, source: UInt16, known: Circumstances, tally: DifferenceTally) {
    (self.metric, self.source, self.known, self.tally) = (metric, source, known, tally)
  }

  /// Compares the records of the compared days.
  ///
  /// - Parameter others: Further exports older than the later one. Data in one of them is not new.
  mutating func compare(
    _ later: [Sample], against earlier: [Sample], orIn others: [ExportContents] = []
  ) {
    func compared(_ records: [Sample]) -> [Sample] {
      distinct(records.filter { known.isCompared($0.start) })
    }
    former = compared(earlier)
    lastCreated = earlier.map(\.created).filter { $0 != .max }.max()
    var (rest, formerRest) = unmatched(compared(later), former)
    for other in others {
      let end = known.endOfWholeDays(of: other)
      let starts = Set(rest.lazy.map(\.start).filter { $0 < end })
      if starts.isEmpty { continue }
      let own = (other.records[metric] ?? []).filter {
        $0.source == source && starts.contains($0.start)
      }
      rest = unmatched(rest, distinct(own)).later
    }
    setTypedInApart(&rest, &formerRest)
    takeUnread(&rest)
    takeMoved(&rest, &formerRest)
    for stretch in Stretch.all(later: rest, earlier: formerRest) { judge(stretch) }
  }

  // MARK: Records that stand in both

  /// Returns the records without a counterpart of the same time and amount in the other export.
  private mutating func unmatched(
    _ later: [Sample], _ earlier: [Sample]
  ) -> (later: [Sample], earlier: [Sample]) {
    var (rest, formerRest): ([Sample], [Sample]) = ([], [])
    var (next, formerNext) = (0, 0)
    while next < later.count, formerNext < earlier.count {
      let (record, former) = (later[next], earlier[formerNext])
      if isBefore(record, former) {
        rest.append(record)
        next += 1
      } else if isBefore(former, record) {
        formerRest.append(former)
        formerNext += 1
      } else {
        let end = later[next...].firstIndex { isBefore(record, $0) } ?? later.count
        let formerEnd = earlier[formerNext...].firstIndex { isBefore(former, $0) } ?? earlier.count
        matchOfOneTime(
          later[next..<end], earlier[formerNext..<formerEnd], &rest, &formerRest)
        (next, formerNext) = (end, formerEnd)
      }
    }
    return (rest + later[next...], formerRest + earlier[formerNext...])
  }

  /// Matches the records of one time.
  ///
  /// Each list is ascending by amount.
  private mutating func matchOfOneTime(
    _ later: ArraySlice<Sample>, _ earlier: ArraySlice<Sample>, _ rest: inout [Sample],
    _ formerRest: inout [Sample]
  ) {
    var (later, earlier) = (later, earlier)
    while let record = later.first, let former = earlier.first {
      if metric.isSame(record.value, former.value) {
        later.removeFirst()
        earlier.removeFirst()
        addMatch(record, former)
      } else if record.value < former.value {
        rest.append(later.removeFirst())
      } else {
        formerRest.append(earlier.removeFirst())
      }
    }
    rest += later
    formerRest += earlier
  }

  /// Adds a record that is equal in both exports, except perhaps for its mark as typed in.
  private mutating func addMatch(_ record: Sample, _ former: Sample) {
    if record.isUserEntered == former.isUserEntered {
      tally.same += 1
    } else {
      let isUnmarked = former.isUserEntered
      add(.changed, isUnmarked ? .unmarked : nil, raises: isUnmarked, record, former)
    }
  }

  /// Explains typed-in records, which count only if a rule allows them.
  private mutating func setTypedInApart(_ rest: inout [Sample], _ formerRest: inout [Sample]) {
    for record in rest + formerRest where record.isUserEntered {
      tally.explain(.typedIn, metric, raising: known.countsTypedIn ? day(of: record) : nil)
    }
    rest.removeAll(where: \.isUserEntered)
    formerRest.removeAll(where: \.isUserEntered)
  }

  /// Notes additions that may be unreadable records of the earlier export.
  private mutating func takeUnread(_ rest: inout [Sample]) {
    var unread = known.unreadRecords(of: source, metric)
    if unread.allSatisfy(\.isEmpty) { return }
    var others: [Sample] = []
    for record in rest {
      // A record that raises no question must not use up an unreadable record that could answer
      // another question.
      let isAsked =
        known.questionOfAdded(
          metric, of: source, record.start, record.creation, raises: true) != nil
      let parts = isAsked ? known.partsTelling(metric, of: source, at: record.start) : []
      if parts.contains(where: { unread[$0].take(record) }) {
        add(.added, nil, raises: record.value > .zero, record, nil)
      } else {
        others.append(record)
      }
    }
    rest = others
  }

  /// Returns the day of a record; `nil` for a record of amount 0.
  private func day(of record: Sample) -> CivilDay? {
    record.value > .zero ? known.calendar.day(containing: record.start) : nil
  }

  // MARK: Records at another time

  private struct Content: Hashable {
    var created: UInt32
    var value: Quantity
    var duration: Int64

    init(_ sample: Sample) {
      (created, value, duration) = (sample.created, sample.value, sample.duration)
    }
  }

  /// Removes records with the same creation date, amount and length but a different time, and adds
  /// them as moved.
  private mutating func takeMoved(_ rest: inout [Sample], _ formerRest: inout [Sample]) {
    var places: [Content: [Int]] = [:]
    for index in formerRest.indices.reversed() where formerRest[index].created != .max {
      places[Content(formerRest[index]), default: []].append(index)
    }
    var moved: Set<Int> = []
    rest.removeAll { record in
      guard let index = places[Content(record)]?.popLast() else { return false }
      moved.insert(index)
      let former = formerRest[index]
      let days = [record, former].map { known.calendar.day(containing: $0.start) }
      add(.moved, .predates, raises: days[0] != days[1], record, former)
      return true
    }
    formerRest = formerRest.indices.filter { !moved.contains($0) }.map { formerRest[$0] }
  }

  // MARK: Stretches

  private mutating func judge(_ stretch: Stretch) {
    if stretch.later.isEmpty {
      for record in stretch.earlier { judgeRemoved(record) }
    } else if stretch.earlier.isEmpty {
      for record in stretch.later { judgeAdded(record) }
    } else if isCondensed(stretch) {
      tally.explain(.condensed, metric, count: stretch.later.count)
    } else {
      judgeReplaced(stretch)
    }
  }

  private mutating func judgeRemoved(_ former: Sample) {
    let isOfSession = deletedSessions.contains {
      $0.start <= former.start && former.end <= $0.end
    }
    guard known.isGone(source, former.start) else { return }
    if let question = known.questionOfRemoved {
      add(.removed, question, raises: former.value > .zero, nil, former)
    } else if isGone || isOfSession {
      // The removed record still counts from the earlier export, unless damage took it from the
      // later one.
      tally.explain(.deletedAsOne, metric, raising: known.isLaterDamaged ? nil : day(of: former))
    } else {
      add(.removed, nil, raises: false, nil, former)
    }
  }

  private mutating func judgeAdded(_ record: Sample) {
    let created = record.creation
    let last = lastCreated.map { Instant(seconds: Int64($0)) }
    let raises = record.value > .zero
    let question = known.questionOfAdded(
      metric, of: source, record.start, created, raises: raises)
    if known.areOfOneDate {
      // A part of an export has data that another part lacks. A copy has no additional data between
      // the records of the other.
      let isBetween =
        former.first.map { $0.start < record.start } ?? false
        && former.last.map { record.start < $0.start } ?? false
      if isBetween, question != nil { add(.added, question, raises: raises, record, nil) }
    } else if known.isDelayed(
      source, Interval(record.start, record.end), created, last: last)
    {
      tally.explain(.late, metric, raising: day(of: record))
    } else if known.isRewritable(source, created), isFree(record) {
      tally.explain(.imported, metric, raising: day(of: record))
    } else {
      add(.added, question, raises: raises, record, nil)
    }
  }

  /// Whether the earlier export has no data of the source from a record's start to the end of its
  /// day.
  ///
  /// Data that an app sends late follows the data that it had sent before.
  private func isFree(_ record: Sample) -> Bool {
    let dayEnd = known.calendar.interval(of: known.calendar.day(containing: record.start)).end
    var (low, high) = (0, former.count)
    while low < high {
      let middle = (low + high) / 2
      if former[middle].start < record.start { low = middle + 1 } else { high = middle }
    }
    if low < former.count, former[low].start < dayEnd { return false }
    return low == 0 || former[low - 1].end <= record.start
  }

  /// Whether fewer records, written after the earlier export, replace others with the same time and
  /// amount.
  private func isCondensed(_ stretch: Stretch) -> Bool {
    guard stretch.later.count < stretch.earlier.count, stretch.isWithinEarlier,
      !stretch.later.contains(where: { known.predates($0.creation) })
    else { return false }
    let (amount, former) = (metric.amount(of: stretch.later), metric.amount(of: stretch.earlier))
    let rise = amount - former
    guard abs(rise) * Circumstances.condensedPart <= former else { return false }
    let isOld = stretch.end.advanced(byDays: Circumstances.condensedDays) <= known.laterEnd
    return isOld || rise * 1000 <= former
  }

  private mutating func judgeReplaced(_ stretch: Stretch) {
    let (amount, former) = (metric.amount(of: stretch.later), metric.amount(of: stretch.earlier))
    let rose = amount > former
    let isRewritten = stretch.later.allSatisfy { known.isRewritable(source, $0.creation) }
    if isRewritten, let first = stretch.later.first {
      tally.explain(
        .editedInApp, metric, count: max(stretch.later.count, stretch.earlier.count),
        raising: rose ? day(of: first) : nil)
      return
    }
    for (index, record) in stretch.later.enumerated() {
      let counterpart = index < stretch.earlier.count ? stretch.earlier[index] : nil
      let raises = record.value > counterpart?.value ?? .zero
      add(
        counterpart == nil ? .added : .changed, question(record, counterpart, rose && raises),
        raises: raises, record, counterpart)
    }
    for record in stretch.earlier.dropFirst(stretch.later.count) {
      add(.removed, nil, raises: false, nil, record)
    }
  }

  /// Returns the question that a record raises which replaces others; `nil` where it raises none.
  private func question(
    _ record: Sample, _ counterpart: Sample?, _ rose: Bool
  ) -> ExportDifference.Question? {
    // The earlier export may have lost a part of the data in this place. A record with the same
    // time, however, never gets another amount.
    let isOfSameTime = counterpart.map { $0.start == record.start && $0.end == record.end } ?? false
    if !isOfSameTime, counterpart == nil || !known.predates(record.creation),
      known.mayLack(metric, of: source, at: record.start)
    {
      return nil
    }
    return known.predates(record.creation) ? .predates : rose ? .rose : nil
  }

  private mutating func add(
    _ kind: ExportDifference.Kind, _ question: ExportDifference.Question?, raises: Bool,
    _ record: Sample?, _ former: Sample?
  ) {
    var difference = known.difference(
      kind, question, raises: raises, source: source, record.map(Placed.init),
      former.map(Placed.init))
    difference.metric = metric
    (difference.amount, difference.earlierAmount) = (record?.value, former?.value)
    tally.add(difference)
  }
}

extension Metric {
  /// Whether two amounts are the same amount in two units.
  ///
  /// Counts must be equal.
  fileprivate func isSame(_ a: Quantity, _ b: Quantity) -> Bool {
    if a == b { return true }
    guard canonicalUnit != .count else { return false }
    let most = max(a, b).microUnits
    return abs(a.microUnits - b.microUnits) <= max(1000, most / 2000)
  }

  /// Returns the amount of a stretch: the sum, or the highest value for heart rates.
  ///
  /// - Units: micro-units.
  fileprivate func amount(of samples: [Sample]) -> Int128 {
    isCumulative
      ? samples.reduce(0) { $0 + Int128($1.value.microUnits) }
      : samples.map { Int128($0.value.microUnits) }.max() ?? 0
  }
}

/// Whether a record is before another in time.
private func isBefore(_ a: Sample, _ b: Sample) -> Bool { (a.start, a.end) < (b.start, b.end) }

/// Returns the records of one source in chronological order, each measurement once.
///
/// A record that was not typed in takes precedence over an equal one that was.
func distinct(_ records: [Sample]) -> [Sample] {
  let sorted = records.sorted { a, b in
    if isBefore(a, b) || isBefore(b, a) { return isBefore(a, b) }
    if a.value != b.value { return a.value < b.value }
    if a.isUserEntered != b.isUserEntered { return b.isUserEntered }
    return a.byte < b.byte
  }
  var distinct: [Sample] = []
  for record in sorted where distinct.last.map({ !record.isDuplicate(of: $0) }) ?? true {
    distinct.append(record)
  }
  return distinct
}
