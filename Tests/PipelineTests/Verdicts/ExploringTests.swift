import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline
import DaymarkSampleFiles
import Foundation
import Testing

/// Three subjects with the steps of 1 to 3 September, ten thousand asked for on three days running.
struct ExploringTests {
  private let bench: Workbench

  init() async throws {
    bench = try Workbench()
    try await bench.run(bench.pipeline(subjects()))
  }

  private func subjects(
    exported: ExportTime = "2025-09-09 08:00:00 +0200"
  ) throws -> [Subject] {
    let steps = [
      // All three days.
      "anna": [10_000, 12_000, 11_000],
      // 588 short on the second.
      "ben": [10_000, 9412, 11_000],
      // No data of the last.
      "clara": [15_000, 15_000],
    ]
    return try steps.sorted { $0.key < $1.key }.map { id, steps in
      let export = Workbench.export(steps, exportDate: exported)
      return Subject(id: id, archives: [try bench.archive("\(id).xml", export)])
    }
  }

  /// 14:00 on 2 September.
  private static let afternoon = Instant(seconds: 1_756_814_400)

  private func rules(atLeast steps: Int, reason: String = "") throws
    -> String
  {
    let path = bench.folder.appendingPathComponent("\(UUID().uuidString).yaml").path
    let text = """
      rule: walk@2.0.0
      title: Walk
      requires:
        streak: { metric: steps, atLeast: \(steps), days: 3 }

      """
    let words = reason.isEmpty ? "" : "  reason: \(reason)\n"
    try Data((text + words).utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  // MARK: Explain

  @Test func `the stored verdict is explained, with the days behind it`() throws {
    let before = try bench.snapshot()
    let ben = try explainVerdict(of: "walk-2025", "ben", store: bench.store)
    #expect(ben.verdict.outcome == .fail && ben.verdict.asOf == Workbench.later)
    #expect(ben.challenge == (try bench.pipeline([])).challenge && ben.rule == Workbench.rule())
    #expect(!ben.isEvaluatedAnew)
    let days = ben.verdict.explanation.days
    #expect(days.map(\.value) == [Quantity(10_000), Quantity(9412), Quantity(11_000)])
    #expect(days.map(\.standing) == [.counted, .short, .counted])
    let verdict = try JSONValue(parsing: Data(bench.text("walk-2025/ben/verdict.json").utf8))
    #expect(ben.document == verdict)
    #expect(try bench.snapshot() == before)
  }

  @Test
  func `stored days are decided anew as of another instant, and nothing is kept of it`() throws {
    let before = try bench.snapshot()
    // 2 September, noon: what is recorded of the day may still become more.
    let noon = Instant(seconds: 1_756_807_200)
    let ben = try explainVerdict(of: "walk-2025", "ben", store: bench.store, asOf: noon)
    #expect(ben.verdict.outcome == .undetermined && ben.isEvaluatedAnew)
    #expect(ben.verdict.asOf == noon && ben.verdict.phase == .active)
    #expect(try bench.snapshot() == before)
  }

  @Test func `the smallest change that makes a verdict another is found if asked`() throws {
    let ben = try explainVerdict(of: "walk-2025", "ben", store: bench.store, whyNot: true)
    guard case .change(let change)? = ben.whyNot, let step = change.steps.first else {
      Issue.record("no change")
      return
    }
    // The second day lacks 588 of 10,000.
    #expect(change.outcome == .pass && change.steps.count == 1)
    #expect(step.path == "requires.streak")
    #expect(step.days.map(\.day) == [CivilDay(ordinal: 20_333)])
    #expect(step.days.map(\.now) == [Quantity(9412)])
    #expect(step.days.map(\.then) == [Quantity(10_000)])
    #expect(try explainVerdict(of: "walk-2025", "ben", store: bench.store).whyNot == nil)
  }

  @Test(
    arguments: [
      // Of ben's second day, which is not over, 588 are lacking.
      (afternoon, Outcome.undetermined), (Workbench.later, .fail),
    ])
  func `answers go by the verdicts that the last run left, which need not be the latest`(
    asOf: Instant, outcome: Outcome
  ) async throws {
    // Within a day of it, so that both runs believe it.
    let pipeline = try bench.pipeline(subjects(exported: "2025-09-03 13:30:00 +0200"))
    for instant in [Self.afternoon, Workbench.later, asOf] {
      try await bench.run(pipeline, asOf: instant)
    }
    let before = try bench.snapshot()
    let ben = try explainVerdict(of: "walk-2025", "ben", store: bench.store)
    #expect(ben.verdict.asOf == asOf && ben.verdict.outcome == outcome)
    let verdict = try JSONValue(parsing: Data(bench.text("walk-2025/ben/verdict.json").utf8))
    #expect(ben.document == verdict)
    // clara, whose last day has nothing, and ben.
    let sweep = try sweepRule(
      at: rules(atLeast: 10_000), over: .list(["10000"]), store: bench.store)
    #expect(sweep.present.outcomes[outcome] == 2)
    let difference = try diffRules(
      at: rules(atLeast: 10_000), rules(atLeast: 9412), store: bench.store)
    #expect(difference.changes.map(\.asOf) == [asOf])
    try await bench.run(pipeline, asOf: asOf)
    #expect(try bench.snapshot() == before)
  }

  private func finding(_ body: () throws -> Void) throws -> Finding {
    let error = #expect(throws: DaymarkError.self) { try body() }
    return try #require(error).finding
  }

  @Test func `a question that misses is answered with what the store holds`() throws {
    let subject = try finding {
      _ = try explainVerdict(of: "walk-2025", "bem", store: bench.store)
    }
    #expect(subject.code == .subjectUnknown)
    #expect(subject.facts.known == ["anna", "ben", "clara"] && subject.facts.suggestion == "ben")
    let challenge = try finding {
      _ = try explainVerdict(of: "walk-2024", "ben", store: bench.store)
    }
    #expect(challenge.code == .challengeUnknown)
    #expect(
      challenge.facts
        == .init {
          ($0.challenge, $0.known, $0.suggestion) = ("walk-2024", ["walk-2025"], "walk-2025")
        })
    let nowhere = bench.folder.appendingPathComponent("none.sqlite").path
    let store = try finding { _ = try explainVerdict(of: "walk-2025", "ben", store: nowhere) }
    #expect(store.code == .fileMissing && !FileManager.default.fileExists(atPath: nowhere))
  }

  @Test
  func `a subject that failed at the last run is decided on the days from before`() async throws {
    var subjects = try subjects()
    subjects[1].archives = [bench.folder.appendingPathComponent("gone.xml").path]
    try await bench.run(bench.pipeline(subjects))
    let stale = try explainVerdict(of: "walk-2025", "ben", store: bench.store)
    #expect(stale.verdict.outcome == .fail)
    try Data("no export".utf8).write(to: URL(fileURLWithPath: subjects[1].archives[0]))
    try await bench.run(bench.pipeline(subjects))
    let missing = try finding {
      _ = try explainVerdict(of: "walk-2025", "ben", store: bench.store)
    }
    #expect(missing.code == .archiveUnrecognised)
    let anew = try explainVerdict(
      of: "walk-2025", "ben", store: bench.store, asOf: Workbench.later)
    #expect(anew.verdict.outcome == .fail)
    let sweep = try sweepRule(
      at: rules(atLeast: 9000), over: .list(["9000"]), store: bench.store)
    #expect(sweep.subjects == 2)
  }

  // MARK: Sweep

  @Test func `a sweep says who passes, fails and stays open at each value`() throws {
    let before = try bench.snapshot()
    var reports: [Int] = []
    // The lowest day of anna is 10,000, of ben 9412; clara has only two days, which no value mends.
    let sweep = try sweepRule(
      at: rules(atLeast: 9500), over: .range(from: "9412", to: "10412", step: "294"),
      store: bench.store, progress: { done, _ in reports.append(done) })
    #expect(sweep.subjects == 3 && reports == [1, 2, 3])
    #expect(sweep.threshold.path == "requires.streak.atLeast")
    #expect(sweep.points.map(\.text) == ["9412 count", "9706 count", "10000 count", "10294 count"])
    #expect(
      sweep.points.map(\.outcomes) == [
        [.pass: 2, .fail: 1], [.pass: 1, .fail: 2], [.pass: 1, .fail: 2], [.fail: 3],
      ])
    #expect(sweep.present.value == Quantity(9500))
    #expect(sweep.present.outcomes == [.pass: 1, .fail: 2])
    #expect(try bench.snapshot() == before)
  }

