import DaymarkDocuments
package import DaymarkModel

/// The records of a challenge's runs about its hand-in: the inputs that they saw, and whether it
/// was closed.
///
/// A closing for an instant before the deadline does not count, because the operator has moved the
/// deadline since.
package struct RecordedHandIn: Sendable {
  /// The deadline; `nil` where none is stated, so that the hand-in never closes by itself.
  private let deadline: Instant?
  /// The `asOf` of the run that closed the hand-in; `nil` while it is open.
  package private(set) var closedAsOf: Instant?
  /// The subjects that stayed open at the closing, because their archives could not be examined.
  package private(set) var open: Set<String> = []
  /// The instants at which inputs were first seen, by subject.
  package private(set) var seen: [String: [Digest: Instant]] = [:]
  /// The seen inputs that came after the hand-in was closed, by subject.
  package private(set) var late: [String: Set<Digest>] = [:]
  /// The subjects that have, by the operator's statement, handed in everything.
  package private(set) var complete: Set<String> = []
  /// The seen inputs that came after their subject had handed in everything, by subject.
  package private(set) var afterComplete: [String: Set<Digest>] = [:]
  /// The digests that a statement about a file name applies to, by subject and by statement.
  package private(set) var settledNames: [String: [String: Set<Digest>]] = [:]
  /// The latest `asOf` of a run that added an entry.
  package private(set) var latest: Instant?

  package init(deadline: Instant?) { self.deadline = deadline }

  /// Whether the hand-in of a subject is closed.
  package func isClosed(of subject: String) -> Bool {
    closedAsOf != nil && !open.contains(subject)
  }

  /// Adds an entry of the book; entries must be added in their order.
  mutating func add(_ row: HandInRow) {
    latest = max(latest ?? row.asOf, row.asOf)
    switch (row.kind, row.subject) {
    case (.closed, nil):
      if let deadline, row.asOf >= deadline { closedAsOf = closedAsOf ?? row.asOf }
    case (.closed, let subject?): open.remove(subject)
    case (.open, let subject?): open.insert(subject)
    case (.stated, let subject?):
      if let text = row.statement { settledNames[subject, default: [:]][text] = Set(row.inputs) }
    case (.complete, let subject?): complete.insert(subject)
    case (.incomplete, let subject?):
      complete.remove(subject)
      afterComplete[subject] = nil
    case (_, let subject?):
      for input in row.inputs {
        if complete.contains(subject) { afterComplete[subject, default: []].insert(input) }
        if isClosed(of: subject) { late[subject, default: []].insert(input) }
        seen[subject, default: [:]][input] = row.asOf
      }
    case (_, nil): break
    }
  }
}

/// The records of one run about a challenge's hand-in, for the book.
package struct HandInEntries: Sendable {
  package var asOf: Instant
  /// The inputs that no earlier run saw, by subject.
  package var seen: [String: [Digest]] = [:]
  /// Whether the run closes the hand-in.
  package var isClosing = false
  /// The subjects that stay open at the closing.
  package var open: [String] = []
  /// The subjects that stayed open at an earlier closing, and that this run closes.
  package var closed: [String] = []
  /// The subjects that this run is the first to see stated as complete.
  package var complete: [String] = []
  /// The subjects for which that statement was withdrawn.
  package var incomplete: [String] = []
  /// The inputs that a statement about a file name applies to, by subject and by statement.
  package var settledNames: [String: [String: [Digest]]] = [:]

  package init(asOf: Instant) { self.asOf = asOf }

  /// The entries in their order; inputs come before the statement that a subject is complete,
  /// because both were there together.
  var rows: [HandInRow] {
    func rows(_ kind: EntryKind, _ subjects: [String]) -> [HandInRow] {
      subjects.map { HandInRow(kind: kind, subject: $0, asOf: asOf, inputs: []) }
    }
    let seen = seen.sorted { $0.key < $1.key }.map {
      HandInRow(kind: .seen, subject: $0.key, asOf: asOf, inputs: $0.value)
    }
    let stated = settledNames.sorted { $0.key < $1.key }.flatMap { subject, names in
      names.sorted { $0.key < $1.key }.map { text, inputs in
        HandInRow(kind: .stated, subject: subject, asOf: asOf, inputs: inputs, statement: text)
      }
    }
    let closing = HandInRow(kind: .closed, subject: nil, asOf: asOf, inputs: [])
    return rows(.incomplete, incomplete) + seen + (isClosing ? [closing] : [])
      + rows(.open, open) + rows(.closed, closed) + rows(.complete, complete)
      + stated
  }
}

/// An entry of the book about the hand-in.
struct HandInRow: Sendable {
  var kind: EntryKind
  var subject: String?
  var asOf: Instant
  var inputs: [Digest]
  /// The operator's statement about the inputs, which names them by file name.
  var statement: String?
}

extension Members<HandInRow> {
  static let handIn = Members(
    HandInRow(kind: .seen, subject: nil, asOf: Instant(milliseconds: 0), inputs: []),
    [
      .needed("kind", \.kind, .word), .optional("subject", \.subject, .text),
      .needed("asOf", \.asOf, .instant), .unlessEmpty("inputs", \.inputs, .list(.digest)),
      .optional("statement", \.statement, .text),
    ])
}
