import DaymarkModel

/// A part of a pipeline's subjects for one of several machines, chosen by the digests of their ids.
///
/// For a given number of shards every subject is in exactly one, whatever other subjects the
/// pipeline has.
package struct Shard: Hashable, Sendable, CustomStringConvertible {
  /// The number of this shard, from 1.
  package let number: Int
  /// The number of shards.
  package let count: Int

  /// Reads text such as `3/16`; `nil` for anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], number >= 1,
      number <= count
    else { return nil }
    (self.number, self.count) = (number, count)
  }

  /// The number and the count, for example `3/16`.
  package var description: String { "\(number)/\(count)" }

  /// Whether a subject is in the shard.
  ///
  /// The first eight bytes of the SHA-256 digest of the id, as a big-endian number, modulo the
  /// number of shards decide it.
  package func contains(_ id: String) -> Bool {
    let head = Digest(of: id.utf8).bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return head % UInt64(count) == UInt64(number - 1)
  }
}
