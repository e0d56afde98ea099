package import DaymarkModel

/// A table of an export: a fact about subjects a row.
package enum ExportedTable: String, CaseIterable, Sendable {
  case days, sessions, verdicts, findings
  case strengthSets = "strength_sets"

  /// Its columns; those of all tables begin with the challenge and the subject.
  ///
  /// See Exporting, "The tables".
  package var columns: [DataColumn] {
    let key = [DataColumn("challenge", .text), DataColumn("subject", .text)]
    return key + ownColumns
  }

  private var ownColumns: [DataColumn] {
    func maybe(_ names: String..., kind: DataColumn.Kind = .amount) -> [DataColumn] {
      names.map { DataColumn($0, kind, isOptional: true) }
    }
    switch self {
    case .days:
      return [DataColumn("day", .day), DataColumn("metric", .text), DataColumn("unit", .text)]
        + maybe("value", "minimum", "maximum", "mean")
        + [
          DataColumn("complete", .flag), DataColumn("samples", .whole),
          DataColumn("added_up", .amount), DataColumn("typed_in_samples", .whole),
          DataColumn("set_aside", .amount),
        ]
    case .sessions:
      return [
        DataColumn("day", .day), DataColumn("kind", .text), DataColumn("indoor", .flag),
        DataColumn("start", .instant), DataColumn("end", .instant), DataColumn("typed_in", .flag),
      ] + ActivityField.allCases.map { DataColumn($0.columnName, .amount, isOptional: true) }
    case .verdicts:
      return [DataColumn("outcome", .text), DataColumn("reason", .text)]
        + maybe("actual", "required") + [DataColumn("final", .flag)]
        + maybe("open_until", kind: .instant)
        + [
          DataColumn("as_of", .instant), DataColumn("phase", .text), DataColumn("rule", .text),
          DataColumn("damage", .text), DataColumn("flagged", .text), DataColumn("noted", .text),
        ] + maybe("score") + maybe("score_unit", kind: .text)
    case .findings:
      return [
        DataColumn("code", .text), DataColumn("level", .text), DataColumn("count", .whole),
      ] + maybe("file", "entry", kind: .text) + maybe("line", "byte", kind: .whole)
    case .strengthSets:
      return [
        DataColumn("day", .day), DataColumn("session", .whole), DataColumn("logged", .flag),
        DataColumn("number", .whole), DataColumn("kind", .text),
      ] + maybe("start", kind: .instant) + maybe("exercise", "side", kind: .text)
        + maybe("repetitions", kind: .whole)
        + maybe("load_kilograms", "distance_meters", "duration_seconds", "rest_seconds")
        + maybe("load_meaning", kind: .text)
    }
  }
}

extension ActivityField {
  /// The name of the field's column, with its unit.
  fileprivate var columnName: String {
    switch self {
    case .activeSeconds: "active_seconds"
    case .distanceMeters: "distance_meters"
    case .kilocalories: "kilocalories"
    case .steps: "steps"
    case .averageBPM: "average_bpm"
    case .maximumBPM: "maximum_bpm"
    case .elevationGainMeters: "elevation_gain_meters"
    }
  }
}

extension ExportedTable {
  /// The rows of one subject's days and sessions; none of a table that is of something else.
  ///
  /// - Parameters:
  ///   - key: The values of the first columns.
  ///   - aggregates: Ascending by metric and day, or by time.
  package func rows(_ key: [DataValue], of aggregates: SubjectAggregates) -> [[DataValue]] {
    switch self {
    case .days: aggregates.days.map { key + $0.values }
    case .sessions: aggregates.sessions.map { key + $0.values }
    case .findings: aggregates.findings.map { key + $0.values }
    case .strengthSets:
      aggregates.strength.enumerated().flatMap { index, session in
        session.sets.enumerated().map { key + session.values(of: $1, $0 + 1, session: index + 1) }
      }
    case .verdicts: []
    }
  }

  /// The row of one subject's verdict.
  ///
  /// - Parameters:
  ///   - key: The values of the first columns.
  ///   - row: As `verdicts.csv` has it.
  ///   - verdict: The verdict.
  ///   - rule: The rule that it is by.
  package static func row(
    _ key: [DataValue], of row: VerdictRow, _ verdict: Verdict, rule: VersionedName
  ) -> [DataValue] {
    func codes(_ level: QualityFlag.Level) -> DataValue {
      let codes = Set(row.flags.filter { $0.level == level }.map(\.code.rawValue))
      return .text(codes.sorted().joined(separator: " "))
    }
    return key + [
      .text(verdict.outcome.rawValue), .text(row.reason?.code ?? ""),
      .amount(ifAny: row.reason?.actual), .amount(ifAny: row.reason?.required),
      .flag(row.openUntil == nil), .instant(ifAny: row.openUntil), .instant(verdict.asOf),
      .text(verdict.phase.rawValue), .text("\(rule)"),
      .text(row.damage.map(\.rawValue).joined(separator: " ")), codes(.flagged), codes(.noted),
      .amount(ifAny: row.score?.value), .text(ifAny: row.score?.unit.rawValue),
    ]
  }
}

extension DailyAggregate {
  fileprivate var values: [DataValue] {
    [
      .day(day), .text(metric.id), .text(metric.canonicalUnit.rawValue), .amount(ifAny: value),
      .amount(ifAny: heartRate?.minimum), .amount(ifAny: heartRate?.maximum),
      .amount(ifAny: heartRate?.mean), .flag(isComplete), .whole(measure.samples),
      .amount(ifAny: metric.isCumulative ? measure.naive : nil), .whole(measure.manualSamples),
      .amount(measure.setAside),
    ]
  }
}

extension Session {
  fileprivate var values: [DataValue] {
    [
      .day(day), .text(activity.kind.rawValue), .flag(activity.isIndoor),
      .instant(activity.start), .instant(activity.end), .flag(activity.isUserEntered),
    ] + ActivityField.allCases.map { .amount(ifAny: activity.values[$0]) }
  }
}

extension Finding {
  fileprivate var values: [DataValue] {
    [
      .text(code.rawValue), .text(code.level.rawValue), .whole(count),
      .text(ifAny: location?.file), .text(ifAny: location?.entry), .whole(ifAny: location?.line),
      .whole(ifAny: location?.byte.map { Int($0) }),
    ]
  }
}

extension StrengthSession {
  fileprivate func values(
    of set: StrengthSet, _ number: Int, session: Int
  ) -> [DataValue] {
    [
      .day(day), .whole(session), .flag(isLogged), .whole(number), .text(set.kind.rawValue),
      .instant(ifAny: set.start ?? start), .text(ifAny: set.exercise),
      .text(ifAny: set.side?.rawValue), .whole(ifAny: set.repetitions),
      .amount(ifAny: set.load?.mass), .amount(ifAny: set.distance), .amount(ifAny: set.duration),
      .amount(ifAny: set.rest), .text(ifAny: set.load?.meaning.rawValue),
    ]
  }
}
