import DaymarkModel
import DaymarkPipeline
import DaymarkReport

/// The results of a run as text.
struct RunListing {
  private let summary: RunSummary
  /// The subjects that are listed.
  private let shown: [SubjectSummary]
  private let outputFolder: String
  private let showValues: Bool
  private let showsEverybody: Bool
  private let selection: SubjectSelection?
  private let tolerance: Tolerance?
  private let again: ShellCommand

  /// Makes the listing of a run's results for a terminal.
  ///
  /// - Parameters:
  ///   - showsEverybody: Whether each subject has a line, however many there are.
  ///   - selection: The only subjects that are listed, each on a line; `nil` for all.
  ///   - tolerance: The tolerance that the last line states; `nil` for none.
  ///   - again: The command that reads the archives again whose reader process ended.
  init(
    _ summary: RunSummary, outputFolder: String, showValues: Bool, showsEverybody: Bool,
    selection: SubjectSelection? = nil, tolerance: Tolerance?, again: ShellCommand
  ) {
    self.summary = summary
    self.outputFolder = outputFolder
    self.showValues = showValues
    self.showsEverybody = showsEverybody || selection != nil
    self.selection = selection
    shown = selection.map { summary.subjects.filter($0.contains) } ?? summary.subjects
    self.tolerance = tolerance
    self.again = again
  }

  /// The largest number of subjects that are listed one by one, so that everything fits on one
  /// screen.
  static let mostSubjects = 25

  func text(_ terminal: Terminal) -> String {
    let title = "\(summary.challenge), rule \(summary.rule.versionedName)"
    let heading = "\(terminal.paint(title, .bold)), as of \(summary.asOf)"
    if summary.subjects.isEmpty {
      return "\(heading): nobody has handed in anything yet."
        + (gone.isEmpty ? "" : "\n\(gone.dropLast())")
    }
    let isLong = !showsEverybody && summary.subjects.count > Self.mostSubjects
    let parts =
      isLong
      ? [groups(terminal), flaggedSubjects, ranks(most: 10), sharing(most: 10)]
      : [
        subjects(terminal), reasons(terminal), damage, flags, bodiesNotWritten, ranks(), sharing(),
      ]
    return heading + "\n\n" + parts.joined(separator: "") + superseding + quarantined + gone + """

      \(selected)\(counts). \(work). Outputs in \(outputFolder)/\(folder).\(tolerated)
      """
  }

  /// Returns one line per subject.
  private func subjects(_ terminal: Terminal) -> String {
    if shown.isEmpty { return "Nobody is \(selection?.words ?? "here").\n" }
    var table = Table([
      .init(heading: "subject"), .init(heading: "outcome"), .init(heading: "may change until"),
      .init(heading: "first reason"),
    ])
    table.rows = shown.map { [$0.id, outcome($0), openUntil($0), firstReason($0)] }
    return table.text { text, row, column in column == 1 ? paint(text, row, terminal) : text }
      + "\n"
  }

  /// Returns the number of subjects per outcome and first reason; empty where that is no shorter
  /// than the lines above.
  private func reasons(_ terminal: Terminal) -> String {
    let groups = RunGroups(shown)
    return groups.count == shown.count ? "" : "\n" + groups.outcomes(terminal) + "\n"
  }

  private func groups(_ terminal: Terminal) -> String {
    let groups = RunGroups(shown)
    return groups.outcomes(terminal, showsFinal: true) + "\n"
      + (groups.findings.map { "\n\($0)\n" } ?? "")
  }

  private func outcome(_ subject: SubjectSummary) -> String {
    if let verdict = subject.verdict {
      let isFlagged = verdict.quality.flags.contains { $0.level == .flagged }
      return verdict.outcome.rawValue + (verdict.outcome == .pass && isFlagged ? ", flagged" : "")
    }
    guard let stale = subject.stale?.verdict else { return "failed to read" }
    return "failed to read (stale: \(stale.outcome.rawValue))"
  }

  private func paint(_ text: String, _ row: Int, _ terminal: Terminal) -> String {
    terminal.paint(text, shown[row].verdict?.outcome.colour ?? .red)
  }

