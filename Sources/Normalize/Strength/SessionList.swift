import DaymarkModel

/// Sessions of workout logs in the order in which they came, each once.
///
/// There may be sets of hundreds of megabytes; beyond a few they are moved out of memory.
struct SessionList {
  private(set) var keys: [LoggedSessions.Key] = []
  private var sessions: [StrengthSession] = []
  private var positions: [LoggedSessions.Key: Int] = [:]
  /// That of the set before: mostly its session goes on.
  private var last: Int?
  private let store: (any ByteStore)?
  /// The positions of sessions with sets in memory; some may stand in it several times.
  private var held: [Int] = []
  private var heldBytes = 0

  private static let mostHeldBytes = 4 << 20

  /// - Parameter store: The place for sets that are too many to be held.
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

  /// Changes a session, one that is not there yet from `begun` on.
  mutating func change(
    _ key: LoggedSessions.Key, from begun: () -> StrengthSession,
    _ body: (inout StrengthSession) -> Void
  ) {
    if position(of: key) == nil { append(begun(), key) }
    guard let position = position(of: key) else { return }
    let bytes = sessions[position].sets.heldBytes
    body(&sessions[position])
    if position != last || held.isEmpty { held.append(position) }
    last = position
    heldBytes += sessions[position].sets.heldBytes - bytes
    if heldBytes > Self.mostHeldBytes { moveSets() }
  }

  private mutating func moveSets() {
    if let store {
      for position in held { sessions[position].sets.move(to: store) }
    }
    (held, heldBytes) = ([], 0)
  }

  /// Changes every session.
  mutating func update(_ body: (inout StrengthSession) -> Void) {
    for position in sessions.indices { body(&sessions[position]) }
  }

  /// Day and start of the last session.
  var end: (CivilDay, Instant) {
    keys.map { ($0.day, $0.start ?? Instant(milliseconds: .min)) }
      .max { $0 < $1 } ?? (CivilDay(ordinal: .min), Instant(milliseconds: .min))
  }

  /// The sessions ascending by key.
  var inOrder: [StrengthSession] {
    if zip(keys, keys.dropFirst()).allSatisfy({ $0 < $1 }) { return sessions }
    return keys.indices.sorted { keys[$0] < keys[$1] }.map { sessions[$0] }
  }
}
