import ArgumentParser
import DaymarkModel
import DaymarkPipeline
import Foundation

struct AttestCommand: AsyncParsableCommand, FormatPrinting {
  static let configuration = CommandConfiguration(
    commandName: "attest",
    abstract: "Sign what the last run wrote, so that others can see that it is yours.",
    discussion: """
      Writes attestation.dsse.json beside each evidence, and commitment.json, which is for you alone: `daymark \
      reveal` shows single figures with it. Where nothing has changed, nothing is written.
      """)

  @Argument(
    help: "The folder of a challenge in the output folder, such as out/steps-2025-09.",
    completion: .directory)
  var folder: String

  @Argument(help: "The ids of subjects. Default: all that have a verdict.", completion: .subject)
  var subjects: [String] = []

  @Option(
    help: "The private key: PKCS#8 in PEM, Ed25519 or P-256, in a file that only you may read.")
  var key: String

  @Option(help: "The store. Default: daymark.sqlite beside the challenge's folder.")
  var store: String?

  @Flag(help: "Exit with 75 when a run uses the store or the outputs. Default: wait for it.")
  var noWait = false

  @Option(help: "The format of the result.")
  var format = TextFormat.text

  func run() async throws {
    let url = URL(fileURLWithPath: folder)
    let access = OutputAccess(
      outputFolder: url.deletingLastPathComponent().relativePath, storePath: store, now: .now,
      waits: !noWait)
    let summary = try await attestSubjects(
      AttestationRequest(folder: url.relativePath, subjects: subjects, key: key), access,
      whenBusy: { FindingListing.print([$0]) })
    FindingListing.print(summary.findings)
    let listing = AttestationListing(summary)
    switch format {
    case .json: try printJSON(listing.json)
    case .text: try Terminal.print(listing.text)
    }
    try Exit.done(summary.findings)
  }
}
