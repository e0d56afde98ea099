import ArgumentParser
import DaymarkModel
import DaymarkPipeline

struct LetterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "letter",
    abstract:
      "Print the letter to a participant: what was noticed, what was decided, how to answer.",
    discussion: """
      Nothing is sent, and the store is not changed. The letter holds figures of the participant's data. \
      --print-template prints the shipped template, for you to change.
      """)

  @Argument(help: "The challenge's id.", completion: .challenge)
  var challenge: String?

  @Argument(help: "The subject's id.", completion: .subject)
  var subject: String?

  @OptionGroup var runs: StoreArguments

  @Option(help: "Your own template, a text with Mustache tags.")
  var template: String?

  @Option(help: "The time until which you await an answer, in words. Default: the proof deadline.")
  var until: String?

  @Flag(help: "Print the shipped template.")
  var printTemplate = false

  func validate() throws {
    if printTemplate { return }
    guard challenge != nil, subject != nil else {
      throw ValidationError("name a challenge and a subject.")
    }
  }

  func run() throws {
    guard !printTemplate, let challenge, let subject else {
      return try Terminal.print(shippedLetterTemplate, terminator: "")
    }
    let text = try letter(
      on: challenge, subject, store: runs.storePath, template: template, until: until)
    // A name must not control the terminal, but line breaks stay.
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
      String($0).printable
    }
    try Terminal.print(lines.joined(separator: "\n"), terminator: "")
  }
}
