import DaymarkConfiguration
import DaymarkModel
import DaymarkPipeline
import DaymarkSampleFiles
import Foundation
import Synchronization

/// A temporary folder with archives in it, and pipelines over them.
///
/// The challenge is 1 to 3 September 2025 in Berlin, 10,000 steps a day, three days running.
final class Workbench: Sendable {
  let folder: URL
  var out: String { folder.appendingPathComponent("out").path }
  var store: String { out + "/daymark.sqlite" }

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("daymark-pipeline-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// An export of one phone with `steps` on each day from 1 September on, at noon.
  static func export(_ steps: [Int], exportDate: ExportTime? = "2025-09-09 08:00:00 +0200")
    -> HealthExport
  {
    HealthExport(
      exportDate: exportDate,
      records: steps.enumerated().map { index, steps in
        let day = "2025-09-0\(index + 1)"
        return HealthRecord(
          .steps, "\(steps)", by: .phone(), .text("\(day) 12:00:00 +0200"),
          .text("\(day) 13:00:00 +0200"))
      })
  }

  /// Writes an archive and gives its path.
  func archive(_ name: String, _ export: HealthExport) throws -> String {
    let url = folder.appendingPathComponent(name)
    try Data(export.xml()).write(to: url)
    return url.path
  }

  func archive(_ name: String, steps: [Int]) throws -> String {
    try archive(name, Workbench.export(steps))
  }

  static func rule(atLeast steps: Int = 10_000, days: Int = 3) -> Rule {
    let streak = Leaf(.streak(days: days, misses: 0), of: .steps, .atLeast(Quantity(steps)))
    return Rule(
      name: "walk", version: "1.0.0", title: "Walk", requires: Condition(.leaf(streak)))
  }

  func pipeline(
    _ subjects: [Subject], rule: Rule = Workbench.rule(), intake: Intake? = nil
  ) throws -> PipelineConfiguration {
    let period = Period.days(
      from: CivilDay(ordinal: 20_332), to: CivilDay(ordinal: 20_334))  // 1 to 3 September 2025
    return PipelineConfiguration(
      name: "walk",
      challenge: Challenge(
        id: "walk-2025", title: "Walk", period: period, zone: Zone(name: "Europe/Berlin")),
      intake: intake, subjects: subjects, rule: rule, limits: try shippedLimits)
  }

  /// 2025-09-15T00:00:00Z, a proof deadline after the period.
  static let deadline = Instant(seconds: 1_757_894_400)
  /// Two hours into the day that begins at the deadline.
  static let closing = deadline.advanced(byMilliseconds: 7_200_000)

  /// An instant after the challenge.
  static let later = Instant(seconds: 1_760_000_000)

  @discardableResult
  func run(
    _ configuration: PipelineConfiguration, asOf: Instant? = Workbench.later, jobs: Int = 2,
    now: Instant = Workbench.later, out: String? = nil, store: String? = nil,
    readers: Readers = .inProcess, mostUnwritten: Int? = nil, beginsNewBook: Bool = false,
    progress: @escaping @Sendable (RunProgress) -> Void = { _ in }
  ) async throws -> RunSummary {
    var options = RunOptions(outputFolder: out ?? self.out, now: now)
    (options.storePath, options.asOf, options.jobs, options.readers) = (store, asOf, jobs, readers)
    options.beginsNewBook = beginsNewBook
    if let mostUnwritten { options.mostUnwritten = mostUnwritten }
    return try await runPipeline(configuration, options: options, progress: progress)
  }

  func text(_ path: String) throws -> String {
    try String(contentsOfFile: "\(out)/\(path)", encoding: .utf8)
  }

  /// Every file of the output folder with its bytes and modification time, but for `run.json`.
  func snapshot(of root: String? = nil) throws -> [String: FileState] {
    let root = root ?? out
    var files: [String: FileState] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: root) where path != "run.json" {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(root)/\(path)")
      files[path] = FileState(
        bytes: FileManager.default.contents(atPath: "\(root)/\(path)"),
        // Every run notes itself in the lock.
        modified: path.hasSuffix(".lock") ? nil : attributes[.modificationDate] as? Date)
    }
    return files
  }
}

struct FileState: Equatable {
  var bytes: Data?
  var modified: Date?
}

/// Collects what a run reports.
final class Reports: Sendable {
  private let all = Mutex<[RunProgress]>([])

  @Sendable func add(_ progress: RunProgress) { all.withLock { $0.append(progress) } }

  var list: [RunProgress] { all.withLock { $0 } }
}

let anAddress = "0x00000000000000000000000000000000000000aa"

let anIntake = Intake(
  profile: .lightchallenge, challengeID: "42",
  modelHash: "0x" + String(repeating: "ab", count: 32))

extension Workbench {
  /// Anna, who fails by her third day, Ben, who passes, and others, with a proof deadline.
  func annaAndBen(_ others: [Subject] = []) throws -> PipelineConfiguration {
    var pipeline = try pipeline(
      [
        Subject(id: "anna", archives: [try archive("a.xml", steps: [12_000, 12_000, 9000])]),
        Subject(id: "ben", archives: [try archive("b.xml", steps: [12_000, 12_001, 12_002])]),
      ] + others)
    pipeline.challenge.proofDeadline = Self.deadline
    return pipeline
  }
}
