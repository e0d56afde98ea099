import DaymarkModel

/// The part of an activity that decides whether two of them record the same session.
///
/// It leaves out what they hold: comparing them is nearly all of the work where a file puts a hundred
/// thousand sessions into one day.
struct SessionIdentity {
  var kind: ActivityKind
  /// The file of a source: none of its sessions is the same as another of it.
  struct File: Hashable {
    var source: UInt16
    /// `nil` for a health store, all of whose exports are one.
    var place: Place?

    struct Place: Hashable {
      var input: Int
      var document: Int
    }
  }

  let file: File
  private let start: Int64
  private let end: Int64

  init(_ activity: Activity, isOfHealthStore: Bool) {
    kind = activity.kind
    (start, end) = (activity.start.milliseconds, activity.end.milliseconds)
    file = File(
      source: activity.source,
      place: isOfHealthStore
        ? nil : File.Place(input: activity.input, document: activity.document))
  }

  /// Whether an activity records this session; see Semantics, "Sessions".
  func isSame(as other: SessionIdentity) -> Bool {
    let overlap = min(end, other.end) - max(start, other.start)
    if overlap < 0 { return false }
    guard file != other.file, kind == other.kind || kind == .other || other.kind == .other
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
  private var all = Candidates()
  private var byHour: [Int64: Candidates] = [:]
  private var long = Candidates()

  /// Indices of standing sessions, by the file that they are of, ascending.
  ///
  /// So those of an activity's own file, which may be a hundred thousand in one hour, are passed over.
  private typealias Candidates = [SessionIdentity.File: [Int]]

  /// Enters the session that stands next.
  mutating func append(_ session: SessionIdentity) {
    let (index, file) = (standing.count, session.file)
    if let hours = session.hours {
      for hour in hours { byHour[hour, default: [:]][file, default: []].append(index) }
    } else {
      long[file, default: []].append(index)
    }
    all[file, default: []].append(index)
    standing.append(session)
  }

  /// Notes the kind that a session has taken from one that joined it.
  mutating func setKind(_ kind: ActivityKind, ofSession index: Int) { standing[index].kind = kind }

  /// Index of the first session that is the same as an activity.
  func firstIndex(sameAs activity: SessionIdentity) -> Int? {
    guard let hours = activity.hours else { return firstIndex(in: all, sameAs: activity) }
    return ([long] + hours.compactMap { byHour[$0] })
      .compactMap { firstIndex(in: $0, sameAs: activity) }.min()
  }

  private func firstIndex(in candidates: Candidates, sameAs activity: SessionIdentity) -> Int? {
    candidates.compactMap { file, indices in
      file == activity.file ? nil : indices.first { standing[$0].isSame(as: activity) }
    }.min()
  }
}
