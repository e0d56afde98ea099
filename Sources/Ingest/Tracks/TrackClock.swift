import DaymarkModel

/// The points of a track whose clock differs from that of most points.
///
/// A receiver writes old or impossible times until it has received a satellite's signal.
struct TrackClock {
  /// The indices of the points with another clock, ascending.
  private(set) var others: [Int]
  /// Whether more than half of the points have one clock.
  var hasMain: Bool { 2 * others.count < count }
  private let count: Int

  /// Finds the points whose clock differs from that of most points.
  ///
  /// - Parameter points: The points, in file order.
  init(of points: [TrackPoint]) {
    count = points.count
    others = indicesOutOfOrder(points.lazy.map(\.at.milliseconds))
    let disordered = Set(others)
    var (ordered, begins, isDue) = ([Int](), [Bool](), false)
    for (index, point) in points.enumerated() {
      isDue = isDue || point.beginsSegment
      if disordered.contains(index) { continue }
      ordered.append(index)
      begins.append(isDue)
      isDue = false
    }
    let times = ordered.map { points[$0].at.milliseconds }
    let cuts = times.indices.dropFirst().filter {
      Self.isOther(times, from: $0, beginsSegment: begins[$0])
    }
    guard !cuts.isEmpty else { return }
    let pieces = zip([0] + cuts, cuts + [times.count]).map { $0..<$1 }
    let main = pieces.max { $0.count < $1.count } ?? 0..<0
    others = (others + ordered.indices.filter { !main.contains($0) }.map { ordered[$0] }).sorted()
  }

  /// The lengths of an hour and a day in milliseconds.
  private static let (hour, day): (Int64, Int64) = (3_600_000, 86_400_000)

  /// Whether the points from an index on have another clock than those before it.
  ///
  /// A gap alone does not show this, because people pause for lunch or for a night. The gap must be
  /// longer than any session, or there must be few points on one side of it: a single point where
  /// the gap is longer than all the rest, or one point in ten where it is a day or longer.
  private static func isOther(_ times: [Int64], from index: Int, beginsSegment: Bool) -> Bool {
    let gap = times[index] - times[index - 1]
    if gap > Int64(ActivityRecord.longestDays) * day { return true }
    let (before, behind) = (index, times.count - index)
    if beginsSegment || 10 * min(before, behind) >= times.count { return false }
    let rest =
      before < behind ? times[times.count - 1] - times[index] : times[index - 1] - times[0]
    return gap > day || min(before, behind) == 1 && gap > max(hour, rest)
  }
}
