import DaymarkConfiguration
import DaymarkDocuments
import DaymarkEmit
import DaymarkModel
import DaymarkPipeline
import DaymarkSampleFiles
import DaymarkTestSupport
import Foundation
import Testing

/// The document `run.json` of runs that come to every kind of end.
struct RunDocumentTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  private func record() throws -> JSONValue { try JSONValue(parsing: bench.text("run.json").utf8) }

  private func isAccepted(_ document: JSONValue) throws -> Bool {
    try SchemaValidator(DocumentSchema.run.text).accepts(document)
  }

  @Test func `the schema accepts what runs write of all kinds of subjects`() async throws {
    let good = try bench.archive("good.xml", steps: [10_000, 11_000, 12_000])
    let cut = bench.folder.appendingPathComponent("cut.xml").path
    let bytes = Array(Workbench.export([9, 8, 7]).xml())
    try Data(bytes.dropLast(60)).write(to: URL(fileURLWithPath: cut))
    let lost = try bench.archive("lost.xml", steps: [1, 2, 3])
    let late = try bench.archive("late.xml", steps: [20_000, 20_000, 20_000])
    var pipeline = try bench.pipeline(
      [
        Subject(id: "anna", address: anAddress, archives: [good]),
        Subject(id: "ben", archives: [good, late], receivedAt: [late: Workbench.later]),
        Subject(id: "clara", archives: [cut]), Subject(id: "dora", archives: ["/none.zip"]),
        Subject(id: "emil", archives: [lost]),
        Subject(id: "frida", unknownZone: "Mars/Olympus", archives: [good]),
      ], intake: anIntake)
    pipeline.challenge.proofDeadline = Instant(seconds: 1_757_500_000)
    try await bench.run(pipeline)
    try FileManager.default.removeItem(atPath: lost)
    let summary = try await bench.run(pipeline)
    let document = try record()
    #expect(document == Members<RunSummary>.run.kind.json(summary))
    #expect(try isAccepted(document))
    #expect(
      document["counts"]
        == .object([
          "subjects": .number(6), "pass": .number(2), "fail": .number(1),
          "undetermined": .number(0), "failed": .number(3), "stale": .number(1),
          "damaged": .number(4),
        ]))
    // Why somebody has no verdict is counted with the other findings.
    let errors = summary.subjects.compactMap(\.error?.code.rawValue)
    #expect(errors.count == 3 && errors.allSatisfy { document["findings"]?[$0] != nil })
    // Each kind is there to be accepted.
    for word in ["stale", "error", "late", "damage", "archive.shared", "place"] {
      #expect(document.canonicalBytes().contains(word), "\(word)")
    }
  }

  @Test func `the schema accepts a record from the start of a run, and one of nobody`() async throws
  {
    let archive = try bench.archive("a.xml", steps: [1, 2, 3])
    let path = bench.out + "/run.json"
    let reports = Reports()
    try await bench.run(try bench.pipeline([Subject(id: "anna", archives: [archive])])) {
      if FileManager.default.fileExists(atPath: path), reports.list.isEmpty {
        try? FileManager.default.copyItem(atPath: path, toPath: path + ".first")
        reports.add($0)
      }
    }
    let first = try JSONValue(parsing: bench.text("run.json.first").utf8)
    #expect(first["state"] == .string("running"))
    #expect(try isAccepted(first))
    try await bench.run(try bench.pipeline([]))
    #expect(try isAccepted(record()))
  }
}

extension [UInt8] {
  fileprivate func contains(_ word: String) -> Bool {
    String(decoding: self, as: UTF8.self).contains("\"\(word)\"")
  }
}
