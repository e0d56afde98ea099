import DaymarkModel
import DaymarkReport

/// A challenge on the terminal, with the standing of each subject's days, the reasons, and totals.
///
/// It contains no health values unless the user asks for them.
struct ChallengeListing {
  private let report: ChallengeReport
  private let terminal: Terminal
  private let marks: DayMarks
  private let shown: ArraySlice<SubjectRow>

  /// The largest number of subjects that are shown one by one.
  private static let mostSubjects = 25

  init(_ report: ChallengeReport, _ terminal: Terminal, showsEverybody: Bool) {
    self.report = report
    self.terminal = terminal
    marks = DayMarks(terminal: terminal)
    shown = report.subjects.prefix(showsEverybody ? .max : Self.mostSubjects)
  }

  func text(width: Int) -> String {
    if report.subjects.isEmpty { return heading(width) + "\n\nNobody has a verdict yet." }
    return [
      heading(width), heatMap(width), subjects(width), more, reasons(width), flagged(width), board,
    ].compactMap { $0 }.joined(separator: "\n\n")
  }

  private func heading(_ width: Int) -> String {
    let title = "\(report.challenge.title) (\(report.challenge.id))".wrapped(to: width)
    let asOf = report.asOf.map { ", \($0.words)" } ?? ""
    let outcomes = Outcome.allCases.map { "\(report.count(of: $0)) \($0.rawValue)" }
    let counts = outcomes + ["\(report.count(of: nil)) could not be read"]
    let lines = [
      report.ruleSentence, report.challenge.period.words + asOf,
      counts.joined(separator: ", ") + ".",
    ].flatMap { $0.wrapped(to: width) }
    return (title.map { terminal.paint($0, .bold) } + lines).joined(separator: "\n")
  }

  private func outcome(_ row: SubjectRow) -> String { row.outcome?.rawValue ?? "failed to read" }

  private func colour(_ row: SubjectRow) -> Terminal.Colour { row.outcome?.colour ?? .red }

  // MARK: Days

  /// Returns a map with one row per subject and one column per day, in as many parts as the width
  /// requires.
  private func heatMap(_ width: Int) -> String? {
    let rows = shown.filter { !$0.days.isEmpty }
    guard !rows.isEmpty else { return nil }
    let names = rows.map { $0.name.printableName.displayWidth }.max() ?? 0
    let columns = max(10, width - names - "  ".count)
    let parts = stride(from: 0, to: report.days.count, by: columns).map { start in
      part(rows, names, start..<min(start + columns, report.days.count))
    }
    let legend = marks.legend(Set(rows.flatMap(\.days)), width: width)
    return (parts + [legend]).joined(separator: "\n\n")
  }

  private func part(_ rows: [SubjectRow], _ names: Int, _ columns: Range<Int>) -> String {
    let margin = String(repeating: " ", count: names + 2)
    let days = report.days[columns]
    let lines = rows.map { row in
      let name = row.name.printableName
      let blanks = String(repeating: " ", count: names + 2 - name.displayWidth)
      let standings = columns.map { row.days.indices.contains($0) ? row.days[$0] : .notAsked }
      return terminal.paint(name, colour(row)) + blanks + marks.painted(marks.row(standings))
    }
    let span = days.first.map { $0.words(through: days.last ?? $0) } ?? ""
    return ([span, margin + DayMarks.ruler(days)] + lines).joined(separator: "\n")
  }

  // MARK: Subjects

  private var showsScores: Bool { report.showsValues && report.rule.score != nil }

  private func subjects(_ width: Int) -> String {
    var columns: [Table.Column] = [.init(heading: "subject"), .init(heading: "outcome")]
    if showsScores {
      let unit = report.subjects.lazy.compactMap(\.score).first?.unit
      columns.append(.init(heading: LeaderboardListing.heading(in: unit), isNumeric: true))
    }
    columns += [.init(heading: "may change until"), .init(heading: "first reason")]
    var table = Table(columns)
    let rows = Array(shown)
    table.rows = rows.map { row in
      var cells = [row.name.printableName, outcome(row)]
      if showsScores { cells.append(row.score.map { "\($0.value)" } ?? "-") }
      let until = row.outcome == nil ? "-" : Wording.cell(row.finality)
      return cells + [until, reason(row)]
    }
    return table.text(width: width) { text, row, column in
      column == 1 ? terminal.paint(text, colour(rows[row])) : text
    }
  }

  private func reason(_ row: SubjectRow) -> String {
    if let failure = row.failure { return Wording.line(failure) }
    guard let reason = row.reason else { return "" }
    guard report.showsValues, let amounts = reason.amounts(in: row.unit) else { return reason.line }
    return "\(reason.line): \(amounts)"
  }

  private var more: String? {
    let count = report.subjects.count - shown.count
    return count > 0 ? "and \(count) more; --all-subjects shows them" : nil
  }

  /// Returns the number of subjects per outcome and first reason; `nil` where that is no shorter
  /// than the list of subjects.
  private func reasons(_ width: Int) -> String? {
    let groups = Dictionary(grouping: report.subjects) { row in
      [outcome(row), row.reason?.code ?? row.failure?.code.rawValue ?? ""]
    }
    guard groups.count < report.subjects.count else { return nil }
    var table = Table([
      .init(heading: "outcome"), .init(heading: "first reason"),
      .init(heading: "subjects", isNumeric: true),
    ])
    table.rows = groups.sorted { a, b in
      let (x, y) = (a.value.count, b.value.count)
      return x == y ? a.key.lexicographicallyPrecedes(b.key) : x > y
    }.map { $0.key + ["\($0.value.count)"] }
    return table.text(width: width)
  }

  /// Returns the lines of subjects with damaged data or with data beyond what people do.
  private func flagged(_ width: Int) -> String? {
    let lines = shown.flatMap { row in
      row.damage.map { "\(row.name.printableName): damaged: \($0.words)" }
        + (row.isFlagged
          ? ["\(row.name.printableName): flagged\(row.flagged.aside); see quality in verdict.json"]
          : [])
    }
    guard !lines.isEmpty else { return nil }
    return lines.flatMap { $0.wrapped(to: width, indent: 2) }.joined(separator: "\n")
  }

  private var board: String? {
    guard let board = report.board, !board.standings.isEmpty, !report.isAnonymous else {
      return nil
    }
    return LeaderboardListing(board: board, showScores: report.showsValues, most: 10).text
  }
}
