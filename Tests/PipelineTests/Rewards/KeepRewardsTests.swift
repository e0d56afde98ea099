import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline
import DaymarkSampleFiles
import DaymarkStore
import DaymarkTestSupport
import Foundation
import Testing

/// A programme over days and verdicts that runs left in a store, night after night.
final class KeepRewardsTests {
  private let folder: ScratchFolder
  private var programme: String { "\(folder.path)/programmes/walk" }
  private var out: String { "\(folder.path)/out" }

  /// Points and a streak of steps, known from before the challenge on.
  private static let text = """
    programme: walk@1.0.0
    title: Walk
    days: ../../pipelines/steps
    known: 2025-08-31T00:00:00Z
    challenges: [../../pipelines/steps]
    points:
      base: [{ total: { metric: steps }, points: 1, per: 1000 }]
      bonus: [{ challenge: steps, percent: 10 }]
    streaks:
      walking: { unit: day, day: { total: { metric: steps }, atLeast: 10000 } }
    redemptions: redemptions.csv

    """

  private static let pipeline = """
    pipeline: steps
    challenge:
      id: steps
      title: Steps
      from: 2025-09-01
      to: 2025-09-03
      proofDeadline: 2025-09-15T00:00:00Z
      timeZone: Europe/Berlin
    subjects: { inbox: inbox }
    rules: rules.yaml

    """

  private static let rules = """
    rule: steps@1.0.0
    title: Steps
    requires:
      streak: { metric: steps, days: 3, atLeast: 10000 }

    """

  init() throws {
    folder = try ScratchFolder()
    try folder.write(Array(Self.pipeline.utf8), to: "pipelines/steps/pipeline.yaml")
    try folder.write(Array(Self.rules.utf8), to: "pipelines/steps/rules.yaml")
    try folder.write(Array(Self.text.utf8), to: "programmes/walk/programme.yaml")
    try redeem([])
  }

  private func redeem(_ rows: [String]) throws {
    let text = (["id,subject,date,points,what,known"] + rows).joined(separator: "\n") + "\n"
    try folder.write(Array(text.utf8), to: "programmes/walk/redemptions.csv")
  }

  private func handIn(_ name: String, _ steps: [Int], exported day: Int) throws {
    let export = Workbench.export(
      steps, exportDate: .text("2025-09-0\(day) 08:00:00 +0200"))
    try folder.write(Array(export.xml()), to: "pipelines/steps/inbox/anna/\(name).xml")
  }

  /// Runs the pipeline, then the programme, for an instant of September 2025.
  @discardableResult
  private func night(_ day: Int) async throws -> RewardsSummary {
    let asOf = Workbench.deadline.advanced(byMilliseconds: Int64(day - 15) * 86_400_000)
    let now = Instant(seconds: 1_770_000_000)
    var options = RunOptions(outputFolder: out, now: now)
    options.asOf = asOf
    _ = try await runPipeline(
      loadPipeline(at: "\(folder.path)/pipelines/steps"), options: options)
    return try await keepRewards(
      of: programme, OutputAccess(outputFolder: out, now: now), asOf: asOf)
  }

  private func ledger() throws -> [String] {
    let text = try String(contentsOfFile: "\(out)/walk/anna/ledger.jsonl", encoding: .utf8)
    return try text.split(separator: "\n").map { written in
      let line = try #require(Members<LedgerLine>.ledger.kind.value(Array(written.utf8)))
      let part = line.part.map { " \($0.rawValue)" } ?? ""
      return "\(line.kind.rawValue)\(part) \(line.day) \(line.points)"
    }
  }

