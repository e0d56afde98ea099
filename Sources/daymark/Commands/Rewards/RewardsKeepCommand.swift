import ArgumentParser
import DaymarkModel
import DaymarkPipeline

/// The command `daymark rewards keep`, which `daymark rewards` runs when no other subcommand is
/// named.
struct RewardsKeepCommand: AsyncParsableCommand, FormatPrinting {
  static let configuration = CommandConfiguration(
    commandName: "keep",
    abstract: "Keep the books of a programme: streaks, points, badges and levels of each subject.",
    discussion: """
      Takes days and verdicts from the store, so run the pipelines first. Writes rewards.json and ledger.jsonl of each \
      subject and standings.csv below the output folder. What a run has told is never changed: later runs add lines.
      """)

  @Argument(help: "The folder that holds programme.yaml.", completion: .directory)
  var programme: String

  @OptionGroup var runs: StoreArguments

  @Option(
    help: "The instant that the books are for (RFC 3339). Default: now.",
    transform: OptionText.instant)
  var asOf: Instant?

  @Flag(help: "Begin ledgers anew where the book of earlier ones is gone.")
  var newBook = false

  @Flag(help: "Also write pages to look at: of the programme, and of each subject.")
  var report = false

  @Flag(help: "Exit with 75 when a run uses the store or the outputs. Default: wait for it.")
  var noWait = false

  @Option(help: "The format of the output.")
  var format = TextFormat.text

  func run() async throws {
    let access = OutputAccess(
      outputFolder: runs.out, storePath: runs.storePath, now: .now, waits: !noWait)
    let summary = try await keepRewards(
      of: programme, access, asOf: asOf, writesPages: report, beginsNewBook: newBook,
      whenBusy: { FindingListing.print([$0]) })
    FindingListing.print(summary.findings)
    let listing = RewardsListing(summary)
    switch format {
    case .json: try printJSON(listing.json)
    case .text: try Terminal.print(listing.text)
    }
  }
}