  /// Returns the time until which an input in time could change the outcome.
  private func openUntil(_ subject: SubjectSummary) -> String {
    subject.verdict.map { Wording.cell($0.finality) } ?? "-"
  }

  private func firstReason(_ subject: SubjectSummary) -> String {
    if let error = subject.error { return Wording.line(error) }
    guard let reason = subject.firstReason else { return "" }
    let unit = reason == subject.verdict?.reasons.first ? subject.unitOfFirstReason : nil
    guard showValues, let amounts = reason.amounts(in: unit) else { return reason.line }
    return reason.line + ", " + amounts
  }

  /// The line with the number of shown subjects; empty where all are.
  private var selected: String {
    guard let selection else { return "" }
    return "\(shown.count) of \(summary.subjects.count) subjects shown (--only \(selection)).\n"
  }

  /// The number of subjects per outcome, for example `1 pass, 1 fail, 1 undetermined`.
  private var counts: String {
    var parts = Outcome.allCases.compactMap { outcome -> String? in
      let count = summary.subjects.count { $0.verdict?.outcome == outcome }
      return count == 0 ? nil : "\(count) \(outcome.rawValue)"
    }
    let failed = summary.subjects.count { $0.verdict == nil }
    if failed > 0 { parts.append("\(failed) failed to read") }
    return parts.isEmpty ? "No subjects" : parts.joined(separator: ", ")
  }

  /// The lines of subjects whose verdict replaced a final one.
  private var superseding: String {
    let lines = shown.compactMap { subject in
      subject.supersedes.map {
        "\(subject.id.printableName): in place of the final verdict \($0.verdict.hex.prefix(8))… "
          + "(\($0.causes.joined(separator: ", ")))\n"
      }
    }
    return lines.isEmpty ? "" : "\n" + lines.joined()
  }

  /// The lines of subjects with damaged inputs, whose days may lack something or contain too much.
  private var damage: String {
    let lines = shown.flatMap { subject in
      subject.inputs.damaged.map { "\(subject.id.printableName): damaged: \($0.words)\n" }
    }
    return lines.isEmpty ? "" : "\n" + lines.joined()
  }

  /// The lines of subjects with flags, without values.
  private var flags: String {
    let lines = shown.compactMap { subject -> String? in
      let counts = flagCounts(subject)
      guard !counts.isEmpty else { return nil }
      let parts = counts.map { "\($0.count) \($0.level.rawValue)" }.joined(separator: ", ")
      return "\(subject.id.printableName): \(parts); see quality in verdict.json\n"
    }
    return lines.isEmpty ? "" : "\n" + lines.joined()
  }

  /// Returns the number of flags per level, `flagged` before `noted`, without levels that have
  /// none.
  private func flagCounts(
    _ subject: SubjectSummary
  ) -> [(level: QualityFlag.Level, count: Int)] {
    let flags = subject.verdict?.quality.flags ?? []
    return QualityFlag.Level.allCases.reversed().compactMap { level in
      let count = flags.count { $0.level == level }
      return count == 0 ? nil : (level, count)
    }
  }

  /// The lines of subjects without a body to send, with the reason.
  private var bodiesNotWritten: String {
    var lines: [String] = []
    for subject in shown where subject.files["body.multipart"] == nil {
      for finding in subject.findings where finding.code.isOfIntake {
        lines.append("\(subject.id.printableName): \(Wording.line(finding))")
      }
    }
    return lines.isEmpty ? "" : "\n" + lines.joined(separator: "\n") + "\n"
  }

  /// The number of subjects per highest level of flag.
  private var flaggedSubjects: String {
    let parts = QualityFlag.Level.allCases.reversed().compactMap { level -> String? in
      let count = summary.subjects.count { flagCounts($0).first?.level == level }
      return count == 0 ? nil : "\(count) \(level.rawValue)"
    }
    if parts.isEmpty { return "" }
    return "\nsubjects by their data: \(parts.joined(separator: ", "));"
      + " see quality in verdict.json\n"
  }

