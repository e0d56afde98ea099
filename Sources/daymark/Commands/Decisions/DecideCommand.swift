import ArgumentParser
import DaymarkModel
import DaymarkPipeline

struct DecideCommand: AsyncParsableCommand, FormatPrinting {
  static let configuration = CommandConfiguration(
    commandName: "decide",
    abstract: "Record what a person decides on a subject, beside the verdict.",
    discussion: """
      The verdict stays what it is. The decision lies beside the evidence as decision.json, and in the book for \
      good. If the verdict changes afterwards, you are asked again; see `daymark open`.
      """)

  @Argument(help: "The challenge's id.", completion: .challenge)
  var challenge: String

  @Argument(help: "The subject's id.", completion: .subject)
  var subject: String

  @Argument(help: "What is decided: pass, fail or undetermined.", transform: OptionText.outcome)
  var outcome: Outcome?

  @Option(help: "Why, in a sentence that the participant may read.", transform: OptionText.line)
  var because: String?

  @Option(help: "Who decides.", transform: OptionText.line)
  var by: String?

  @Flag(help: "Take the decision back.")
  var undo = false

  @OptionGroup var runs: StoreArguments

  @Flag(help: "Exit with 75 when a run uses the store or the outputs. Default: wait for it.")
  var noWait = false

  @Option(help: "The format of the result.")
  var format = TextFormat.text

  func validate() throws {
    if undo {
      guard outcome == nil else { throw ValidationError("--undo takes no outcome.") }
      return
    }
    guard outcome != nil else {
      throw ValidationError("say what is decided: pass, fail or undetermined; or --undo.")
    }
    guard because != nil, by != nil else {
      throw ValidationError("a decision needs --because TEXT and --by NAME.")
    }
  }

  func run() async throws {
    let pages = PresentPages(of: challenge, inOutputFolder: runs.out)
    let request = DecisionRequest(
      challenge: challenge, subject: subject, outcome: outcome, because: because, by: by)
    let access = OutputAccess(
      outputFolder: runs.out, storePath: runs.storePath, now: .now, waits: !noWait)
    let summary = try await decideSubject(
      request, access, whenBusy: { FindingListing.print([$0]) })
    // As in a run, the pages are written again, so that none shows the former state.
    var options = ReportOptions(
      outputFolder: runs.out, fileMode: FileMode(ofFileAt: runs.storePath))
    options.changedSubject = subject
    _ = try pages.renew(
      asksForNames: false, store: runs.storePath, options: options, words: .program)
    let listing = DecisionListing(summary, challenge: challenge, subject: subject)
    switch format {
    case .json: try printJSON(listing.json)
    case .text: try Terminal.print(listing.text)
    }
  }
}
