import DaymarkModel

/// The clock of a part's records, which may be set during the recording.
struct FITClock {
  /// A sequence of records, none of which is more than a day from the next.
  ///
  /// - Units: milliseconds since 1970.
  struct Run {
    var points: Range<Int>
    var count = 1
    var start: Int64
    var end: Int64
  }

  /// The longest gap within a session whose end is not stated.
  private static let longestGap: Int64 = 86_400_000

  private(set) var runs: [Run] = []
  /// The number of records that are out of order in the file, and belong to no run.
  private var strays = 0

  /// Divides the points into runs without a gap of more than a day.
  ///
  /// - Parameter points: The points, sorted by time.
  init(of points: [FITPoint]) {
    for (index, point) in points.enumerated() {
      guard let time = FITTime.instant(point.time)?.milliseconds else { continue }
      if point.isOutOfOrder {
        strays += 1
      } else if let last = runs.indices.last, time - runs[last].end <= Self.longestGap {
        runs[last].points = runs[last].points.lowerBound..<(index + 1)
        (runs[last].count, runs[last].end) = (runs[last].count + 1, time)
      } else {
        runs.append(Run(points: index..<(index + 1), start: time, end: time))
      }
    }
  }

  /// The run with the most records, or the first of several such runs.
  var longest: Run? { runs.max { ($0.count, $1.start) < ($1.count, $0.start) } }

  /// The run with more than half of all records; `nil` where there is none.
  var main: Run? {
    let count = runs.reduce(strays) { $0 + $1.count }
    return longest.flatMap { 2 * $0.count > count ? $0 : nil }
  }
}
