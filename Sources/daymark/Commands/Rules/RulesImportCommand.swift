import ArgumentParser
import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel

struct RulesImportCommand: ParsableCommand, FormatPrinting {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Read a rule of LightChallenge from its JSON and print it as rules.yaml.",
    discussion: """
      The rule goes to standard output. Warnings go to standard error: what was left out, and where \
      LightChallenge's server is known to decide otherwise.
      """)

  @Argument(help: "The JSON file.")
  var file: String

  @Option(help: "The format of the rule and the warnings.")
  var format = TextFormat.text

  func run() throws {
    let imported = try importRule(at: file)
    let text = ruleText(imported.rule)
    guard format == .text else {
      try printJSON(
        .object([
          "rules": .string(text), "definition": imported.rule.definition,
          "challenge": .object(imported.challenge.mapValues { .string($0) }),
          "findings": FindingListing.json(imported.warnings),
        ]))
      return
    }
    FindingListing.print(imported.warnings)
    try Terminal.print(challenge(imported) + text, terminator: "")
  }

  /// Returns a comment with the imported keys that belong in `pipeline.yaml`.
  private func challenge(_ imported: ImportedRule) -> String {
    guard !imported.challenge.isEmpty else { return "" }
    let keys = ["from", "start", "to", "end", "timeZone"]
    let lines = keys.compactMap { key in imported.challenge[key].map { "#   \(key): \($0)" } }
    return "# Under challenge: of its pipeline.yaml belong\n"
      + lines.joined(separator: "\n") + "\n"
  }
}
