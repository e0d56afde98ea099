import ArgumentParser
import DaymarkModel
import DaymarkPipeline

struct ForgetCommand: AsyncParsableCommand, FormatPrinting {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Erase a person from a challenge: outputs, store, book and ranks.",
    discussion: """
      The others keep their documents; a leaderboard ranks them anew. What the subject handed in is not \
      touched.
      """)

  @Argument(help: "The challenge's id.", completion: .challenge)
  var challenge: String

  @Argument(help: "The subject's id.", completion: .subject)
  var subject: String

  @OptionGroup var runs: StoreArguments

  @Flag(help: "Exit with 75 when a run uses the store or the outputs. Default: wait for it.")
  var noWait = false

  @Option(help: "The format of the result.")
  var format = TextFormat.text

  func run() async throws {
    let forgotten = try await forgetSubject(
      subject, of: challenge,
      OutputAccess(
        outputFolder: runs.out, storePath: runs.storePath, now: .now, waits: !noWait),
      whenBusy: { FindingListing.print([$0]) })
    let listing = ForgottenListing(
      forgotten: forgotten, subject: subject, challenge: challenge)
    switch format {
    case .json: try printJSON(listing.json)
    case .text: try Terminal.print(listing.text)
    }
  }
}
