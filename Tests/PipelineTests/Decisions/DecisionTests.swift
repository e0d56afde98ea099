import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline
import DaymarkStore
import DaymarkTestSupport
import Foundation
import Testing

/// What a person decides stands beside the verdict: in the book, in a document of its own, and in the table.
struct DecisionTests {
  private let bench: Workbench
  /// Anna fails by her third day, and Ben passes.
  private let pipeline: PipelineConfiguration

  init() throws {
    bench = try Workbench()
    pipeline = try bench.annaAndBen()
  }

  @discardableResult
  private func decide(
    _ subject: String, _ outcome: Outcome?, because: String? = "the club saw it",
    by: String? = "Mara", of challenge: String = "walk-2025"
  ) async throws -> DecisionSummary {
    try await decideSubject(
      DecisionRequest(
        challenge: challenge, subject: subject, outcome: outcome, because: because, by: by),
      OutputAccess(outputFolder: bench.out, now: Workbench.later, waits: true))
  }

  private func text(_ name: String) throws -> String { try bench.text("walk-2025/\(name)") }

  /// The last two columns of a subject's row: the decision that stands, and the one that is asked for again.
  private func columns(_ subject: String) throws -> String {
    let row = try text("verdicts.csv").split(separator: "\n").first { $0.hasPrefix(subject) }
    return try #require(row).split(separator: ",", omittingEmptySubsequences: false).suffix(2)
      .joined(separator: ",")
  }

  private func code(_ body: () async throws -> Void) async -> FindingCode? {
    do { try await body() } catch { return (error as? DaymarkError)?.finding.code }
    return nil
  }

