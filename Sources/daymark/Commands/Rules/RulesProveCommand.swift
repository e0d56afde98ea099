import ArgumentParser
import DaymarkPipeline

struct RulesProveCommand: AsyncParsableCommand, FormatPrinting {
  static let configuration = CommandConfiguration(
    commandName: "prove",
    abstract:
      "Show that a rule can pass and fail and that lack of data helps nobody, whatever the data.",
    discussion: """
      Also tells which conditions never matter. Exits with 0 when all of this is true, and otherwise with 3. It needs the \
      program z3.
      """)

  @Argument(help: "A pipeline's folder, or a folder or file of rules.", completion: .rules)
  var rules: String

  @OptionGroup var questions: ProverArguments

  @Option(help: "The format of the output.")
  var format = TextFormat.text

  func run() async throws {
    let proof = try await proveRule(at: rules, options: questions.options)
    let listing = RuleProofListing(proof: proof)
    switch format {
    case .json: try printJSON(listing.json)
    case .text: try Terminal.print(listing.text(Terminal()))
    }
    if !proof.isSound { throw Exit.answerIsNo }
  }
}
