import DaymarkConfiguration
import DaymarkModel
import DaymarkPipeline
import DaymarkSampleFiles
import Foundation
import Testing

/// A subject's folder that was written by a run, for somebody to change.
struct PublishedFolder {
  let bench: Workbench
  let path: String

  init() throws {
    bench = try Workbench()
    path = bench.out + "/walk-2025/anna"
  }

  /// A pass with records, body and headers, and exercise time that only the archive has whole.
  @discardableResult
  func run(_ change: (inout PipelineConfiguration) -> Void = { _ in }) async throws
    -> VerificationMeans
  {
    var export = Workbench.export([10_000, 11_000, 12_000])
    export.records += ["2025-09-01", "2025-09-02"].map { day in
      HealthRecord(
        .exerciseTime, "30", by: .watch(), .text("\(day) 12:00:00 +0200"),
        .text("\(day) 12:30:00 +0200"))
    }
    let archive = try bench.archive("a.xml", export)
    var pipeline = try bench.pipeline(
      [
        Subject(
          id: "anna", address: anAddress, zone: Zone(name: "Europe/Berlin"), archives: [archive])
      ],
      intake: anIntake)
    pipeline.challenge.proofDeadline = Instant(rfc3339: "2025-09-10T00:00:00Z")
    change(&pipeline)
    try await bench.run(pipeline)
    return VerificationMeans(archives: [archive], pipeline: pipeline)
  }

  func verification(_ means: VerificationMeans) throws -> SubjectVerification {
    let subjects = try verify(path, with: means).subjects
    return try #require(subjects.first)
  }

  func change(_ file: String, _ old: String, _ new: String) throws {
    let text = try bench.text("walk-2025/anna/\(file)")
    #expect(text.contains(old), "\(file)")
    try write(file, Array(text.replacingOccurrences(of: old, with: new).utf8))
  }

  func write(_ file: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(file)"))
  }

  /// Whoever edits the evidence mends its digest, too.
  func mendDigest() throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(path)/evidence.json"))
    try write("evidence.sha256", Array("\(Digest(of: bytes).hex)  evidence.json\n".utf8))
  }
}

/// What differs, as `item with standard: path kind`.
func differences(_ result: SubjectVerification) -> [String] {
  result.checks.flatMap { check in
    check.differences.map { "\(check.item) with \(check.standard): \($0.path) \($0.kind)" }
  }
}

/// What was checked with a standard.
func items(
  _ result: SubjectVerification, with standard: VerificationCheck.Standard
) -> [VerifiedItem] {
  result.checks.filter { $0.standard == standard }.map(\.item)
}
