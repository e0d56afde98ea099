import ArgumentParser
import DaymarkModel
import DaymarkPipeline

struct RulesSweepCommand: ParsableCommand, FormatPrinting {
  static let configuration = CommandConfiguration(
    commandName: "sweep",
    abstract: "Print how many people would pass with other values of a threshold.",
    discussion: """
      Decides the subjects of the last run with each value. Write values with a unit, such as "6 km", or as bare \
      numbers in the canonical unit. The store is not changed.
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json, csv
  }

  @Argument(help: "A pipeline's folder, or a folder or file of rules.", completion: .rules)
  var rules: String

  @Option(
    help:
      "The threshold's path, such as requires.all.1.streak.atLeast; needed if there are several.")
  var threshold: String?

  @Option(help: "The first value.")
  var from: String?

  @Option(help: "The last value.")
  var to: String?

  @Option(help: "The step from one value to the next.")
  var step: String?

  @Option(help: "The values, separated by commas.")
  var values: String?

  @OptionGroup var cohort: CohortArguments

  @Option(help: "The format of the output.")
  var format = Format.text

  private var sweepValues: SweepValues? {
    switch (values, from, to, step) {
    case (let values?, nil, nil, nil):
      .list(values.split(separator: ",", omittingEmptySubsequences: false).map(trimmed))
    case (nil, let from?, let to?, let step?):
      .range(from: trimmed(from[...]), to: trimmed(to[...]), step: trimmed(step[...]))
    default: nil
    }
  }

  private func trimmed(_ text: Substring) -> String {
    text.split(separator: " ").joined(separator: " ")
  }

  func validate() throws {
    if sweepValues == nil {
      throw ValidationError("Give either --from, --to and --step, or --values.")
    }
  }

  func run() throws {
    guard let sweepValues else { return }
    let sweep = try cohort.showingProgress { progress in
      try sweepRule(
        at: rules, threshold: threshold.map(RulePath.init(parsing:)), over: sweepValues,
        store: cohort.runs.storePath,
        challenge: cohort.challenge, asOf: cohort.asOf, progress: progress)
    }
    let listing = RuleSweepListing(sweep: sweep)
    switch format {
    case .json: try printJSON(listing.json)
    case .csv: try Terminal.print(listing.csv, terminator: "")
    case .text: try Terminal.print(listing.text(Terminal()))
    }
  }
}
