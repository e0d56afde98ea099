import ArgumentParser
import DaymarkModel
import DaymarkPipeline

struct RevealCommand: ParsableCommand, FormatPrinting {
  static let configuration = CommandConfiguration(
    commandName: "reveal",
    abstract:
      "Write a document that shows some figures of attested evidence, and none of the others.",
    discussion: """
      The recipient checks it with `daymark verify disclosure.json --trust PUBLIC.pem`, and needs neither the \
      evidence nor the archives.
      """)

  @Argument(help: "The folder of a subject.", completion: .directory)
  var folder: String

  @Option(
    help: "The days, with commas between them, such as 2025-09-03,2025-09-05.",
    transform: { try $0.split(separator: ",").map { try OptionText.day(String($0)) } })
  var dates: [CivilDay]

  @Option(
    help: "Metrics, or activities, strength and feats, with commas between them, such as steps.",
    transform: { $0.split(separator: ",").map(String.init) })
  var metrics: [String]

  @Option(help: "The file to write; it must not be there.")
  var to = "disclosure.json"

  @Option(help: "The format of the result.")
  var format = TextFormat.text

  func validate() throws {
    guard !dates.isEmpty, !metrics.isEmpty else {
      throw ValidationError("say what is shown: at least one date and one metric.")
    }
  }

  func run() throws {
    let summary = try disclose(
      DisclosureRequest(folder: folder, days: dates, metrics: metrics, target: to))
    let listing = DisclosureListing(summary, file: to)
    switch format {
    case .json: try printJSON(listing.json)
    case .text: try Terminal.print(listing.text)
    }
  }
}
