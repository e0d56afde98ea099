import ArgumentParser
import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline

struct NewCommand: ParsableCommand, FormatPrinting {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Make a challenge from a template; without a folder, show what can be set.",
    discussion: """
      Without a template, those under ./pipelines are listed. Exits with 3 when the challenge was \
      written but cases of its rules_test.yaml now fail.
      """)

  @Argument(
    help: "A name under ./pipelines, or a folder with a template.yaml.", completion: .template)
  var template: String?

  @Argument(help: "The folder to make. It must be empty or not exist.")
  var folder: String?

  @Option(
    name: .customLong("set"),
    help: "NAME=VALUE, such as threshold=12000. Can be repeated.", transform: setting)
  var settings: [(name: String, value: String)] = []

  @Option(
    name: .customLong("address"),
    help: "ID=0x..., the address of a subject. Can be repeated.", transform: setting)
  var addresses: [(name: String, value: String)] = []

  @Option(help: "The format of the output.")
  var format = TextFormat.text

  func validate() throws {
    for (option, values) in [("--set", settings), ("--address", addresses)] {
      if folder == nil, !values.isEmpty {
        throw ValidationError(
          "\(option) needs a folder to make: daymark new TEMPLATE FOLDER \(option) ...")
      }
      var names: Set<String> = []
      for (name, _) in values where !names.insert(name).inserted {
        throw ValidationError("\(option) \(name) is given twice")
      }
    }
    if folder?.isEmpty == true { throw ValidationError("The folder's name is empty.") }
  }

  func run() throws {
    guard let template else { return try list(shippedTemplates()) }
    let chosen = try loadTemplate(at: templateFolder(of: template))
    guard let folder else { return try show(chosen) }
    try makeChallenge(
      from: chosen, in: folder,
      setting: Dictionary(uniqueKeysWithValues: settings.map { ($0.name, $0.value) }),
      addresses: Dictionary(uniqueKeysWithValues: addresses.map { ($0.name, $0.value) }))
    try report(folder, chosen)
  }

  private func list(_ templates: [ChallengeTemplate]) throws {
    switch format {
    case .json: try printJSON(.array(templates.map(\.json)))
    case .text:
      var table = Table([.init(heading: "template"), .init(heading: "challenge")])
      table.rows = templates.map { [$0.name, $0.title] }
      try Terminal.print(table.text() + "\n\nWhat can be set: daymark new TEMPLATE")
    }
  }

  private func show(_ template: ChallengeTemplate) throws {
    switch format {
    case .json: try printJSON(template.json)
    case .text:
      var table = Table([
        .init(heading: "parameter"), .init(heading: "at present"), .init(heading: "what it is"),
      ])
      table.rows = template.parameters.map { [$0.name, $0.present, Wording.words($0.meaning)] }
      let title = Terminal().paint("\(template.name): \(template.title)", .bold)
      try Terminal.print(
        """
        \(title)

        \(table.text())

        Make it yours: daymark new \(self.template ?? template.name) FOLDER --set NAME=VALUE
        """)
    }
  }

  /// Reports the new files, and the test cases that no longer hold.
  private func report(_ folder: String, _ template: ChallengeTemplate) throws {
    var failures: [(what: String, why: [String])] = []
    var errors: [Finding] = []
    do {
      let tests = RuleTestListing(summary: try testChallenge(in: folder), showValues: false)
      failures = tests.summary.results.filter { !$0.hasPassed }
        .map { ("\($0.test.place): \($0.test.name)", tests.failures($0)) }
      if failures.isEmpty { failures = tests.gaps.map { ($0, []) } }
    } catch let error as ConfigurationError {
      errors = error.findings
      failures = Wording.lines(errors).map { ($0, []) }
    }
    if !template.givesName(of: folder), !settings.contains(where: { $0.name == "id" }) {
      Terminal.printError(
        "the challenge keeps the template's id, because the folder's name has other characters than"
          + " a-z, 0-9 and -; give it another with `--set id=NAME`")
    }
    switch format {
    case .json:
      try printJSON(
        .object([
          "folder": .string(folder), "template": .string(template.name),
          "failures": .array(failures.map { .string($0.what) }),
        ]))
    case .text:
      let lines = failures.flatMap { [$0.what] + $0.why.map { "  \($0)" } }
      try Terminal.print(
        lines.isEmpty
          ? "\(folder) made; its rule holds on its cases. \(folder)/README.md says how to go on."
          : """
          \(folder) made, but cases that were written for other values now fail:

          \(lines.joined(separator: "\n"))

          Correct them in \(folder)/rules_test.yaml, then: daymark rules test \(folder)
          """)
    }
    if !failures.isEmpty { throw Exit.answerIsNo }
  }

  @Sendable
  private static func setting(_ text: String) throws -> (name: String, value: String) {
    guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
      throw ValidationError("expected NAME=VALUE, such as threshold=12000")
    }
    return (String(text[..<equals]), String(text[text.index(after: equals)...]))
  }
}

extension ChallengeTemplate {
  fileprivate var json: JSONValue {
    .object([
      "template": .string(name), "folder": .string(folder), "title": .string(title),
      "parameters": .array(
        parameters.map {
          .object([
            "name": .string($0.name), "meaning": .string(Wording.words($0.meaning)),
            "present": .string($0.present), "place": .string($0.place),
          ])
        }),
    ])
  }
}
