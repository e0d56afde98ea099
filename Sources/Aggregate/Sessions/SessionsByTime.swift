import DaymarkModel

/// The part of an activity that decides whether two of them record the same session.
///
/// It leaves out what they hold: comparing them is nearly all of the work where a file puts a hundred
/// thousand sessions into one day.
struct SessionIdentity {
  var kind: ActivityKind
  private let start: Int64
  private let end: Int64
  private let input: Int
  private let document: Int
  private let source: UInt16
  private let isOfHealthStore: Bool

  init(_ activity: Activity, isOfHealthStore: Bool) {
    kind = activity.kind
    (start, end) = (activity.start.milliseconds, activity.end.milliseconds)
    (input, document, source) = (activity.input, activity.document, activity.source)
    self.isOfHealthStore = isOfHealthStore
  }

  /// Whether an activity records this session; see Semantics, "Sessions".
  func isSame(as other: SessionIdentity) -> Bool {
    let overlap = min(end, other.end) - max(start, other.start)
    if overlap < 0 { return false }
    let isOtherFile = input != other.input || document != other.document
    guard
      source != other.source || (isOtherFile && !(isOfHealthStore && other.isOfHealthStore)),
      kind == other.kind || kind == .other || other.kind == .other
    else { return false }
    let shorter = min(end - start, other.end - other.start)
    // An activity of no length overlaps what its instant lies in; ends are excluded.
    if shorter == 0 {
      return overlap == 0
        && (start == other.start || !(start == other.end || end == other.start))
    }
    return 100 * Int128(overlap) >= Self.leastOverlapPercent * Int128(shorter)
  }

  /// Hours of UTC, the end included; `nil` for an activity that is too long.
  fileprivate var hours: ClosedRange<Int64>? {
    let first = start / Self.hourMilliseconds
    let last = max(first, end / Self.hourMilliseconds)
    return last - first < Self.mostHours ? first...last : nil
  }

  /// The least overlap of two sessions that are one, as a share of the shorter.
  private static let leastOverlapPercent: Int128 = 80
  private static let hourMilliseconds: Int64 = 3_600_000
  /// Longer ones are not entered hour by hour: a wrong clock would make one of decades.
  private static let mostHours: Int64 = 72
}

/// Standing sessions by the hours they touch.
///
/// Holding each activity against all of them would take the square of their number, and years of three
/// trackers are ten thousand.
struct SessionsByTime {
  private var standing: [SessionIdentity] = []
  private var byHour: [Int64: [Int]] = [:]
  private var long: [Int] = []

  /// Enters the session that stands next.
  mutating func append(_ session: SessionIdentity) {
    let index = standing.count
    if let hours = session.hours {
      for hour in hours { byHour[hour, default: []].append(index) }
    } else {
      long.append(index)
    }
    standing.append(session)
  }

  /// Notes the kind that a session has taken from one that joined it.
  mutating func setKind(_ kind: ActivityKind, ofSession index: Int) { standing[index].kind = kind }

  /// Index of the first session that is the same as an activity.
  func firstIndex(sameAs activity: SessionIdentity) -> Int? {
    guard let hours = activity.hours else { return standing.firstIndex { $0.isSame(as: activity) } }
    var first = firstIndex(in: long, sameAs: activity)
    for hour in hours {
      guard let inHour = byHour[hour], let found = firstIndex(in: inHour, sameAs: activity) else {
        continue
      }
      first = min(first ?? found, found)
    }
    return first
  }

  private func firstIndex(in indices: [Int], sameAs activity: SessionIdentity) -> Int? {
    indices.first { standing[$0].isSame(as: activity) }
  }
}
