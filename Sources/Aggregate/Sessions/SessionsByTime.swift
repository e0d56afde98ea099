import DaymarkModel

/// The data that decides whether two activities record the same session.
///
/// The figures and tracks are left out, because comparing is most of the work where a file puts a
/// hundred thousand sessions into one day.
struct SessionIdentity {
  var kind: ActivityKind
  /// The file and source of a session; two sessions of one file and source are never the same
  /// session.
  struct File: Hashable {
    var source: UInt16
    /// The place of the file; `nil` for a health store, whose exports all count as one file.
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

  /// Whether the other activity records the same session; see Semantics, "Sessions".
  func isSame(as other: SessionIdentity) -> Bool {
    let overlap = min(end, other.end) - max(start, other.start)
    if overlap < 0 { return false }
    guard file != other.file, kind == other.kind || kind == .other || other.kind == .other
    else { return false }
    let shorter = min(end - start, other.end - other.start)
    // An activity without length is the same session if its instant lies inside the other, whose
    // end is excluded.
    if shorter == 0 {
      return overlap == 0
        && (start == other.start || !(start == other.end || end == other.start))
    }
    return 100 * Int128(overlap) >= Self.leastOverlapPercent * Int128(shorter)
  }

  /// The hours of UTC that the session touches; `nil` for a session of more than ``mostHours``.
  fileprivate var hours: ClosedRange<Int64>? {
    let first = start / Self.hourMilliseconds
    let last = max(first, end / Self.hourMilliseconds)
    return last - first < Self.mostHours ? first...last : nil
  }

  /// The least overlap of two recordings of one session, in percent of the shorter.
  private static let leastOverlapPercent: Int128 = 80
  private static let hourMilliseconds: Int64 = 3_600_000
  /// The most hours under which a session is listed; a wrong clock could make one of decades.
  private static let mostHours: Int64 = 72
}

/// The sessions that remain so far after merging, by the hours they touch.
///
/// Comparing each activity with all of them would take the square of their number, and years of
/// three trackers have ten thousand.
struct SessionsByTime {
  private var standing: [SessionIdentity] = []
  private var all = Candidates()
  private var byHour: [Int64: Candidates] = [:]
  private var long = Candidates()

  /// The indices of the remaining sessions by their file, in ascending order.
  ///
  /// An activity's own file, which may have a hundred thousand sessions in one hour, can so be
  /// skipped as a whole.
  private typealias Candidates = [SessionIdentity.File: [Int]]

  /// Adds a session that remains, as the next in order.
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

  /// Records the kind that a session was given by another activity.
  mutating func setKind(_ kind: ActivityKind, ofSession index: Int) { standing[index].kind = kind }

  /// Index of the first session that is the same as the activity's.
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
