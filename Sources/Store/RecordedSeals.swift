import DaymarkDocuments
package import DaymarkModel

/// A seal over attestations of a challenge, as the book keeps it.
package struct RecordedSeal: Hashable, Sendable {
  /// The name of the log.
  package var origin: String
  /// The index of the log's entry, from 0.
  package var index: Int
  /// The root over the attestations that were sealed together, which is the log's entry.
  package var root: Digest
  package var at: Instant

  package init(_ origin: String, index: Int, root: Digest, at: Instant) {
    (self.origin, self.index, self.root, self.at) = (origin, index, root, at)
  }
}

extension Members<RecordedSeal> {
  fileprivate static let seal = Members(
    RecordedSeal("", index: 0, root: .ofNothing, at: Instant(milliseconds: 0)),
    [
      .needed("origin", \.origin, .text), .needed("index", \.index, .count),
      .needed("root", \.root, .digest), .needed("at", \.at, .instant),
    ])
}

extension Book {
  /// The seals of all challenges in a log, oldest first; an entry of the log over several
  /// challenges is listed once for each.
  ///
  /// - Parameter origin: The name of the log.
  package func seals(inLog origin: String) throws -> [RecordedSeal] {
    try entries([.seal], Members<RecordedSeal>.seal.kind).map(\.value).filter {
      $0.origin == origin
    }
  }

  /// Adds a seal.
  package func append(_ seal: RecordedSeal, of challenge: String) throws {
    try append(.seal, [(nil, seal)], Members<RecordedSeal>.seal.kind, of: challenge)
  }
}
