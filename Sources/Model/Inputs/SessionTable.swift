/// A session log that the operator describes in a `columns.yaml`: what its columns mean, and which
/// kind of session each word means; see Formats, "Session logs".
package struct SessionTable: Hashable, Sendable {
  /// The name of the source.
  package var name: String
  /// The heading of each column that is used.
  package var headings: [SessionColumn: String]
  /// The unit of durations that are written without one.
  package var durationUnit: Unit?
  /// The order of the parts of a date such as `3/4/2026`.
  package var dateOrder: DateOrder?
  /// The kind of session by the word in a row's column of kind, category or name, without regard to
  /// case.
  package var kinds: [String: ActivityKind]
  /// The kind of all other rows; where it is `nil`, each row must state its own.
  package var kind: ActivityKind?

  package init(
    name: String, headings: [SessionColumn: String], durationUnit: Unit? = nil,
    dateOrder: DateOrder? = nil, kinds: [String: ActivityKind] = [:], kind: ActivityKind? = nil
  ) {
    (self.name, self.headings, self.durationUnit) = (name, headings, durationUnit)
    (self.dateOrder, self.kind) = (dateOrder, kind)
    self.kinds = Dictionary(
      kinds.map { (comparableName($0.key).lowercased(), $0.value) }
    ) { first, _ in first }
  }

  /// The kind of session that a word in a row stands for; `nil` where the table does not list it.
  package func kind(of word: String) -> ActivityKind? {
    kinds[comparableName(word).lowercased()]
  }
}

/// The meanings that a column of a session log can have; the raw value is its heading where the operator names none.
package enum SessionColumn: String, CaseIterable, Hashable, Sendable {
  /// The instant at which the session starts.
  case start
  /// The instant at which the session ends.
  case end
  /// The length of the session.
  case duration
  /// The kind of the session, as rules name it.
  case kind
  /// The thing that the session was done with: an app, a book, an instrument.
  case name
  /// The group that the log sorts the session into.
  case category

  /// The columns that say what a session is, of which a log has at least one.
  package static let describing: [SessionColumn] = [.kind, .name, .category]
}
