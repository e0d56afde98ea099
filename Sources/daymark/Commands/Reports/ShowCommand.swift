import ArgumentParser
import DaymarkModel
import DaymarkPipeline

struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a challenge, or one person's verdict, as a picture on the terminal.",
    discussion: """
      For a challenge: how each day of each subject stands to the rule, without figures. For a subject: a bar \
      for each day and condition, with its figures. The store is not changed.
      """)

  @Argument(
    help: "The challenge's id, or a subject's folder as it was sent.", completion: .challenge)
  var challenge: String

  @Argument(help: "The subject's id. Default: all of the challenge.", completion: .subject)
  var subject: String?

  @OptionGroup var runs: StoreArguments

  @Flag(help: "For a challenge, also print what each subject reached.")
  var showValues = false

  @Flag(help: "For a challenge, show numbers in place of ids.")
  var anonymous = false

  @Flag(help: "Print a line for each subject. Default: the first 25.")
  var allSubjects = false

  func validate() throws {
    if subject != nil || SentFolder.isOne(challenge), anonymous || allSubjects {
      throw ValidationError("--anonymous and --all-subjects are for a whole challenge.")
    }
  }

  func run() throws {
    let terminal = Terminal()
    let isSent = subject == nil && SentFolder.isOne(challenge)
    let report = try subject.map { try subjectReport(of: challenge, $0, store: runs.storePath) }
    if let report = try report ?? (isSent ? subjectReport(ofFolder: challenge) : nil) {
      try Terminal.print(
        SubjectListing(report: report, terminal: terminal).text(width: Terminal.width))
    } else {
      let report = try challengeReport(
        of: challenge, store: runs.storePath, showsValues: showValues, isAnonymous: anonymous)
      let listing = ChallengeListing(report, terminal, showsEverybody: allSubjects)
      try Terminal.print(listing.text(width: Terminal.width))
    }
  }
}
