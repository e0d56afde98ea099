/// The keys of the followed levels of a document that have led on to wanted elements.
struct JSONFollowedKeys {
  /// Of each level a bit for each path that a key has led on there.
  private var levels: [UInt64] = []

  mutating func beginLevel() { levels.append(0) }

  mutating func endLevels(_ range: PartialRangeFrom<Int>) { levels.removeSubrange(range) }

  /// Notes which paths a key of the innermost level leads on.
  ///
  /// - Returns: Whether one did before.
  mutating func isRepeated(leadingOn paths: UInt64) -> Bool {
    guard let known = levels.last else { return false }
    levels[levels.count - 1] |= paths
    return known & paths != 0
  }
}
