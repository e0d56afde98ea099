import DaymarkDocuments
package import DaymarkModel

/// What the runs of a challenge saw of the hand-in: which inputs there were, and whether it has closed.
///
/// A closing for an instant before the deadline is none: the operator has stated a later deadline since.
package struct RecordedHandIn: Sendable {
  private let deadline: Instant
  /// The `asOf` of the run that closed it; `nil` while it is open.
  package private(set) var closedAsOf: Instant?
  /// The subjects that the closing left open, because they could not be looked at.
  package private(set) var open: Set<String> = []
  /// When inputs were first seen, by subject.
  package private(set) var seen: [String: [Digest: Instant]] = [:]
  /// Of the inputs that were seen, those that came after the hand-in had closed.
  package private(set) var late: [String: Set<Digest>] = [:]
  /// The latest `asOf` of a run that added to it.
  package private(set) var latest: Instant?

  package init(deadline: Instant) { self.deadline = deadline }

  /// Whether the hand-in of a subject has closed.
  package func isClosed(of subject: String) -> Bool {
    closedAsOf != nil && !open.contains(subject)
  }

  /// Adds an entry of the book, in their order.
  mutating func add(_ row: HandInRow) {
    latest = max(latest ?? row.asOf, row.asOf)
    switch (row.kind, row.subject) {
    case (.closed, nil): if row.asOf >= deadline { closedAsOf = closedAsOf ?? row.asOf }
    case (.closed, let subject?): open.remove(subject)
    case (.open, let subject?): open.insert(subject)
    case (_, let subject?):
      for input in row.inputs {
        if isClosed(of: subject) { late[subject, default: []].insert(input) }
        seen[subject, default: [:]][input] = row.asOf
      }
    case (_, nil): break
    }
  }
}

/// An entry of the book about the hand-in.
struct HandInRow: Sendable {
  var kind: EntryKind
  var subject: String?
  var asOf: Instant
  var inputs: [Digest]
}

extension Members<HandInRow> {
  static let handIn = Members(
    HandInRow(kind: .seen, subject: nil, asOf: Instant(milliseconds: 0), inputs: []),
    [
      .needed("kind", \.kind, .word), .optional("subject", \.subject, .text),
      .needed("asOf", \.asOf, .instant), .unlessEmpty("inputs", \.inputs, .list(.digest)),
    ])
}
