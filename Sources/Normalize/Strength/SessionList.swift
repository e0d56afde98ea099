import DaymarkModel

/// The sessions of workout logs in their original order, each once.
///
/// The sets may take hundreds of megabytes, most of which are moved out of memory.
struct SessionList {
  private(set) var keys: [LoggedSessions.Key] = []
  private var sessions: [StrengthSession] = []
  private var positions: [LoggedSessions.Key: Int] = [:]
  /// The position of the last set's session, which usually continues.
  private var last: Int?
  private let store: (any ByteStore)?
  /// The positions of sessions with sets in memory.
  private var held: Set<Int> = []
  /// The positions of sessions that were removed.
  private var removed: Set<Int> = []
  /// The number of bytes of sets since the last move out of memory.
  private var heldBytes = 0

  /// The minimum number of bytes that are moved: more than ten years of training.
  private static let leastMovedBytes = 1 << 20
  private static let mostHeldBytes = 4 << 20
  /// The minimum number of bytes of a session that are moved.
  ///
  /// For fewer, the reference would take as much memory.
  private static let leastBytesOfSession = 256

  /// Makes a list whose sets go to `store` where they do not fit into memory; without a store they
  /// all stay there.
  init(store: (any ByteStore)? = nil) { self.store = store }

  func position(of key: LoggedSessions.Key) -> Int? {
    if let last, keys[last] == key { return last }
    return positions[key]
  }

  subscript(position: Int) -> StrengthSession { sessions[position] }

  mutating func append(_ session: StrengthSession, _ key: LoggedSessions.Key) {
    positions[key] = keys.count
    keys.append(key)
    sessions.append(session)
  }

  /// Removes a session without changing the positions of the others.
  mutating func remove(at position: Int) {
    removed.insert(position)
    if positions[keys[position]] == position { positions[keys[position]] = nil }
    last = nil
  }

  /// Changes a session, starting from `begun` if it is new.
  mutating func change(
    _ key: LoggedSessions.Key, from begun: () -> StrengthSession,
    _ body: (inout StrengthSession) -> Void
  ) {
    if position(of: key) == nil { append(begun(), key) }
    guard let position = position(of: key) else { return }
    let bytes = sessions[position].sets.heldBytes
    body(&sessions[position])
    if position != last { held.insert(position) }
    last = position
    heldBytes += sessions[position].sets.heldBytes - bytes
    if heldBytes > Self.mostHeldBytes { moveSets() }
  }

  /// Moves large sessions out of memory before the next document.
  mutating func endDocument() {
    if heldBytes > Self.leastMovedBytes { moveSets() }
  }

  private mutating func moveSets() {
    heldBytes = 0
    guard let store else { return }
    for position in held where sessions[position].sets.heldBytes >= Self.leastBytesOfSession {
      sessions[position].sets.move(to: store)
    }
    held = held.filter { sessions[$0].sets.heldBytes > 0 }
    // If the session continues, its sets are held in memory again.
    last = nil
  }

  /// Changes every session.
  mutating func update(_ body: (inout StrengthSession) -> Void) {
    for position in sessions.indices { body(&sessions[position]) }
  }

  /// The day and start of the last session.
  var end: (CivilDay, Instant) {
    keys.map { ($0.day, $0.start ?? Instant(milliseconds: .min)) }
      .max { $0 < $1 } ?? (CivilDay(ordinal: .min), Instant(milliseconds: .min))
  }

  /// The sessions, ascending by key.
  var inOrder: [StrengthSession] {
    if removed.isEmpty, zip(keys, keys.dropFirst()).allSatisfy({ $0 < $1 }) { return sessions }
    return keys.indices.filter { !removed.contains($0) }.sorted { keys[$0] < keys[$1] }
      .map { sessions[$0] }
  }
}
