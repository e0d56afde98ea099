import DaymarkConfiguration
import DaymarkModel
import DaymarkPipeline
import DaymarkTestSupport
import Foundation
import Testing

/// The flags of a run over people who handed in two exports; see Examine, "In a run".
struct ExportFlagTests: ~Copyable {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// A person who handed in two exports.
  private func subject(
    _ id: String, _ later: MadeExport, after earlier: MadeExport
  ) throws -> Subject {
    let paths = ["\(folder.path)/\(id)-later.xml", "\(folder.path)/\(id)-earlier.xml"]
    for (path, export) in zip(paths, [later, earlier]) {
      try export.text.write(toFile: path, atomically: true, encoding: .utf8)
    }
    return Subject(id: id, archives: paths)
  }

  private func pipeline(
    _ subjects: [Subject], from first: String = "2025-12-20"
  ) throws -> PipelineConfiguration {
    let days = try [first, "2026-01-27"].map { try #require(CivilDay($0)) }
    let leaf = Leaf(.streak(days: 1, misses: 0), of: .steps, .atLeast(Quantity(1)))
    return PipelineConfiguration(
      name: "walk",
      challenge: Challenge(
        id: "walk", title: "Walk", period: .days(from: days[0], to: days[1]),
        zone: Zone(name: "Europe/Berlin")),
      subjects: subjects,
      rule: Rule(name: "walk", version: "1.0.0", title: "Walk", requires: Condition(.leaf(leaf))),
      limits: try shippedLimits)
  }

  private func run(_ pipeline: PipelineConfiguration) async throws -> RunSummary {
    let now = Instant(seconds: Int64(MadeLife.earlierExport + 400 * 86_400))
    var options = RunOptions(outputFolder: "\(folder.path)/out", now: now)
    (options.asOf, options.readers) = (now, .inProcess)
    return try await runPipeline(pipeline, options: options)
  }

  private func flags(
    _ code: FlagCode, of subject: SubjectSummary
  ) -> [ExportEdit: Quantity] {
    let flags = subject.verdict?.quality.flags.filter { $0.code == code } ?? []
    return Dictionary(
      uniqueKeysWithValues: flags.compactMap { flag in
        flag.day.map {
          (ExportEdit(day: $0, metric: flag.metric, kind: flag.kind), flag.measured)
        }
      })
  }

  @Test func `each edit that raises an amount is flagged on its day, and verify agrees`()
    async throws
  {
    let life = MadeLife(seed: 20, days: 30)
    let earlier = MadeExport(
      of: life.written(by: MadeLife.earlierExport), at: MadeLife.earlierExport)
    let exported = MadeLife.firstDay + 30 * 86_400 + 1000
    var expected: [[ExportEdit: Quantity]] = []
    var subjects: [Subject] = []
    for (index, edit) in ForgedEdit.all.enumerated() {
      var later = MadeExport(of: life.written(by: exported), at: exported)
      _ = edit.edit(&later)
      let raised = try examined(later, against: earlier).differences.filter {
        $0.question != nil && $0.raises
      }
      let counts = Dictionary(grouping: raised) {
        ExportEdit(day: $0.day, metric: $0.metric, kind: $0.session)
      }
      expected.append(counts.mapValues { Quantity($0.count) })
      subjects.append(try subject("s\(index)", later, after: earlier))
    }
    let summary = try await run(pipeline(subjects))
    for (index, subject) in summary.subjects.enumerated() {
      let edit = ForgedEdit.all[index]
      let raised = flags(.raisedInExport, of: subject)
      #expect(raised == expected[index], "\(edit.testDescription)")
      #expect(raised.isEmpty != edit.raises, "\(edit.testDescription)")
      // What raises nothing is noted.
      if !edit.raises {
        #expect(!flags(.changedInExport, of: subject).isEmpty, "\(edit.testDescription)")
      }
      let means = VerificationMeans(archives: subjects[index].archives)
      let verified = try verify("\(folder.path)/out/walk/\(subject.id)", with: means).subjects[0]
      #expect(verified.differences.isEmpty, "\(edit.testDescription)")
    }
  }

  @Test func `no honest pair is flagged, wherever the period begins`() async throws {
    // Each pair is written, read and judged twice.
    let seeds = Array(stride(from: UInt64(1), through: 100, by: Sweep.isLong ? 5 : 17))
    let subjects = try seeds.map { seed in
      let pair = HonestPair(seed: seed)
      return try subject("p\(seed)", pair.later, after: pair.earlier)
    }
    for first in ["2025-12-20", "2026-01-14"] {
      let summary = try await run(pipeline(subjects, from: first))
      #expect(summary.subjects.count == seeds.count)
      for subject in summary.subjects {
        #expect(flags(.raisedInExport, of: subject).isEmpty, "\(subject.id)")
      }
    }
  }
}
