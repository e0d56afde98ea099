import DaymarkTestSupport
import Foundation
import FoundationXML
import Testing

/// `daymark rules test`, beside what its transcript shows.
struct RuleTestTests {
  private static let pipelines: [String] = {
    let folder = "\(packageFolder)/pipelines"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { FileManager.default.fileExists(atPath: "\(folder)/\($0)/pipeline.yaml") }
      .sorted()
  }()

  @Test func `there are pipelines`() { #expect(Self.pipelines.count >= 4) }

  @Test(arguments: Self.pipelines)
  func `the rule of a shipped pipeline has cases, which show all of it`(name: String) async throws {
    let outcome = try await Program().run("rules", "test", "pipelines/\(name)")
    #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
    let folder = "\(packageFolder)/pipelines/\(name)"
    let cases = try String(contentsOfFile: "\(folder)/rules_test.yaml", encoding: .utf8)
    // The cases of a template go with its copies, where no sample is; samples/month is for it.
    let isTemplate = FileManager.default.fileExists(atPath: "\(folder)/template.yaml")
    #expect(cases.contains("archive") != isTemplate, "no case is about a real archive")
  }

  @Test(arguments: Self.pipelines)
  func `first cases of a shipped rule hold, and none is written over`(name: String) async throws {
    let folder = try ProjectFolder()
    let made = try await folder.program.shell(
      "cp -RL pipelines/\(name) mine && rm mine/rules_test.yaml && daymark rules test mine --init")
    #expect(made.exitCode == 0, "\(made.output)\(made.errors)")
    #expect(!made.output.contains("FAIL") && made.errors.contains("mine/rules_test.yaml made with"))
    let text = try String(contentsOfFile: "\(folder.path)/mine/rules_test.yaml", encoding: .utf8)
    for outcome in ["pass", "fail", "undetermined"] {
      #expect(text.contains("outcome: \(outcome)"), "\(outcome): \(text)")
    }
    let again = try await folder.program.run("rules", "test", "mine", "--init")
    #expect(again.exitCode == 2 && again.errors.contains("file.exists"))
    #expect(
      try String(contentsOfFile: "\(folder.path)/mine/rules_test.yaml", encoding: .utf8) == text)
  }

  /// Rules of several kinds of conditions, and how many sessions make the first case of each pass.
  private static let rules = [
    (
      "weekly: { weeks: 4, activities: { kind: run, count: 3, where: { distance: { atLeast: 5 km } } } }",
      12
    ),
    ("weekly: { weeks: 2, activities: { kind: [run, walk], count: 5 }, on: [sat, sun] }", 10),
    ("activities: { kind: swim, count: 4, from: 2025-09-08 }", 4),
    ("lift: { exercise: bench-press, load: { atLeast: 80 kg } }", 0),
    ("weekly: { weeks: 3, lift: { exercise: squat, load: { atLeast: 80 kg } } }", 0),
    ("within: { anyDays: 7, times: 2, feat: { id: pushups-1min, atLeast: 40 } }", 0),
    ("average: { metric: steps, baseline: { days: 28, before: period }, floor: 5000 }", 0),
    ("total: { metric: steps, atMost: 62000 }", 0),
    (
      """
      all: [{ activities: { kind: run, count: 3, where: { heartMinutes: { above: 150 bpm, atLeast: 12 min } } } },
        { activities: { count: 1, where: { heartMinutes: { above: 120 bpm, upTo: 150 bpm, atLeast: 5 min } } } }]
      """, 4
    ),
    ("not: { best: { metric: steps, moreThan: 30000 } }", 0),
    (
      "all: [{ total: { metric: steps, atLeast: 100000 } }, { best: { metric: steps, atMost: 5000 } }]",
      0
    ),
  ]

