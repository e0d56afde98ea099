import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline
import DaymarkStore
import Foundation
import Testing

/// The hand-in closes with the first run at or after the deadline, and a final verdict stays.
struct HandInTests {
  private let bench: Workbench
  private let deadline = Workbench.deadline
  private let closing = Workbench.closing

  init() throws { bench = try Workbench() }

  private func pipeline(
    _ archives: [String], receivedAt: [String: Instant] = [:], deadline: Instant? = nil
  ) throws -> PipelineConfiguration {
    var pipeline = try bench.pipeline([
      Subject(id: "anna", archives: archives, receivedAt: receivedAt)
    ])
    pipeline.challenge.proofDeadline = deadline ?? self.deadline
    return pipeline
  }

  /// Too little on the third day.
  private var short: String {
    get throws { try bench.archive("short.xml", steps: [12_000, 12_000, 9000]) }
  }

  /// The same and more, exported long before the deadline.
  private var full: String {
    get throws { try bench.archive("full.xml", steps: [12_000, 12_000, 13_000]) }
  }

  private func outcome(
    _ pipeline: PipelineConfiguration, asOf: Instant, now: Instant = Workbench.later
  ) async throws -> (outcome: Outcome?, isFinal: Bool, codes: [FindingCode]) {
    let summary = try await bench.run(pipeline, asOf: asOf, now: now)
    let subject = summary.subjects[0]
    return (
      subject.verdict?.outcome, subject.verdict?.finality.isFinal == true,
      (summary.findings + subject.findings).map(\.code)
    )
  }

  @Test func `before the deadline another archive changes the verdict, which is not final`()
    async throws
  {
    let before = deadline.advanced(byMilliseconds: -1)
    let first = try await outcome(pipeline([short]), asOf: before)
    #expect(first.outcome == .fail && !first.isFinal)
    let second = try await outcome(pipeline([short, full]), asOf: before)
    #expect(second.outcome == .pass && !second.isFinal)
  }

  @Test func `a run before anybody handed in anything closes nothing`() async throws {
    let none = try await bench.run(pipeline([]), asOf: closing, now: Workbench.later)
    #expect(none.findings.isEmpty)
    #expect(none.subjects.map(\.error?.facts.reason) == [.noArchives])
    let day = closing.advanced(byMilliseconds: 86_400_000)
    let first = try await outcome(pipeline([full]), asOf: day)
    #expect(first.outcome == .pass && first.isFinal && first.codes == [.inputReceiptAssumed])
  }

  @Test
  func `who handed in nothing fails when the hand-in closes, and may have it otherwise before`()
    async throws
  {
    func verdicts(_ anna: [String], asOf: Instant) async throws -> [Verdict?] {
      var pipeline = try pipeline([full])
      pipeline.subjects.append(Subject(id: "dora", archives: anna))
      pipeline.isComplete = true
      // Nobody stays below a ceiling by handing in nothing.
      pipeline.rule.requires = Condition(.leaf(Leaf(.total, of: .steps, .atMost(Quantity(50_000)))))
      pipeline.rule.onMissing = .zero
      return try await bench.run(pipeline, asOf: asOf).subjects.map(\.verdict)
    }
    let before = deadline.advanced(byMilliseconds: -1)
    let open = try await verdicts([], asOf: before)
    #expect(open.map(\.?.outcome) == [.pass, .undetermined])
    #expect(open.map(\.?.finality.isFinal) == [true, false])
    #expect(open.last??.reasons.first?.code == "data.none")
    let closed = try await verdicts([], asOf: closing)
    #expect(closed.last??.outcome == .fail)
    #expect(closed.last??.finality.isFinal == true)
    // What comes later changes nothing, and says why.
    let document = try bench.text("walk-2025/dora/verdict.json")
    let late = try await verdicts(
      [bench.archive("dora.xml", steps: [1, 2, 3])],
      asOf: closing.advanced(byMilliseconds: 86_400_000))
    #expect(late.last??.reasons.map(\.code) == ["data.none"])
    #expect(try bench.text("walk-2025/dora/verdict.json") == document)
  }

  @Test func `a run ahead of the clock says so`() async throws {
    let ahead = try await outcome(pipeline([full]), asOf: closing, now: deadline)
    #expect(ahead.codes == [.runAhead])
  }

  @Test func `a folder that is empty now leaves the verdict as it was`() async throws {
    let before = deadline.advanced(byMilliseconds: -1)
    _ = try await outcome(pipeline([short]), asOf: before)
    let gone = try await bench.run(pipeline([]), asOf: before).subjects[0]
    #expect(gone.error?.code == .inputGone)
    #expect(gone.stale?.verdict.outcome == .fail)
  }

