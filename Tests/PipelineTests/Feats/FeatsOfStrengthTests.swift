import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline
import DaymarkTestSupport
import Foundation
import Testing

/// Runs `pipelines/feats-of-strength` and holds it against the figures of its `README.md`.
struct FeatsOfStrengthTests {
  private static let folder = packageFolder + "/pipelines/feats-of-strength"

  private let bench: Workbench
  private let pipeline: PipelineConfiguration

  init() throws {
    bench = try Workbench()
    pipeline = try loadPipeline(at: Self.folder)
  }

  private func evidence(of subject: String) throws -> JSONValue {
    try JSONValue(parsing: bench.text("feats-2025-11/\(subject)/evidence.json").utf8)
  }

  @Test func `each person comes to what was worked out by hand`()
    async throws
  {
    try await bench.run(pipeline, asOf: nil)
    let expected = [
      "ana": "pass", "ben": "fail", "cem": "fail", "dua": "pass", "fay": "undetermined",
    ]
    #expect(Set(pipeline.subjects.map(\.id)) == Set(expected.keys))
    for (subject, outcome) in expected {
      let verdict = try #require(try evidence(of: subject)["verdict"])
      #expect(verdict.string("outcome") == outcome, "\(subject) \(verdict.elements("reasons"))")
    }
    let fay = try #require(try evidence(of: "fay")["verdict"])
    #expect(fay.elements("reasons").contains { $0.string("code") == "unit.unknown" })
  }

  @Test func `evidence has the attempts of each day, and the digest of the feats`() async throws {
    try await bench.run(pipeline, asOf: nil)
    let cem = try evidence(of: "cem")
    #expect(
      cem.elements("dailyFeats").map { $0.string("date") }
        == ["2025-11-20", "2025-11-21", "2025-11-22", "2025-11-22"])
    #expect(
      cem.elements("dailyFeats").map { $0["refused"] } == [
        .object(["speed.impossible": .number(1)]), .object(["time.over": .number(1)]), nil, nil,
      ])
    #expect(cem["dailyStrength"] == nil)
    #expect(cem["loggedSessions"] == nil)
    #expect(cem.elements("operatorFiles").map { $0.string("kind") } == ["feats"])
    let dua = try evidence(of: "dua").elements("dailyFeats")
    #expect(dua.map { $0.string("id") } == ["bench", "pushups-1min"])
    #expect(dua.map { $0["greatest"] } == [.number(70), .number(45)])
  }

  @Test func `documents and pages call feats by their names, and verify reads the names back`()
    async throws
  {
    try await bench.run(pipeline, asOf: nil)
    let cem = try evidence(of: "cem")
    #expect(
      cem["featNames"]
        == .object([
          "bench": .string("Heaviest bench press"), "pushups-1min": .string("Push-ups in a minute"),
        ]))
    let reason = try #require(cem["verdict"]?.elements("reasons").first?.string("text"))
    #expect(reason == "fewer than 40 repetitions at “Push-ups in a minute” in the best attempt")
    let folder = "\(bench.out)/feats-2025-11/cem"
    #expect(try verify(folder, with: VerificationMeans()).isSame)
    #expect(try explainVerdict(ofFolder: folder).verdict.reasons.first?.text == reason)
    // Another name in the evidence does not go with the sentences beside it.
    let edited = try bench.text("feats-2025-11/cem/evidence.json")
      .replacing("Push-ups in a minute", with: "Push-ups in an hour")
    try Data(edited.utf8).write(to: URL(fileURLWithPath: "\(folder)/evidence.json"))
    #expect(try !verify(folder, with: VerificationMeans()).isSame)
  }

  @Test func `a rule about a feat that the file does not have is refused`() throws {
    let folder = try ScratchFolder()
    for name in ["pipeline.yaml", "feats.yaml", "rules.yaml"] {
      var text = try String(contentsOfFile: "\(Self.folder)/\(name)", encoding: .utf8)
      if name == "rules.yaml" {
        text = text.replacing("id: bench, counts: load", with: "id: bensh, counts: load")
      }
      if name == "pipeline.yaml" {
        text = text.replacing("../../samples/gym", with: "\(packageFolder)/samples/gym")
      }
      _ = try folder.write(text.utf8, to: "p/\(name)")
    }
    let error = try #require(throws: ConfigurationError.self) {
      try loadPipeline(at: "\(folder.path)/p")
    }
    #expect(error.findings.map(\.code) == [.configBadValue])
    #expect(error.findings.first?.facts.suggestion == "bench")
  }
}
