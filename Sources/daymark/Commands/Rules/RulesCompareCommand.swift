import ArgumentParser
import DaymarkModel
import DaymarkPipeline

struct RulesCompareCommand: AsyncParsableCommand, FormatPrinting {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Show whether a new rule is stricter, looser or equal, whatever the data.",
    discussion: """
      Prints the smallest data on which they differ, as a case of rules_test.yaml. Exits with 0 when they are equal or as \
      --expect says, and otherwise with 3. It needs the program z3.
      """)

  @Argument(help: "A pipeline's folder, or a folder or file of rules.", completion: .rules)
  var old: String

  @Argument(help: "The other rule, given in the same way.", completion: .rules)
  var new: String

  @OptionGroup var questions: ProverArguments

  @Option(help: "What the new rule is to be; equal is always as expected.")
  var expect: ExpectedRelation?

  @Option(help: "The format of the output.")
  var format = TextFormat.text

  func run() async throws {
    let comparison = try await compareRules(at: old, new, options: questions.options)
    let listing = RuleComparisonListing(comparison: comparison)
    switch format {
    case .json: try printJSON(listing.json)
    case .text: try Terminal.print(listing.text(Terminal()))
    }
    if !comparison.isShown(expect?.relation ?? .equal) { throw Exit.answerIsNo }
  }
}

/// The relations of one rule to another that a user may require.
enum ExpectedRelation: String, CaseIterable, ExpressibleByArgument {
  case equal, stricter, looser

  var relation: RuleComparison.Relation {
    switch self {
    case .equal: .equal
    case .stricter: .stricter
    case .looser: .looser
    }
  }
}

/// The arguments of questions about rules for all data.
struct ProverArguments: ParsableArguments {
  @Option(
    help: "The days, as 2025-09-01..2025-09-30; otherwise those of the challenge.",
    transform: OptionText.period)
  var period: Period?

  @Option(help: "The most sessions of a day, from 0 to 20; otherwise as many as the rules need.")
  var sessions: Int?

  @Option(help: "The seconds that the solver has for a question.")
  var seconds = 5

  var options: ProverOptions {
    ProverOptions(period: period, sessionsPerDay: sessions, seconds: seconds)
  }

  func validate() throws {
    guard sessions.map({ (0...20).contains($0) }) ?? true else {
      throw ValidationError("Give --sessions a whole number from 0 to 20.")
    }
    guard (1...3600).contains(seconds) else {
      throw ValidationError("Give --seconds a whole number from 1 to 3600.")
    }
  }
}
