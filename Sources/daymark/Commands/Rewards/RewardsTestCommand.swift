import ArgumentParser
import DaymarkConfiguration
import DaymarkPipeline

struct RewardsTestCommand: ParsableCommand, FormatPrinting {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Try a programme on the cases of its programme_test.yaml.",
    discussion: """
      A case states what became known about one subject, and when, and what its books must say then: points, streaks, \
      badges and lines of the ledger. Exits with 0 when every case comes out as expected, and with 3 otherwise.
      """)

  @Argument(
    help: "The folder that holds programme.yaml and programme_test.yaml.", completion: .directory)
  var programme: String

  @Option(help: "The format of the output.")
  var format = TestFormat.text

  @Option(name: .customLong("case"), help: "Run only the case of this name.")
  var caseName: String?

  func run() throws {
    let tests = try loadProgrammeTests(at: programme)
    if let caseName {
      try requireCase(caseName, among: tests.cases.map { ($0.place, $0.name) }, in: tests.path)
    }
    let listing = ProgrammeTestListing(testProgramme(tests, only: caseName))
    switch format {
    case .text: try Terminal.print(listing.text(Terminal()))
    case .json: try printJSON(listing.json)
    case .junit: try Terminal.print(listing.junit)
    }
    if !listing.hasPassed { throw Exit.answerIsNo }
  }
}
