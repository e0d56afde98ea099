import DaymarkModel

/// A part of a pipeline's subjects, for one of several machines: those whose ids' digests fall in it.
///
/// Every subject is in exactly one of the shards of a count, whatever else the pipeline holds.
package struct Shard: Hashable, Sendable, CustomStringConvertible {
  /// The number of this one, from 1.
  package let number: Int
  /// The number of shards.
  package let count: Int

  /// Reads `3/16`; `nil` of anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], number >= 1,
      number <= count
    else { return nil }
    (self.number, self.count) = (number, count)
  }

  /// `3/16`.
  package var description: String { "\(number)/\(count)" }

  /// Whether a subject is in it: the first eight bytes of the SHA-256 of its id, the highest first, modulo
  /// the number of shards.
  package func contains(_ id: String) -> Bool {
    let head = Digest(of: id.utf8).bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return head % UInt64(count) == UInt64(number - 1)
  }
}
