import DaymarkModel

/// A count of the records of one source that share time with others of it.
struct OwnOverlaps {
  private(set) var records = 0
  private(set) var overlapping = 0
  private var latestEnd: Instant?
  private var last: (end: Instant, isCounted: Bool)?

  /// Counts an instant, which shares no time.
  mutating func addInstant() { records += 1 }

  /// - Precondition: Records come by ascending start.
  mutating func add(_ time: Interval) {
    records += 1
    let overlaps = latestEnd.map { $0 > time.start } ?? false
    if overlaps { overlapping += 1 }
    // Whatever a record shares time with begins after it or before; of the later ones the next is the first.
    if let last, !last.isCounted, last.end > time.start { overlapping += 1 }
    last = (time.end, overlaps)
    latestEnd = max(latestEnd ?? time.end, time.end)
  }
}
