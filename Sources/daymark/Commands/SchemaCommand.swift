import ArgumentParser
import DaymarkConfiguration
import DaymarkDocuments
import DaymarkEmit

/// A document that the program writes, or a file that people write, by name.
struct SchemaName: ExpressibleByArgument {
  let text: String

  init?(argument: String) {
    let text =
      DocumentSchema(rawValue: argument)?.text
      ?? FileSchema(rawValue: argument)?.text(describing: Wording.words)
    guard let text else { return nil }
    self.text = text
  }

  static var allValueStrings: [String] {
    DocumentSchema.allCases.map(\.rawValue) + FileSchema.allCases.map(\.rawValue)
  }

  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract:
      "Print the JSON Schema (2020-12) of a document that runs write, or of a file you write.",
    discussion: """
      An editor completes and checks rules.yaml with its schema: save it as rules.schema.json and put \
      `# yaml-language-server: $schema=rules.schema.json` on the file's first line.
      """)

  @Argument(help: "The document or file.")
  var document: SchemaName

  func run() throws {
    try Terminal.print(document.text)
  }
}
