public import ArgumentParser
public import DaymarkEmit

extension DocumentSchema: ExpressibleByArgument {
  public init?(argument: String) {
    guard let schema = DocumentSchema.allCases.first(where: { "\($0)" == argument }) else {
      return nil
    }
    self = schema
  }

  public static var allValueStrings: [String] { allCases.map { "\($0)" } }
}

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema (2020-12) of a document that runs write.")

  @Argument(help: "The document.")
  var document: DocumentSchema

  func run() throws {
    try Terminal.print(document.text)
  }
}
