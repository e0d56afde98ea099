/// A session log that the operator describes in a `columns.yaml`: what its columns mean, and which kinds its words are;
/// see Formats, "Session logs".
package struct SessionTable: Hashable, Sendable {
  /// The name of the source.
  package var name: String
  /// The heading of each column that means something.
  package var headings: [SessionColumn: String]
  /// The unit of durations whose cells say none.
  package var durationUnit: Unit?
  /// The order of the parts of a date such as `3/4/2026`.
  package var dateOrder: DateOrder?
  /// The kind of rows by what stands in their columns of kind, category or name; capitals do not matter.
  package var kinds: [String: ActivityKind]
  /// The kind of all other rows; where there is none, a row must say its own.
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

  /// The kind that a word of a row stands for.
  package func kind(of word: String) -> ActivityKind? {
    kinds[comparableName(word).lowercased()]
  }
}

/// The meanings that a column of a session log can have; the raw value is its heading where the operator names none.
package enum SessionColumn: String, CaseIterable, Hashable, Sendable {
  /// The instant at which the session starts.
  case start
  /// The instant at which it ends.
  case end
  /// Its length.
  case duration
  /// Its kind, as rules name it.
  case kind
  /// What it was done with: an app, a book, an instrument.
  case name
  /// The group that the log puts it into.
  case category

  /// The columns of which a log has at least one: what a session is.
  package static let describing: [SessionColumn] = [.kind, .name, .category]
}