  /// Returns the leaderboard, if the rule has a score.
  private func ranks(most: Int = .max) -> String {
    guard let board = summary.leaderboard else { return "" }
    let more = board.standings.count - most
    return "\n" + LeaderboardListing(board: board, showScores: showValues, most: most).text + "\n"
      + (more > 0 ? "and \(more) more; see leaderboard.csv\n" : "")
  }

  /// Returns one line per group of subjects that handed in the same data.
  private func sharing(most: Int = .max) -> String {
    var lines = summary.sharing.prefix(most).map { shared in
      // A document or a session that two people have may lie in archives that differ.
      let them = shared.count == 1 ? "it" : "them"
      let inside = shared.code == .sharedArchive ? ", or what lies in \(them)" : ""
      let count = "\(shared.count) \(shared.code.unit)\(shared.count == 1 ? "" : "s")" + inside
      let subjects =
        shared.subjects.count > most
        ? "\(shared.subjects.count) subjects (\(RunGroups.some(of: shared.subjects)))"
        : shared.subjects.map(\.printableName).joined(separator: ", ")
      return "\(shared.code.rawValue): \(subjects) share \(count)"
    }
    let more = summary.sharing.count - lines.count
    if more > 0 { lines.append("and \(more) more groups; see sharing in run.json") }
    return lines.isEmpty ? "" : "\n" + lines.joined(separator: "\n") + "\n"
  }

  /// The line about subjects that are no longer in the pipeline, and how to remove their outputs.
  private var gone: String {
    let ids = summary.goneSubjects
    guard let first = ids.first else { return "" }
    // Where no subject is left, their disk is probably not mounted.
    let how =
      summary.subjects.isEmpty
      ? "make sure that every disk is mounted"
      : "to remove one: daymark forget \(summary.challenge.printable) \(first.printableName)"
    return """

      No longer in the pipeline, but in the outputs or the store: \(RunGroups.some(of: ids)) \
      (\(ids.count)); \(how)

      """
  }

  /// The line about subjects whose archives ended their reader processes, and how to read them
  /// again.
  private var quarantined: String {
    let ids = summary.subjects.filter { $0.error?.code.isOfReader == true }.map(\.id)
    guard !ids.isEmpty else { return "" }
    let how =
      summary.readingsFolder == nil
      ? "to try those again: \(again)" : "to try those again, read them again where they were read"
    return """

      Quarantined, because reading ended the reader: \(RunGroups.some(of: ids)) (\(ids.count)); \(how)

      """
  }

  /// The line about whether the number of damaged subjects is within the tolerance.
  private var tolerated: String {
    guard let tolerance else { return "" }
    let (count, total) = (summary.damagedSubjects, summary.subjects.count)
    let verdict = tolerance.allows(count, of: total) ? "tolerated" : "more than is tolerated"
    return "\n\(count) of \(total) subjects damaged or failed, "
      + "\(verdict) (--tolerate \(tolerance))."
  }

  private var work: String {
    let read = summary.subjects.count { $0.work == .read }
    let evaluated = summary.subjects.count { $0.work == .evaluated }
    if read > 0 {
      let reused = summary.subjects.count { $0.work != .read && $0.error == nil }
      let others = reused > 0 ? "; \(reused) unchanged" : ""
      return summary.readingsFolder == nil
        ? "Read \(read.counting("subject"))\(others)"
        : "Took the readings of \(read.counting("subject"))\(others)"
    }
    if evaluated > 0 { return "Nothing new to read; decided \(evaluated.counting("subject")) anew" }
    let written = summary.subjects.count { $0.work == .written }
    if written > 0 { return "Wrote the files of \(written.counting("subject")) again" }
    return "Nothing was left to do"
  }

  private var folder: String {
    let parts = summary.subjects.first?.folder.split(separator: "/") ?? []
    return parts.dropLast().joined(separator: "/")
  }

  /// Prints the findings of the listed subjects on standard error.
  func printFindings() {
    for subject in shown {
      FindingListing.print(subject.findings.filter { !$0.code.isOfIntake }, of: subject.id)
    }
  }

