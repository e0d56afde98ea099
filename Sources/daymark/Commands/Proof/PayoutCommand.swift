import ArgumentParser
import DaymarkModel
import DaymarkPipeline
import Foundation

struct PayoutCommand: ParsableCommand, FormatPrinting {
  static let configuration = CommandConfiguration(
    commandName: "payout",
    abstract: "Work out how the stakes of a challenge are divided; nothing is sent.",
    discussion: """
      Needs only the folder of the challenge, the table of stakes and the policy. While a verdict is missing or not \
      final, or nobody has decided on flagged data, nothing is written, and the exit code is 2. With --verify nothing \
      is written either: the files in the folder are compared, and the exit code is 3 if they differ.
      """)

  @Argument(help: "The folder of a challenge, such as out/steps-2025-09.", completion: .directory)
  var folder: String

  @Option(help: "The table of stakes: subject,stake,address.")
  var stakes: String

  @Option(help: "The policy: payout.yaml.")
  var policy: String

  @Flag(help: "Compare payout.json and payout.csv with what they should be.")
  var verify = false

  @Option(help: "The format of the result.")
  var format = TextFormat.text

  func run() throws {
    let request = PayoutRequest(
      folder: URL(fileURLWithPath: folder).relativePath, stakes: stakes, policy: policy)
    let result =
      verify ? try verifyPayout(request) : (summary: try payOut(request), checks: [])
    FindingListing.print(result.summary.refusals)
    guard result.summary.refusals.isEmpty else { throw Exit.couldNotFinish }
    let listing = PayoutListing(result.summary, result.checks)
    switch format {
    case .json: try printJSON(listing.json)
    case .text: try Terminal.print(listing.text(Terminal()))
    }
    if result.checks.contains(where: { !$0.differences.isEmpty }) { throw Exit.answerIsNo }
  }
}