  @Test func `days are booked when they are settled, and a pass when the hand-in has closed`()
    async throws
  {
    try handIn("first", [12_000, 11_000, 10_500], exported: 5)
    let open = try await night(6)
    #expect(
      try ledger() == [
        "earned base 2025-09-01 12", "earned base 2025-09-02 11", "earned base 2025-09-03 10",
      ])
    #expect(open.books[0].streaks[0].current?.count == 3)
    #expect(open.books[0].expected.map(\.points) == [3])
    let closed = try await night(15)
    #expect(try ledger().dropFirst(3) == ["earned bonus 2025-09-03 3"])
    #expect(closed.books[0].points.balance == 36 && closed.books[0].expected == [])
    let table = try String(contentsOfFile: "\(out)/walk/standings.csv", encoding: .utf8)
    #expect(table == "rank,subject,earned,balance,level,badges\n1,anna,36,36,1,0\n")
  }

  @Test func `what was told stays, and later figures add lines that say which input changed them`()
    async throws
  {
    try handIn("first", [12_000, 9_000, 10_500], exported: 5)
    try await night(6)
    let told = try ledger()
    try redeem(["r1,anna,2025-09-06,20,a book,"])
    try await night(7)
    #expect(try ledger().dropFirst(told.count) == ["redeemed 2025-09-06 -20"])
    try handIn("second", [12_000, 11_000, 10_500], exported: 8)
    let late = try await night(8)
    #expect(try ledger().dropFirst(told.count + 1) == ["corrected base 2025-09-02 2"])
    let line = try #require(late.books[0].lines.last)
    let bytes = try Data(
      contentsOf: URL(fileURLWithPath: "\(folder.path)/pipelines/steps/inbox/anna/second.xml"))
    #expect(line.because?.input == Digest(of: Array(bytes)))
    #expect(line.because?.day == CivilDay("2025-09-02"))
  }

  @Test func `a run that is repeated, or looks back, changes nothing`() async throws {
    try handIn("first", [12_000, 11_000, 10_500], exported: 5)
    try await night(6)
    let (ledger, book) = (try ledger(), try entries())
    let again = try await night(6)
    #expect(again.written == 0)
    #expect(
      try self.ledger() == ledger && entries().filter { $0 != .run } == book.filter { $0 != .run })
    try await night(9)
    let count = try entries().count
    let back = try await night(6)
    #expect(back.isForAnotherTime && back.books[0].lines.count == 3)
    #expect(try entries().count == count)
    // After the clock nobody knows yet.
    let ahead = try await keepRewards(
      of: programme, OutputAccess(outputFolder: out, now: Instant(seconds: 1_770_000_000)),
      asOf: Instant(seconds: 1_770_000_001))
    #expect(ahead.isForAnotherTime && ahead.books[0].points.earned == 33)
    #expect(try entries().count == count)
  }

  @Test func `a row that states an instant before a run that lacked it counts from after that run`()
    async throws
  {
    try handIn("first", [12_000, 11_000, 10_500], exported: 5)
    try await night(6)
    try redeem(["r1,anna,2025-09-04,20,a book,2025-09-04T00:00:00Z"])
    let summary = try await night(7)
    #expect(summary.findings.map(\.code) == [.booksBackdated])
    #expect(summary.books[0].lines.last?.kind == .redeemed)
    #expect(
      try #require(summary.books[0].lines.last).knownAt
        == Workbench.deadline.advanced(byMilliseconds: -9 * 86_400_000 + 1))
  }

  @Test func `an earlier version of the programme holds for the days that had begun`() async throws
  {
    try handIn("first", [12_000, 11_000, 10_500], exported: 5)
    try await night(6)
    let dearer = Self.text.replacingOccurrences(of: "walk@1.0.0", with: "walk@2.0.0")
      .replacingOccurrences(of: "points: 1,", with: "points: 5,")
      .replacingOccurrences(of: "known: 2025-08-31T00:00:00Z\n", with: "")
    try folder.write(Array(dearer.utf8), to: "programmes/walk/programme.yaml")
    let summary = try await night(7)
    #expect(summary.books[0].points.earned == 33)
    #expect(summary.books[0].programme?.version == "2.0.0")
  }

  @Test func `what an earlier version asked for goes on being earned by it`() async throws {
    try handIn("first", [12_000, 11_000, 10_500], exported: 5)
    try await night(6)
    let other = Self.text.replacingOccurrences(of: "walk@1.0.0", with: "walk@2.0.0")
      .replacingOccurrences(
        of: "total: { metric: steps }", with: "total: { metric: flightsClimbed }"
      )
      .replacingOccurrences(of: "per: 1000", with: "per: 1").replacingOccurrences(
        of: "known: 2025-08-31T00:00:00Z\n", with: "")
    try folder.write(Array(other.utf8), to: "programmes/walk/programme.yaml")
    let summary = try await night(7)
    #expect(summary.books[0].points.earned == 33)
    #expect(summary.books[0].lines.count == 3)
  }

  @Test func `a freeze is granted once, however its row is written`() async throws {
    let text =
      Self.text.replacingOccurrences(
        of: "atLeast: 10000 } }", with: "atLeast: 10000 }, freezes: { atMost: 3, price: 5 } }")
      + "freezes: freezes.csv\n"
    try folder.write(Array(text.utf8), to: "programmes/walk/programme.yaml")
    func ask(_ rows: [String]) throws {
      let table = (["subject,date,freeze,known"] + rows).joined(separator: "\n") + "\n"
      try folder.write(Array(table.utf8), to: "programmes/walk/freezes.csv")
    }
    func bought() throws -> Int { try ledger().count { $0.hasPrefix("freezeBought") } }
    try handIn("first", [12_000, 11_000, 10_500], exported: 5)
    try ask([])
    try await night(6)
    let row = "anna,2025-09-06,bought,"
    for rows in [[row], ["\"anna\",2025-09-06,bought,"], [], [row]] {
      try ask(rows)
      try await night(7)
      #expect(try bought() == 1)
    }
    try ask([row, row])
    try await night(8)
    #expect(try bought() == 2)
  }

  @Test func `a row that goes before it is known is not judged`() async throws {
    try handIn("first", [12_000, 11_000, 10_500], exported: 5)
    try redeem(["r1,anna,2025-09-06,20,a book,2025-09-10T00:00:00Z"])
    try await night(6)
    try redeem(["r2,ghost,2025-09-06,20,a book,"])
    try await night(9)
    let summary = try await night(11)
    #expect(try ledger().count == 3)
    #expect(summary.findings.map(\.facts.subject) == ["ghost"])
  }

  @Test func `a first look ahead of the clock leaves nothing behind`() async throws {
    try handIn("first", [12_000, 11_000, 10_500], exported: 5)
    try await night(6)
    try FileManager.default.removeItem(atPath: "\(out)/walk")
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: "\(out)/daymark.book.sqlite\(suffix)")
    }
    let access = OutputAccess(outputFolder: out, now: Instant(seconds: 1_770_000_000))
    _ = try await keepRewards(
      of: programme, access, asOf: Instant(seconds: 1_770_000_001))
    #expect(!FileManager.default.fileExists(atPath: "\(out)/walk"))
    #expect(try await keepRewards(of: programme, access).books[0].points.balance == 33)
  }

  @Test func `what a person decided counts in place of the verdict`() async throws {
    try handIn("first", [12_000, 9_000, 10_500], exported: 5)
    try await night(15)
    #expect(try ledger().count == 3)
    let now = Workbench.deadline.advanced(byMilliseconds: 1000)
    _ = try await decideSubject(
      DecisionRequest(
        challenge: "steps", subject: "anna", outcome: .pass, because: "The phone was broken.",
        by: "Rita"), OutputAccess(outputFolder: out, now: now))
    try await night(16)
    // A tenth of 12, 9 and 10.
    #expect(try ledger().dropFirst(3) == ["earned bonus 2025-09-03 3"])
  }

  @Test func `an impossible number of steps ends no programme`() async throws {
    try handIn("first", [5_000_000_000_000, 5_000_000_000_000, 5_000_000_000_000], exported: 5)
    let badges = """
      badges:
        - id: far
          title: Far
          text: Far.
          when: { total: { total: { metric: steps, atLeast: 1000000 } } }

      """
    try folder.write(Array(badges.utf8), to: "programmes/walk/badges.yaml")
    try folder.write(
      Array((Self.text + "badges: badges.yaml\n").utf8), to: "programmes/walk/programme.yaml")
    try await night(6)
    #expect(try await night(7).books[0].badges.map(\.progress) == [100])
  }

  @Test func `who joined later counts from that day on`() async throws {
    try handIn("first", [12_000, 11_000, 10_500], exported: 5)
    try folder.write(Array("joined: 2025-09-02\n".utf8), to: "pipelines/steps/inbox/anna.yaml")
    try await night(6)
    let days = try ledger()
    #expect(days == ["earned base 2025-09-02 11", "earned base 2025-09-03 10"])
    // A date of which nobody knew before does not reach back.
    try folder.write(Array("joined: 2025-09-03\n".utf8), to: "pipelines/steps/inbox/anna.yaml")
    try await night(7)
    #expect(try ledger() == days)
  }

  @Test func `a programme has no challenge's name`() async throws {
    try handIn("first", [12_000, 11_000, 10_500], exported: 5)
    try folder.write(
      Array(Self.text.replacingOccurrences(of: "walk@1.0.0", with: "steps@1.0.0").utf8),
      to: "programmes/walk/programme.yaml")
    let error = await #expect(throws: ConfigurationError.self) { try await self.night(6) }
    #expect(error?.findings.map(\.facts.key) == ["programme"])
  }

  @Test func `without the book no ledger begins anew, unless it is asked for`() async throws {
    try handIn("first", [12_000, 11_000, 10_500], exported: 5)
    try await night(6)
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: "\(out)/daymark.book.sqlite\(suffix)")
    }
    let access = OutputAccess(outputFolder: out, now: Instant(seconds: 1_770_000_000))
    let error = await #expect(throws: DaymarkError.self) {
      try await keepRewards(of: self.programme, access)
    }
    #expect(error?.finding.code == .bookMissing)
    let anew = try await keepRewards(of: programme, access, beginsNewBook: true)
    #expect(anew.books[0].points.balance == 33)
  }

  @Test func `who is forgotten is gone from the book of the programme, too`() async throws {
    try handIn("first", [12_000, 11_000, 10_500], exported: 5)
    try await night(6)
    _ = try await forgetSubject(
      "anna", of: "steps",
      OutputAccess(outputFolder: out, now: Instant(seconds: 1_770_000_000)))
    #expect(try entries() == [.version, .run])
    #expect(FileManager.default.subpaths(atPath: "\(out)/walk") == [])
    let book = try Book(reading: Book.path(besideStore: "\(out)/daymark.sqlite"))
    #expect(try book.check().erased > 0)
  }

  private func entries() throws -> [RewardEntry.Kind] {
    try Book(reading: Book.path(besideStore: "\(out)/daymark.sqlite"))
      .rewardEntries(of: "steps").map(\.kind)
  }
}
