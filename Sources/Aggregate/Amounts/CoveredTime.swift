import DaymarkModel

/// The time that better sources cover, as disjoint intervals in ascending order.
struct CoveredTime {
  /// A part of an interval, and how much of it is uncovered.
  struct Uncovered {
    var interval: Interval
    /// The length of the uncovered time, which is less than the interval's where covered time lies
    /// inside it.
    ///
    /// - Units: milliseconds.
    var milliseconds: Int64

    /// Whether all of the interval is uncovered.
    var isWhole: Bool { milliseconds == interval.duration }
  }

  /// The most covered intervals within a sample for which each uncovered piece is visited by
  /// itself; see Semantics, "A cumulative day".
  ///
  /// Without this bound, a file with many short samples of one source under many long ones of
  /// another would take time in the product of their numbers.
  static let mostPieces = 1000

  private var higher: [Interval] = []
  private var own: [Interval] = []
  private var position = 0
  /// The lengths of the covered intervals, summed up to each of them; empty until they are needed.
  private var lengths: [Int64] = []

  /// Adds an interval of the current source; it covers other sources' time once ``endSource()`` was
  /// called.
  ///
  /// - Precondition: Intervals of one source are added by ascending start.
  mutating func add(_ interval: Interval) {
    if let last = own.last, interval.start <= last.end {
      own[own.count - 1].end = max(last.end, interval.end)
    } else {
      own.append(interval)
    }
  }

  /// Joins the current source's intervals to the covered time, and begins the next source.
  mutating func endSource() {
    position = 0
    guard let first = own.first, let last = own.last else { return }
    // Only the intervals around those of the current source are touched, so that a source with few
    // samples costs little.
    let low = partition(higher.indices) { $0.end < first.start }
    let high = partition(low..<higher.count) { $0.start <= last.end }
    higher.replaceSubrange(low..<high, with: union(higher[low..<high], own))
    (own, lengths) = ([], [])
  }

  /// Visits the covered intervals in ascending order.
  func visit(_ body: (Interval) -> Void) {
    for interval in higher { body(interval) }
  }

  /// Index of the first covered interval that ends after `instant`.
  ///
  /// - Precondition: Within one source, instants are given in ascending order.
  mutating func firstIndex(endingAfter instant: Instant) -> Int {
    // Mostly it is one of the next few, so the binary search is rarely needed.
    for _ in 0..<4 where position < higher.count && higher[position].end <= instant {
      position += 1
    }
    if position < higher.count, higher[position].end <= instant {
      position = partition(position..<higher.count) { $0.end <= instant }
    }
    return position
  }

  mutating func covers(_ instant: Instant) -> Bool {
    let index = firstIndex(endingAfter: instant)
    return index < higher.count && higher[index].start <= instant
  }

  /// Visits the uncovered pieces of an interval in ascending order.
  ///
  /// - Parameter index: The index of the first covered interval that may overlap it; it is moved on
  ///   to the first that may overlap later intervals.
  func forEachPiece(of interval: Interval, from index: inout Int, _ body: (Interval) -> Void) {
    var at = interval.start
    while index < higher.count, higher[index].start < interval.end {
      let covered = higher[index]
      if covered.start > at { body(Interval(at, covered.start)) }
      at = max(at, covered.end)
      guard covered.end < interval.end else { break }
      index += 1
    }
    if at < interval.end { body(Interval(at, interval.end)) }
  }

  /// Visits the uncovered pieces of an interval; more than ``mostPieces`` of them are given as one.
  ///
  /// - Parameter index: The index of the first covered interval that may overlap it; it is moved on
  ///   to the first that may overlap later intervals.
  mutating func forEachUncovered(
    in interval: Interval, from index: inout Int, _ body: (Uncovered) -> Void
  ) {
    let far = index + Self.mostPieces
    if far < higher.count, higher[far].start < interval.end {
      return body(uncoveredTogether(in: interval, from: &index))
    }
    forEachPiece(of: interval, from: &index) {
      body(Uncovered(interval: $0, milliseconds: $0.duration))
    }
  }

  /// The uncovered time of an interval as one part, from its first uncovered instant to its last.
  ///
  /// - Precondition: At least two covered intervals from `index` on lie in the interval.
  private mutating func uncoveredTogether(
    in interval: Interval, from index: inout Int
  ) -> Uncovered {
    if lengths.isEmpty {
      lengths = higher.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.duration) }
    }
    let behind = partition(index..<higher.count) { $0.start < interval.end }
    let (first, last) = (higher[index], higher[behind - 1])
    let before = max(0, interval.start.milliseconds - first.start.milliseconds)
    let after = max(0, last.end.milliseconds - interval.end.milliseconds)
    let covered = lengths[behind] - lengths[index] - before - after
    index = last.end < interval.end ? behind : behind - 1
    return Uncovered(
      interval: Interval(
        first.start <= interval.start ? first.end : interval.start,
        last.end >= interval.end ? last.start : interval.end),
      milliseconds: interval.duration - covered)
  }

  /// Index of the first interval of a range for which `comesBefore` is false; the range must be
  /// partitioned by it.
  private func partition(_ range: Range<Int>, where comesBefore: (Interval) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if comesBefore(higher[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// The union of two sets of disjoint intervals, each in ascending order.
private func union(_ a: ArraySlice<Interval>, _ b: [Interval]) -> [Interval] {
  if a.isEmpty { return b }
  var union: [Interval] = []
  union.reserveCapacity(a.count + b.count)
  var (i, j) = (a.startIndex, 0)
  while i < a.endIndex || j < b.count {
    let takesSecond = i == a.endIndex || (j < b.count && b[j].start < a[i].start)
    let next = takesSecond ? b[j] : a[i]
    if takesSecond { j += 1 } else { i += 1 }
    if let last = union.last, next.start <= last.end {
      union[union.count - 1].end = max(last.end, next.end)
    } else {
      union.append(next)
    }
  }
  return union
}
