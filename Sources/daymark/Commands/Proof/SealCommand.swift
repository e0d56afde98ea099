import ArgumentParser
import DaymarkModel
import DaymarkPipeline

struct SealCommand: AsyncParsableCommand, FormatPrinting {
  static let configuration = CommandConfiguration(
    commandName: "seal",
    abstract: "Enter new attestations into a log that others can watch.",
    discussion: """
      The log is a folder of static files in the format C2SP tlog-tiles; serve it with any web server. It holds \
      only roots, which show nothing about people. Each folder with an attestation then has an inclusion.json, which \
      shows that the attestation is in the log.
      """)

  @Argument(help: "The output folder.")
  var out: String

  @Option(help: "The folder of the log, outside of the output folder.")
  var log: String

  @Option(help: "The private key that signs the log, of Ed25519.")
  var key: String

  @Option(
    help: "The name of a new log: the address at which it is served, without https://.")
  var origin: String?

  @Option(help: "The store. Default: daymark.sqlite in the output folder.")
  var store: String?

  @Flag(help: "Exit with 75 when a run uses the store or the outputs. Default: wait for it.")
  var noWait = false

  @Option(help: "The format of the result.")
  var format = TextFormat.text

  func run() async throws {
    let access = OutputAccess(outputFolder: out, storePath: store, now: .now, waits: !noWait)
    let summary = try await sealAttestations(
      SealRequest(log: log, key: key, origin: origin), access,
      whenBusy: { FindingListing.print([$0]) })
    let listing = SealListing(summary)
    switch format {
    case .json: try printJSON(listing.json)
    case .text: try Terminal.print(listing.text)
    }
  }
}