  @Test func `what the closing run sees first is in time, and what a later one sees is set aside`()
    async throws
  {
    let closed = try await outcome(pipeline([short]), asOf: closing)
    #expect(closed.outcome == .fail && closed.isFinal)
    #expect(closed.codes.contains(.inputReceiptAssumed))
    let document = try bench.text("walk-2025/anna/verdict.json")
    let archives = [try short, try full]
    let later = deadline.advanced(byMilliseconds: 86_400_000)
    let after = try await outcome(pipeline(archives), asOf: later)
    #expect(after.outcome == .fail && after.isFinal)
    #expect(after.codes.contains(.inputReceiptUnknown))
    #expect(!after.codes.contains(.inputReceiptAssumed))
    #expect(document.contains("\"outcome\":\"fail\""))
    let inputs = try JSONValue(parsing: bench.text("walk-2025/anna/evidence.json").utf8)
      .elements("inputs")
    let history = try JSONValue(parsing: bench.text("walk-2025/anna/evidence.json").utf8)["history"]
    #expect(history?.elements("inputs").compactMap { $0.string("firstSeen") } == ["\(later)"])
    #expect(
      history?.elements("inputs").compactMap { $0.string("code") } == ["input.receipt_unknown"])
    #expect(inputs.filter { $0["late"] == .bool(true) }.count == 1)
    // A stranger comes to the same figures and takes the receipt on trust.
    let checked = try verify(
      bench.out + "/walk-2025/anna",
      with: VerificationMeans(archives: archives, pipeline: pipeline(archives)))
    #expect(checked.isSame, "\(checked.subjects.flatMap(\.differences))")
    #expect(checked.subjects[0].trusted.contains(.history))
    // A run of another day says the same, and a look back too.
    for asOf in [later.advanced(byMilliseconds: 86_400_000), closing] {
      let again = try await outcome(pipeline(archives), asOf: asOf)
      #expect(again.outcome == .fail && again.codes.contains(.inputReceiptUnknown))
    }
  }

  @Test func `evidence of the version before, which says it in the inputs, is still verified`()
    async throws
  {
    _ = try await outcome(pipeline([short]), asOf: closing)
    let archives = [try short, try full]
    let later = deadline.advanced(byMilliseconds: 86_400_000)
    _ = try await outcome(pipeline(archives), asOf: later)
    let folder = bench.out + "/walk-2025/anna"
    let text = try bench.text("walk-2025/anna/evidence.json")
    guard case .object(var members) = try JSONValue(parsing: text.utf8) else { return }
    let history = try #require(members.removeValue(forKey: "history")?.elements("inputs").first)
    members["schema"] = .string("daymark/evidence@3")
    members["inputs"] = .array(
      try JSONValue(parsing: text.utf8).elements("inputs").map { input in
        guard case .object(var row) = input, row["sha256"] == history["sha256"] else {
          return input
        }
        row["firstSeen"] = history["firstSeen"]
        return .object(row)
      })
    let bytes = JSONValue.object(members).canonicalBytes()
    let line = "\(Digest(of: bytes).hex)  evidence.json\n"
    try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/evidence.json"))
    try Data(line.utf8).write(to: URL(fileURLWithPath: "\(folder)/evidence.sha256"))
    let means = VerificationMeans(archives: archives, pipeline: try pipeline(archives))
    let checked = try verify(folder, with: means).subjects[0]
    #expect(checked.differences == [] && checked.trusted.contains(.history))
  }

  @Test func `after the closing a stated receipt in time counts, and so does a later deadline`()
    async throws
  {
    _ = try await outcome(pipeline([short]), asOf: closing)
    let archives = [try short, try full]
    let stated = try await outcome(
      pipeline(archives, receivedAt: [try full: deadline]), asOf: closing)
    #expect(stated.outcome == .pass)
    let extended = try await outcome(
      pipeline(archives, deadline: closing.advanced(byMilliseconds: 1)), asOf: closing)
    #expect(extended.outcome == .pass && !extended.isFinal)
  }

  @Test func `an input that a run before the deadline saw may be away in the closing run`()
    async throws
  {
    let before = deadline.advanced(byMilliseconds: -1)
    _ = try await outcome(pipeline([short, full]), asOf: before)
    _ = try await outcome(pipeline([short]), asOf: closing)
    let back = try await outcome(pipeline([short, full]), asOf: closing)
    #expect(back.outcome == .pass)
  }

  @Test func `a run for an instant after the clock closes nothing`() async throws {
    let ahead = try await outcome(
      pipeline([short]), asOf: closing, now: deadline.advanced(byMilliseconds: -1))
    #expect(!ahead.codes.contains(.inputReceiptAssumed))
    let later = try await outcome(pipeline([short, full]), asOf: closing)
    #expect(later.outcome == .pass && later.codes.contains(.inputReceiptAssumed))
  }

  @Test func `a subject that could not be looked at in the closing run is left open until it can`()
    async throws
  {
    _ = try await outcome(pipeline([short]), asOf: deadline.advanced(byMilliseconds: -1))
    let gone = bench.folder.appendingPathComponent("gone.xml").path
    _ = try await outcome(pipeline([gone]), asOf: closing)
    let read = try await outcome(pipeline([short, full]), asOf: closing)
    #expect(read.outcome == .pass && !read.codes.contains(.inputReceiptUnknown))
  }

  /// Else whoever hands in bytes of chance has as much time as they like.
  @Test func `rubbish closes the hand-in as anything else does`() async throws {
    let rubbish = bench.folder.appendingPathComponent("rubbish.xml").path
    try Data("no export".utf8).write(to: URL(fileURLWithPath: rubbish))
    let failed = try await outcome(pipeline([rubbish]), asOf: closing)
    #expect(failed.outcome == nil)
    let after = try await outcome(pipeline([rubbish, full]), asOf: closing)
    #expect(after.outcome == nil)
    let replaced = try await outcome(pipeline([full]), asOf: closing)
    #expect(replaced.outcome != .pass && replaced.codes.contains(.inputReceiptUnknown))
  }

  @Test func `who is forgotten stays closed, and the book names nobody`() async throws {
    _ = try await outcome(pipeline([short]), asOf: closing)
    _ = try await forgetSubject(
      "anna", of: "walk-2025", OutputAccess(outputFolder: bench.out, now: Workbench.later)
    )
    let book = try Book(reading: Book.path(besideStore: bench.store))
    #expect(try book.check().erased > 0)
    let handIn = try book.handIn(of: "walk-2025", deadline: deadline)
    #expect(handIn.isClosed(of: "anna") && handIn.seen.isEmpty)
  }
}
