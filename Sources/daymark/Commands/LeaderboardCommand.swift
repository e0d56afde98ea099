import ArgumentParser
import DaymarkModel
import DaymarkPipeline

struct LeaderboardCommand: ParsableCommand, FormatPrinting {
  static let configuration = CommandConfiguration(
    commandName: "leaderboard",
    abstract: "Print the ranks of a challenge's subjects, by the score of its rule.",
    discussion: "The output holds scores. The store is not changed.")

  @Argument(help: "The challenge's id.", completion: .challenge)
  var challenge: String

  @OptionGroup var runs: StoreArguments

  @Option(
    help: "Decide on the stored days as of this instant (RFC 3339). Default: that of the last run.",
    transform: OptionText.instant)
  var asOf: Instant?

  @Option(help: "The format of the output.")
  var format = TableFormat.table

  func run() throws {
    let stored = try storedLeaderboard(of: challenge, store: runs.storePath, asOf: asOf)
    switch format {
    case .csv: try Terminal.print(stored.table, terminator: "")
    case .json: try printJSON(stored.document)
    case .table:
      let title =
        "\(stored.challenge.id), rule \(stored.rule.versionedName)"
        + (stored.asOf.map { ", as of \($0)" } ?? "")
      let listing = LeaderboardListing(board: stored.board, showScores: true)
      try Terminal.print("\(Terminal().paint(title, .bold))\n\n\(listing.text)")
    }
  }
}
