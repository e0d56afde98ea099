import DaymarkConfiguration
import DaymarkModel
import DaymarkTestSupport
import Foundation
import Testing

/// What is refused before anything in a file is understood.
struct YAMLFileTests {
  static let refused: [(String, String)] = [
    ("rule: r@1.0.0\ntitle: T\nrule: s@1.0.0\n", "rules.yaml:3:1 config.duplicate rule"),
    ("rule: {a: 1, a: 2}\n", "rules.yaml:1:8 config.duplicate a"),
    ("rule: [\n", "rules.yaml:2:1 config.syntax"),
    ("rule: a\n  title: b\n", "rules.yaml:2:8 config.syntax"),
    ("rule: \"a\n", "rules.yaml:2:1 config.syntax"),
    ("rule: a\n---\nrule: b\n", "rules.yaml:2:1 config.syntax"),
    ("rule: a\ntitle: \u{1}\n", "rules.yaml:2:8 config.syntax"),
    ("", "rules.yaml:1:1 config.syntax"),
    ("# nothing\n", "rules.yaml:1:1 config.syntax"),
    ("text", "rules.yaml:1:1 config.bad_value"),
    ("rule: &a x\n", "rules.yaml:1:7 config.syntax"),
    ("rule: &a x\ntitle: *a\n", "rules.yaml:2:8 config.syntax"),
    ("rule: *a\n", "rules.yaml:1:7 config.syntax"),
  ]

  @Test(arguments: refused)
  func `a file that is no YAML of ours is refused at its place`(text: String, expected: String)
    throws
  {
    let errors = try Files(["rules.yaml": text]).errors {
      _ = try loadRule(at: $0 + "/rules.yaml", period: nil)
    }
    #expect(errors == [expected])
  }

  @Test func `bombs of aliases, size, nodes and depth are refused at once`() throws {
    // Each level doubles the one before, as a key, which Yams would hash whole.
    var aliases = "a0: &a0 x\n"
    for level in 1..<60 { aliases += "? &a\(level) [*a\(level - 1), *a\(level - 1)]\n: x\n" }
    let bombs = [
      aliases, String(repeating: "# filler\n", count: 130_000),
      "rule: [" + String(repeating: "a,", count: 100_001) + "]\n",
      "rule: " + String(repeating: "[", count: 200_000),
      String(repeating: "- ", count: 200_000),
    ]
    for bomb in bombs {
      let files = try Files(["rules.yaml": bomb])
      let (findings, taken) = processorTime {
        files.findings { _ = try loadRule(at: $0 + "/rules.yaml", period: nil) }
      }
      #expect(findings.map(\.code) == [.configSyntax])
      #expect(taken < .seconds(5))
    }
  }

  @Test func `each of many unknown keys is told of, and none costs much`() throws {
    let keys = (0..<3000).map { "requirez\($0): 1\n" }.joined()
    let files = try Files(["rules.yaml": goodRule + keys])
    let (findings, taken) = processorTime {
      files.findings { _ = try loadRule(at: $0 + "/rules.yaml", period: nil) }
    }
    #expect(findings.count == 3000 && findings.allSatisfy { $0.code == .configUnknownKey })
    #expect(taken < .seconds(10))
  }

  @Test func `a byte order mark and carriage returns do no harm`() throws {
    let text = "\u{FEFF}" + goodRule.replacingOccurrences(of: "\n", with: "\r\n")
    #expect(try rule(text) == rule(goodRule))
  }

  @Test func `a missing file, a folder and bytes that are no UTF-8 are told apart`() throws {
    let files = try Files(["rules.yaml/x": ""])
    #expect(
      files.errors { _ = try loadRule(at: $0 + "/rules.yaml", period: nil) }
        == ["rules.yaml file.unreadable"])
    #expect(
      files.errors { _ = try loadRule(at: $0 + "/none.yaml", period: nil) }
        == ["none.yaml file.missing"])
    try Data([0x72, 0xFF]).write(to: URL(fileURLWithPath: files.folder + "/b.yaml"))
    #expect(
      files.errors { _ = try loadRule(at: $0 + "/b.yaml", period: nil) }
        == ["b.yaml:1:2 config.syntax"])
  }
}
