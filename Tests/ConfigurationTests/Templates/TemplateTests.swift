import DaymarkModel
import DaymarkTestSupport
import Foundation
import Testing

@testable import DaymarkConfiguration

/// Copies of a template as text.
struct TemplateTests {
  @Test func `a copy has its values, and the comments and layout of the template`() throws {
    let copy = try template().copy(
      to: "a/spring", setting: ["threshold": "12 km", "title": "Go: #1", "days": "3"])
    #expect(
      copy.files["rules.yaml"] == """
        rule:   spring@1.0.0   # the name
        title: 'Go far'
        requires:
          all:
            # enough
            - { streak: { metric: distanceWalkingRunning, atLeast: 12 km, days: 3 }, reason: "x" }
        score: { total: { metric: distanceWalkingRunning } }

        """)
    // What YAML would not read as the same text is quoted, and what was quoted stays so.
    #expect(
      copy.files["pipeline.yaml"] == """
        pipeline: spring
        challenge:
          id: "spring"
          title: "Go: #1"
          from: 2025-09-01
          to: 2025-09-30
        subjects: { inbox: inbox }
        rules: rules.yaml

        """)
    #expect(copy.title == "Go: #1")
  }

  @Test func `figures of the cases keep their relation to the threshold`() throws {
    // From 8 km to 10 km: times 1.25. 7999 m becomes 9998.75 m; 0.01 m becomes 0.0125 m.
    let tests = try #require(
      template().copy(to: "x", setting: ["threshold": "10 km"]).files["rules_test.yaml"])
    #expect(tests.contains("distanceWalkingRunning: [10 km x2, ~9998.75, -, ~, 0, 0.01 m] }"))
    #expect(tests.contains("score: 20000 }"))
    #expect(tests.contains("steps: [8000 x7]"))
  }

  @Test
  func `a name that is no identifier stays out of the copy, and an id that is set goes before`()
    throws
  {
    let copy = try template().copy(to: "My Folder", setting: ["id": "2026"])
    #expect(copy.files["rules.yaml"]?.hasPrefix("rule:   far@2.1.0 ") == true)
    #expect(copy.files["pipeline.yaml"]?.contains("pipeline: far\n") == true)
    #expect(copy.files["pipeline.yaml"]?.contains("  id: \"2026\"\n") == true)
  }

  @Test func `a value that does not fit is an error where it would stand, with its parameter`()
    throws
  {
    let template = try template()
    let errors = try #require(throws: ConfigurationError.self) {
      try template.copy(to: "new", setting: ["threshold": "12", "to": "2025-08-01"])
    }
    // `to` is before `from`; the rule is checked all the same.
    #expect(
      errors.findings.map { "\($0.location.map { "\($0)" } ?? "") \($0.facts.parameter ?? "")" }
        == ["new/pipeline.yaml:6:7 to", "new/rules.yaml:6:60 threshold"])
  }

  @Test func `a parameter that there is not is an error, with the one that was meant`() throws {
    let template = try template()
    let errors = try #require(throws: ConfigurationError.self) {
      try template.copy(to: "new", setting: ["tresholds": "12 km", "zzzzzz": "1"])
    }
    #expect(errors.findings.map(\.code) == [.parameterUnknown, .parameterUnknown])
    #expect(errors.findings.map { $0.facts.suggestion } == ["threshold", nil])
  }

  @Test(arguments: [
    // A path that leads nowhere, to a mapping, and to a value that is no amount.
    ("at: requires.all.1.streak.atLeast", "4:9"), ("at: requires.all.0.streak", "4:9"),
    ("at: title\n    scales: steps", "4:9"),
    ("at: requires.all.0.streak.days\n    scale: steps", "5:5"),
    ("at: requires.all.0.streak.days\n    scales: step", "5:13"),
  ])
  func `a mistake in template.yaml is an error at its place`(lines: String, place: String) throws {
    let errors = try #require(throws: ConfigurationError.self) {
      try template(parameters: "  - name: x\n    means: m\n    \(lines)\n")
    }
    #expect(errors.findings.count == 1)
    let location = errors.findings.first?.location?.description ?? ""
    #expect(location.hasSuffix("template.yaml:\(place)"))
  }

  @Test func `no two parameters have a name, those of every template included`() throws {
    let errors = try #require(throws: ConfigurationError.self) {
      try template(parameters: "  - { name: title, means: m, at: title }\n")
    }
    #expect(errors.findings.map(\.code) == [.configDuplicate])
  }

  @Test func `the number of sessions follows the number that is asked for`() throws {
    // 3 of 2 asked for: of 4 asked for, 6.
    let copy = try template(
      parameters: "  - { name: n, means: m, at: requires.activities.count, scales: sessions }\n",
      requires: "activities: { kind: run, count: 2 }", tests: sessionCases)
    func runs(_ count: String) throws -> [Substring] {
      let text = try #require(
        copy.copy(to: "x", setting: ["n": count]).files["rules_test.yaml"])
      return text.split(separator: "\n").filter { $0.contains("kind: run") }
        .map { $0.suffix(5).prefix(3) }
    }
    #expect(try runs("4") == ["1 m", "2 m", "3 m", "3 m", "3 m", "3 m"])
    #expect(try runs("1") == ["1 m"])
    // A number that no file should have lines for leaves the cases as they are.
    #expect(try runs("999999") == ["1 m", "2 m", "3 m"])
  }

  @Test func `a run of days becomes longer or shorter, and what follows it goes along`() throws {
    let cases = """
      - case: a
        period: 2025-09-01..2025-09-09
        days: { steps: [8000 x6, -, -, -], flightsClimbed: [0, 3 x7, 0] }
        asOf: 2025-09-07T12:00:00Z
        expect: { outcome: pass }

      """
    let template = try template(
      parameters: "  - { name: n, means: m, at: requires.streak.days, scales: days }\n",
      requires: "streak: { metric: steps, atLeast: 1, days: 7 }", tests: cases)
    func lines(_ days: String) throws -> [String] {
      let text = try #require(template.copy(to: "x", setting: ["n": days]).files["rules_test.yaml"])
      return text.split(separator: "\n").dropFirst().prefix(3).map(String.init)
    }
    #expect(
      try lines("3") == [
        "  period: 2025-09-01..2025-09-05",
        "  days: { steps: [8000 x2, -, -, -], flightsClimbed: [0, 3 x3, 0] }",
        "  asOf: 2025-09-03T12:00:00Z",
      ])
    #expect(
      try lines("1") == [
        "  period: 2025-09-01..2025-09-03",
        "  days: { steps: [-, -, -], flightsClimbed: [0, 3, 0] }", "  asOf: 2025-09-01T12:00:00Z",
      ])
    #expect(try lines("30")[1].contains("8000 x29") && lines("30")[0].hasSuffix("2025-10-02"))
  }

  @Test func `minutes of a session follow the threshold, in each zone that is written`() throws {
    let zone = "heartMinutes: { above: 150 bpm, atLeast: 12 min }"
    let template = try template(
      parameters:
        "  - { name: n, means: m, at: requires.activities.where.heartMinutes.atLeast, scales: heartMinutes }\n",
      requires: "activities: { kind: run, count: 1, where: { \(zone) } }",
      tests: """
        - case: a
          activities:
            - { day: 2025-09-01, kind: run, heartMinutes: 12 min }
            - { day: 2025-09-02, kind: run, heartMinutes: [{ above: 150 bpm, minutes: 6 min }] }
          expect: { outcome: pass }

        """)
    let text = try #require(
      template.copy(to: "x", setting: ["n": "18 min"]).files["rules_test.yaml"])
    #expect(text.contains("heartMinutes: 18 min }"))
    #expect(text.contains("heartMinutes: [{ above: 150 bpm, minutes: 9 min }] }"))
  }

  private let sessionCases = """
    - case: a
      activities:
        - { day: 2025-09-01, kind: run, distance: 1 m }
        - { day: 2025-09-01, kind: run, distance: 2 m }
        - { day: 2025-09-01, kind: run, distance: 3 m }
      expect: { outcome: pass }

    """

  private func template(
    parameters: String? = nil, requires: String? = nil, tests: String? = nil
  ) throws -> ChallengeTemplate {
    let scratch = try ScratchFolder()
    let own = """
        - { name: threshold, means: m, at: requires.all.0.streak.atLeast, scales: distanceWalkingRunning }
        - { name: days, means: m, at: requires.all.0.streak.days }

      """
    try scratch.write("parameters:\n\(parameters ?? own)".utf8, to: "template.yaml")
    try scratch.write(
      """
      pipeline: far
      challenge:
        id: "far-2025"
        title: Go far
        from: 2025-09-01
        to: 2025-09-30
      subjects: { inbox: ../people }
      rules: rules.yaml
      asOf: 2025-10-02T00:00:00Z  # of the samples

      """.utf8, to: "pipeline.yaml")
    let condition =
      requires ?? """
        all:
            # enough
            - { streak: { metric: distanceWalkingRunning, atLeast: 8 km, days: 2 }, reason: "x" }
        """
    try scratch.write(
      """
      rule:   far@2.1.0   # the name
      title: 'Go far'
      requires:
        \(condition)
      score: { total: { metric: distanceWalkingRunning } }

      """.utf8, to: "rules.yaml")
    let cases = """
      - case: a
        period: 2025-09-01..2025-09-07
        days: { steps: [8000 x7], distanceWalkingRunning: [8 km x2, ~7999, -, ~, 0, 0.01 m] }
        expect: { outcome: pass, score: 16000 }

      """
    try scratch.write((tests ?? cases).utf8, to: "rules_test.yaml")
    return try loadTemplate(at: scratch.path)
  }
}
