import ArgumentParser
import DaymarkModel
import DaymarkPipeline

struct RewardsExplainCommand: ParsableCommand, FormatPrinting {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Print a subject's ledger line by line: what was booked, when, and why.",
    discussion: "Reads what the last `daymark rewards` left, and changes nothing.")

  @Argument(help: "The folder that holds programme.yaml.", completion: .directory)
  var programme: String

  @Argument(help: "The subject's id.", completion: .subject)
  var subject: String

  @Option(help: "Only lines about this day, yyyy-MM-dd.", transform: OptionText.day)
  var date: CivilDay?

  @OptionGroup var runs: StoreArguments

  @Option(
    help: "The instant that the books are for (RFC 3339). Default: that of the last run.",
    transform: OptionText.instant)
  var asOf: Instant?

  @Option(help: "The format of the output.")
  var format = TextFormat.text

  func run() throws {
    let books = try storedBooks(
      of: programme, subject: subject, store: runs.storePath, asOf: asOf)
    let listing = LedgerListing(books, date: date)
    switch format {
    case .json: try printJSON(listing.json)
    case .text: try Terminal.print(listing.text)
    }
  }
}
