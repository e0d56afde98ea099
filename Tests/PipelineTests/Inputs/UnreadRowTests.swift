import DaymarkConfiguration
import DaymarkModel
import DaymarkPipeline
import Foundation
import Testing

/// Rows of a workout log that cannot be understood count for nothing, and leave open what their days
/// really were.
///
/// Each set is five repetitions of bench press, in a log that goes on after the challenge.
struct UnreadRowTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  private static let exercise = "Barbell_Bench_Press_-_Medium_Grip"

  /// A row of Strong: the number of a day of September, or any other text for the date, and a load.
  private func log(_ rows: [(date: String, load: String)], _ name: String = "strong.csv") throws
    -> String
  {
    let header = """
      Workout #;Date;Workout Name;Duration (sec);Exercise Name;Set Order;Weight (kg);Reps;RPE;\
      Distance (meters);Seconds;Notes;Workout Notes

      """
    let lines = rows.enumerated().map { index, row in
      let date = Int(row.date).map { "2025-09-0\($0) 18:00:00" } ?? row.date
      return "\(index + 1);\(date);T;3600;Bench Press (Barbell);1;\(row.load);5;;;;;\n"
    }
    let url = bench.folder.appendingPathComponent(name)
    try Data((header + lines.joined()).utf8).write(to: url)
    return url.path
  }

  private func run(
    _ archives: [String], _ leaf: Leaf, onMissing: MissingPolicy = .fail,
    accepting code: FindingCode? = nil
  ) async throws -> SubjectSummary {
    var subject = Subject(id: "anna", archives: archives)
    if let code { subject.setAside = [.init("strong.csv", InputWaiver(code, because: "a test"))] }
    var rule = Workbench.rule()
    (rule.requires, rule.onMissing) = (Condition(.leaf(leaf)), onMissing)
    let pipeline = try bench.pipeline([subject], rule: rule)
    let out = bench.folder.appendingPathComponent(UUID().uuidString).path
    return try #require(await bench.run(pipeline, out: out).subjects.first)
  }

  private func verdict(
    _ archives: [String], _ leaf: Leaf, onMissing: MissingPolicy = .fail,
    accepting code: FindingCode? = nil
  ) async throws -> Verdict {
    try #require(
      await run(archives, leaf, onMissing: onMissing, accepting: code).verdict)
  }

  /// A best load of at least 100 kg.
  private var heavy: Leaf {
    Leaf(.best, of: .lift(.load, of: Self.exercise), .atLeast(Quantity(100)))
  }

  private func volume(_ comparison: Comparison) -> Leaf {
    Leaf(.total, of: .strength(.volume), comparison)
  }

  private var middle: [(date: String, load: String)] {
    [("1", "60"), ("2", "sixty"), ("3", "60"), ("5", "60")]
  }

  @Test(arguments: MissingPolicy.allCases)
  func `a load that is no number leaves its day open`(_ onMissing: MissingPolicy) async throws {
    let archives = [try log(middle)]
    let found = try await verdict(archives, heavy, onMissing: onMissing)
    #expect(found.outcome == .undetermined)
    let reason = try #require(found.reasons.first)
    #expect(reason.code == "data.rows_unread")
    let words =
      "not every row of your log on 2025-09-02 could be read: correct it in the app, and hand the "
      + "log in again ("
    #expect(reason.text.hasPrefix(words), "\(reason.text)")
    #expect(reason.text.hasSuffix(" not known on 1 of 3 days)"), "\(reason.text)")
    // 300 kg on two days each are known, and there may be more.
    for (leaf, outcome) in [
      (volume(.atLeast(Quantity(600))), Outcome.pass),
      (volume(.atLeast(Quantity(601))), .undetermined),
      (volume(.atMost(Quantity(600))), .undetermined), (volume(.atMost(Quantity(599))), .fail),
    ] {
      #expect(try await verdict(archives, leaf, onMissing: onMissing).outcome == outcome)
    }
  }

  @Test func `a log whose last row cannot be read ends with it`() async throws {
    let archives = [try log([("1", "60"), ("2", "65"), ("3", "sixty")])]
    let found = try await verdict(archives, heavy)
    #expect(found.outcome == .undetermined)
    #expect(found.reasons.map(\.code) == ["data.rows_unread", "lift.open"])
    let ceiling = try await verdict(archives, volume(.atMost(Quantity(10_000))))
    #expect(ceiling.outcome == .undetermined)
  }

  @Test func `a row without a date may be of any day`() async throws {
    let archives = [try log([("1", "60"), ("2", "60"), ("one day", "9"), ("3", "60"), ("5", "9")])]
    let found = try await verdict(archives, heavy)
    #expect(found.outcome == .undetermined)
    let reason = try #require(found.reasons.first)
    #expect(reason.code == "data.rows_unread")
    #expect(
      reason.text.hasPrefix("not every row of your log has a date that can be read: "),
      "\(reason.text)")
    #expect(try await verdict(archives, volume(.atLeast(Quantity(900)))).outcome == .pass)
    #expect(try await verdict(archives, volume(.atMost(Quantity(900)))).outcome == .undetermined)
  }

  @Test func `a row of a day outside of the challenge changes no answer`() async throws {
    let archives = [try log([("1", "60"), ("2", "60"), ("3", "60"), ("5", "sixty"), ("6", "1")])]
    #expect(try await verdict(archives, heavy).outcome == .fail)
    #expect(try await verdict(archives, volume(.atMost(Quantity(900)))).outcome == .pass)
  }

  @Test func `whoever accepts the loss takes the figures as they are`() async throws {
    let archives = [try log(middle)]
    let found = try await run(archives, heavy, accepting: .logRowUnread)
    #expect(found.verdict?.outcome == .fail)
    #expect(found.verdict?.reasons.map(\.code) == ["lift.too_low"])
    #expect(found.findings.contains { $0.code == .inputSetAside })
    #expect(!found.findings.contains { $0.code == .logRowUnread })
    let undated = [try log([("1", "60"), ("one day", "60"), ("3", "60"), ("5", "60")])]
    #expect(try await verdict(undated, heavy, accepting: .logRowUnread).outcome == .fail)
  }

  @Test func `the corrected log closes the day`() async throws {
    let bad = try log(middle)
    var rows = middle
    rows[1].load = "60"
    let light = try log(rows, "light.csv")
    let found = try await verdict([bad, light], heavy)
    #expect(found.outcome == .fail)
    #expect(found.reasons.map(\.code) == ["lift.too_low"])
    rows[1].load = "100"
    let corrected = try log(rows, "heavy.csv")
    #expect(try await verdict([bad, corrected], heavy).outcome == .pass)
    // The same row in another export is no better there.
    let again = try log(middle + [("6", "60")], "again.csv")
    #expect(try await verdict([bad, again], heavy).outcome == .undetermined)
  }

  @Test func `the corrected log gives a row its date`() async throws {
    var rows: [(date: String, load: String)] = [("1", "60"), ("one day", "60"), ("5", "60")]
    let bad = try log(rows)
    let shorter = try log([("1", "60"), ("5", "60")], "shorter.csv")
    #expect(try await verdict([bad, shorter], heavy).outcome == .undetermined)
    rows[1].date = "2"
    let corrected = try log(rows, "corrected.csv")
    #expect(try await verdict([bad, corrected], heavy).outcome == .fail)
  }

  @Test func `evidence names the open day and verifies`() async throws {
    let archives = [try log(middle)]
    var rule = Workbench.rule()
    rule.requires = Condition(.leaf(heavy))
    let pipeline = try bench.pipeline([Subject(id: "anna", archives: archives)], rule: rule)
    try await bench.run(pipeline)
    let text = try bench.text("walk-2025/anna/evidence.json")
    let opening =
      #"{"finding":"log.row_unread","from":"2025-09-02","sessions":"none","sets":true,"#
      + #""to":"2025-09-02"}"#
    #expect(text.contains(opening))
    let means = VerificationMeans(archives: archives, pipeline: pipeline)
    #expect(try verify(bench.out + "/walk-2025/anna", with: means).isSame)
  }
}
