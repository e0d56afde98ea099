import ArgumentParser
import DaymarkModel
import DaymarkPipeline
import DaymarkReport

struct ExplainCommand: ParsableCommand, FormatPrinting {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain a verdict: what the rule asked for, what was reached, and on which days.",
    discussion: "The output holds the subject's figures. The store is not changed.")

  @Argument(
    help: "The challenge's id, or a subject's folder as it was sent.", completion: .challenge)
  var challenge: String

  @Argument(help: "The subject's id; none with a folder.", completion: .subject)
  var subject: String?

  @OptionGroup var runs: StoreArguments

  @Option(
    help: "Decide on the stored days as of this instant (RFC 3339). Default: that of the last run.",
    transform: OptionText.instant)
  var asOf: Instant?

  @Flag(help: "Also print the smallest change that would make it pass, or make a pass fail.")
  var whyNot = false

  @Flag(help: "Print every day on its own line. Default: long lists are shortened.")
  var allDays = false

  @Option(help: "The format of the output.")
  var format = TextFormat.text

  func validate() throws {
    guard subject == nil else { return }
    guard SentFolder.isOne(challenge) else {
      throw ValidationError("name a challenge and a subject, or the folder of a subject.")
    }
    if asOf != nil || whyNot {
      throw ValidationError(
        "--as-of and --why-not need the store of a run: \(SubjectReport.whatFoldersLack).")
    }
  }

  func run() throws {
    let explained =
      try subject.map {
        try explainVerdict(
          of: challenge, $0, store: runs.storePath, asOf: asOf, whyNot: whyNot)
      } ?? explainVerdict(ofFolder: challenge)
    switch format {
    case .json: try printJSON(ExplainListing.json(explained))
    case .text:
      let listing = ExplainListing(
        explained: explained, terminal: Terminal(), showsAllDays: allDays)
      try Terminal.print(listing.text)
    }
  }
}
