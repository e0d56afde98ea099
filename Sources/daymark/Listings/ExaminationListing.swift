import DaymarkModel

/// The differences between two exports of one person in words: first questions, then notes, then
/// explained differences.
struct ExaminationListing {
  private let comparison: ExportComparison
  private let showsAll: Bool

  /// The number of differences under one heading that are listed, unless the user asks for all.
  private static let most = 50

  init(_ comparison: ExportComparison, showsAll: Bool) {
    (self.comparison, self.showsAll) = (comparison, showsAll)
  }

  func text(_ terminal: Terminal) -> String {
    let (later, earlier) = (comparison.later, comparison.earlier)
    var parts = [
      """
      \(later.name.printable) of \(later.end) against \(earlier.name.printable) of \(earlier.end)
      Days up to \(comparison.lastDay), in \(comparison.zone.id). \
      \(counted(comparison.same, "record or session is", "records and sessions are")) the same in both.
      """
    ]
    if comparison.same == 0, !comparison.differences.isEmpty {
      parts.append(
        "Nothing of the earlier export is in the later one: make sure that both are from one person."
      )
    }
    let (asked, count) = (comparison.questionCount, comparison.counts.reduce(0) { $0 + $1.count })
    let (questions, noted) = (
      comparison.differences.filter { $0.question != nil },
      comparison.differences.filter { $0.question == nil }
    )
    parts += section("To ask about", asked, questions, terminal)
    parts += section("Noted", count - asked, noted, terminal)
    if !comparison.explained.isEmpty {
      let lines = comparison.explained.map { explained in
        "  \(explained.metric?.id ?? "sessions"): \(explained.count) "
          + Wording.words(explained.kind)
      }
      parts.append(
        ([terminal.paint("Explained", .bold)] + lines).joined(separator: "\n"))
    }
    if asked == 0 {
      parts.append("Nothing to ask about.")
    } else {
      parts.append(
        "Each is a question to the person, and not a verdict: ask how it came about before you decide."
      )
    }
    return parts.joined(separator: "\n\n")
  }

  private func section(
    _ heading: String, _ count: Int, _ differences: [ExportDifference], _ terminal: Terminal
  ) -> [String] {
    guard !differences.isEmpty else { return [] }
    let listed = showsAll ? differences[...] : differences.prefix(Self.most)
    var lines = ["\(terminal.paint(heading, .bold)): \(count)"]
    lines += listed.flatMap(lines(of:))
    let left = count - listed.count
    if left > 0 { lines.append("  and \(left) more" + (showsAll ? "" : ": `--all` lists them")) }
    return [lines.joined(separator: "\n")]
  }

  private func lines(of difference: ExportDifference) -> [String] {
    let what =
      difference.metric.map { "\($0.id) (\($0.canonicalUnit.rawValue))" }
      ?? "session" + (difference.session.map { " (\($0.rawValue))" } ?? "")
    var lines = [
      "  \(difference.day) \(what) of \(difference.source.printableName): "
        + Wording.words(difference)
    ]
    if let place = difference.place { lines.append("    later   \("\(place)".printable)") }
    if let place = difference.earlierPlace {
      lines.append("    earlier \("\(place)".printable)")
    }
    if let unit = difference.metric?.canonicalUnit {
      let amounts = [difference.earlierAmount, difference.amount].map {
        $0.map { "\($0) \(unit.rawValue)" } ?? "nothing"
      }
      if difference.amount != nil || difference.earlierAmount != nil {
        lines.append("    \(amounts[0]) became \(amounts[1])")
      }
    }
    return lines
  }

  private func counted(_ count: Int, _ one: String, _ several: String) -> String {
    "\(count) \(count == 1 ? one : several)"
  }
}