  /// Prints the errors of subjects without a verdict, for runs that print nothing else.
  func printErrors() {
    FindingGroups(
      summary.subjects.compactMap { subject in subject.error.map { (subject.id, $0) } }
    ).print(showsEverybody: showsEverybody)
  }
}

/// The results of a run in groups, for runs with too many subjects for single lines.
struct RunGroups {
  private let subjects: [SubjectSummary]
  private let groups: [(key: OutcomeGroup, value: [SubjectSummary])]

  init(_ subjects: [SubjectSummary]) {
    self.subjects = subjects
    groups = Dictionary(grouping: subjects) { subject in
      OutcomeGroup(outcome: subject.verdict?.outcome, code: Self.firstCode(of: subject))
    }.sorted { $0.key.order($0.value) < $1.key.order($1.value) }
  }

  /// The number of groups with different outcomes or first reasons.
  var count: Int { groups.count }

  /// Returns a table with the number of subjects per outcome and first reason.
  ///
  /// - Parameter showsFinal: Whether the table also has the number of final verdicts, where no
  ///   lines of subjects show it.
  func outcomes(_ terminal: Terminal, showsFinal: Bool = false) -> String {
    var table = Table(
      [
        .init(heading: "outcome"), .init(heading: "first reason"),
        .init(heading: "subjects", isNumeric: true),
      ] + (showsFinal ? [.init(heading: "final", isNumeric: true)] : [])
        + [.init(heading: "such as")])
    table.rows = groups.map { group, subjects in
      let final = subjects.count { $0.verdict?.finality.isFinal == true }
      return [group.words, group.code, "\(subjects.count)"] + (showsFinal ? ["\(final)"] : [])
        + [Self.some(of: subjects.map(\.id))]
    }
    return table.text { text, row, column in
      guard column == 0 else { return text }
      return terminal.paint(text, groups[row].key.outcome?.colour ?? .red)
    }
  }

  /// The table with the number of subjects per finding, the most severe first, with those that
  /// could not be read because of it; `nil` without findings.
  var findings: String? {
    var ids: [FindingCode: [String]] = [:]
    for subject in subjects {
      // The findings on standard error tell also why a subject could not be read.
      let codes = subject.findings.map(\.code) + [subject.error?.code].compactMap(\.self)
      for code in Set(codes) { ids[code, default: []].append(subject.id) }
    }
    guard !ids.isEmpty else { return nil }
    var table = Table([
      .init(heading: "finding"), .init(heading: "level"),
      .init(heading: "subjects", isNumeric: true), .init(heading: "such as"),
    ])
    let levels: [FindingCode.Level] = [.damage, .notice, .policy]
    for level in levels {
      let ofLevel = ids.filter { $0.key.level == level }
        .sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
      table.rows += ofLevel.map {
        [$0.rawValue, level.rawValue, "\($1.count)", Self.some(of: $1)]
      }
    }
    return table.text()
  }

  private static func firstCode(of subject: SubjectSummary) -> String {
    subject.error?.code.rawValue ?? subject.firstReason?.code ?? ""
  }

  /// Returns the first few of many ids.
  static func some(of ids: [String]) -> String {
    let first = ids.prefix(3).map(\.printableName).joined(separator: ", ")
    return ids.count > 3 ? first + ", ..." : first
  }
}

/// The subjects with one outcome and one first reason.
///
/// The outcome `nil` means that they failed.
private struct OutcomeGroup: Hashable {
  let outcome: Outcome?
  let code: String

  var words: String { outcome?.rawValue ?? "failed to read" }

  /// Returns a sort key: outcomes in their order with failures last, and within an outcome the
  /// largest group first.
  func order(_ subjects: [SubjectSummary]) -> (Int, Int, String) {
    let outcomes = Outcome.allCases
    return (
      outcome.flatMap(outcomes.firstIndex) ?? outcomes.count, -subjects.count, code
    )
  }
}

extension SubjectSummary {
  /// The most informative reason for the verdict; `nil` without a verdict.
  fileprivate var firstReason: Reason? { verdict?.reasons(with: inputs).first }
}
