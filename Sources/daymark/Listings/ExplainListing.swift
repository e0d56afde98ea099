import DaymarkModel
import DaymarkPipeline

/// An explained verdict as text for a participant or an auditor, and as JSON.
struct ExplainListing {
  private let explained: ExplainedVerdict
  private let terminal: Terminal
  private let showsAllDays: Bool

  init(_ explained: ExplainedVerdict, _ terminal: Terminal, showsAllDays: Bool) {
    self.explained = explained
    self.terminal = terminal
    self.showsAllDays = showsAllDays
  }

  static func json(_ explained: ExplainedVerdict) -> JSONValue {
    .object(present: [
      "verdict": explained.document, "evaluatedAnew": .bool(explained.isEvaluatedAnew),
      "whyNot": explained.whyNot?.json,
    ])
  }

  var text: String {
    let tree = ExplainTree(terminal, showsAllDays: showsAllDays)
    let parts: [String?] = [
      heading, reasons, damage,
      tree.lines(of: explained.verdict.explanation, explained.rule.requires)
        .joined(separator: "\n"),
      explained.whyNot?.text(of: explained), score, flags, hint,
    ]
    return parts.compactMap { $0 }.joined(separator: "\n\n")
  }

  private var heading: String {
    let (rule, verdict) = (explained.rule, explained.verdict)
    let outcome = terminal.paint(verdict.outcome.rawValue, verdict.outcome.colour)
    let instant = "as of \(verdict.asOf)" + (explained.isEvaluatedAnew ? ", decided anew" : "")
    return """
      \(explained.subject) in \(explained.challenge.id): \(outcome), \(verdict.phase.words)
      \(rule.title) (rule \(rule.versionedName))
      \(explained.challenge.period.words), days in \(explained.zone.words), \(instant)
      """
  }

  private var reasons: String? {
    let reasons = explained.verdict.reasons
    guard !reasons.isEmpty else { return nil }
    var lines = ["Because:"] + reasons.map { "  \($0.line)" }
    if let turn { lines.append(turn) }
    lines.append(prospect)
    return lines.joined(separator: "\n")
  }

  /// Whether an input that is in time could still change the outcome.
  private var prospect: String {
    explained.verdict.openUntil.map { "What is handed in by \($0) may change it." }
      ?? "It is final: nothing that is in time can change it."
  }

  /// What is wrong with what was handed in.
  private var damage: String? {
    let lines = explained.damage.map { "Damaged: \($0.words)." }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// Why the outcome is not what the conditions alone give.
  private var turn: String? {
    let (verdict, answer) = (explained.verdict, explained.verdict.explanation.answer)
    guard verdict.outcome != answer else { return nil }
    return verdict.reasons.contains { $0.code.hasPrefix("quality.") }
      ? "By the conditions alone it would be \(answer.rawValue); a gate of the rule turns it."
      : "By the conditions alone it would be \(answer.rawValue), for lack of data; the rule says "
        + "`onMissing: \(explained.rule.onMissing.rawValue)`."
  }

  private var score: String? {
    explained.verdict.score.map { score in
      "Score: \(score.value) \(score.unit.rawValue)"
        + (score.isFinal ? "" : ", which may still change")
    }
  }

  private var flags: String? {
    let quality = explained.verdict.quality
    guard !quality.flags.isEmpty else { return nil }
    var table = Table([
      .init(heading: "noticed"), .init(heading: "level"), .init(heading: "date"),
      .init(heading: "of"), .init(heading: "measured", isNumeric: true),
      .init(heading: "limit", isNumeric: true), .init(heading: "unit"),
    ])
    table.rows = quality.flags.map { flag in
      [
        flag.code.rawValue, flag.level.rawValue, flag.day.map { "\($0)" } ?? "-",
        flag.kind?.rawValue ?? flag.metric?.id ?? "-", "\(flag.measured)", "\(flag.limit)",
        flag.code.unit,
      ]
    }
    return """
      \(table.text())
      Limits of \(quality.limits.versionedName). What is noticed decides nothing by itself.
      """
  }

  /// Where to see what was set aside of a day that has values typed in by hand.
  private var hint: String? {
    let flags = explained.verdict.quality.flags
    return flags.first { $0.code == .manualShare && $0.day != nil }?.day.map { day in
      "`daymark explain-day ARCHIVE --date \(day)` shows how a day came about."
    }
  }
}
