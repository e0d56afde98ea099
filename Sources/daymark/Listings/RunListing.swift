import DaymarkModel
import DaymarkPipeline

/// The results of a run, as text and JSON.
struct RunListing {
  private let summary: RunSummary
  private let outputFolder: String
  private let showValues: Bool

  init(_ summary: RunSummary, outputFolder: String, showValues: Bool) {
    self.summary = summary
    self.outputFolder = outputFolder
    self.showValues = showValues
  }

  // MARK: Text

  func text(_ terminal: Terminal) -> String {
    var table = Table([
      .init(heading: "subject"), .init(heading: "outcome"), .init(heading: "may change until"),
      .init(heading: "first reason"),
    ])
    table.rows = summary.subjects.map { [$0.id, outcome($0), openUntil($0), firstReason($0)] }
    let title = "\(summary.challenge), rule \(summary.rule.versionedName)"
    if summary.subjects.isEmpty {
      return
        "\(terminal.paint(title, .bold)), as of \(summary.asOf): nobody has handed in anything yet."
    }
    return """
      \(terminal.paint(title, .bold)), as of \(summary.asOf)

      \(table.text { text, row, column in column == 1 ? paint(text, row, terminal) : text })
      \(damage)\(flags)\(bodiesNotWritten)\(ranks)\(sharing)
      \(counts). \(work). Outputs in \(outputFolder)/\(folder).
      """
  }

  private func outcome(_ subject: SubjectSummary) -> String {
    if let verdict = subject.verdict { return verdict.outcome.rawValue }
    guard let stale = subject.stale?.verdict else { return "failed to read" }
    return "failed to read (stale: \(stale.outcome.rawValue))"
  }

  private func paint(_ text: String, _ row: Int, _ terminal: Terminal) -> String {
    terminal.paint(text, summary.subjects[row].verdict?.outcome.colour ?? .red)
  }

  /// Until when an input that is in time could change the outcome.
  private func openUntil(_ subject: SubjectSummary) -> String {
    guard let verdict = subject.verdict else { return "-" }
    return verdict.openUntil.map { "\($0)" } ?? "final"
  }

  private func firstReason(_ subject: SubjectSummary) -> String {
    if let error = subject.error { return Wording.line(error) }
    guard let reason = subject.verdict?.reasons.first else { return "" }
    var text = reason.line
    if showValues, let required = reason.required, let actual = reason.actual {
      text += ", \(actual) of \(required)"
    }
    return text
  }

  /// `1 pass, 1 fail, 1 undetermined`.
  private var counts: String {
    var parts = Outcome.allCases.compactMap { outcome -> String? in
      let count = summary.subjects.count { $0.verdict?.outcome == outcome }
      return count == 0 ? nil : "\(count) \(outcome.rawValue)"
    }
    let failed = summary.subjects.count { $0.verdict == nil }
    if failed > 0 { parts.append("\(failed) failed to read") }
    return parts.isEmpty ? "No subjects" : parts.joined(separator: ", ")
  }

  /// A line for each subject whose days may lack something, or hold too much.
  private var damage: String {
    let lines = summary.subjects.flatMap { subject in
      subject.inputs.damaged.map { "\(subject.id): damaged: \($0.words)\n" }
    }
    return lines.isEmpty ? "" : "\n" + lines.joined()
  }

  /// A line for each subject whose data was noticed, without values.
  private var flags: String {
    let lines = summary.subjects.compactMap { subject -> String? in
      let counts = flagCounts(subject)
      guard !counts.isEmpty else { return nil }
      let parts = counts.map { "\($0.count) \($0.level.rawValue)" }.joined(separator: ", ")
      return "\(subject.id): \(parts); see quality in verdict.json\n"
    }
    return lines.isEmpty ? "" : "\n" + lines.joined()
  }

  /// Flagged before noted, levels without any left out.
  private func flagCounts(
    _ subject: SubjectSummary
  ) -> [(level: QualityFlag.Level, count: Int)] {
    let flags = subject.verdict?.quality.flags ?? []
    return QualityFlag.Level.allCases.reversed().compactMap { level in
      let count = flags.count { $0.level == level }
      return count == 0 ? nil : (level, count)
    }
  }

