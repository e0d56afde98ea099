import DaymarkDocuments
package import DaymarkModel

/// The result of one subject, as a row of `verdicts.csv`.
package struct VerdictRow: Hashable, Sendable {
  /// The id of the subject.
  package var subject: String
  /// The outcome; `nil` for a subject whose archives could not be read.
  package var outcome: Outcome?
  /// The first reason, with the figures of the first that has some; `nil` for a subject without a
  /// verdict.
  package var reason: Reason?
  /// The code of the finding because of which there is no verdict.
  package var error: FindingCode?
  /// Whether the verdict may still change.
  package var finality = Finality.provisional(until: nil)
  /// The rank; `nil` for a subject without one.
  package var rank: Int?
  /// The codes of data that could not be read or understood, ascending; for a subject without a
  /// verdict, why it has none.
  package var damage: [FindingCode] = []
  /// The numbers of inputs that do not count, by cause.
  package var inputs = InputTally([])
  /// The flags of the data.
  package var flags: [QualityFlag] = []
  /// The score of a rule that has one.
  package var score: ScoreValue?
  /// The outcome of an earlier run, whose documents stay because this run could not look at the
  /// archives.
  package var stale: Outcome?
  /// The digest of the `verdict.json` of an earlier final verdict that this one replaces.
  package var supersedes: Digest?
  /// A person's decision on the subject.
  package var decision: PresentDecision?

  /// The row of a subject with a verdict.
  ///
  /// - Parameter findings: The findings of the inputs.
  package init(
    _ subject: String, _ outcome: Outcome, _ reason: Reason?, inputs: [EvidenceInput],
    findings: [Finding] = []
  ) {
    self.subject = subject
    self.outcome = outcome
    self.reason = reason
    damage = inputs.damageCodes(findings)
    self.inputs = InputTally(inputs)
  }

  package init(
    _ subject: String, _ verdict: Verdict, inputs: [EvidenceInput], findings: [Finding]
  ) {
    self.init(
      subject, verdict.outcome, verdict.reasons(with: inputs).firstWithFigures, inputs: inputs,
      findings: findings)
    (finality, score, flags) = (verdict.finality, verdict.score, verdict.quality.flags)
  }

  /// The row of a subject whose archives could not be read.
  package init(_ subject: String, failedWith error: FindingCode?, stale: Outcome?) {
    self.subject = subject
    self.error = error
    self.stale = stale
    damage = [error].compactMap(\.self)
  }

  /// The row of a subject from its evidence, which does not contain all findings.
  ///
  /// - Parameter answer: The answer of the whole rule, which stands in `verdict.json` alone.
  package init(_ claim: EvidenceClaim, answer: Outcome?) {
    let verdict = claim.verdict
    let reasons = verdict.reasons.told(with: claim.inputRows, verdict.outcome, answer: answer)
    self.init(claim.subject, verdict.outcome, reasons.firstWithFigures, inputs: claim.inputRows)
    (finality, score, flags) = (verdict.finality, verdict.score, verdict.flags)
    supersedes = claim.history.supersedes?.verdict
  }
}

extension [Reason] {
  /// The first reason, with the figures of the first that has some: a reason about data that came
  /// too late has none, and the rule's stand behind it.
  fileprivate var firstWithFigures: Reason? {
    guard var reason = first else { return nil }
    let stating = first(where: { $0.actual != nil || $0.required != nil })
    (reason.actual, reason.required) = (stating?.actual, stating?.required)
    return reason
  }
}

/// The numbers of a subject's inputs that came too late, were set aside or could not be read, and
/// of records that could not be understood, among them rows of logs.
///
/// An input that is set aside or late is not counted as anything else, because it waits for nobody.
package struct InputTally: Hashable, Sendable {
  package var late: Int
  package var setAside: Int
  package var unread: Int
  package var rejectedRecords: Int

  package init(_ inputs: [EvidenceInput]) {
    setAside = inputs.count(where: \.isSetAsideWhole)
    late = inputs.count { !$0.isSetAsideWhole && ($0.isLate || $0.history != nil) }
    let counted = inputs.filter(\.counts)
    unread = counted.count { $0.format == .unread }
    let rejected = counted.flatMap(\.rejected).filter { $0.key.level == .damage }
    let rows = counted.flatMap { $0.logRows?.skipped ?? [:] }.filter(\.key.isDamage)
    rejectedRecords = (rejected.map(\.value) + rows.map(\.value)).reduce(0, +)
  }
}

extension EvidenceInput {
  fileprivate var isSetAsideWhole: Bool { setAside.contains(where: \.leavesInputOut) }

  /// Whether the input is neither set aside nor late.
  fileprivate var counts: Bool { !isSetAsideWhole && !isLate && history == nil }
}