  @Test func `it lies beside the verdict, which stays what it is`() async throws {
    try await bench.run(pipeline)
    let verdict = try text("anna/verdict.json")
    let summary = try await decide("anna", .pass)
    #expect(summary.written == ["walk-2025/anna/decision.json", "walk-2025/verdicts.csv"])
    #expect(try text("anna/verdict.json") == verdict)
    // Workbench.later is 1,760,000,000 s after 1970: 9 October 2025, 08:53:20 UTC.
    #expect(
      try text("anna/decision.json") == """
        {"at":"2025-10-09T08:53:20Z","because":"the club saw it","by":"Mara",\
        "challenge":"walk-2025","outcome":"pass","schema":"daymark/decision@1","subject":"anna",\
        "verdict":{"outcome":"fail","sha256":"\(Digest(of: verdict.utf8).hex)"}}
        """)
    #expect(try columns("anna") == "pass,")
    #expect(try columns("ben") == ",")
    let verification = try verify(bench.out + "/walk-2025", with: VerificationMeans())
    #expect(verification.isSame)
    let anna = try #require(verification.subjects.first)
    #expect(anna.decision?.holds == true && anna.trusted.contains(.decision))
  }

  @Test func `a run that changes nothing leaves it, and writes one that is lost`() async throws {
    try await bench.run(pipeline)
    try await decide("anna", .pass)
    let before = try bench.snapshot()
    let again = try await bench.run(pipeline)
    #expect(again.subjects.allSatisfy { $0.work < .written } && again.findings.isEmpty)
    for name in ["anna/decision.json", "anna/verdict.json", "verdicts.csv"] {
      #expect(try bench.snapshot()["walk-2025/\(name)"] == before["walk-2025/\(name)"], "\(name)")
    }
    let decision = try text("anna/decision.json")
    try FileManager.default.removeItem(atPath: bench.out + "/walk-2025/anna/decision.json")
    let mending = try await bench.run(pipeline)
    #expect(try text("anna/decision.json") == decision)
    #expect(mending.subjects[0].findings.map(\.code) == [.fileRewritten])
  }

  @Test func `where the verdict is another it is asked for again, and may be made again`()
    async throws
  {
    var pipeline = pipeline
    pipeline.challenge.proofDeadline = nil
    try await bench.run(pipeline)
    try await decide("anna", .pass)
    pipeline.subjects[0].archives.append(try bench.archive("c.xml", steps: [1, 1, 9500]))
    let run = try await bench.run(pipeline)
    #expect(
      run.findings.filter { $0.code == .decisionLapsed }.compactMap(\.facts.subject) == ["anna"])
    #expect(try columns("anna") == ",pass")
    #expect(try verify(bench.out + "/walk-2025", with: VerificationMeans()).isSame)
    let open = try openMatters(of: "walk-2025", store: bench.store)
    #expect(open.subjects.map(\.id) == ["anna"] && open.subjects[0].matters == [.lapsed])
    #expect(open.subjects[0].lapsed?.by == "Mara")
    let changes = try storedChanges(store: bench.store)
    #expect(changes.changes.isEmpty)
    #expect(changes.decisions.map(\.decision?.holds) == [false])
    let former = try await decide("anna", .fail, because: "looked again").former
    #expect(former?.outcome == .pass)
    #expect(try columns("anna") == "fail,")
    #expect(try openMatters(of: "walk-2025", store: bench.store).subjects.isEmpty)
  }

  @Test func `it can be taken back, and the book keeps both`() async throws {
    try await bench.run(pipeline)
    #expect(await code { try await decide("anna", nil) } == .decisionMissing)
    try await decide("anna", .pass)
    let undone = try await decide("anna", nil, because: nil, by: nil)
    #expect(undone.former?.outcome == .pass && undone.decision == nil)
    #expect(undone.removed == ["walk-2025/anna/decision.json"])
    #expect(try columns("anna") == ",")
    #expect(!FileManager.default.fileExists(atPath: bench.out + "/walk-2025/anna/decision.json"))
    try await bench.run(pipeline)
    #expect(!FileManager.default.fileExists(atPath: bench.out + "/walk-2025/anna/decision.json"))
    let book = try Book(reading: Book.path(besideStore: bench.store))
    let entries = try book.decisionEntries(of: "walk-2025").map(\.value)
    #expect(entries.map { $0.decision?.outcome } == [.pass, nil])
    #expect(entries.map { $0.withdrawn?.at } == [nil, Workbench.later])
    #expect(try book.decisions(of: "walk-2025").isEmpty)
    #expect(try storedChanges(store: bench.store).decisions.map(\.subject) == ["anna"])
  }

  @Test func `nothing is decided on what is not there, or is not what a run wrote`() async throws {
    try await bench.run(pipeline)
    #expect(await code { try await decide("dora", .pass) } == .subjectUnknown)
    #expect(await code { try await decide("anna", .pass, of: "run") } == .challengeUnknown)
    let file = bench.out + "/walk-2025/anna/verdict.json"
    let edited = try text("anna/verdict.json").replacing("\"fail\"", with: "\"pass\"")
    try edited.write(toFile: file, atomically: true, encoding: .utf8)
    #expect(await code { try await decide("anna", .pass) } == .verdictMissing)
    try FileManager.default.removeItem(atPath: file)
    #expect(await code { try await decide("anna", .pass) } == .verdictMissing)
    let book = try Book(reading: Book.path(besideStore: bench.store))
    #expect(try book.decisionEntries(of: "walk-2025").isEmpty)
  }

  @Test func `decisions that are made at once take turns`() async throws {
    try await bench.run(pipeline)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (subject, outcome) in [("anna", Outcome.pass), ("ben", .fail), ("anna", .undetermined)] {
        group.addTask { try await decide(subject, outcome) }
      }
      try await group.waitForAll()
    }
    let book = try Book(reading: Book.path(besideStore: bench.store))
    #expect(try book.decisionEntries(of: "walk-2025").count == 3)
    let standing = try #require(try book.decisions(of: "walk-2025")["anna"])
    #expect(try columns("anna") == "\(standing.outcome.rawValue),")
    #expect(try columns("ben") == "fail,")
    #expect(try verify(bench.out + "/walk-2025", with: VerificationMeans()).isSame)
  }

  @Test func `whoever is forgotten has no decision, in no byte`() async throws {
    try await bench.run(pipeline)
    try await decide("anna", .pass, because: "a very telling reason")
    _ = try await forgetSubject(
      "anna", of: "walk-2025",
      OutputAccess(outputFolder: bench.out, now: Workbench.later, waits: false))
    for (name, file) in try bench.snapshot() {
      #expect(file.bytes?.range(of: Data("telling reason".utf8)) == nil, "\(name)")
    }
    let book = try Book(reading: Book.path(besideStore: bench.store))
    #expect(try book.decisions(of: "walk-2025").isEmpty && book.check().erased > 0)
  }

  @Test(arguments: [
    ("\"subject\":\"anna\"", "\"subject\":\"ben\""), ("\"challenge\"", "\"challonge\""),
    ("{\"at\"", "{ \"at\""), ("daymark/decision@1", "daymark/decision@2"),
  ])
  func `a decision on something else is found`(_ old: String, _ new: String) async throws {
    try await bench.run(pipeline)
    try await decide("anna", .pass)
    let changed = try text("anna/decision.json").replacing(old, with: new)
    let folder = bench.out + "/walk-2025/anna"
    try changed.write(toFile: folder + "/decision.json", atomically: true, encoding: .utf8)
    let found = try #require(try verify(folder, with: VerificationMeans()).subjects.first)
    #expect(found.checks.filter { !$0.differences.isEmpty }.map(\.item) == [.decision])
  }

  @Test func `an edited outcome is not the one of the table`() async throws {
    try await bench.run(pipeline)
    try await decide("anna", .pass)
    let changed = try text("anna/decision.json").replacing(
      "\"outcome\":\"pass\"", with: "\"outcome\":\"fail\"")
    try changed.write(
      toFile: bench.out + "/walk-2025/anna/decision.json", atomically: true, encoding: .utf8)
    let result = try verify(bench.out + "/walk-2025", with: VerificationMeans())
    #expect(result.checks.filter { !$0.differences.isEmpty }.map(\.item) == [.verdictTable])
  }
}
