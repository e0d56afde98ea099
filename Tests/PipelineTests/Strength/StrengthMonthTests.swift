import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline
import DaymarkTestSupport
import Foundation
import Testing

/// Runs `pipelines/strength-month` and holds it against the figures of its `README.md`.
struct StrengthMonthTests {
  private struct Expected {
    var outcome: String
    var reason: String
    var volume: Int
    var estimate: Double?
    var unmet: Int
  }

  private static let people: [String: Expected] = [
    "paula": Expected(
      outcome: "pass", reason: "weekly.met", volume: 21_870, estimate: 105, unmet: 4),
    "quirin": Expected(
      outcome: "fail", reason: "lift.too_low", volume: 20_970, estimate: 96.25, unmet: 4),
    "rosa": Expected(
      outcome: "undetermined", reason: "unit.unknown", volume: 0, estimate: nil, unmet: 4),
    "sven": Expected(
      outcome: "fail", reason: "activities.too_few", volume: 21_870, estimate: 105, unmet: 8),
    "tilda": Expected(
      outcome: "pass", reason: "weekly.met", volume: 22_770, estimate: 113.75, unmet: 4),
    "ulf": Expected(outcome: "pass", reason: "weekly.met", volume: 21_870, estimate: 105, unmet: 4),
    "vera": Expected(
      outcome: "undetermined", reason: "exercise.unmatched", volume: 21_870, estimate: nil,
      unmet: 4),
  ]

  private let bench: Workbench
  private let pipeline: PipelineConfiguration

  init() throws {
    bench = try Workbench()
    pipeline = try loadPipeline(at: packageFolder + "/pipelines/strength-month")
  }

  private func evidence(of subject: String) throws -> JSONValue {
    try JSONValue(parsing: bench.text("strength-2026-03/\(subject)/evidence.json").utf8)
  }

  @Test func `each person comes to the figures that were worked out by hand`() async throws {
    try await bench.run(pipeline, asOf: nil)
    #expect(Set(pipeline.subjects.map(\.id)) == Set(Self.people.keys))
    for (subject, expected) in Self.people {
      let evidence = try evidence(of: subject)
      let verdict = try #require(evidence["verdict"])
      #expect(verdict.string("outcome") == expected.outcome, "\(subject)")
      let reasons = verdict.elements("reasons").compactMap { $0.string("code") }
      #expect(reasons.contains(expected.reason), "\(subject) \(reasons)")
      let days = evidence.elements("dailyStrength")
      #expect(days.count == 8, "\(subject)")
      let volumes = days.compactMap { number($0["volumeKilograms"]) }
      #expect(volumes.reduce(0, +) == Double(expected.volume), "\(subject)")
      let squats = days.flatMap { $0.elements("lifts") }
        .filter { $0.string("exercise") == "Barbell_Squat" }
      #expect(
        squats.compactMap { number($0["bestEstimateKilograms"]) }.max() == expected.estimate,
        "\(subject)")
      let logged = JSONValue.object(["count": .number(8), "unmet": .number(expected.unmet)])
      #expect(evidence["loggedSessions"] == logged, "\(subject)")
    }
  }

  @Test func `archives and pipeline verify every figure`() async throws {
    try await bench.run(pipeline, asOf: nil)
    let means = VerificationMeans(
      archives: pipeline.subjects.flatMap(\.archives), pipeline: pipeline)
    let verification = try verify(bench.out + "/strength-2026-03", with: means)
    #expect(verification.isSame, "\(verification.subjects.flatMap(\.differences))")
    #expect(verification.subjects.count == 7)
  }

  @Test func `with typed-in values included, who recorded nothing passes`() async throws {
    var lenient = pipeline
    lenient.policies.manualEntries = .include
    lenient.subjects.removeAll { $0.id != "sven" }
    let summary = try await bench.run(lenient, asOf: nil)
    #expect(summary.subjects.map(\.verdict?.outcome) == [.pass])
  }

  @Test func `a unit that is said later is the cause of another verdict`() async throws {
    var settled = pipeline
    settled.subjects.removeAll { $0.id != "rosa" }
    try await bench.run(settled, asOf: nil)
    settled.subjects[0].logs.loadUnit = .kilogram
    try await bench.run(settled, asOf: nil)
    let change = try #require(storedChanges(store: bench.store).changes.first)
    #expect(change.old?.word == .undetermined && change.new?.word == .pass)
    #expect(change.causes == [.settingsChanged])
  }

  @Test func `without a body's weight pull-ups leave the volume open`() async throws {
    var unweighed = pipeline
    unweighed.subjects.removeAll { $0.id != "tilda" }
    unweighed.subjects[0].logs.bodyWeight = nil
    let verdict = try await bench.run(unweighed, asOf: nil).subjects[0].verdict
    #expect(verdict?.outcome == .undetermined)
    #expect(verdict?.reasons.map(\.code) == ["body_weight.unknown", "total.open"])
  }

  @Test func `what people typed leaves the machine nowhere`() async throws {
    let summary = try await bench.run(pipeline, asOf: nil)
    // Notes and an address stand in the log, and a name that matches nothing.
    let log = try String(
      contentsOfFile: packageFolder + "/samples/lifters/vera/strong.csv", encoding: .utf8)
    for word in ["coach@example.org", "knee hurts", "Rack 4"] { #expect(log.contains(word)) }
    var looked = 0
    for path in try FileManager.default.subpathsOfDirectory(atPath: bench.out)
    where !path.contains(".sqlite") {
      guard let bytes = FileManager.default.contents(atPath: "\(bench.out)/\(path)") else {
        continue
      }
      let text = String(decoding: bytes, as: UTF8.self)
      looked += 1
      for word in ["coach@example.org", "ask coach", "knee hurts", "Rack 4", "Rack 3"] {
        #expect(!text.contains(word), "\(path) \(word)")
      }
    }
    #expect(looked > 20)
    for finding in summary.subjects.flatMap(\.findings) {
      let facts = Members<Finding.Facts>.facts.kind.json(finding.facts).canonicalText
      #expect(!facts.contains("coach") && !facts.contains("knee"))
    }
    // The store keeps names of exercises, which the operator may have to settle; notes it does not.
    let store = try #require(FileManager.default.contents(atPath: bench.store))
    for word in ["coach@example.org", "knee hurts"] {
      #expect(store.range(of: Data(word.utf8)) == nil, "\(word)")
    }
  }
}

/// A member that is a number.
private func number(_ value: JSONValue?) -> Double? {
  if case .number(let number)? = value { number } else { nil }
}
