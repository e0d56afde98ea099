/// The name of a challenge, or of one occurrence of a recurring challenge.
package struct ChallengeOccurrence: Hashable, Comparable, Sendable {
  /// The challenge's id.
  package var challenge: String
  /// The occurrence's first day or month; `nil` for a challenge that takes place once.
  package var occurrence: String?

  package init(_ challenge: String, occurrence: String? = nil) {
    (self.challenge, self.occurrence) = (challenge, occurrence)
  }

  /// Orders names by the UTF-8 of the challenge's id, then by occurrence.
  package static func < (a: Self, b: Self) -> Bool {
    a.challenge == b.challenge
      ? (a.occurrence ?? "") < (b.occurrence ?? "")
      : a.challenge.utf8.lexicographicallyPrecedes(b.challenge.utf8)
  }
}

extension ChallengeOccurrence: CustomStringConvertible {
  /// The id, such as `autumn`, or `weekend-warrior@2026-09-05` for an occurrence.
  package var description: String { challenge + (occurrence.map { "@\($0)" } ?? "") }
}
