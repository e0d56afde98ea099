import ArgumentParser
import DaymarkConfiguration
import DaymarkModel
import DaymarkPipeline

struct RulesTestCommand: ParsableCommand, FormatPrinting {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Try a rule on the cases of its rules_test.yaml.",
    discussion: """
      Exits with 0 when every case comes out as expected and together they show each part of the \
      rule pass, fail and be undetermined; otherwise with 3.
      """)

  @Argument(
    help: "The folder that holds rules.yaml and rules_test.yaml, or a rule's file.",
    completion: .rules)
  var rules: String

  @Option(help: "The format of the output.")
  var format = TestFormat.text

  @Option(
    name: .customLong("case"), help: "Run only the case of this name; coverage is not checked.")
  var caseName: String?

  @Flag(
    name: .customLong("init"),
    help: "Write first cases, with what the rule says now. There must be none yet.")
  var writesCases = false

  @Flag(help: "Also print the scores that archives give.")
  var showValues = false

  func run() throws {
    let tests = try writesCases ? writeFirstCases(at: rules) : loadRuleTests(at: rules)
    if writesCases {
      Terminal.printError(
        "\(tests.path) made with \(tests.cases.count) cases. They say what the rule does now; read"
          + " whether it is what you mean.")
    }
    if let caseName {
      try requireCase(caseName, among: tests.cases.map { ($0.place, $0.name) }, in: tests.path)
    }
    let listing = RuleTestListing(
      summary: try testRules(tests, only: caseName), showValues: showValues)
    switch format {
    case .text: try Terminal.print(listing.text(Terminal()))
    case .json: try printJSON(listing.json)
    case .junit: try Terminal.print(listing.junit)
    }
    if !listing.hasPassed { throw Exit.answerIsNo }
  }
}

/// The output formats for the results of test cases.
enum TestFormat: String, CaseIterable, ExpressibleByArgument {
  case text, json, junit
}

extension ParsableCommand {
  /// Checks that a case has a name, and prints the names of all cases where none has it.
  ///
  /// - Throws: `ExitCode.validationFailure` where no case has the name.
  func requireCase(
    _ name: String, among cases: [(place: InputLocation, name: String)], in path: String
  ) throws {
    guard !cases.contains(where: { $0.name == name }) else { return }
    let all = cases.map { "  \($0.place): \($0.name)" }.joined(separator: "\n")
    // A validation error would print the usage of the whole program too.
    Terminal.printError(
      """
      Error: \(path) has no case `\(name)`; there \(all.isEmpty ? "are none" : "are:\n\(all)")
      Usage: \(DaymarkCommand.usageString(for: Self.self))
      """)
    throw ExitCode.validationFailure
  }
}
