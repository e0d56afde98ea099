import ArgumentParser
import DaymarkModel
import DaymarkPipeline
import DaymarkReport

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Write pages to look at: of a challenge, and of each person in it.",
    discussion: """
      The pages are index.html in the challenge's folder, and report.html in each subject's. They load \
      nothing and need no script. A subject's page holds its figures. The store is not changed. If you give a \
      subject's folder, report.html is written into it, or into the folder of --out, and no store is needed.
      """)

  @Argument(
    help: "The challenge's id, or a subject's folder as it was sent.", completion: .challenge)
  var challenge: String

  @OptionGroup var runs: StoreArguments

  @Option(help: "Write the page of this subject alone.", completion: .subject)
  var subject: String?

  @Flag(help: "Also show on the challenge's page what each subject reached.")
  var showValues = false

  @Flag(help: "Number the subjects, and write the pages into a folder `anonymous` of their own.")
  var anonymous = false

  @Flag(help: "Also write a card to share for each subject: share.svg and share.html.")
  var share = false

  @Option(
    help: "The metric whose days the card shows. Default: how the days stand, without a figure.",
    transform: OptionText.metric)
  var shareMetric: Metric?

  @Option(
    help: "The permissions of files; people who may read them may enter their folders.",
    transform: OptionText.fileMode)
  var mode = FileMode.ownerOnly

  func validate() throws {
    if shareMetric != nil, !share { throw ValidationError("--share-metric needs --share.") }
    if SentFolder.isOne(challenge), subject != nil || showValues || anonymous || share {
      throw ValidationError("with a subject's folder there is only its page to write.")
    }
  }

  func run() throws {
    if SentFolder.isOne(challenge) {
      let written = try writeReport(
        ofFolder: challenge, to: runs.givenOut ?? challenge, words: .program, fileMode: mode)
      return try Terminal.print(written.line)
    }
    var options = ReportOptions(outputFolder: runs.out, subject: subject, fileMode: mode)
    options.showsValues = showValues
    options.isAnonymous = anonymous
    options.makesCards = share
    options.cardMetric = shareMetric
    let written = try writeReport(
      of: challenge, store: runs.storePath, options: options, words: .program)
    try Terminal.print(written.line)
  }
}

extension ReportWords {
  /// The sentences that this program prints for findings.
  static let program = ReportWords(
    sentence: Wording.sentence, participantSentence: Wording.participantSentence)
}

extension ReportSummary {
  /// The number of pages, and the page to begin with.
  var line: String {
    let count = "\(subjects.count) subject\(subjects.count == 1 ? "" : "s")"
    guard let first = index ?? subjects.first else { return "There is no verdict to show." }
    return "Pages of \(count); begin with \(first)."
  }
}
