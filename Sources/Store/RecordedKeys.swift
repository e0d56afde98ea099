import DaymarkDocuments
package import DaymarkModel

/// A key that signed something, as the book keeps it; its private half is not there.
package struct RecordedKey: Hashable, Sendable {
  /// SHA-256 of the public half in DER.
  package var id: Digest
  package var algorithm: String
  /// The public half, in PEM.
  package var publicHalf: String
  /// The instant at which the key was first used to sign for the challenge, even if the signing
  /// failed.
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
  /// The keys that signed something for a challenge, in the order of their first use.
  package func keys(of challenge: String) throws -> [RecordedKey] {
    try entries([.key], Members<RecordedKey>.key.kind, of: challenge).map(\.value)
  }

  /// Adds a key.
  package func append(_ key: RecordedKey, of challenge: String) throws {
    try append(.key, [(nil, key)], Members<RecordedKey>.key.kind, of: challenge)
  }
}