  /// A line for each subject that has no body to send, and why.
  private var bodiesNotWritten: String {
    var lines: [String] = []
    for subject in summary.subjects where subject.files["body.multipart"] == nil {
      for finding in subject.findings where finding.code.isOfIntake {
        lines.append("\(subject.id): \(Wording.line(finding))")
      }
    }
    return lines.isEmpty ? "" : "\n" + lines.joined(separator: "\n") + "\n"
  }

  /// Where the subjects stand, if the rule has a score.
  private var ranks: String {
    guard let board = summary.leaderboard else { return "" }
    return "\n" + LeaderboardListing(board, showScores: showValues).text + "\n"
  }

  /// A line for each group of subjects that have handed in the same.
  private var sharing: String {
    let lines = summary.sharing.map { shared in
      let count = "\(shared.count) \(shared.code.unit)\(shared.count == 1 ? "" : "s")"
      return "\(shared.code.rawValue): \(shared.subjects.joined(separator: ", ")) share \(count)"
    }
    return lines.isEmpty ? "" : "\n" + lines.joined(separator: "\n") + "\n"
  }

  private var work: String {
    let read = summary.subjects.count { $0.work == .read }
    let evaluated = summary.subjects.count { $0.work == .evaluated }
    if read > 0 { return "Read the archives of \(read)" }
    if evaluated > 0 { return "Nothing new to read; decided anew for \(evaluated)" }
    let written = summary.subjects.count { $0.work == .written }
    if written > 0 { return "Nothing new to read or decide; wrote the files of \(written) again" }
    return "Nothing was left to do"
  }

  private var folder: String {
    let parts = summary.subjects.first?.folder.split(separator: "/") ?? []
    return parts.dropLast().joined(separator: "/")
  }

  /// Why subjects have no verdict, for runs that print nothing else.
  func printErrors() {
    for subject in summary.subjects {
      if let error = subject.error { FindingListing.print([error], of: subject.id) }
    }
  }

  // MARK: JSON

  var json: JSONValue {
    .object([
      "pipeline": .string(summary.pipeline), "challenge": .string(summary.challenge),
      "rule": .string("\(summary.rule.versionedName)"),
      "asOf": .string("\(summary.asOf)"),
      "findings": FindingListing.json(summary.findings),
      "sharing": .array(
        summary.sharing.map { shared in
          .object([
            "code": .string(shared.code.rawValue), "count": .number(shared.count),
            "subjects": .array(shared.subjects.map(JSONValue.string)),
          ])
        }),
      "subjects": .array(
        summary.subjects.map { subject in
          .object(present: [
            "subject": .string(subject.id), "folder": .string(subject.folder),
            "work": .string(subject.work.rawValue),
            "outcome": subject.verdict.map { .string($0.outcome.rawValue) },
            "phase": subject.verdict.map { .string($0.phase.rawValue) },
            "final": subject.verdict.map { .bool($0.openUntil == nil) },
            "openUntil": subject.verdict?.openUntil.map { .string("\($0)") },
            "reasons": subject.verdict.map { .array($0.reasons.map(json)) },
            "flags": subject.verdict.map { _ in
              .object(
                Dictionary(
                  uniqueKeysWithValues: flagCounts(subject).map {
                    ($0.level.rawValue, .number($0.count))
                  }))
            },
            "stale": subject.stale.map { .string($0.verdict.outcome.rawValue) },
            "error": subject.error.map { FindingListing.json([$0]) },
            "findings": FindingListing.json(subject.findings),
          ])
        }),
    ])
  }

  private func json(_ reason: Reason) -> JSONValue {
    .object(present: [
      "code": .string(reason.code), "text": .string(reason.text),
      "required": showValues ? reason.required.map { .number($0) } : nil,
      "actual": showValues ? reason.actual.map { .number($0) } : nil,
    ])
  }
}
