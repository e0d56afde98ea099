import DaymarkDocuments
package import DaymarkModel

/// An entry of the book about a decision: it was made, or it was withdrawn.
package struct DecisionEntry: Hashable, Sendable {
  package var subject: String
  /// The decision; `nil` where the subject's decision was withdrawn.
  package var decision: Decision?
  /// The withdrawal; `nil` where a decision was made.
  package var withdrawn: WithdrawnDecision?

  fileprivate init(subject: String) { self.subject = subject }

  package init(_ decision: Decision) {
    self.init(subject: decision.subject)
    self.decision = decision
  }

  package init(withdrawn: WithdrawnDecision, of subject: String) {
    self.init(subject: subject)
    self.withdrawn = withdrawn
  }
}

extension Members<DecisionEntry> {
  fileprivate static let entry = Members(
    DecisionEntry(subject: ""),
    [
      .needed("subject", \.subject, .text),
      .optional("decision", \.decision, Members<Decision>.decision.kind),
      .optional("withdrawn", \.withdrawn, Members<WithdrawnDecision>.withdrawn.kind),
    ])
}

extension Book {
  /// Adds an entry about a decision.
  package func append(_ entry: DecisionEntry, of challenge: String) throws {
    try append(
      .decision, of: entry.subject, entry, Members<DecisionEntry>.entry.kind, of: challenge)
  }

  /// The entries about decisions of a challenge, oldest first, each with the number of the last run
  /// before it.
  package func decisionEntries(
    of challenge: String
  ) throws -> [(run: Int64, value: DecisionEntry)] {
    try entries([.decision], Members<DecisionEntry>.entry.kind, of: challenge)
  }

  /// The decisions of a challenge that were not withdrawn, by subject.
  package func decisions(of challenge: String) throws -> [String: Decision] {
    try decisionEntries(of: challenge).reduce(into: [:]) {
      $0[$1.value.subject] = $1.value.decision
    }
  }
}
