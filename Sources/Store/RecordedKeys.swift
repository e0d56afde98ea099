import DaymarkDocuments
package import DaymarkModel

/// A key that something was signed with, as the book keeps it: nothing of its private half.
package struct RecordedKey: Hashable, Sendable {
  /// SHA-256 of the DER of the public half.
  package var id: Digest
  package var algorithm: String
  /// The public half, in PEM.
  package var publicHalf: String
  /// When it was first given to sign something of the challenge, whether or not anything was signed.
  package var firstUse: Instant

  package init(id: Digest, algorithm: String, publicHalf: String, firstUse: Instant) {
    (self.id, self.algorithm, self.publicHalf) = (id, algorithm, publicHalf)
    self.firstUse = firstUse
  }
}

extension Members<RecordedKey> {
  fileprivate static let key = Members(
    RecordedKey(
      id: .ofNothing, algorithm: "", publicHalf: "", firstUse: Instant(milliseconds: 0)),
    [
      .needed("keyid", \.id, .digest), .needed("algorithm", \.algorithm, .text),
      .needed("publicKey", \.publicHalf, .text), .needed("firstUse", \.firstUse, .instant),
    ])
}

extension Book {
  /// The keys that something of a challenge was signed with, in the order of their first use.
  package func keys(of challenge: String) throws -> [RecordedKey] {
    try entries([.key], Members<RecordedKey>.key.kind, of: challenge).map(\.value)
  }

  /// Adds a key.
  package func append(_ key: RecordedKey, of challenge: String) throws {
    try append(.key, [(nil, key)], Members<RecordedKey>.key.kind, of: challenge)
  }
}
