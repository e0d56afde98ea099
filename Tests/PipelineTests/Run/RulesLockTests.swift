import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel
import DaymarkTestSupport
import Foundation
import Testing

@testable import DaymarkPipeline

/// The rules' lock in a run.
struct RulesLockTests {
  private let bench: Workbench
  private var lock: String { bench.folder.path + "/rules.lock" }

  init() throws { bench = try Workbench() }

  /// A rule as it stands in a file; its version begins at 2:14, or for names of another length there.
  private func write(_ rule: Rule, to name: String = "rules.yaml") throws {
    let text = "# The rule.\nrule: \(rule.name)@\(rule.version)\ntitle: \(rule.title)\n"
    try Data(text.utf8).write(to: bench.folder.appendingPathComponent(name))
  }

  private func pipeline(_ rule: Rule, file: String = "rules.yaml") throws -> PipelineConfiguration {
    let archive = try bench.archive("a.xml", steps: [10_000, 10_000, 10_000])
    var pipeline = try bench.pipeline([Subject(id: "anna", archives: [archive])], rule: rule)
    pipeline.rulePath = bench.folder.path + "/" + file
    return pipeline
  }

  private func line(_ rule: Rule) -> String { "\(rule.name) \(rule.version) \(rule.digest.hex)\n" }

  @Test
  func `a run notes each version in order, and writes nothing when all are there`() async throws {
    var rule = Workbench.rule()
    rule.version = "1.1.0"
    try await bench.run(pipeline(rule))
    var older = Workbench.rule(atLeast: 5000)
    older.version = "1.0.0"
    try await bench.run(pipeline(older))
    #expect(try String(contentsOfFile: lock, encoding: .utf8) == line(older) + line(rule))
    let before = try bench.snapshot(of: bench.folder.path)["rules.lock"]
    try await bench.run(pipeline(rule))
    #expect(try bench.snapshot(of: bench.folder.path)["rules.lock"] == before)
  }

  @Test
  func `a changed rule under its old version is refused before anything is read`() async throws {
    try write(Workbench.rule())
    try Data(line(Workbench.rule(atLeast: 9999)).utf8).write(to: URL(fileURLWithPath: lock))
    let error = await #expect(throws: ConfigurationError.self) {
      try await bench.run(pipeline(Workbench.rule()))
    }
    let finding = try #require(error?.findings.first)
    #expect(error?.findings.count == 1)
    #expect(finding.code == .ruleChanged)
    // `rule: walk@1.0.0`: the value begins in column 7, the version after `walk@`.
    #expect(finding.location?.line == 2)
    #expect(finding.location?.column == 12)
    #expect(!FileManager.default.fileExists(atPath: bench.out))
    var raised = Workbench.rule()
    raised.version = "1.0.1"
    let summary = try await bench.run(pipeline(raised))
    #expect(summary.subjects[0].verdict?.outcome == .pass)
  }

  @Test func `runs that note at once keep the lock, each line whole`() async throws {
    let rules = (0..<8).map { index in
      var rule = Workbench.rule(atLeast: 1000 + index)
      rule.version = "1.\(index).0"
      return rule
    }
    let pipelines = try rules.map { try pipeline($0) }
    try await withThrowingTaskGroup { group in
      for pipeline in pipelines { group.addTask { _ = try await lockRule(pipeline) { _ in } } }
      try await group.waitForAll()
    }
    #expect(try String(contentsOfFile: lock, encoding: .utf8) == rules.map(line).joined())
  }

  @Test func `a lock that cannot be written is told of, and the run goes on`() async throws {
    var pipeline = try pipeline(Workbench.rule())
    // No file can be made there, not by anyone.
    pipeline.rulePath = "/proc/rules.yaml"
    let reports = Reports()
    let summary = try await bench.run(pipeline, progress: reports.add)
    #expect(summary.subjects[0].verdict?.outcome == .pass)
    #expect(summary.findings.map(\.code) == [.ruleUnlocked, .deadlineUnstated])
    #expect(summary.findings[0].location?.file == "/proc/rules.lock")
    #expect(reports.list.flatMap(\.findings).map(\.code) == [.ruleUnlocked, .deadlineUnstated])
    let record = try JSONValue(parsing: bench.text("run.json").utf8)
    #expect(record["findings"]?["rule.unlocked"] == .number(1))
  }

  @Test func `what is no lock is an error where it breaks`() async throws {
    try Data((line(Workbench.rule()) + "<<<<<<< HEAD\n").utf8)
      .write(to: URL(fileURLWithPath: lock))
    let error = await #expect(throws: ConfigurationError.self) {
      try await bench.run(pipeline(Workbench.rule()))
    }
    #expect(error?.findings.map(\.code) == [.configSyntax])
    #expect(error?.findings[0].location.map { "\($0)" } == "\(lock):2:1")
  }

  /// Running a shipped pipeline must leave the project as it is.
  ///
  /// To note a new version run it, or the tests with `DAYMARK_RECORD=1`.
  @Test(arguments: try shippedPipelines())
  func `the lock beside each shipped pipeline has its rule`(folder: String) async throws {
    let pipeline = try loadPipeline(at: folder)
    let rulePath = try #require(pipeline.rulePath)
    if ProcessInfo.processInfo.environment["DAYMARK_RECORD"] != nil {
      #expect(try await lockRule(pipeline) { _ in } == [])
    }
    let lock = try RulesLock(at: RulesLock.path(besideRulesAt: rulePath))
    #expect(lock.holds(pipeline.rule), "\(line(pipeline.rule))")
    #expect(rulesLockFindings(of: pipeline.rule, writtenAt: rulePath) == [])
  }

  static func shippedPipelines() throws -> [String] {
    let root = packageFolder + "/pipelines"
    return try FileManager.default.contentsOfDirectory(atPath: root)
      .map { "\(root)/\($0)" }
      .filter { FileManager.default.fileExists(atPath: $0 + "/pipeline.yaml") }.sorted()
  }
}
