import DaymarkDocuments
import DaymarkModel
import DaymarkSampleFiles
import DaymarkTestSupport
import Foundation
import Testing

@testable import daymark

/// Nothing that a file says steers a terminal.
struct PrintableTests {
  /// Escape codes, C1 controls, marks that turn a line around, a line separator, and a long name.
  private static let names = [
    "a\u{1B}[2Jb", "a\u{9B}2Jb", "a\u{202E}b\u{2066}c", "a\u{2028}b\u{2029}c\u{85}d",
    "a\u{FEFF}\u{7F}b",
    String(repeating: "long", count: 100),
  ]

  private func steers(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
      switch scalar.properties.generalCategory {
      case .control: scalar != "\n"
      case .format: scalar != "\u{200D}"
      case .lineSeparator, .paragraphSeparator: true
      default: false
      }
    }
  }

  @Test func `no command prints a name of a file raw`() async throws {
    let folder = try ScratchFolder()
    let records = Self.names.map { name in
      HealthRecord(
        .steps, "100", by: HealthSource(name),
        "2025-09-01 12:00:00 +0200", "2025-09-01 13:00:00 +0200")
    }
    var archives: [String] = []
    for (number, name) in Self.names.enumerated() where name.count < 100 {
      archives.append("\(number) \(name).xml")
      let export = HealthExport(exportDate: "2025-09-09 08:00:00 +0200", records: records)
      _ = try folder.write(export.xml(), to: archives[number])
    }
    _ = try folder.write("<HealthData>\n<Record a=\u{9B}\n".utf8, to: "broken\u{9B}.xml")
    for arguments in [
      ["inspect"] + archives + ["broken\u{9B}.xml"], ["inspect", archives[0], "--format", "json"],
      ["explain-day", archives[0], "--date", "2025-09-01"],
      ["explain-day", archives[0], "--date", "2025-09-01", "--format", "json"],
      ["aggregate", archives[0]], ["aggregate", "broken\u{9B}.xml"],
      ["explain", "\u{1B}[31m\u{9B}", "\u{202E}", "--store", "\u{85}"],
    ] {
      let outcome = try await Program(in: folder.path).run(arguments)
      #expect(!(outcome.output + outcome.errors).isEmpty)
      #expect(!steers(outcome.output), "\(arguments)")
      #expect(!steers(outcome.errors), "\(arguments)")
      #expect(!outcome.output.contains(Self.names[5]) || arguments.contains("json"))
    }
  }

  @Test func `no name of a subject or file steers or forges a line, in any stream or table`()
    async throws
  {
    let inbox = try InboxFolder()
    let ids = ["a\nFORGED: pass", "b\tFORGED", "c\rFORGED", "d\u{1B}[2JFORGED", "=e\n@FORGED"]
    for id in ids {
      try inbox.handIn("\(id)/ex\nFORGED\u{1B}.zip")
      try inbox.scratch.write("x".utf8, to: "inbox/\(id)/no\nFORGED\t.zip")
    }
    for command in [
      ["run", "."], ["run", ".", "--quiet"], ["open", "walk"], ["changes"],
      ["changes", "--format", "csv"], ["leaderboard", "walk"], ["show", "walk"],
      ["leaderboard", "walk", "--format", "csv"], ["explain", "walk", ids[0]],
      ["show", "walk", ids[0]], ["export", "--format", "csv", "--to", "tables"],
      ["verify", "out/walk"], ["forget", "walk", ids[0], "--out", "out"],
    ] {
      let outcome = try await inbox.program.run(command)
      for text in [outcome.output, outcome.errors] {
        #expect(!steers(text), "\(command): \(text)")
        #expect(
          !text.split(separator: "\n").contains { $0.hasPrefix("FORGED") || $0.hasPrefix("@") },
          "\(command): \(text)")
      }
      // Ids with controls fail, and so stand in no rank.
      if ["run", "open", "show", "explain"].contains(command[0]) {
        #expect((outcome.output + outcome.errors).contains("FORGED"), "\(command)")
      }
    }
    for (path, text) in try inbox.documents() where path.hasSuffix(".csv") {
      #expect(text.contains("FORGED"), "\(path)")
      #expect(!steers(text), "\(path)")
      #expect(
        !text.split(separator: "\n").contains { $0.hasPrefix("FORGED") || $0.hasPrefix("@") },
        "\(path)")
    }
  }

  @Test(arguments: [false, true])
  func `an address in the name of an input is shown only where somebody asks`(_ isAsked: Bool)
    async throws
  {
    let inbox = try InboxFolder()
    try inbox.handIn("anna/ann@example.com.zip")
    for name in ["ann@example.com.fit", "ann%40example.com.csv", "ann@example.com.txt"] {
      // No two the same, for such count once.
      try inbox.scratch.write(name.utf8, to: "inbox/anna/" + name)
    }
    let outcome = try await inbox.program.run(
      ["run", ".", "--as-of", "2026-01-01T00:00:00Z"] + (isAsked ? ["--show-names"] : []))
    #expect(outcome.exitCode == 1, "\(outcome.errors)")
    var said = outcome.output + outcome.errors
    said += try inbox.documents().values.joined() + inbox.record().canonicalText
    #expect(said.contains("example.com") == isAsked, "\(outcome.errors)")
    #expect(said.contains("fit 2") != isAsked, "\(outcome.errors)")
  }

  @Test func `JSON that is printable is the same document`() throws {
    let text = "\"a\u{202E}\u{2028}\u{7F}\u{E0041}é\u{1F469}\u{200D}\u{1F680}\""
    let printable = text.printableJSON
    #expect(!steers(printable))
    let decoder = JSONDecoder()
    #expect(
      try decoder.decode(String.self, from: Data(printable.utf8))
        == decoder.decode(String.self, from: Data(text.utf8)))
  }

  @Test func `colours and line ends of the program stay, and nothing else does`() {
    let text = "\u{1B}[32mgreen\u{1B}[0m\nplain\r\u{1B}[K\u{1B}[5m\t"
    #expect(text.printableText == "\u{1B}[32mgreen\u{1B}[0m\nplain\r\u{1B}[K\\u{1B}[5m\\t")
  }
}
