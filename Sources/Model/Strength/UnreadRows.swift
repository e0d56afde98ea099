/// The rows of workout logs that may be sets and could not be understood.
///
/// The day of each may have had more than is counted; see Semantics, "What is not read".
package struct UnreadRows: Hashable, Sendable {
  /// The session that a row belongs to.
  package struct Row: Hashable, Sendable {
    package var start: LoggedTime
    /// The number of its source in ``InputFacts/sources``.
    package var source: UInt16

    package init(start: LoggedTime, source: UInt16) { (self.start, self.source) = (start, source) }
  }

  /// The sessions of the rows with a readable date.
  package private(set) var sessions: Set<Row> = []
  /// The codes of the findings that report rows without a readable date, which may be of any day.
  package private(set) var undated: Set<FindingCode> = []

  /// The maximum number of sessions, which are more than anybody has; rows of further ones count as
  /// undated.
  private static let mostSessions = 20_000

  package init() {}

  /// Adds a row of a session.
  package mutating func add(_ row: Row) {
    guard sessions.count < Self.mostSessions || sessions.contains(row) else {
      return addUndated(.logRowUnread)
    }
    sessions.insert(row)
  }

  /// Adds a row without a readable date.
  package mutating func addUndated(_ code: FindingCode) { undated.insert(code) }
}
