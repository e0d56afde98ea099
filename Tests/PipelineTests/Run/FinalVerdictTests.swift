import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline
import DaymarkStore
import DaymarkTestSupport
import Foundation
import Testing

/// A final verdict changes only when the operator, the program or an input that was gone changed, and then says so.
struct FinalVerdictTests {
  private let bench: Workbench
  private let deadline = Workbench.deadline
  private let closing = Workbench.closing

  init() throws { bench = try Workbench() }

  private func pipeline(
    _ archives: [String], rule: Rule = Workbench.rule(),
    _ change: (inout Subject) -> Void = { _ in }
  ) throws -> PipelineConfiguration {
    var subject = Subject(id: "anna", archives: archives)
    change(&subject)
    var pipeline = try bench.pipeline([subject], rule: rule)
    pipeline.challenge.proofDeadline = deadline
    return pipeline
  }

  private var short: String {
    get throws { try bench.archive("short.xml", steps: [12_000, 12_000, 9000]) }
  }

  private var full: String {
    get throws { try bench.archive("full.xml", steps: [12_000, 12_000, 13_000]) }
  }

  private func day(_ number: Int) -> Instant {
    closing.advanced(byMilliseconds: Int64(number) * 86_400_000)
  }

  private var verdict: String { get throws { try bench.text("walk-2025/anna/verdict.json") } }

  private var supersedes: JSONValue? {
    get throws {
      try JSONValue(parsing: bench.text("walk-2025/anna/evidence.json").utf8)["history"]?[
        "supersedes"]
    }
  }

  @Test func `a run for any other instant leaves a final verdict as it stands`() async throws {
    let pipeline = try pipeline([short])
    try await bench.run(pipeline, asOf: closing)
    let closed = try verdict
    for asOf in [day(3), closing, deadline.advanced(byMilliseconds: -1), nil] {
      let summary = try await bench.run(pipeline, asOf: asOf)
      #expect(summary.subjects[0].verdict?.finality == .final)
      #expect(try verdict == closed)
      #expect(try supersedes == nil)
    }
  }

  @Test func `what a run for an earlier instant would reject stays in a final verdict`()
    async throws
  {
    let export = Workbench.export([12_000, 12_000, 13_000], exportDate: nil)
    let pipeline = try pipeline([bench.archive("undated.xml", export)])
    let closed = try await bench.run(pipeline, asOf: closing).subjects[0]
    #expect(closed.verdict?.outcome == .pass)
    let evidence = try bench.text("walk-2025/anna/evidence.json")
    // Two of the days are later than a day after this.
    let back = try #require(Instant(rfc3339: "2025-09-01T00:00:00Z"))
    try await bench.run(pipeline, asOf: back)
    #expect(try bench.text("walk-2025/anna/evidence.json") == evidence)
  }

