import DaymarkModel

/// The time that better sources cover, as disjoint intervals in the order of time.
struct CoveredTime {
  private var higher: [Interval] = []
  private var own: [Interval] = []
  private var position = 0

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
    defer { own = [] }
    guard !higher.isEmpty else {
      higher = own
      return
    }
    guard !own.isEmpty else { return }
    var union: [Interval] = []
    union.reserveCapacity(higher.count + own.count)
    var (h, o) = (0, 0)
    while h < higher.count || o < own.count {
      let takesOwn = h == higher.count || (o < own.count && own[o].start < higher[h].start)
      let next = takesOwn ? own[o] : higher[h]
      if takesOwn { o += 1 } else { h += 1 }
      if let last = union.last, next.start <= last.end {
        union[union.count - 1].end = max(last.end, next.end)
      } else {
        union.append(next)
      }
    }
    higher = union
  }

  /// Visits the covered set in the order of time.
  func visit(_ body: (Interval) -> Void) {
    for interval in higher { body(interval) }
  }

  /// Index of the first covered interval that ends after `instant`.
  ///
  /// - Precondition: Within one source instants come in ascending order.
  mutating func firstIndex(endingAfter instant: Instant) -> Int {
    while position < higher.count, higher[position].end <= instant { position += 1 }
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
  func forEachUncovered(
    in interval: Interval, from index: inout Int, _ body: (Instant, Instant) -> Void
  ) {
    var at = interval.start
    while index < higher.count, higher[index].start < interval.end {
      let covered = higher[index]
      if covered.start > at { body(at, covered.start) }
      at = max(at, covered.end)
      guard covered.end < interval.end else { break }
      index += 1
    }
    if at < interval.end { body(at, interval.end) }
  }
}
