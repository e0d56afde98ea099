import DaymarkModel

/// The gaps in the segments of a track, in which the recording stopped without a mark and the path
/// is unknown.
///
/// A gap is longer than five minutes, and longer than five times the segment's median interval,
/// because some devices write a point only every ten minutes.
struct TrackGaps {
  /// The indices of the points after a gap, ascending.
  private(set) var ends: [Int] = []
  /// The total time of all gaps, in milliseconds.
  private(set) var milliseconds: Int64 = 0
  private var segment: [(index: Int, time: Int64)] = []

  private static let shortest: Int64 = 300_000

  /// Adds a point with a place.
  ///
  /// - Parameter time: The time in milliseconds since 1970, not before the last point.
  mutating func add(_ index: Int, at time: Int64, beginsSegment: Bool) {
    if beginsSegment { endSegment() }
    segment.append((index, time))
  }

  /// Ends the last segment.
  mutating func endSegment() {
    defer { segment.removeAll(keepingCapacity: true) }
    let intervals = zip(segment, segment.dropFirst()).map { $1.time - $0.time }
    guard intervals.contains(where: { $0 > Self.shortest }) else { return }
    let sorted = intervals.sorted()
    let middle = sorted.count / 2
    let twoMedians =
      sorted.count % 2 == 1 ? 2 * sorted[middle] : sorted[middle - 1] + sorted[middle]
    for (index, interval) in intervals.enumerated()
    where interval > Self.shortest && 2 * interval > 5 * twoMedians {
      ends.append(segment[index + 1].index)
      milliseconds += interval
    }
  }
}

extension WrittenAmount {
  /// Returns the seconds from start to end without the milliseconds in `gaps`; `nil` without gaps,
  /// because the time is then only the interval.
  static func activeTime(from start: Instant?, to end: Instant?, gaps: Int64) -> WrittenAmount? {
    guard gaps > 0, let start, let end else { return nil }
    let active = max(0, end.milliseconds - start.milliseconds - gaps)
    return WrittenAmount(
      DecimalNumber(coefficient: UInt128(active), exponent: -3), .known(.second))
  }
}
