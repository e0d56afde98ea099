import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline
import DaymarkSampleFiles
import Foundation
import Testing

/// Sleep from an export to a verdict, and to nothing where nobody asks for it.
struct SleepRunTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  private var rule: Rule {
    var rule = Workbench.rule()
    rule.requires = Condition(
      .leaf(Leaf(.days(.atLeast(3)), of: .sleep, .atLeast(Quantity(420)))))
    return rule
  }

  /// 5,000 steps a day, and in each night 23:00 to 3:00 asleep, and 3:00 to 6:00 as `value` says.
  private func export(sleeping value: String = "AsleepUnspecified") -> HealthExport {
    var export = Workbench.export([5000, 5000, 5000])
    let dates = ["2025-08-31", "2025-09-01", "2025-09-02", "2025-09-03"]
    func record(_ value: String, _ start: String, _ end: String) -> HealthRecord {
      HealthRecord(
        type: Metric.sleep.healthType, source: .watch(), unit: nil,
        start: .text("\(start):00:00 +0200"), end: .text("\(end):00:00 +0200"),
        value: "HKCategoryValueSleepAnalysis\(value)")
    }
    for (evening, morning) in zip(dates, dates.dropFirst()) {
      export.records.append(record("AsleepCore", "\(evening) 23", "\(morning) 03"))
      export.records.append(record(value, "\(morning) 03", "\(morning) 06"))
    }
    return export
  }

  private func evidence() throws -> JSONValue {
    try JSONValue(parsing: bench.text("walk-2025/anna/evidence.json").utf8)
  }

  @Test func `a rule that asks for sleep has it in its evidence`() async throws {
    let archive = try bench.archive("a.xml", export())
    let anna = Subject(id: "anna", archives: [archive])
    let summary = try await bench.run(bench.pipeline([anna], rule: rule))
    #expect(summary.subjects[0].verdict?.outcome == .pass)
    #expect(
      try evidence()["dailySleep"]
        == .array(
          (1...3).map { .object(["date": .string("2025-09-0\($0)"), "minutes": .number(420)]) }))
  }

  @Test func `the evidence of any other rule is the same with sleep and without`() async throws {
    var without = export()
    without.records.removeAll { $0.type == Metric.sleep.healthType }
    var texts: [JSONValue?] = []
    for export in [export(), without] {
      let archive = try bench.archive("a.xml", export)
      try await bench.run(bench.pipeline([Subject(id: "anna", archives: [archive])]))
      let evidence = try evidence()
      #expect(evidence["dailySleep"] == nil)
      texts.append(evidence["dailySteps"])
      texts.append(evidence["flags"])
    }
    #expect(texts[0] == texts[2] && texts[1] == texts[3])
  }

  @Test func `a rule that asks for sleep later has the archives read again`() async throws {
    let anna = Subject(id: "anna", archives: [try bench.archive("a.xml", export())])
    let walk = try await bench.run(bench.pipeline([anna]))
    #expect(walk.subjects[0].verdict?.outcome == .fail)
    let sleep = try await bench.run(bench.pipeline([anna], rule: rule))
    #expect(sleep.subjects[0].verdict?.outcome == .pass)
  }

  @Test func `a rule that asks for sleep is not held against archives that were read without it`()
    async throws
  {
    let anna = Subject(id: "anna", archives: [try bench.archive("a.xml", export())])
    let path = bench.folder.appendingPathComponent("rules.yaml")
    try Data(
      "rule: a@1.0.0\ntitle: A\nrequires:\n  total: { metric: sleep, atLeast: 7 hr }\n".utf8
    ).write(to: path)
    try await bench.run(bench.pipeline([anna]))
    let error = #expect(throws: DaymarkError.self) {
      try diffRules(at: path.path, path.path, store: bench.store)
    }
    #expect(error?.finding.code == .sleepNotRead)
    try await bench.run(bench.pipeline([anna], rule: rule))
    #expect(try diffRules(at: path.path, path.path, store: bench.store).subjects == 1)
  }

  @Test func `days before the period are not asked for that no archive was read for`() async throws
  {
    let anna = Subject(id: "anna", archives: [try bench.archive("a.xml", export())])
    let path = bench.folder.appendingPathComponent("rules.yaml")
    try Data(
      """
      rule: a@1.0.0
      title: A
      requires:
        best: { metric: steps, baseline: { days: 2, before: period, atLeastDays: 1 }, floor: 1 }

      """.utf8
    ).write(to: path)
    try await bench.run(bench.pipeline([anna]))
    let diff = #expect(throws: DaymarkError.self) {
      try diffRules(at: path.path, path.path, store: bench.store)
    }
    #expect(diff?.finding.code == .baselineNotRead)
    try await bench.run(bench.pipeline([anna], rule: loadRule(at: path.path, period: nil)))
    let days = RulePath("requires", "best", "baseline", "days")
    #expect(
      try sweepRule(at: path.path, threshold: days, over: .list(["1", "2"]), store: bench.store)
        .subjects == 1)
    let sweep = #expect(throws: DaymarkError.self) {
      try sweepRule(at: path.path, threshold: days, over: .list(["2", "3"]), store: bench.store)
    }
    #expect(sweep?.finding.code == .baselineNotRead)
  }

  @Test func `damage is healed night by night`() async throws {
    // The night of the 2nd has an hour on the evening of the 1st, and the sound export lacks it.
    var cut = Workbench.export([5000, 5000, 5000])
    cut.records.insert(
      HealthRecord(
        type: Metric.sleep.healthType, source: .watch(), unit: nil,
        start: "2025-09-01 22:00:00 +0200", end: "2025-09-01 23:00:00 +0200",
        value: "HKCategoryValueSleepAnalysisAsleepCore"), at: 0)
    let path = bench.folder.appendingPathComponent("cut.xml").path
    try Data(cut.xml().dropLast(20)).write(to: URL(fileURLWithPath: path))
    let sound = try bench.archive("sound.xml", Workbench.export([5000, 5000, 5000]))
    let summary = try await bench.run(
      bench.pipeline([Subject(id: "anna", archives: [path, sound])], rule: rule))
    let lacks = summary.subjects[0].findings.filter { $0.code == .inputNotHealed }
    #expect(lacks.map(\.facts.day) == [CivilDay("2025-09-02")])
    #expect(lacks.map(\.facts.metric) == [.sleep])
  }

  @Test func `a value that is not understood opens its nights`() async throws {
    let anna = Subject(
      id: "anna", archives: [try bench.archive("a.xml", export(sleeping: "Dreaming"))])
    var pipeline = try bench.pipeline([anna], rule: rule)
    pipeline.challenge.proofDeadline = Workbench.later.advanced(byDays: 1)
    let verdict = try #require(try await bench.run(pipeline).subjects[0].verdict)
    #expect(verdict.outcome == .undetermined)
    #expect(verdict.reasons.map(\.code).contains("data.rejected"))
  }

  @Test func `a table of sleep that is not read opens the nights of its dates`() async throws {
    let table = bench.folder.appendingPathComponent("sleep.csv")
    try Data("night,hours\n2025-09-01,7.5\n2025-09-02,7.6\n2025-09-03,8.0\n".utf8).write(to: table)
    let steps = try bench.archive("a.xml", steps: [5000, 5000, 5000])
    let anna = Subject(id: "anna", archives: [steps, table.path])
    let codes = { (rule: Rule) async throws -> [String] in
      let summary = try await bench.run(bench.pipeline([anna], rule: rule))
      return summary.subjects[0].verdict?.reasons.map(\.code) ?? []
    }
    #expect(try await codes(rule).contains("data.unread"))
    #expect(try await !codes(Workbench.rule()).contains("data.unread"))
  }
}
