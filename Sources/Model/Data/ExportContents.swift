/// The exports of a subject that are kept apart while it is read, so that they can be compared.
package enum KeptExports: Sendable {
  /// No export is kept, because nothing compares exports.
  case none
  /// The Health exports, if there are several, with their data from two days before the period to
  /// two days after it.
  case healthStores
  /// All inputs, with all of their data.
  case all
}

/// The records and sessions of one export, to be compared with those of another export of the same
/// person.
///
/// They are taken as the document has them, before several documents become one person's days, so
/// that nothing is left out because a newer export has it. A device with several names is one
/// source.
package struct ExportContents: Sendable {
  /// The facts of the document.
  package var facts: InputFacts
  /// The instant up to which the document can have data: its export date or, if it has none that
  /// can be right, the end of its last record; `nil` for a document with neither.
  package var end: Instant?
  /// The records of each metric in any order; records that a person typed in are included and
  /// marked, whether or not they count.
  package var records: [Metric: [Sample]] = [:]
  /// The sessions that count, in any order.
  package var sessions: [ExportedSession] = []
  /// The totals that the document states for whole days beside its records, in any order.
  package var statedDays: [StatedDay] = []
  /// The ranks of the sources that the document names, including those without a record in
  /// ``records``.
  package var sources: Set<UInt16> = []
  /// The ranks of the sources that are apps, although they bear the name of a watch or phone; see
  /// ``InputFacts/apps``.
  package var apps: Set<UInt16> = []
  /// The start of each source's first record or session in the document, including those that are
  /// not kept here.
  package var beginnings: [UInt16: Instant] = [:]
  /// The records that were rejected; each names its source by rank.
  package var rejected: [RejectedRecord] = []
  /// The starts of the sessions that were rejected; `nil` where the start is not known.
  package var rejectedSessions: [Instant?] = []
  /// Whether records may be lost without a trace, because the document was damaged or a record
  /// could not be read.
  package var mayLackRecords: Bool
  /// The parts that the export was joined from, where it was handed in as several files that do not
  /// repeat each other; otherwise empty.
  package var parts: [ExportPart] = []

  package init(facts: InputFacts, end: Instant?) {
    (self.facts, self.end) = (facts, end)
    mayLackRecords = facts.findings.contains { $0.code.level == .damage } || !facts.damage.isEmpty
  }
}

/// One of several files that together are one export.
///
/// Each has records that the others lack.
package struct ExportPart: Sendable {
  /// The time from the first start to the last, by metric and source; sessions have no metric and
  /// stand under `nil`.
  package var spans: [Metric?: [UInt16: ClosedRange<Instant>]] = [:]
  /// Whether records may be lost without a trace; see ``ExportContents/mayLackRecords``.
  package var mayLackRecords: Bool
  /// The records that were rejected; each names its source by rank.
  package var rejected: [RejectedRecord]
  /// The starts of the sessions that were rejected; `nil` where the start is not known.
  package var rejectedSessions: [Instant?]

  /// Makes the part that is the whole of an export, to which further parts may be joined.
  package init(_ export: ExportContents) {
    (mayLackRecords, rejected) = (export.mayLackRecords, export.rejected)
    rejectedSessions = export.rejectedSessions
  }
}

/// A session of an export, with its place there.
package struct ExportedSession: Sendable {
  /// The session; its source is given by rank in the subject's order.
  package var activity: Activity
  /// The instant at which the session was written down, if the file says it.
  package var created: Instant?
  /// The line at which the session begins; see ``Record/line``.
  package var line: Int?
  /// Offset in bytes of the session in its document, from 0.
  package var byte: Int

  package init(activity: Activity, created: Instant? = nil, line: Int? = nil, byte: Int = 0) {
    (self.activity, self.created, self.line, self.byte) = (activity, created, line, byte)
  }
}
