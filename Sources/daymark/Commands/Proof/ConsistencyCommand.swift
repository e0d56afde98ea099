import ArgumentParser
import DaymarkModel
import DaymarkPipeline

struct ConsistencyCommand: ParsableCommand, FormatPrinting {
  static let configuration = CommandConfiguration(
    commandName: "consistency",
    abstract:
      "Write a proof that an earlier checkpoint is a part of a log, for people without the log.",
    discussion: """
      The recipient checks the document with `daymark verify consistency.json --trust PUBLIC.pem`. It holds both \
      checkpoints and at most a few dozen hashes.
      """)

  @Argument(help: "The folder of a log.")
  var log: String

  @Option(help: "The earlier checkpoint.")
  var from: String

  @Option(
    name: .customLong("trust"), parsing: .upToNextOption,
    help: "The public keys that may have signed the log.")
  var trustedKeys: [String]

  @Option(help: "The file to write; it must not be there.")
  var to = "consistency.json"

  @Option(help: "The format of the result.")
  var format = TextFormat.text

  func run() throws {
    let listing = LogVerificationListing(
      try proveConsistency(ofLog: log, from: from, trusting: trustedKeys, to: to))
    switch format {
    case .json: try printJSON(listing.json)
    case .text: try Terminal.print("\(listing.text(Terminal()))\nwritten \(to.printable)")
    }
  }
}
