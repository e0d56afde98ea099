import ArgumentParser
import DaymarkPipeline

struct KeysCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys",
    abstract: "Make the key that signs attestations, or show its public half.",
    subcommands: [KeysNewCommand.self, KeysShowCommand.self])
}

struct KeysNewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Make a key of Ed25519, and print its public half.",
    discussion: """
      The private half is written to the file, as PKCS#8, and only its owner may read it. It is nowhere else: keep \
      a copy. People who check attestations need the public half, which is printed.
      """)

  @Argument(help: "The file to write; it must not be there.")
  var file: String

  func run() throws {
    try Terminal.print(KeyListing(try makeKey(at: file)).text, terminator: "")
  }
}

struct KeysShowCommand: ParsableCommand, FormatPrinting {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print the public half of a key, and the id by which signatures name it.",
    discussion: "The private half is never printed.")

  @Argument(help: "The file of a key, private or public.")
  var file: String

  @Option(help: "The format of the output.")
  var format = TextFormat.text

  func run() throws {
    let listing = KeyListing(try describeKey(at: file))
    switch format {
    case .json: try printJSON(listing.json)
    case .text: try Terminal.print(listing.text, terminator: "")
    }
  }
}