  @Test func `numbers of days are swept, as of another instant`() throws {
    // 2 September, noon: of ben's second day, which is not over, 588 are lacking. What the others have
    // is enough already.
    let sweep = try sweepRule(
      at: rules(atLeast: 10_000), threshold: "requires.streak.days", over: .list(["1", "2", "4"]),
      store: bench.store, asOf: Instant(seconds: 1_756_807_200))
    #expect(
      sweep.points.map(\.outcomes) == [[.pass: 3], [.pass: 2, .undetermined: 1], [.fail: 3]])
  }

  @Test func `a sweep moves how many sessions are asked for, and names what it left`() throws {
    let path = bench.folder.appendingPathComponent("sessions.yaml").path
    let text = """
      rule: train@1.0.0
      title: Train
      requires:
        activities: { kind: run, where: { duration: { atLeast: 30 min } }, count: 3 }
      quality: { manualShare: { metric: steps, atMost: 10 % } }

      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let sweep = try sweepRule(at: path, over: .list(["1"]), store: bench.store)
    #expect(sweep.threshold.path == "requires.activities.count")
    #expect(
      sweep.unmoved.map(\.path) == [
        "requires.activities.where.duration.atLeast", "quality.0.manualShare.atMost",
      ])
    #expect(sweep.asOf == Workbench.later...Workbench.later)
    let named = try sweepRule(
      at: path, threshold: "requires.activities.count", over: .list(["1"]), store: bench.store)
    #expect(named.unmoved.isEmpty)
  }

  @Test
  func `an ambiguous threshold is asked about, with the paths and what stands there`() throws {
    let misspelt = try finding {
      _ = try sweepRule(
        at: rules(atLeast: 9000), threshold: "requires.streak.atleast", over: .list(["1"]),
        store: bench.store)
    }
    #expect(misspelt.code == .thresholdUnknown)
    #expect(misspelt.facts.suggestion == "requires.streak.atLeast")
    #expect(
      misspelt.facts.known == [
        "requires.streak.atLeast (9000 count)", "requires.streak.days (3)",
        "requires.streak.misses (0)",
      ])
    let fraction = try finding {
      _ = try sweepRule(
        at: rules(atLeast: 9000), threshold: "requires.streak.days", over: .list(["1.5"]),
        store: bench.store)
    }
    #expect(fraction.code == .thresholdBadValue)
  }

  @Test func `an ambiguous challenge is asked about when the store holds several`() async throws {
    var other = try bench.pipeline(subjects())
    other.challenge.id = "walk-2026"
    try await bench.run(other)
    let path = try rules(atLeast: 9000)
    let several = try finding {
      _ = try sweepRule(at: path, over: .list(["1"]), store: bench.store)
    }
    #expect(several.code == .challengeUnknown && several.facts.known == ["walk-2025", "walk-2026"])
    let one = try sweepRule(
      at: path, over: .list(["1"]), store: bench.store, challenge: "walk-2026")
    #expect(one.challenge.id == "walk-2026" && one.subjects == 3)
    let pipeline = """
      pipeline: walk
      challenge: { id: walk-2026, title: Walk, from: 2025-09-01, to: 2025-09-03 }
      subjects: { list: [] }
      rules: \(URL(fileURLWithPath: path).lastPathComponent)

      """
    try Data(pipeline.utf8).write(to: bench.folder.appendingPathComponent("pipeline.yaml"))
    let folder = bench.folder.path
    let named = try sweepRule(at: folder, over: .list(["1"]), store: bench.store)
    #expect(named.challenge.id == "walk-2026")
    #expect(try diffRules(at: path, folder, store: bench.store).challenge.id == "walk-2026")
    let asked = try sweepRule(
      at: folder, over: .list(["1"]), store: bench.store, challenge: "walk-2025")
    #expect(asked.challenge.id == "walk-2025")
  }

  // MARK: Diff

  @Test func `another rule's changes are told, whose verdict, from what to what and why`() throws {
    let before = try bench.snapshot()
    let difference = try diffRules(
      at: rules(atLeast: 10_000), rules(atLeast: 9412), store: bench.store)
    #expect(difference.subjects == 3 && difference.changes.map(\.subject) == ["ben"])
    let ben = try #require(difference.changes.first)
    #expect(ben.old == .fail && ben.new == .pass && ben.asOf == Workbench.later)
    #expect(ben.oldReasons.map(\.code) == ["streak.too_short"])
    #expect(ben.newReasons.map(\.code) == ["streak.met"])
    #expect(difference.otherReasons == 0)
    #expect(try bench.snapshot() == before)
  }

  @Test func `subjects whose reasons alone change are counted, by their codes`() throws {
    let path = bench.folder.appendingPathComponent("both.yaml").path
    let text = """
      rule: walk@2.0.0
      title: Walk
      requires:
        all:
          - streak: { metric: steps, atLeast: 10000, days: 3 }
          - total: { metric: steps, atLeast: 32000 }

      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    // anna has 33,000 and so another reason to pass, ben 30,412 and another to fail; what clara lacks, and not only
    // data, is another thing.
    let difference = try diffRules(at: rules(atLeast: 10_000), path, store: bench.store)
    #expect(difference.changes.isEmpty && difference.otherReasons == 3)
    let reworded = try diffRules(
      at: rules(atLeast: 10_000), rules(atLeast: 10_000, reason: "Walk more"), store: bench.store)
    #expect(reworded.changes.isEmpty && reworded.otherReasons == 0)
  }

  @Test func `a rule that the challenge's days cannot hold is refused at its place`() throws {
    let path = bench.folder.appendingPathComponent("long.yaml").path
    let text = """
      rule: walk@1.0.0
      title: Walk
      requires:
        streak: { metric: steps, atLeast: 1, days: 4 }

      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: ConfigurationError.self) {
      try diffRules(at: path, path, store: bench.store)
    }
    #expect(error?.findings.first?.location?.line == 4)
  }
}
