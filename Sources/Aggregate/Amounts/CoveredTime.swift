import DaymarkModel

/// The time that better sources cover, as disjoint intervals in the order of time.
struct CoveredTime {
  /// A part of an interval, of which a length is uncovered.
  struct Uncovered {
    var interval: Interval
    /// Less than the interval's where much covered time is left in it.
    ///
    /// - Units: milliseconds.
    var milliseconds: Int64

    /// A part that is uncovered from its start to its end.
    var isWhole: Bool { milliseconds == interval.duration }
  }

  /// The most covered intervals between which each uncovered piece is told by itself; see Semantics,
  /// "A cumulative day".
  ///
  /// Without it a file with many short samples of one source under many long ones of another would take
  /// the product of their numbers.
  static let mostPieces = 1000

  private var higher: [Interval] = []
  private var own: [Interval] = []
  private var position = 0
  /// The time that the first of `higher` cover together, by their number; empty until it is asked for.
  private var lengths: [Int64] = []

  /// Adds an interval of the source that is being walked; it covers once the source has ended.
  ///
  /// - Precondition: Intervals of one source come by ascending start.
  mutating func add(_ interval: Interval) {
    if let last = own.last, interval.start <= last.end {
      own[own.count - 1].end = max(last.end, interval.end)
    } else {
      own.append(interval)
    }
  }

  /// Joins what was added to the covered set, and begins the next source.
  mutating func endSource() {
    position = 0
    guard let first = own.first, let last = own.last else { return }
    // Of a source with a few samples nothing but the time around them is looked at.
    let low = partition(higher.indices) { $0.end < first.start }
    let high = partition(low..<higher.count) { $0.start <= last.end }
    higher.replaceSubrange(low..<high, with: union(higher[low..<high], own))
    (own, lengths) = ([], [])
  }

  /// Visits the covered set in the order of time.
  func visit(_ body: (Interval) -> Void) {
    for interval in higher { body(interval) }
  }

  /// Index of the first covered interval that ends after `instant`.
  ///
  /// - Precondition: Within one source instants come in ascending order.
  mutating func firstIndex(endingAfter instant: Instant) -> Int {
    // Mostly it is the next but a few.
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

  /// Visits the uncovered pieces of an interval in the order of time.
  ///
  /// - Parameter index: The first covered interval that may touch it; moved to the first that may
  ///   touch what follows.
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

  /// Visits the uncovered pieces of an interval; where they are more than ``mostPieces``, all of them as
  /// one.
  ///
  /// - Parameter index: As above.
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

  /// All that is uncovered of an interval, from its first such instant to its last.
  ///
  /// - Precondition: Of the covered intervals from `index` on, several lie in it.
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

  /// Index of the first interval of a range that does not come before.
  private func partition(_ range: Range<Int>, where comesBefore: (Interval) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if comesBefore(higher[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// The union of two sets of disjoint intervals, each in the order of time.
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
