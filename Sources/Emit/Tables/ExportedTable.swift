package import DaymarkDocuments
package import DaymarkModel

/// The tables of an export, each of which has facts about subjects in its rows.
package enum ExportedTable: String, CaseIterable, Sendable {
  case days, sessions, verdicts, findings
  case strengthSets = "strength_sets"

  /// The columns; those of every table begin with the challenge and the subject.
  ///
  /// See Exporting, "The tables".
  package var columns: [DataColumn] {
    [DataColumn("challenge", .text), DataColumn("subject", .text)] + ownColumns
  }

  private var ownColumns: [DataColumn] {
    switch self {
    case .days: Members<DailyAggregate>.aggregate.table.columns
    case .sessions: Members<Session>.session.table.columns
    case .verdicts: Columns<ExportedVerdict>.verdict.columns
    case .findings: Members<Finding>.finding.table.columns
    case .strengthSets: Columns<ExportedSet>.set.columns
    }
  }

  /// The rows of one subject, without these first two columns.
  ///
  /// - Parameters:
  ///   - aggregates: The subject's days and sessions, ascending by metric and day, or by time.
  ///   - verdict: The subject's verdict, if there is one.
  package func rows(
    of aggregates: SubjectAggregates, _ verdict: ExportedVerdict?
  ) -> [[DataValue]] {
    switch self {
    case .days: aggregates.days.map(Members<DailyAggregate>.aggregate.table.values)
    case .sessions: aggregates.sessions.map(Members<Session>.session.table.values)
    case .verdicts: verdict.map { [Columns<ExportedVerdict>.verdict.values(of: $0)] } ?? []
    case .findings: aggregates.findings.map(Members<Finding>.finding.table.values)
    case .strengthSets:
      aggregates.strength.enumerated().flatMap { index, session in
        session.sets.enumerated().map { number, set in
          Columns<ExportedSet>.set.values(
            of: ExportedSet(session: session, index: index, set: set, number: number + 1))
        }
      }
    }
  }
}

/// A subject's verdict as a row of a table.
package struct ExportedVerdict: Sendable {
  fileprivate var verdict: Verdict
  fileprivate var row: VerdictRow
  fileprivate var rule: VersionedName

  package init(_ subject: String, _ verdict: Verdict, _ reading: Reading, rule: VersionedName) {
    (self.verdict, self.rule) = (verdict, rule)
    row = VerdictRow(
      subject, verdict, inputs: reading.inputs, findings: reading.aggregates.findings)
  }

  /// The codes of the flags of a level, without repetition.
  fileprivate func codes(_ level: QualityFlag.Level) -> String {
    Set(row.flags.filter { $0.level == level }.map(\.code.rawValue)).sorted()
      .joined(separator: " ")
  }
}

extension Columns<ExportedVerdict> {
  fileprivate static let verdict = Columns([
    .column("outcome", .outcome, isOptional: false, \.verdict.outcome),
    .column("reason", .text, isOptional: false) { $0.row.reason?.code ?? "" },
    .column("actual", .amount) { $0.row.reason?.actual },
    .column("required", .amount) { $0.row.reason?.required },
    .column("final", .flag, isOptional: false) { $0.row.finality.isFinal },
    .column("open_until", .instant, \.row.finality.openUntil),
    .column("as_of", .instant, isOptional: false, \.verdict.asOf),
    .column("phase", .phase, isOptional: false, \.verdict.phase),
    .column("rule", .versionedName, isOptional: false, \.rule),
    .column("damage", .text, isOptional: false) {
      $0.row.damage.map(\.rawValue).joined(separator: " ")
    },
    .column("late", .count, isOptional: false, \.row.inputs.late),
    .column("set_aside", .count, isOptional: false, \.row.inputs.setAside),
    .column("rejected", .count, isOptional: false, \.row.inputs.rejectedRecords),
    .column("unread", .count, isOptional: false, \.row.inputs.unread),
    .column("flagged", .text, isOptional: false) { $0.codes(.flagged) },
    .column("noted", .text, isOptional: false) { $0.codes(.noted) },
    .column("score", .amount) { $0.row.score?.value },
    .column("score_unit", .scoreUnit) { $0.row.score?.unit },
  ])
}

/// A set with its position among the subject's sessions.
private struct ExportedSet: Sendable {
  var session: StrengthSession
  /// The index of the session, from 0.
  var index: Int
  var set: StrengthSet
  /// The number of the set in its session, from 1.
  var number: Int
}

extension Columns<ExportedSet> {
  fileprivate static let set = Columns([
    .column("day", .day, isOptional: false, \.session.day),
    .column("session", .count, isOptional: false) { $0.index + 1 },
    .column("logged", .flag, isOptional: false, \.session.isLogged),
    .column("number", .count, isOptional: false, \.number),
    .column("kind", .word, isOptional: false, \.set.kind),
    .column("start", .instant) { $0.set.start ?? $0.session.start },
    .column("exercise", .text, \.set.exercise), .column("side", .word, \.set.side),
    .column("repetitions", .count, \.set.repetitions),
    .column("load_kilograms", .exactAmount) { $0.set.load?.mass },
    .column("distance_meters", .exactAmount, \.set.distance),
    .column("duration_seconds", .exactAmount, \.set.duration),
    .column("rest_seconds", .exactAmount, \.set.rest),
    .column("load_meaning", .word) { $0.set.load?.meaning },
  ])
}
