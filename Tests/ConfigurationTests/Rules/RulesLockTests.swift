import DaymarkConfiguration
import DaymarkModel
import Testing

/// The rules' lock.
struct RulesLockTests {
  static let digest = String(repeating: "ab", count: 32)

  @Test func `a lock that is not there, or empty, has no version`() throws {
    let files = try Files(["rules.lock": ""])
    #expect(try RulesLock(at: files.folder + "/rules.lock") == RulesLock())
    #expect(try RulesLock(at: files.folder + "/none/rules.lock") == RulesLock())
    #expect(RulesLock().text == "")
  }

  @Test func `line ends of any system are read, and lines written in their order`() throws {
    let (a, b) = ("walk 1.10.0 \(Self.digest)", "walk 1.2.0 \(Self.digest)")
    let files = try Files(["rules.lock": "\(b)\r\n\(a)\r\n"])
    #expect(try RulesLock(at: files.folder + "/rules.lock").text == "\(a)\n\(b)\n")
  }

  @Test(
    arguments: [
      "walk 1.0.0", "walk 1.0 \(digest)", "Walk! 1.0.0 \(digest)", "walk  1.0.0 \(digest)",
      "walk 1.0.0 \(digest)0", "walk 1.0.0 \(digest) x", "=======",
    ])
  func `each line that is none is an error`(line: String) throws {
    let files = try Files(["rules.lock": "run 1.0.0 \(Self.digest)\n\(line)\n"])
    let errors = files.errors { _ = try RulesLock(at: $0 + "/rules.lock") }
    #expect(errors == ["rules.lock:2:1 config.syntax"])
  }

  @Test func `a check of the rule is told that it was changed under its version`() throws {
    let rule = """
      rule: walk@1.0.0
      title: Walk
      requires:
        best: { metric: steps, atLeast: 5000 }
      """
    let files = try Files(["rules.yaml": rule, "rules.lock": "walk 1.0.0 \(Self.digest)\n"])
    let check = try checkRule(at: files.folder + "/rules.yaml")
    #expect(check.errors.map(\.code) == [.ruleChanged])
    #expect(check.errors.first?.location?.line == 1)
  }

  @Test func `a version that stands a second time is an error there`() throws {
    let line = "walk 1.0.0 \(Self.digest)\n"
    let files = try Files(["rules.lock": line + line])
    let errors = files.errors { _ = try RulesLock(at: $0 + "/rules.lock") }
    #expect(errors == ["rules.lock:2:1 config.duplicate walk 1.0.0"])
  }

  @Test(
    arguments: [
      ("rule: ten-thousand-steps@1.2.0", "1:26"), ("rule: 'ten-thousand-steps@1.2.0'", "1:27"),
      ("\n  # A note.\nrule:   ten-thousand-steps@1.2.0", "3:28"),
    ])
  func `a rule other than the one that was run is told of at its version`(
    identity: String, place: String
  ) throws {
    let text = goodRule.replacing("rule: ten-thousand-steps@1.2.0", with: identity)
    let files = try Files(["rules.yaml": text])
    let path = files.folder + "/rules.yaml"
    let rule = try loadRule(at: path, period: week)
    #expect(rulesLockFindings(of: rule, writtenAt: path) == [])
    var lock = RulesLock()
    lock.add(rule)
    #expect(lock.holds(rule))
    try lock.check(rule, writtenAt: path)
    var other = rule
    other.title = "Another"
    #expect(!lock.holds(other))
    #expect(
      files.errors { _ in try lock.check(other, writtenAt: path) }
        == ["rules.yaml:\(place) rule.changed"])
    other.version = "1.2.1"
    try lock.check(other, writtenAt: path)
  }
}

/// A subject whose folder would be a file's.
struct ReservedSubjectTests {
  @Test(arguments: ["json", "csv"])
  func `a subject named like a file of the run is refused where somebody has written it`(
    kind: String
  ) throws {
    let id = "leaderboard.\(kind)"
    #expect(
      try pipelineErrors(goodPipeline.replacing("id: anna", with: "id: \(id)"))
        == ["pipeline.yaml:9:13 config.bad_value id"])
    #expect(
      try pipelineErrors(
        SubjectsTests.pipeline("manifest: s.csv"), ["s.csv": SubjectsTests.head + "\(id),,a,\n"])
        == ["s.csv:2 config.bad_value subject"])
    #expect(try pipelineErrors(goodPipeline.replacing("id: anna", with: "id: x-\(id)")) == [])
  }
}
