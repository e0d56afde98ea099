import ArgumentParser
import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel

struct RulesCheckCommand: ParsableCommand, FormatPrinting {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Print the mistakes in a rule, and the conditions that look like one.",
    discussion: """
      Exits with 0 when it finds nothing, and with 3 otherwise. The period is that of the \
      pipeline.yaml beside the rule. `daymark rules prove` looks at the whole rule, and at all data.
      """)

  @Argument(help: "The folder that holds rules.yaml, or a rule's file.", completion: .rules)
  var rules: String

  @Option(help: "The format of the output.")
  var format = TextFormat.text

  func run() throws {
    let check = try checkRule(at: rules)
    switch format {
    case .text: try Terminal.print(text(check))
    case .json: try printJSON(json(check))
    }
    if !(check.errors + check.warnings).isEmpty { throw Exit.answerIsNo }
  }

  private func text(_ check: RuleCheck) -> String {
    var lines = Wording.lines(check.errors + check.warnings)
    let terminal = Terminal()
    func count(_ number: Int, _ word: String) -> String {
      "\(number) \(word)\(number == 1 ? "" : "s")"
    }
    let what = check.rule.map { "\($0.versionedName)" } ?? check.path
    if !check.errors.isEmpty {
      lines.append("\(what): " + terminal.paint(count(check.errors.count, "error"), .red))
    } else if !check.warnings.isEmpty {
      lines.append("\(what): " + terminal.paint(count(check.warnings.count, "warning"), .yellow))
    } else {
      lines.append("\(what): " + terminal.paint("nothing found", .green))
    }
    lines.append(
      check.period.map { "Checked for \($0.words)." }
        ?? "No pipeline.yaml beside it says the period, so nothing that depends on it was checked.")
    if check.errors.isEmpty {
      lines.append("For all data: \(ShellCommand(["daymark", "rules", "prove", rules]))")
    }
    return lines.joined(separator: "\n")
  }

  private func json(_ check: RuleCheck) -> JSONValue {
    .object(present: [
      "path": .string(check.path),
      "rule": check.rule?.identity,
      "period": check.period.map { .string($0.words) },
      "errors": FindingListing.json(check.errors), "warnings": FindingListing.json(check.warnings),
    ])
  }
}
