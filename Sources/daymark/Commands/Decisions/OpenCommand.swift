import ArgumentParser
import DaymarkModel
import DaymarkPipeline

struct OpenCommand: ParsableCommand, FormatPrinting {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "List who waits for a person to look or decide, oldest first.",
    discussion: """
      Fails that rest on something that was not read stand first. A subject with a decision on its present \
      verdict is not listed. The store is not changed.
      """)

  @Argument(help: "The challenge's id.", completion: .challenge)
  var challenge: String

  @OptionGroup var runs: StoreArguments

  @Option(help: "The format of the output.")
  var format = TableFormat.table

  func run() throws {
    let listing = OpenListing(try openMatters(of: challenge, store: runs.storePath))
    switch format {
    case .csv: try Terminal.print(listing.csv, terminator: "")
    case .json: try printJSON(listing.json)
    case .table: try Terminal.print(listing.text(Terminal()))
    }
  }
}
