import ArgumentParser
import DaymarkModel
import DaymarkPipeline

/// The command `daymark explain`.
struct ExplainCommand: ParsableCommand, JSONPrinting {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Print why a subject's verdict is what it is: the conditions, the days, the margins.",
    discussion: "The subject's figures stand in it. The store is only read.")

  @Argument(help: "The challenge's id.")
  var challenge: String

  @Argument(help: "The subject's id.")
  var subject: String

  @Option(help: "The store of the run: daymark.sqlite among its outputs.")
  var store: String

  @Option(
    help: "Decide on the stored days as of this instant (RFC 3339), not the last run's.",
    transform: OptionText.instant)
  var asOf: Instant?

  @Flag(help: "Also the smallest change that would make it pass; of a pass, fail.")
  var whyNot = false

  @Flag(help: "Every day on a line of its own; otherwise long lists are put together.")
  var allDays = false

  @Option(help: "How to print it.")
  var format = TextFormat.text

  var printsJSON: Bool { format == .json }

  func run() throws {
    let explained = try explainVerdict(
      of: challenge, subject, store: store, asOf: asOf, whyNot: whyNot)
    switch format {
    case .json: try printJSON(ExplainListing.json(explained))
    case .text:
      try Terminal.print(ExplainListing(explained, Terminal(), showsAllDays: allDays).text)
    }
  }
}