/// The table `verdicts.csv`, with a row for each subject of a challenge, ascending by id.
///
/// Ids are quoted by ``csvField(_:)``; see Pipelines, "The table of verdicts".
package struct VerdictTable: Hashable, Sendable {
  private static let columns = [
    "subject", "outcome", "reason", "final", "open_until", "rank", "damage", "flagged", "noted",
    "stale", "late", "set_aside", "rejected", "unread", "supersedes",
    "decision", "asked_again",
  ]
  /// The index of the first column of a decision.
  private static let decisionColumn = columns.count - 2
  /// The columns with health values, which are written only on request.
  private static let valueColumns = ["actual", "required", "score", "score_unit"]

  /// Whether the table has the columns of figures that people reached.
  package let showsValues: Bool
  private var rows: [[String]]

  /// The table of rows, which may be given in any order.
  package init(_ rows: [VerdictRow], showsValues: Bool) {
    self.showsValues = showsValues
    self.rows = rows.sorted { $0.subject.utf8.lexicographicallyPrecedes($1.subject.utf8) }
      .map { Self.fields(of: $0) + (showsValues ? Self.values(of: $0) : []) }
  }

  /// Reads a table that Daymark wrote.
  ///
  /// - Returns: `nil` when the text is none.
  package init?(parsing text: String) {
    guard let records = csvRecords(text), let heading = records.first else { return nil }
    switch heading {
    case Self.columns: showsValues = false
    case Self.columns + Self.valueColumns: showsValues = true
    default: return nil
    }
    rows = Array(records.dropFirst())
    guard rows.allSatisfy({ $0.count == heading.count }) else { return nil }
    for index in rows.indices { rows[index][0] = csvText(rows[index][0]) }
  }

  /// The ids of the subjects, in their order.
  package var subjects: [String] { rows.map { $0[0] } }

  /// The subjects without a verdict of the run, each with the outcome of an earlier run that stays,
  /// if any.
  package var unreadableSubjects: [String: Outcome?] {
    Dictionary(
      rows.filter { $0[1] == Outcome.unreadableWord }.map { ($0[0], Outcome(rawValue: $0[9])) }
    ) { first, _ in first }
  }

  /// The codes of data that could not be read or understood, by subject.
  package var damage: [String: Set<FindingCode>] {
    Dictionary(
      rows.map { row in
        (row[0], Set(row[6].split(separator: " ").compactMap { FindingCode(rawValue: String($0)) }))
      }
    ) { first, _ in first }
  }

  /// The ranks by subject.
  package var ranks: [String: Int] {
    Dictionary(rows.compactMap { row in Int(row[5]).map { (row[0], $0) } }) { first, _ in first }
  }

  /// The table without a subject; lower ranks move up, as the next run would rank them.
  package func without(_ subject: String) -> VerdictTable {
    let rank = ranks[subject]
    var table = self
    table.rows.removeAll { $0[0] == subject }
    guard let rank else { return table }
    for index in table.rows.indices {
      guard let other = Int(table.rows[index][5]), other > rank else { continue }
      table.rows[index][5] = "\(other - 1)"
    }
    return table
  }

  /// The table with a subject's decision replaced; `nil` removes it.
  package func deciding(_ subject: String, _ decision: PresentDecision?) -> VerdictTable {
    var table = self
    for index in table.rows.indices where table.rows[index][0] == subject {
      table.rows[index].replaceSubrange(
        Self.decisionColumn..<Self.columns.count, with: Self.fields(of: decision))
    }
    return table
  }

  /// The line of each subject, as the file has it.
  package var lines: [String: String] {
    Dictionary(rows.map { ($0[0], Self.line($0)) }) { first, _ in first }
  }

  /// The whole table; lines end with a line feed.
  package var text: String {
    let heading = Self.columns + (showsValues ? Self.valueColumns : [])
    return ([heading.joined(separator: ",")] + rows.map(Self.line)).map { $0 + "\n" }.joined()
  }

  private static func line(_ fields: [String]) -> String {
    ([csvField(fields[0])] + fields.dropFirst()).joined(separator: ",")
  }

  private static func fields(of row: VerdictRow) -> [String] {
    func codes(_ level: QualityFlag.Level) -> String {
      Set(row.flags.filter { $0.level == level }.map(\.code.rawValue)).sorted()
        .joined(separator: " ")
    }
    let hasVerdict = row.outcome != nil
    return [
      row.subject, row.outcome?.rawValue ?? Outcome.unreadableWord,
      row.reason?.code ?? row.error?.rawValue ?? "",
      hasVerdict ? (row.finality.isFinal ? "yes" : "no") : "",
      row.finality.openUntil.map { "\($0)" } ?? "", row.rank.map { "\($0)" } ?? "",
      row.damage.map(\.rawValue).joined(separator: " "), codes(.flagged), codes(.noted),
      row.stale?.rawValue ?? "",
    ]
      + [row.inputs.late, row.inputs.setAside, row.inputs.rejectedRecords, row.inputs.unread].map {
        hasVerdict ? "\($0)" : ""
      } + [row.supersedes?.hex ?? ""] + fields(of: row.decision)
  }

  /// The two fields of a decision: its outcome if it was made on the present verdict, or otherwise
  /// the outcome that must be confirmed.
  private static func fields(of decision: PresentDecision?) -> [String] {
    let word = decision?.decision.outcome.rawValue ?? ""
    return decision?.holds == true ? [word, ""] : ["", word]
  }

  private static func values(of row: VerdictRow) -> [String] {
    func text<Value>(_ value: Value?) -> String { value.map { "\($0)" } ?? "" }
    return [
      text(row.reason?.actual), text(row.reason?.required), text(row.score?.value),
      text(row.score?.unit.rawValue),
    ]
  }
}