  @Test func `another rule gives a verdict that supersedes the final one, and every table says so`()
    async throws
  {
    let archives = [try short]
    try await bench.run(pipeline(archives), asOf: closing)
    let former = Digest(of: Array(try verdict.utf8)).hex
    let easier = try pipeline(archives, rule: Workbench.rule(atLeast: 9000))
    for asOf in [day(1), day(2)] {
      let summary = try await bench.run(easier, asOf: asOf)
      #expect(summary.subjects[0].verdict?.outcome == .pass)
      #expect(summary.subjects[0].supersedes?.causes == ["rule.changed"])
      #expect(try supersedes?.string("sha256") == former)
      #expect(try supersedes?.elements("causes") == [.string("rule.changed")])
      #expect(
        try bench.text("walk-2025/verdicts.csv").contains(
          "anna,pass,streak.met,yes,,,,,,,0,0,0,0,\(former),,\n"))
    }
    let changes = try storedChanges(store: bench.store, since: .run(1)).changes
    #expect(changes.map(\.supersedes?.hex) == [former])
    let means = VerificationMeans(archives: archives, pipeline: easier)
    let checked = try verify(bench.out + "/walk-2025", with: means)
    #expect(checked.isSame && checked.subjects[0].trusted.contains(.history))
  }

  @Test func `before a verdict is final nothing is superseded`() async throws {
    try await bench.run(pipeline([short]), asOf: deadline.advanced(byMilliseconds: -1))
    try await bench.run(pipeline([short, full]), asOf: closing)
    #expect(try supersedes == nil)
  }

  @Test func `an input that is gone leaves the verdict as it was, until it is back or set aside`()
    async throws
  {
    let archives = [try short, try full]
    try await bench.run(pipeline(archives), asOf: closing)
    let closed = try verdict
    for left in [[archives[0]], []] {
      let gone = try await bench.run(pipeline(left), asOf: day(1)).subjects[0]
      #expect(gone.error?.code == .inputGone && gone.verdict == nil)
      #expect(gone.stale?.verdict.finality == .final && gone.stale?.verdict.outcome == .pass)
      #expect(try verdict == closed)
    }
    // The operator changed something meanwhile, so nobody should take it for final.
    let other = try pipeline([archives[0]], rule: Workbench.rule(atLeast: 11_000))
    let open = try await bench.run(other, asOf: day(1)).subjects[0]
    #expect(open.stale?.verdict.finality.isFinal == false)
    let back = try await bench.run(pipeline(archives), asOf: day(2)).subjects[0]
    #expect(back.verdict?.finality == .final && back.supersedes == nil)
    #expect(try verdict == closed)
    let digest = Digest(of: Array(try Data(contentsOf: URL(fileURLWithPath: archives[1]))))
    let decided = try pipeline([archives[0]]) {
      $0.setAside = [.init(digest.hex, InputWaiver(because: "it is somebody else's"))]
    }
    let without = try await bench.run(decided, asOf: day(3)).subjects[0]
    #expect(without.verdict?.outcome == .fail)
    #expect(without.supersedes?.verdict == Digest(of: Array(closed.utf8)))
    #expect(without.supersedes?.causes == ["input.removed", "settings.changed"])
  }

  @Test func `an input that was away in the closing run supersedes when it is back`() async throws {
    try await bench.run(pipeline([short, full]), asOf: deadline.advanced(byMilliseconds: -1))
    try await bench.run(pipeline([short]), asOf: closing)
    let back = try await bench.run(pipeline([short, full]), asOf: day(1)).subjects[0]
    #expect(back.verdict?.outcome == .pass && back.supersedes?.causes == ["input.added"])
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `whatever is handed in, a final verdict stays or says what changed`(seed: UInt64)
    async throws
  {
    var random = SeededGenerator(seed: seed)
    let steps = (0..<4).map { _ in (0..<3).map { _ in 8000 + random.below(5000) } }
    let all = try steps.enumerated().map { try bench.archive("\($0).xml", steps: $1) }
    var (handedIn, final, hour) = ([all[0]], String?.none, -30)
    var rule = Workbench.rule()
    for _ in 0..<10 {
      hour += random.below(16)
      let isLookingBack = random.below(4) == 0
      let asOf = deadline.advanced(
        byMilliseconds: Int64(hour - (isLookingBack ? 20 : 0)) * 3_600_000)
      if random.flag(), handedIn.count < all.count { handedIn.insert(all[handedIn.count], at: 0) }
      let isOther = random.below(4) == 0
      if isOther { rule = Workbench.rule(atLeast: 9000 + random.below(3000)) }
      let pipeline = try pipeline(handedIn, rule: rule)
      let run = try await bench.run(pipeline, asOf: asOf).subjects[0]
      let now = try verdict
      if let former = final, former != now {
        #expect(isOther)
        #expect(run.supersedes?.verdict == Digest(of: Array(former.utf8)))
        #expect(run.supersedes?.causes == ["rule.changed"])
      }
      // What a look back gives is in no book.
      if isLookingBack, final != nil, final != now { return }
      if run.verdict?.finality.isFinal == true { final = now }
      let before = try bench.snapshot()
      try await bench.run(pipeline, asOf: asOf)
      let after = try bench.snapshot()
      #expect(
        before.filter { $0.key.hasPrefix("walk-2025/") }
          == after.filter { $0.key.hasPrefix("walk-2025/") })
    }
  }

  // MARK: The book

  @Test func `without the book of earlier runs no run goes on, unless it begins a new one`()
    async throws
  {
    let pipeline = try pipeline([short])
    try await bench.run(pipeline, asOf: closing)
    let former = Digest(of: Array(try verdict.utf8)).hex
    let book = Book.path(besideStore: bench.store)
    // The store alone can be made again.
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: bench.store + suffix)
    }
    try await bench.run(pipeline, asOf: closing)
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: book + suffix)
    }
    let error = await #expect(throws: DaymarkError.self) {
      try await bench.run(pipeline, asOf: closing)
    }
    #expect(error?.finding.code == .bookMissing && error?.finding.location?.file == book)
    #expect(!FileManager.default.fileExists(atPath: book))
    let archives = [try short, try full]
    func begin() async throws -> RunSummary {
      try await bench.run(self.pipeline(archives), asOf: closing, beginsNewBook: true)
    }
    let begun = try await begin()
    #expect(begun.beginsNewBook && begun.subjects[0].verdict?.outcome == .pass)
    #expect(try JSONValue(parsing: bench.text("run.json").utf8)["newBook"] == .bool(true))
    #expect(try supersedes?.string("sha256") == former)
    #expect(try supersedes?.elements("causes") == [.string("book.new")])
    // With the book there the flag changes nothing.
    let again = try await begin()
    #expect(!again.beginsNewBook && again.subjects[0].supersedes == begun.subjects[0].supersedes)
  }
}
