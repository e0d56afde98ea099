import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline

// The change that would change a verdict, as text and as JSON.

extension WhyNot {
  /// Returns the answer as text.
  ///
  /// - Parameter explained: The verdict that the answer is about.
  func text(of explained: ExplainedVerdict) -> String {
    switch self {
    case .nothing: return "No change of the days was found that gives another outcome."
    case .change(let change):
      // Before the end more data can come, so neither enough nor too little can be said of the
      // present data.
      let start =
        explained.verdict.phase == .ended
        ? "The" : "At the proof deadline, if nothing more came, the"
      var lines = ["\(start) smallest change that would make it \(change.outcome.rawValue):"]
      for step in change.steps {
        lines.append("  \(step.text) (\(step.path))")
        // Of an amount that may be on any days, the days are one example, which nobody may be able
        // to do.
        guard !step.days.isEmpty, !step.isAnywhere else { continue }
        let unit = explained.rule.unit(at: step.path)
        var table = Table([
          .init(heading: "date"), .init(heading: "now\(unit)", isNumeric: true),
          .init(heading: "then\(unit)", isNumeric: true),
        ])
        table.rows = step.days.map { ["\($0.day)", $0.now.map { "\($0)" } ?? "-", "\($0.then)"] }
        lines += table.text(width: Terminal.width - 4).split(separator: "\n").map { "    \($0)" }
      }
      return lines.joined(separator: "\n")
    }
  }

  /// The document; null where no change was found.
  var json: JSONValue {
    guard case .change(let change) = self else { return .null }
    return .object([
      "outcome": .string(change.outcome.rawValue),
      "steps": .array(
        change.steps.map { step in
          .object([
            "path": .string("\(step.path)"), "text": .string(step.text),
            "days": .array(
              step.days.map { day in
                .object(present: [
                  "date": .string("\(day.day)"), "now": day.now.map(JSONValue.number),
                  "then": .number(day.then),
                ])
              }),
          ])
        }),
    ])
  }
}

extension Rule {
  /// Returns the unit of a leaf's daily values after a space; empty for counts.
  fileprivate func unit(at path: RulePath) -> String {
    guard let unit = leaves.first(where: { $0.path == path })?.leaf.value.unit, unit != .count
    else { return "" }
    return " \(unit.rawValue)"
  }
}