  @Test(arguments: rules)
  func `first cases show every answer of every part, and no more sessions than are asked for`(
    requires: String, sessions: Int
  ) async throws {
    let scratch = try ScratchFolder()
    try scratch.write(
      """
      rule: r@1.0.0
      title: T
      requires: { \(requires) }
      quality: { flags: { atMost: 0 }, manualShare: { metric: steps, atMost: 10 % } }

      """.utf8, to: "rules.yaml")
    try scratch.write(
      """
      pipeline: p
      challenge: { id: c, title: C, from: 2025-09-01, to: 2025-09-28, timeZone: UTC }
      subjects: { inbox: inbox }
      rules: rules.yaml

      """.utf8, to: "pipeline.yaml")
    let made = try await Program(in: scratch.path).run("rules", "test", ".", "--init")
    let text = try String(contentsOfFile: scratch.path + "/rules_test.yaml", encoding: .utf8)
    #expect(made.exitCode == 0, "\(made.output)\(made.errors)\(text)")
    let first = try #require(text.split(separator: "- case:").dropFirst().first)
    #expect(first.ranges(of: "kind:").count == sessions, "\(text)")
  }

  @Test func `first cases of a baseline are by the floor, and by a target above it`() async throws {
    let scratch = try ScratchFolder()
    try scratch.write(
      """
      rule: r@1.0.0
      title: T
      requires: { days: { metric: steps, baseline: { days: 28, before: period, times: 1.2 }, floor: 5000, count: 5 } }

      """.utf8, to: "rules.yaml")
    let made = try await Program(in: scratch.path).run("rules", "test", ".", "--init")
    #expect(made.exitCode == 0, "\(made.output)\(made.errors)")
    let text = try String(contentsOfFile: scratch.path + "/rules_test.yaml", encoding: .utf8)
    // 1.2 × 4,166 = 4,999.2 is below the floor. 1.2 × (2 × 4,166 + 1) = 9,999.6 is above it.
    for (before, days, outcome) in [
      ("4166", "5000", "pass"), ("4166", "4999", "fail"), ("8333", "10000", "pass"),
      ("8333", "9999", "fail"),
    ] {
      #expect(
        text.split(separator: "- case:").contains {
          $0.contains("days: { steps: [\(days) x7] }")
            && $0.contains("before: { steps: [\(before) x28] }")
            && $0.contains("outcome: \(outcome)")
        }, "\(before) \(days): \(text)")
    }
  }

  @Test(arguments: Self.pipelines)
  func `nothing is found in the rule of a shipped pipeline`(name: String) async throws {
    let outcome = try await Program().run("rules", "check", "pipelines/\(name)")
    #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
  }

  @Test func `JUnit is well-formed whatever a case is called, and the same each time`() async throws
  {
    let scratch = try ScratchFolder()
    let name = #"<a> & "b" 'c' ]]> ü 走"#
    try scratch.write(
      "rule: r@1.0.0\ntitle: T\nrequires: { best: { metric: steps, atLeast: 1 }, reason: '<&>' }\n"
        .utf8, to: "rules.yaml")
    try scratch.write(
      """
      - case: '\(name.replacing("'", with: "''"))'
        period: 2025-09-01..2025-09-01
        days: { steps: [0] }
        expect: { outcome: pass }

      """.utf8, to: "rules_test.yaml")
    let program = Program(in: scratch.path)
    let outcome = try await program.run("rules", "test", ".", "--format", "junit")
    #expect(outcome.exitCode == 3)
    let reader = JUnitReader(outcome.output)
    #expect(reader.isWellFormed)
    // The case, and the one leaf, which has been seen to fail alone.
    #expect(reader.cases == [name, "requires.best"])
    #expect(reader.suite["tests"] == "2")
    #expect(reader.suite["failures"] == "2")
    #expect(reader.failures.first?.contains("<&> (best.too_low)") == true)
    let again = try await program.run("rules", "test", ".", "--format", "junit")
    #expect(again.output == outcome.output)
  }

  @Test func `the score of an archive is a health value`() async throws {
    let scratch = try ScratchFolder()
    try scratch.write(
      """
      - case: anna
        period: 2025-09-01..2025-09-07
        timeZone: Europe/Berlin
        archive: \(packageFolder)/samples/challenge/anna/input/export.zip
        expect: { outcome: pass, score: 1 }

      """.utf8, to: "rules_test.yaml")
    try scratch.write(
      """
      rule: r@1.0.0
      title: T
      requires: { best: { metric: steps, atLeast: 13200 } }
      score: { total: { metric: steps } }

      """.utf8, to: "rules.yaml")
    let program = Program(in: scratch.path)
    // 12,600 and 100 more each day: 7 * 12600 + 2100 = 90,300.
    for format in ["text", "json", "junit"] {
      let outcome = try await program.run("rules", "test", ".", "--format", format)
      #expect(outcome.exitCode == 3)
      #expect(!outcome.output.contains("90300"))
      let asked = try await program.run("rules", "test", ".", "--format", format, "--show-values")
      #expect(asked.output.contains("90300"), "\(asked.output)\(asked.errors)")
    }
  }

  @Test func `a gate must be seen to hold and to be breached`() async throws {
    let scratch = try ScratchFolder()
    try scratch.write(
      """
      rule: r@1.0.0
      title: T
      requires: { total: { metric: steps, atLeast: 10 } }
      quality:
        manualShare: { metric: steps, atMost: 3 % }
        flags: { atMost: 1 }

      """.utf8, to: "rules.yaml")
    let seen = """
      - { case: a, period: 2025-09-01..2025-09-01, days: { steps: [10] }, manualShare: { steps: 3 % },
          flags: [run.speed], expect: { outcome: pass, reasons: [total.met] } }
      - { case: b, period: 2025-09-01..2025-09-01, days: { steps: [9] }, manualShare: { steps: 4 % },
          flags: [run.speed x2], expect: { outcome: fail, reasons: [total.too_low] } }
      - { case: c, period: 2025-09-01..2025-09-01, days: { steps: [~9] },
          asOf: 2025-09-01T12:00:00Z, expect: { outcome: undetermined } }

      """
    try scratch.write(seen.utf8, to: "rules_test.yaml")
    let program = Program(in: scratch.path)
    let without = try await program.run("rules", "test", ".")
    #expect(without.exitCode == 3)
    // A case that fails anyway does not show what a gate does.
    #expect(
      without.output.contains("quality.0.manualShare was never seen to be breached"),
      "\(without.output)\(without.errors)")
    #expect(without.output.contains("quality.1.flags was never seen to be breached"))
    let breached = """
      - { case: d, period: 2025-09-01..2025-09-01, days: { steps: [10] },
          manualShare: { steps: 3.01 % },
          expect: { outcome: undetermined, reasons: [quality.manual_share, total.met] } }
      - { case: e, period: 2025-09-01..2025-09-01, days: { steps: [10] }, flags: [run.speed x2],
          expect: { outcome: undetermined, reasons: [quality.flags, total.met] } }

      """
    try scratch.write((seen + breached).utf8, to: "rules_test.yaml")
    let whole = try await program.run("rules", "test", ".")
    #expect(whole.exitCode == 0, "\(whole.output)\(whole.errors)")
    // Three cases pass but for the gates: a breaches none, d the first, e the second.
    #expect(whole.output.contains("quality.0.manualShare     2            1"))
    #expect(whole.output.contains("quality.1.flags           2            1"))
  }

  @Test func `a file without cases says what to write`() async throws {
    let folder = try ProjectFolder()
    let test = try await folder.program.shell(
      "mkdir a && cp pipelines/yoga-minutes/rules.yaml a && echo > a/rules_test.yaml"
        + " && daymark rules test a")
    #expect(test.exitCode == 2)
    #expect(test.errors.contains("there are no cases; write some, such as `- { case: "))
  }
}

/// What a build server sees of a JUnit document.
private final class JUnitReader: NSObject, XMLParserDelegate {
  private(set) var isWellFormed = false
  private(set) var suite: [String: String] = [:]
  private(set) var cases: [String] = []
  private(set) var failures: [String] = []
  private var isInFailure = false

  init(_ text: String) {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    isWellFormed = parser.parse()
  }

  func parser(
    _: XMLParser, didStartElement name: String, namespaceURI _: String?, qualifiedName _: String?,
    attributes: [String: String]
  ) {
    isInFailure = name == "failure"
    switch name {
    case "testsuite": suite = attributes
    case "testcase": cases.append(attributes["name"] ?? "")
    case "failure": failures.append("")
    default: break
    }
  }

  func parser(_: XMLParser, foundCharacters text: String) {
    if isInFailure, !failures.isEmpty { failures[failures.count - 1] += text }
  }

  func parser(
    _: XMLParser, didEndElement _: String, namespaceURI _: String?, qualifiedName _: String?
  ) { isInFailure = false }
}
