/// The exports that are kept apart while a subject is read, to be held against each other.
package enum KeptExports: Sendable {
  /// None: nobody asks.
  case none
  /// Health exports, where there are several, with what they have of the period and two days on either side.
  case healthStores
  /// All inputs, whole.
  case all
}

/// The records and sessions of one export, to be held against those of another export of the same person.
///
/// It has what was understood of a document before several documents become one person's days: nothing that a newer
/// export has is left out. A device that bears several names is one source.
package struct ExportContents: Sendable {
  /// The facts of the document.
  package var facts: InputFacts
  /// The instant up to which the document can have anything: its export date or, without one that is believed, the end
  /// of its last record; `nil` of a document with neither.
  package var end: Instant?
  /// The records of each metric in any order; those that a person typed in are marked, whether or not they count.
  package var records: [Metric: [Sample]] = [:]
  /// The sessions that count, in any order.
  package var sessions: [ExportedSession] = []
  /// What the document states of whole days beside its records, in any order.
  package var statedDays: [StatedDay] = []
  /// The ranks of the sources that the document names, whether or not any of their records stand here.
  package var sources: Set<UInt16> = []
  /// The ranks of the sources that are apps, though they name a watch or a phone; see ``InputFacts/apps``.
  package var apps: Set<UInt16> = []
  /// The start of the first record or session that the document has of each source, whether or not it stands here.
  package var beginnings: [UInt16: Instant] = [:]
  /// The records that were not understood; their sources by rank.
  package var rejected: [RejectedRecord] = []
  /// The starts of the sessions that were not understood; `nil` where a start is not known.
  package var rejectedSessions: [Instant?] = []
  /// Whether the document may have had records of which nothing is left: it was damaged, or one could not be read.
  package var mayLackRecords: Bool
  /// The parts that it was joined from, where they are no copies of each other; of every other export none.
  package var parts: [ExportPart] = []

  package init(facts: InputFacts, end: Instant?) {
    (self.facts, self.end) = (facts, end)
    mayLackRecords = facts.findings.contains { $0.code.level == .damage } || !facts.damage.isEmpty
  }
}

/// A part of an export that was handed in in several, which have nothing among each other's records.
package struct ExportPart: Sendable {
  /// From the first start to the last, by metric, of sessions without one, and source.
  package var spans: [Metric?: [UInt16: ClosedRange<Instant>]] = [:]
  /// As of ``ExportContents/mayLackRecords``.
  package var mayLackRecords: Bool
  /// The records that were not understood; their sources by rank.
  package var rejected: [RejectedRecord]
  /// The starts of the sessions that were not understood; `nil` where a start is not known.
  package var rejectedSessions: [Instant?]

  /// Makes the part that is a whole export, among whose records others may have some.
  package init(_ export: ExportContents) {
    (mayLackRecords, rejected) = (export.mayLackRecords, export.rejected)
    rejectedSessions = export.rejectedSessions
  }
}

/// A session of an export, with its place there.
package struct ExportedSession: Sendable {
  /// The session; its source is the rank of one of the subject's.
  package var activity: Activity
  /// The instant at which it was written, if the file says it.
  package var created: Instant?
  /// The line at which it begins; see ``Record/line``.
  package var line: Int?
  /// The byte at which it begins, counted from 0.
  package var byte: Int

  package init(activity: Activity, created: Instant? = nil, line: Int? = nil, byte: Int = 0) {
    (self.activity, self.created, self.line, self.byte) = (activity, created, line, byte)
  }
}
