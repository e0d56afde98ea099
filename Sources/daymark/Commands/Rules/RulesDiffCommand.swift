import ArgumentParser
import DaymarkModel
import DaymarkPipeline

struct RulesDiffCommand: ParsableCommand, FormatPrinting {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Print whose verdict another rule would change, and why.",
    discussion: """
      Decides the subjects of the last run by both rules. Exits with 0 when no verdict changes and with 3 when one \
      does. `daymark rules compare` compares two rules for all data.
      """)

  @Argument(help: "A pipeline's folder, or a folder or file of rules.", completion: .rules)
  var old: String

  @Argument(help: "The other rule, given in the same way.", completion: .rules)
  var new: String

  @OptionGroup var cohort: CohortArguments

  @Option(help: "The format of the output.")
  var format = TextFormat.text

  func run() throws {
    let difference = try cohort.showingProgress { progress in
      try diffRules(
        at: old, new, store: cohort.runs.storePath, challenge: cohort.challenge, asOf: cohort.asOf,
        progress: progress)
    }
    let listing = RuleDiffListing(difference: difference)
    switch format {
    case .json: try printJSON(listing.json)
    case .text:
      try Terminal.print(listing.text(Terminal()))
      try Terminal.print("For all data: \(ShellCommand(["daymark", "rules", "compare", old, new]))")
    }
    if !difference.changes.isEmpty { throw Exit.answerIsNo }
  }
}
