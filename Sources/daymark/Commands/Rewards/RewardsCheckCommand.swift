import ArgumentParser
import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel

struct RewardsCheckCommand: ParsableCommand, FormatPrinting {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check a programme and all files that it names: print errors, and what is unusual.",
    discussion: "Exits with 0 when it finds nothing, and with 3 otherwise.")

  @Argument(help: "The folder that holds programme.yaml.", completion: .directory)
  var programme: String

  @Option(help: "The format of the output.")
  var format = TextFormat.text

  func run() throws {
    let check = try checkProgramme(at: programme)
    switch format {
    case .text: try Terminal.print(text(check))
    case .json: try printJSON(json(check))
    }
    if !(check.errors + check.warnings).isEmpty { throw Exit.answerIsNo }
  }

  private func text(_ check: ProgrammeCheck) -> String {
    var lines = Wording.lines(check.errors + check.warnings)
    let terminal = Terminal()
    let what = check.programme.map { "\($0.name)" } ?? check.path
    if !check.errors.isEmpty {
      lines.append("\(what): " + terminal.paint(counted(check.errors, "error"), .red))
    } else if !check.warnings.isEmpty {
      lines.append("\(what): " + terminal.paint(counted(check.warnings, "warning"), .yellow))
    } else {
      lines.append("\(what): " + terminal.paint("nothing found", .green))
    }
    if let programme = check.programme {
      let days = programme.to.map { "to \($0)" } ?? "on"
      lines.append("Its days are those from \(programme.from) \(days).")
    }
    return lines.joined(separator: "\n")
  }

  private func counted(_ findings: [Finding], _ word: String) -> String {
    "\(findings.count) \(word)\(findings.count == 1 ? "" : "s")"
  }

  private func json(_ check: ProgrammeCheck) -> JSONValue {
    .object(present: [
      "path": .string(check.path),
      "programme": check.programme.map { .string("\($0.name)") },
      "errors": FindingListing.json(check.errors), "warnings": FindingListing.json(check.warnings),
    ])
  }
}
