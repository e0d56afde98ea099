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
