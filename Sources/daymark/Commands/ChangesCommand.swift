import ArgumentParser
import DaymarkModel
import DaymarkPipeline

struct ChangesCommand: ParsableCommand, FormatPrinting {
  static let configuration = CommandConfiguration(
    commandName: "changes",
    abstract: "Print whose verdict changed since the last run, and why.",
    discussion: """
      Compares the latest run that changed anything with the one before it. The store keeps the changes \
      of the last 100 such runs of each challenge, and is not changed.
      """)

  @Argument(help: "The challenge's id. Default: the only one.", completion: .challenge)
  var challenge: String?

  @OptionGroup var runs: StoreArguments

  @Option(
    help: """
      The run to compare with: its number, or an instant (RFC 3339) for the last run that began until \
      then. Default: the run before the latest.
      """,
    transform: OptionText.changeBase)
  var since: ChangeBase?

  @Option(help: "The format of the output.")
  var format = TableFormat.table

  func run() throws {
    let changes = try storedChanges(of: challenge, store: runs.storePath, since: since)
    let listing = ChangesListing(changes)
    switch format {
    case .csv: try Terminal.print(listing.csv, terminator: "")
    case .json: try printJSON(listing.json)
    case .table: try Terminal.print(listing.text(Terminal()))
    }
  }
}
