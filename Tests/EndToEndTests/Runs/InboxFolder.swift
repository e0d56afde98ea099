import DaymarkDocuments
import DaymarkModel
import DaymarkSampleFiles
import DaymarkTestSupport
import Foundation

/// A pipeline over an inbox, in a folder of its own.
struct InboxFolder: ~Copyable {
  let scratch: ScratchFolder
  let program: Program

  /// - Parameter further: Lines at the end of the pipeline.
  init(environment: [String: String] = [:], further: String = "") throws {
    let scratch = try ScratchFolder()
    try scratch.write((pipelineFile + further).utf8, to: "pipeline.yaml")
    try scratch.write(rulesFile.utf8, to: "rules.yaml")
    program = Program.onPath(in: scratch.path, environment: environment)
    self.scratch = scratch
  }

  func run(isInProcess: Bool = false) async throws -> Program.Outcome {
    let arguments = ["run", ".", "--as-of", "2026-01-01T00:00:00Z", "--jobs", "1"]
    return try await program.run(arguments + (isInProcess ? ["--in-process"] : []))
  }

  /// - Parameter prefix: What runs the program, such as strace.
  func run(after prefix: String) async throws -> Program.Outcome {
    try await program.shell("exec \(prefix) daymark run . --as-of 2026-01-01T00:00:00Z --jobs 1")
  }

  func record() throws -> JSONValue {
    try JSONValue(
      parsing: Data(contentsOf: URL(fileURLWithPath: scratch.path + "/out/run.json")))
  }

  /// All that a run writes of the challenge, by path.
  func documents() throws -> [String: String] {
    let folder = scratch.path + "/out/walk"
    return try FileManager.default.subpathsOfDirectory(atPath: folder).reduce(into: [:]) {
      $0[$1] = try? String(contentsOfFile: "\(folder)/\($1)", encoding: .utf8)
    }
  }

  func handIn(_ path: String, steps: Int = 10_000) throws {
    try scratch.write(Self.export(steps: steps).zip(), to: "inbox/" + path)
  }

  /// An export of so many steps on each day.
  static func export(steps: Int) -> HealthExport {
    let records = (1...3).map { day in
      HealthRecord(
        .steps, "\(steps)", by: .phone(), .text("2025-09-0\(day) 12:00:00 +0200"),
        .text("2025-09-0\(day) 13:00:00 +0200"))
    }
    return HealthExport(exportDate: "2025-09-09 08:00:00 +0200", records: records)
  }
}

private let pipelineFile = """
  pipeline: inbox
  challenge: { id: walk, title: Walk, from: 2025-09-01, to: 2025-09-03, timeZone: Europe/Berlin }
  subjects: { inbox: inbox }
  rules: rules.yaml

  """

private let rulesFile = """
  rule: walk@1.0.0
  title: Walk
  requires: { streak: { metric: steps, atLeast: 10000, days: 3 } }
  score: { total: { metric: steps } }

  """
