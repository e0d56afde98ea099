import DaymarkModel

/// A log that has more sets than anybody lifts: they are only counted.
struct CountedLog {
  private var sets: [CountedSets] = []
  /// The number of elements at which those of one session are joined.
  private var joinsAt = Self.leastJoined

  private static let leastJoined = 1 << 14

  /// The numbers of the sources of its sets.
  var sources: Set<UInt16> { Set(sets.lazy.map(\.source)) }

  /// Adds a set: mostly it is of the same session as the one before.
  mutating func add(_ placed: PlacedSet) {
    let set = CountedSets(placed)
    if let last = sets.indices.last, sets[last].isOfSession(of: set) { return sets[last].add(set) }
    if sets.count == joinsAt {
      join()
      joinsAt = max(Self.leastJoined, 2 * sets.count)
    }
    sets.append(set)
  }

  /// Joins sets of one session that do not follow each other.
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

  /// Goes through the sessions in the order of time, each with a few sets that stand for all of its own, in
  /// their order.
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
