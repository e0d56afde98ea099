import DaymarkConfiguration
import DaymarkDocuments
import DaymarkIngest
import DaymarkModel
import DaymarkPipeline
import DaymarkSampleFiles
import DaymarkTestSupport
import Foundation
import Testing

/// What must not matter, over exports that are hard on purpose: whole runs of a pipeline in which
/// every seed is a subject, its evidence compared with that of the run where nothing was changed.
struct InvarianceTests {
  private static let seeds = Sweep.over(1...200 as ClosedRange<UInt64>, step: 31)

  @Test func `order, splitting, names, chunks and jobs change nothing of what evidence says`()
    async throws
  {
    let folder = try ScratchFolder()
    let pipelines = try writeExports(to: folder)
    #expect(pipelines.map(\.archives.count).reduce(0, +) == Self.seeds.count)
    for pipeline in pipelines {
      let usual = try await pipeline.evidence(of: \.whole)
      for (chunkBytes, jobs) in [(1000, 2), (4093, 3)] {
        let again = try await pipeline.evidence(of: \.whole, chunkBytes: chunkBytes, jobs: jobs)
        for (seed, bytes) in usual {
          #expect(again[seed] == bytes, "seed \(seed), chunks of \(chunkBytes), \(jobs) jobs")
        }
      }
      let split = try await pipeline.evidence(of: \.split, jobs: 2)
      let swapped = try await pipeline.evidence(of: \.swapped, chunkBytes: 1000)
      let renamed = try await pipeline.evidence(of: \.renamed)
      for (seed, bytes) in split {
        #expect(swapped[seed] == bytes, "seed \(seed) with its archives in another order")
        #expect(renamed[seed] == bytes, "seed \(seed) with its archives renamed")
      }
      let shuffled = try await pipeline.evidence(of: \.shuffled, jobs: 2)
      for (seed, bytes) in usual {
        let facts = try factsAlone(bytes)
        #expect(try factsAlone(split[seed]) == facts, "seed \(seed) split in two")
        #expect(try factsAlone(shuffled[seed]) == facts, "seed \(seed) shuffled and renamed")
      }
    }
  }

  /// Exports of 1,000 records and more: as they are, shuffled under another name, and in two parts.
  ///
  /// Those around the same change of clocks make one pipeline.
  private func writeExports(to folder: borrowing ScratchFolder) throws -> [HardPipeline] {
    var pipelines: [CivilDay: HardPipeline] = [:]
    for seed in Self.seeds {
      let hard = HardExport(seed: seed)
      try #require(hard.export.records.count >= 1000)
      let (first, second) = hard.export.split(seed: seed, bySource: true)
      let archives = HardPipeline.Archives(
        whole: [try folder.write(hard.export.zip(), to: "\(seed)/export.zip")],
        shuffled: [
          try folder.write(
            hard.export.shuffled(seed: seed).zip(entry: "apple_health_export/导出.xml"),
            to: "\(seed)/Zoë's: data.zip")
        ],
        split: [
          try folder.write(first.zip(), to: "\(seed)/1.zip"),
          // A bare document, so that kinds of input are mixed.
          try folder.write(second.xml(), to: "\(seed)/2.xml"),
        ],
        renamed: [
          try folder.write(first.zip(), to: "\(seed)/4.zip"),
          try folder.write(second.xml(), to: "\(seed)/3.xml"),
        ])
      if pipelines[hard.changeDay] == nil {
        pipelines[hard.changeDay] = HardPipeline(
          around: hard.changeDay, in: folder.path + "/\(hard.changeDay)")
      }
      pipelines[hard.changeDay]?.archives[seed] = archives
    }
    return Array(pipelines.values)
  }

  /// The document without `inputs`, without the `from` and `fields` of `sessions`, and without the notes of what one of two
  /// exports has otherwise.
  private func factsAlone(_ evidence: [UInt8]?) throws -> String {
    guard case .object(var members) = try JSONValue(parsing: try #require(evidence)),
      case .array(let sessions)? = members["sessions"]
    else { throw NoEvidence() }
    members["inputs"] = nil
    members["verdict"] = members["verdict"].map(withoutNotesOfExports)
    members["sessions"] = .array(
      sessions.map { session in
        guard case .object(var fields) = session else { return session }
        fields["from"] = nil
        fields["fields"] = nil
        return .object(fields)
      })
    return String(decoding: JSONValue.object(members).canonicalBytes(), as: UTF8.self)
  }

  private func withoutNotesOfExports(_ verdict: JSONValue) -> JSONValue {
    guard case .object(var members) = verdict, case .object(var quality)? = members["quality"],
      case .array(let flags)? = quality["flags"]
    else { return verdict }
    quality["flags"] = .array(
      flags.filter {
        $0.string("level") != "noted" || $0.string("code")?.hasPrefix("export.") != true
      })
    members["quality"] = .object(quality)
    return .object(members)
  }
}

private struct NoEvidence: Error {}

/// Hard exports around one change of clocks, each the data of one subject.
private struct HardPipeline {
  struct Archives {
    var whole: [String]
    var shuffled: [String]
    var split: [String]
    /// The two parts under names that come in the other order.
    var renamed: [String]
    var swapped: [String] { split.reversed() }
  }

  /// By seed.
  var archives: [UInt64: Archives] = [:]
  private let folder: String
  private let challenge: Challenge
  private let rule: Rule

  init(around day: CivilDay, in folder: String) {
    self.folder = folder
    challenge = Challenge(
      id: "hard", title: "Hard", period: .days(from: day.advanced(by: -3), to: day.advanced(by: 4)))
    // One leaf that most exports satisfy, one that most do not, and one on a metric that no array has.
    rule = Rule(
      name: "hard", version: "1.0.0", title: "Hard",
      requires: Condition(
        .all([
          Condition(.leaf(Leaf(.total, of: .steps, .atLeast(Quantity(10_000))))),
          Condition(.leaf(Leaf(.days(.every), of: .activeEnergy, .atLeast(Quantity(9000))))),
          Condition(.leaf(Leaf(.best, of: .exerciseTime, .atLeast(Quantity(100))))),
        ])))
  }

  /// Runs the pipeline from nothing, every seed a subject.
  ///
  /// - Returns: The bytes of `evidence.json` by seed.
  func evidence(
    of part: KeyPath<Archives, [String]>, chunkBytes: Int = 1 << 16, jobs: Int = 1
  ) async throws -> [UInt64: [UInt8]] {
    let subjects = archives.map { Subject(id: "\($0.key)", archives: $0.value[keyPath: part]) }
    let configuration = PipelineConfiguration(
      name: "hard", challenge: challenge, subjects: subjects, rule: rule,
      limits: try shippedLimits)
    let asOf = Instant(seconds: 1_800_000_000)
    let out = "\(folder)/\(UUID().uuidString)"
    var options = RunOptions(outputFolder: out, now: asOf)
    (options.jobs, options.reading) = (jobs, ReadOptions(chunkBytes: chunkBytes))
    options.asOf = asOf
    let summary = try await runPipeline(configuration, options: options)
    #expect(summary.subjects.allSatisfy { $0.error == nil && $0.work == .read })
    return try archives.reduce(into: [:]) { evidence, subject in
      let path = "\(out)/hard/\(subject.key)/evidence.json"
      evidence[subject.key] = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }
  }
}
