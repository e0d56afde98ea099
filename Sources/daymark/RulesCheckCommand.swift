import ArgumentParser
import DaymarkConfiguration
import DaymarkModel

struct RulesCheckCommand: ParsableCommand, JSONPrinting {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check a rule: every error, then what it can hardly mean to say.",
    discussion: """
      Exits with 0 when there is nothing to say, otherwise with 3. The period is that of the \
      pipeline.yaml beside the rule.
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json
  }

  @Argument(help: "The folder that holds rules.yaml, or a rule's file.")
  var rules: String

  @Option(help: "How to print the result.")
  var format = Format.text

  var printsJSON: Bool { format == .json }

  func run() throws {
    let check = try checkRule(at: rules)
    switch format {
    case .text: try Terminal.print(text(check))
    case .json: try printJSON(json(check))
    }
    if !(check.errors + check.warnings).isEmpty { throw Exit.answerIsNo }
  }

  private func text(_ check: RuleCheck) -> String {
    var lines = (check.errors + check.warnings).map(Wording.line)
    let terminal = Terminal()
    func count(_ number: Int, _ word: String) -> String {
      "\(number) \(word)\(number == 1 ? "" : "s")"
    }
    let what = check.rule.map { "\($0.name)@\($0.version)" } ?? check.path
    if !check.errors.isEmpty {
      lines.append("\(what): " + terminal.paint(count(check.errors.count, "error"), .red))
    } else if !check.warnings.isEmpty {
      lines.append("\(what): " + terminal.paint(count(check.warnings.count, "warning"), .yellow))
    } else {
      lines.append("\(what): " + terminal.paint("nothing found", .green))
    }
    lines.append(
      check.period.map { "Checked for \(words($0))." }
        ?? "No pipeline.yaml beside it says the period, so nothing that depends on it was checked.")
    return lines.joined(separator: "\n")
  }

  private func words(_ period: Period) -> String {
    switch period {
    case .days(let from, let to): "\(from) to \(to)"
    case .instants(let interval): "\(interval.start) to \(interval.end)"
    }
  }

  private func json(_ check: RuleCheck) -> JSONValue {
    .object(present: [
      "path": .string(check.path),
      "rule": check.rule.map {
        .object([
          "name": .string($0.name), "version": .string($0.version),
          "sha256": .string($0.digest.hex),
        ])
      },
      "period": check.period.map { .string(words($0)) },
      "errors": FindingList.json(check.errors), "warnings": FindingList.json(check.warnings),
    ])
  }
}
