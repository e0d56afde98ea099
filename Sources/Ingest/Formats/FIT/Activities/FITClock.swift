import DaymarkModel

/// What the times of a part's records say of its clock, which may be set while it records.
struct FITClock {
  /// Records of which none is more than a day from the next.
  ///
  /// - Units: milliseconds since 1970.
  struct Run {
    var points: Range<Int>
    var count = 1
    var start: Int64
    var end: Int64
  }

  /// Records further apart than this are not of one session, where nothing says where it ends.
  private static let longestGap: Int64 = 86_400_000

  private(set) var runs: [Run] = []
  /// How many records stand among those of other times in the file, and are in no run.
  private var strays = 0

  /// - Parameter points: Sorted.
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

  /// The run with the most records, of equal ones the first.
  var longest: Run? { runs.max { ($0.count, $1.start) < ($1.count, $0.start) } }

  /// The run that has more than half of all records.
  var main: Run? {
    let count = runs.reduce(strays) { $0 + $1.count }
    return longest.flatMap { 2 * $0.count > count ? $0 : nil }
  }
}
