import DaymarkDocuments
package import DaymarkModel

/// What the runs of a challenge saw of the hand-in: which inputs there were, and whether it has closed.
///
/// A closing for an instant before the deadline is none: the operator has stated a later deadline since.
package struct RecordedHandIn: Sendable {
  /// `nil` where none is stated, so that nothing closes by itself.
  private let deadline: Instant?
  /// The `asOf` of the run that closed it; `nil` while it is open.
  package private(set) var closedAsOf: Instant?
  /// The subjects that the closing left open, because they could not be looked at.
  package private(set) var open: Set<String> = []
  /// When inputs were first seen, by subject.
  package private(set) var seen: [String: [Digest: Instant]] = [:]
  /// Of the inputs that were seen, those that came after the hand-in had closed.
  package private(set) var late: [String: Set<Digest>] = [:]
  /// The subjects of whom the operator says that they have handed in everything.
  package private(set) var complete: Set<String> = []
  /// Of the inputs that were seen, those that came after their subject was complete.
  package private(set) var afterComplete: [String: Set<Digest>] = [:]
  /// The digests that what is said of a name is about, by subject and by what is said.
  package private(set) var bound: [String: [String: Set<Digest>]] = [:]
  /// The latest `asOf` of a run that added to it.
  package private(set) var latest: Instant?

  package init(deadline: Instant?) { self.deadline = deadline }

  /// Whether the hand-in of a subject has closed.
  package func isClosed(of subject: String) -> Bool {
    closedAsOf != nil && !open.contains(subject)
  }

  /// Adds an entry of the book, in their order.
  mutating func add(_ row: HandInRow) {
    latest = max(latest ?? row.asOf, row.asOf)
    switch (row.kind, row.subject) {
    case (.closed, nil):
      if let deadline, row.asOf >= deadline { closedAsOf = closedAsOf ?? row.asOf }
    case (.closed, let subject?): open.remove(subject)
    case (.open, let subject?): open.insert(subject)
    case (.stated, let subject?):
      if let text = row.statement { bound[subject, default: [:]][text] = Set(row.inputs) }
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

/// What a run saw of a challenge's hand-in, for the book.
package struct HandInEntries: Sendable {
  package var asOf: Instant
  /// The inputs that no earlier run saw, by subject.
  package var seen: [String: [Digest]] = [:]
  /// Whether the run closes the hand-in.
  package var isClosing = false
  /// The subjects that a closing leaves open.
  package var open: [String] = []
  /// The subjects that an earlier closing left open, and this run closes.
  package var closed: [String] = []
  /// The subjects that the run is the first to read to be complete.
  package var complete: [String] = []
  /// The subjects of which the operator took that back.
  package var incomplete: [String] = []
  /// The inputs that what is said of a name is about, by subject and by what is said.
  package var bound: [String: [String: [Digest]]] = [:]

  package init(asOf: Instant) { self.asOf = asOf }

  /// The entries in their order: what a run saw together was there when it read that somebody is complete.
  var rows: [HandInRow] {
    func rows(_ kind: EntryKind, _ subjects: [String]) -> [HandInRow] {
      subjects.map { HandInRow(kind: kind, subject: $0, asOf: asOf, inputs: []) }
    }
    let seen = seen.sorted { $0.key < $1.key }.map {
      HandInRow(kind: .seen, subject: $0.key, asOf: asOf, inputs: $0.value)
    }
    let stated = bound.sorted { $0.key < $1.key }.flatMap { subject, bound in
      bound.sorted { $0.key < $1.key }.map { text, inputs in
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
  /// What the operator says of the inputs, by their name.
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
