import ArgumentParser
import DaymarkModel
import DaymarkPipeline

/// The command `daymark leaderboard`.
struct LeaderboardCommand: ParsableCommand, JSONPrinting {
  static let configuration = CommandConfiguration(
    commandName: "leaderboard",
    abstract: "Print where the subjects of a challenge stand, by the score of its rule.",
    discussion: "The scores stand in it. The store is only read.")

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case table, csv, json
  }

  @Argument(help: "The challenge's id.")
  var challenge: String

  @Option(help: "The store of the run: daymark.sqlite among its outputs.")
  var store: String

  @Option(
    help: "Decide on the stored days as of this instant (RFC 3339), not the last run's.",
    transform: OptionText.instant)
  var asOf: Instant?

  @Option(help: "How to print it.")
  var format = Format.table

  var printsJSON: Bool { format == .json }

  func run() throws {
    let stored = try storedLeaderboard(of: challenge, store: store, asOf: asOf)
    switch format {
    case .csv: try Terminal.print(stored.table, terminator: "")
    case .json: try printJSON(stored.document)
    case .table:
      let title =
        "\(stored.challenge.id), rule \(stored.rule.versionedName)"
        + (stored.asOf.map { ", as of \($0)" } ?? "")
      let listing = LeaderboardListing(stored.board, showScores: true)
      try Terminal.print("\(Terminal().paint(title, .bold))\n\n\(listing.text)")
    }
  }
}
