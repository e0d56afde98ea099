import DaymarkModel

/// Counts the records of one source that share time with others of the same source.
struct OwnOverlaps {
  private(set) var records = 0
  private(set) var overlapping = 0
  private var latestEnd: Instant?
  private var last: (end: Instant, isCounted: Bool)?

  /// Counts a record at an instant, which shares no time.
  mutating func addInstant() { records += 1 }

  /// Counts a record.
  ///
  /// - Precondition: Records are given by ascending start.
  mutating func add(_ time: Interval) {
    records += 1
    let overlaps = latestEnd.map { $0 > time.start } ?? false
    if overlaps { overlapping += 1 }
    // Of the later records that overlap this one, the next is the first, so comparing with
    // neighbours suffices.
    if let last, !last.isCounted, last.end > time.start { overlapping += 1 }
    last = (time.end, overlaps)
    latestEnd = max(latestEnd ?? time.end, time.end)
  }
}
