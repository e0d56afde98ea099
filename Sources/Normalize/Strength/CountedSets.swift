import DaymarkModel

/// The number of sets whose rows state the same facts about their session.
///
/// A log may have hundreds of thousands of sessions, so each of these takes only 64 bytes.
struct CountedSets {
  let source: UInt16
  private var number: UInt32 = 1
  private let packedSession: PackedTime
  private let sessionEnd: PackedTime
  /// The duration in micro-units of a second; the least number where it is unknown.
  private let sessionDuration: Int64
  /// The earliest start of the sets; it is `none` if any start is unknown.
  private var first: PackedTime
  /// The latest start of the sets; it is `none` if any start is unknown.
  private var last: PackedTime
  /// The place of the first set.
  private var line: Int
  private(set) var byte: Int

  /// Makes the count of a single set.
  init(_ placed: PlacedSet) {
    source = placed.place.source
    packedSession = PackedTime(placed.session)
    sessionEnd = PackedTime(placed.sessionEnd)
    sessionDuration = placed.sessionDuration?.microUnits ?? .min
    first = PackedTime(placed.start)
    last = first
    (line, byte) = (placed.place.line ?? 1, placed.place.byte)
  }

  /// The number of sets.
  private var count: Int { Int(number) }

  /// The start of the session.
  var session: LoggedTime { packedSession.time ?? .day(CivilDay(ordinal: 0)) }

  /// Whether the rows of both state the same facts about their session.
  func isOfSession(of other: CountedSets) -> Bool { key == other.key }

  private var key: (UInt16, PackedTime, PackedTime, Int64) {
    (source, packedSession, sessionEnd, sessionDuration)
  }

  /// Adds sets of the same session.
  mutating func add(_ other: CountedSets) {
    number = UInt32(clamping: count + other.count)
    if other.byte < byte { (line, byte) = (other.line, other.byte) }
    if first == .none || other.first == .none {
      (first, last) = (.none, .none)
    } else {
      (first, last) = (min(first, other.first), max(last, other.last))
    }
  }

  /// The first and last set without their contents, each of which stands for several sets.
  var standIns: [PlacedSet] {
    let whole = PlacedSet(
      session: session, sessionEnd: sessionEnd.time,
      sessionDuration: sessionDuration == .min ? nil : Quantity(microUnits: sessionDuration),
      start: first.time, set: StrengthSet(), count: count,
      place: RecordPlace(line: line, byte: byte, source: source))
    guard first < last else { return [whole] }
    var (begin, end) = (whole, whole)
    (begin.count, end.count) = (whole.count - 1, 1)
    end.start = last.time
    return [begin, end]
  }
}

extension CountedSets: Comparable {
  /// Orders counts by session, then by place.
  static func < (a: CountedSets, b: CountedSets) -> Bool {
    a.key == b.key ? a.byte < b.byte : a.key < b.key
  }
}

/// The counted sets of a log that has too many to keep.
struct CountedLog {
  private var sets: [CountedSets] = []
  /// The number of elements after which counts of one session are combined.
  private var joinsAt = Self.leastJoined

  private static let leastJoined = 1 << 14

  /// The numbers of the sets' sources.
  var sources: Set<UInt16> { Set(sets.lazy.map(\.source)) }

  /// Adds a set, which usually belongs to the same session as the set before.
  mutating func add(_ placed: PlacedSet) {
    let set = CountedSets(placed)
    if let last = sets.indices.last, sets[last].isOfSession(of: set) { return sets[last].add(set) }
    if sets.count == joinsAt {
      join()
      joinsAt = max(Self.leastJoined, 2 * sets.count)
    }
    sets.append(set)
  }

  /// Combines the counts of sets that belong to one session but do not follow each other.
  private mutating func join() {
    sets.sort()
    var last = 0
    for index in sets.indices.dropFirst() {
      if sets[last].isOfSession(of: sets[index]) {
        sets[last].add(sets[index])
      } else {
        last += 1
        sets[last] = sets[index]
      }
    }
    sets.removeSubrange((last + 1)...)
  }

  /// Calls a function for each session in chronological order, with a few sets that stand for all
  /// of its sets.
  ///
  /// - Parameter ranks: The rank of each source.
  func forEachSession(
    by calendar: DayCalendar, ranks: [UInt16], _ body: ([PlacedSet]) -> Void
  ) {
    typealias Keyed = (key: LoggedSessions.Key, index: Int)
    let keyed = sets.indices.map { index -> Keyed in
      let set = sets[index]
      return (LoggedSessions.Key(set.session, source: ranks[Int(set.source)], by: calendar), index)
    }.sorted { a, b in
      a.key == b.key ? sets[a.index].byte < sets[b.index].byte : a.key < b.key
    }
    var start = keyed.startIndex
    while start < keyed.endIndex {
      let end = keyed[start...].firstIndex { $0.key != keyed[start].key } ?? keyed.endIndex
      body(keyed[start..<end].flatMap { sets[$0.index].standIns })
      start = end
    }
  }
}
