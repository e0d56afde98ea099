import ArgumentParser
import DaymarkPipeline

struct RulesPreviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Write a page that shows a rule, its days, and its cases with their answers.",
    discussion: """
      The page is one file. It loads nothing and needs no script. It also shows how many cases would pass with other \
      thresholds. Exits with 3 when a case does not come out as expected.
      """)

  @Argument(
    help: "The folder that holds rules.yaml and rules_test.yaml, or a rule's file.",
    completion: .rules)
  var rules: String

  @Option(help: "The file of the page.")
  var out: String

  @Flag(help: "Also show the days of cases that are real archives.")
  var showValues = false

  func run() throws {
    let summary = try writePreview(
      ofRuleAt: rules, to: out, showsValues: showValues, words: .program
    ) {
      RuleTestListing(summary: $0, showValues: false).gaps
    }
    let cases = summary.results
    let met = cases.count(where: \.hasPassed)
    try Terminal.print("\(out): \(met) of \(cases.count) cases as expected")
    if met < cases.count { throw Exit.answerIsNo }
  }
}
