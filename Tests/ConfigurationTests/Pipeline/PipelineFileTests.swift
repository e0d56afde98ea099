import DaymarkConfiguration
import DaymarkModel
import Testing

struct PipelineFileTests {
  @Test func `a pipeline with every key is read whole, paths from its folder`() throws {
    let address = "0x52908400098527886E0F7030069857D2E4169EE7"
    let hash = "0x" + String(repeating: "0a", count: 32)
    let files = try Files([
      "pipeline.yaml": """
      pipeline: ten-thousand-steps
      challenge:
        id: steps-2025-09
        title: 10,000 steps a day, a week running
        from: 2025-09-01
        to: 2025-09-07
        proofDeadline: 2025-09-10T00:00:00Z
        timeZone: Europe/Berlin
      intake:
        profile: lightchallenge
        challengeId: 0042
        modelHash: "\(hash)"
        evidenceToken: 0xabc
        evidenceExpires: 1760000000000
      subjects:
        list:
          - { id: anna, address: \(address), timeZone: America/New_York, archives: [../a.zip, /b] }
          - id: Zoë 2
            timeZone: Mars/Olympus
            archives:
              - b c.zip
      rules: rules.yaml
      policies:
        manualEntries: include
        sourcePriority: ["*Watch*", "garmin:F?nix"]
        lateInputs: accept
      readLimits: { entries: 300000, documentBytes: 137438953472 }
      asOf: 2025-10-01T00:00:00Z
      contact: Mara at the desk, or help@steps.example
      """,
      "rules.yaml": goodRule,
    ])
    var read = try loadPipeline(at: files.folder)
    #expect(read.challenge.contact == "Mara at the desk, or help@steps.example")
    read.challenge.contact = nil
    #expect(read.name == "ten-thousand-steps")
    #expect(
      read.challenge
        == Challenge(
          id: "steps-2025-09", title: "10,000 steps a day, a week running", period: week,
          proofDeadline: Instant(rfc3339: "2025-09-10T00:00:00Z"), zone: .named("Europe/Berlin")))
    #expect(
      read.intake
        == Intake(
          profile: .lightchallenge, challengeID: "0042", modelHash: hash, evidenceToken: "0xabc",
          evidenceExpires: "1760000000000"))
    #expect(
      read.subjects == [
        Subject(
          id: "anna", address: address, zone: .named("America/New_York"),
          archives: [files.folder + "/../a.zip", "/b"]),
        Subject(id: "Zoë 2", unknownZone: "Mars/Olympus", archives: [files.folder + "/b c.zip"]),
      ])
    #expect(
      read.policies
        == Policies(
          manualEntries: .include,
          sourceOrder: SourceOrder(patterns: ["*Watch*", "garmin:F?nix"]),
          lateInputs: .accept))
    #expect(read.readLimits == [.entries: 300_000, .documentBytes: 128 << 30])
    #expect(read.asOf == Instant(rfc3339: "2025-10-01T00:00:00Z"))
    #expect(read.rule == (try rule(goodRule)))
    #expect(read.warnings == [])
  }

  @Test func `what is optional has its default`() throws {
    let files = try Files(["pipeline.yaml": goodPipeline, "rules.yaml": goodRule])
    let read = try loadPipeline(at: files.folder + "/")
    #expect(read.intake == nil)
    #expect(read.policies == Policies())
    #expect(read.readLimits == [:])
    #expect(read.asOf == nil)
    #expect(read.challenge.zone == nil)
    #expect(read.challenge.proofDeadline == nil)
  }

  @Test func `a period may be given in instants`() throws {
    let pipeline = goodPipeline.replacing(
      "from: 2025-09-01", with: "start: 2025-09-01T00:00:00+02:00"
    ).replacing("to: 2025-09-07", with: "end: 2025-09-07T12:00:00Z")
    let files = try Files(["pipeline.yaml": pipeline, "rules.yaml": goodRule])
    let start = try #require(Instant(rfc3339: "2025-08-31T22:00:00Z"))
    let end = try #require(Instant(rfc3339: "2025-09-07T12:00:00Z"))
    #expect(try loadPipeline(at: files.folder).challenge.period == .instants(Interval(start, end)))
  }

  struct Change: CustomTestStringConvertible {
    let old: String
    /// With § at the place of the error.
    let new: String
    let error: String

    init(_ old: String, _ new: String, _ error: String) {
      (self.old, self.new, self.error) = (old, new, error)
    }

    var testDescription: String { new }
  }

  static let archive = "archives: [a.zip]"

  static let changes = [
    Change("pipeline: ten-thousand-steps", "pipeline: §Ten", "config.bad_value pipeline"),
    Change("pipeline: ten-thousand-steps", "§pipeline:", "config.missing_key pipeline"),
    Change(
      "pipeline: ten-thousand-steps\nchallenge:", "§challenge:", "config.missing_key pipeline"),
    Change("rules: rules.yaml", "§rulez: rules.yaml", "config.unknown_key rulez"),
    Change("rules: rules.yaml", "rules: §[]", "config.bad_value rules"),
    Change("rules: rules.yaml", "rules: §none.yaml", "file.missing"),
    Change("\n  id: steps-2025-09\n", "\n  id: §\"\"\n", "config.bad_value id"),
    Change("\n  id: steps-2025-09\n", "\n  id: §\"a\\tb\"\n", "config.bad_value id"),
    // Such a file lies beside the challenge's folder.
    Change("\n  id: steps-2025-09\n", "\n  id: §run.json\n", "config.bad_value id"),
    Change("\n  id: steps-2025-09\n", "\n  id: §daymark.sqlite-wal\n", "config.bad_value id"),
    Change("  id: steps-2025-09\n  title", "  §title", "config.missing_key id"),
    Change("  title: A week running\n", "", "config.missing_key title"),
    Change("from: 2025-09-01", "from: §2025-09-31", "config.bad_value from"),
    Change("to: 2025-09-07", "to: §2025-08-31", "config.bad_value to"),
    Change("  from: 2025-09-01\n", "", "config.missing_key from"),
    Change("from: 2025-09-01", "§start: 2025-09-01T00:00:00Z", "config.bad_value start"),
    Change(
      "  from: 2025-09-01\n  to: 2025-09-07",
      "  start: 2025-09-02T00:00:00Z\n  end: §2025-09-02T00:00:00Z", "config.bad_value end"),
    // The period cannot end before 2025-09-07T10:00:00Z, when it does at +14:00.
    Change(
      "to: 2025-09-07", "to: 2025-09-07\n  proofDeadline: §2025-09-07T09:59:59Z",
      "config.bad_value proofDeadline"),
    // In Berlin it ends at 22:00 UTC.
    Change(
      "to: 2025-09-07",
      "to: 2025-09-07\n  timeZone: Europe/Berlin\n  proofDeadline: §2025-09-07T21:59:59Z",
      "config.bad_value proofDeadline"),
    Change("to: 2025-09-07", "to: 2025-09-07\n  timeZone: §EST", "config.bad_value timeZone"),
    Change("to: 2025-09-07", "to: 2025-09-07\n  timeZone: §+01:00", "config.bad_value timeZone"),
    Change("rules: rules.yaml", "rules: rules.yaml\nasOf: §2025-10-01", "config.bad_value asOf"),
    Change(
      "rules: rules.yaml", "rules: rules.yaml\npolicies: { manualEntries: §keep }",
      "config.bad_value manualEntries"),
    Change(
      "rules: rules.yaml", "rules: rules.yaml\npolicies: { sourcePriority: §a }",
      "config.bad_value sourcePriority"),
    Change(
      "rules: rules.yaml", "rules: rules.yaml\npolicies: { §manualEntry: include }",
      "config.unknown_key manualEntry"),
    Change(
      "rules: rules.yaml", "rules: rules.yaml\nreadLimits: { entries: §0 }",
      "config.bad_value entries"),
    Change(
      "rules: rules.yaml", "rules: rules.yaml\nreadLimits: { §entry: 5 }",
      "config.unknown_key entry"),
    Change(
      "rules: rules.yaml", "rules: rules.yaml\nintake: { profile: §other }",
      "config.bad_value profile"),
    Change(
      "rules: rules.yaml", "rules: rules.yaml\nintake: §{ challengeId: 1 }",
      "config.missing_key profile"),
    Change(
      "rules: rules.yaml", "rules: rules.yaml\nintake: { profile: daymark, challengeId: §0x2a }",
      "config.bad_value challengeId"),
    Change(
      "rules: rules.yaml", "rules: rules.yaml\nintake: { profile: daymark, modelHash: §0xab }",
      "config.bad_value modelHash"),
    Change("{ id: anna, \(archive) }", "{ id: anna, archives: §{} }", "config.bad_value archives"),
    Change("{ id: anna, \(archive) }", "§{ id: anna }", "config.missing_key archives"),
    Change("{ id: anna, \(archive) }", "§anna", "config.bad_value list"),
    Change(
      "\(archive) }", "\(archive) }\n    - { id: §anna, \(archive) }", "config.duplicate id"),
    Change("{ id: anna,", "{ id: anna, address: §0x12,", "config.bad_value address"),
    Change("{ id: anna,", "{ id: anna, §time_zone: UTC,", "config.unknown_key time_zone"),
    Change("  list:", "  inbox: in\n  §list:", "config.bad_value list"),
  ]

  @Test(arguments: changes)
  func `each error has its place`(change: Change) throws {
    let marked = goodPipeline.replacing(change.old, with: change.new)
    let errors = try pipelineErrors(marked.replacing("§", with: ""))
    guard change.new.contains("§") else {
      // What is missing stands at its mapping, line 3.
      #expect(errors == ["pipeline.yaml:3:3 \(change.error)"])
      return
    }
    let before = marked.prefix { $0 != "§" }
    let line = before.count { $0 == "\n" } + 1
    let column = before.reversed().prefix { $0 != "\n" }.count + 1
    #expect(errors == ["pipeline.yaml:\(line):\(column) \(change.error)"])
  }

  @Test func `errors of the rules are given with those of the pipeline`() throws {
    let errors = try pipelineErrors(
      goodPipeline.replacing("pipeline: t", with: "pipeline: T"),
      ["rules.yaml": goodRule.replacing("count: 5", with: "count: 8")])
    #expect(
      errors == [
        "pipeline.yaml:1:11 config.bad_value pipeline",
        "rules.yaml:4:49 config.bad_value count",
      ])
  }

  @Test func `a missing pipeline.yaml is said as such`() throws {
    let files = try Files(["rules.yaml": goodRule])
    #expect(
      files.errors { _ = try loadPipeline(at: $0) } == ["pipeline.yaml file.missing"])
  }

  @Test func `a token is never repeated in a finding`() throws {
    let pipeline = goodPipeline + "intake: { profile: daymark, evidenceToken: \"se\\tcret\" }\n"
    let files = try Files(["pipeline.yaml": pipeline, "rules.yaml": goodRule])
    let findings = files.findings { _ = try loadPipeline(at: $0) }
    #expect(findings.map(\.code) == [.configBadValue])
    #expect(findings[0].facts.value == nil)
  }
}
