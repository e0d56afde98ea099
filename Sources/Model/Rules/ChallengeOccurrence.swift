/// A challenge, or one occurrence of a challenge that comes again.
package struct ChallengeOccurrence: Hashable, Comparable, Sendable {
  /// The challenge's id.
  package var challenge: String
  /// The occurrence by its first day or its month; `nil` of a challenge that takes place once.
  package var occurrence: String?

  /// Makes the name of a challenge or an occurrence.
  package init(_ challenge: String, occurrence: String? = nil) {
    (self.challenge, self.occurrence) = (challenge, occurrence)
  }

  /// Orders by the challenge's UTF-8, then by the occurrence.
  package static func < (a: Self, b: Self) -> Bool {
    a.challenge == b.challenge
      ? (a.occurrence ?? "") < (b.occurrence ?? "")
      : a.challenge.utf8.lexicographicallyPrecedes(b.challenge.utf8)
  }
}

extension ChallengeOccurrence: CustomStringConvertible {
  /// The id of the challenge, of an occurrence such as `weekend-warrior@2026-09-05`.
  package var description: String { challenge + (occurrence.map { "@\($0)" } ?? "") }
}
