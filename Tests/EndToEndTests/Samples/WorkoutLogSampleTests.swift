import DaymarkModel
import DaymarkPipeline
import DaymarkTestSupport
import Foundation
import Testing

/// Holds the sets of the samples that are workout logs against what was worked out by hand.
struct WorkoutLogSampleTests {
  private static let samples = SampleFolder.all.filter {
    FileManager.default.fileExists(atPath: $0.expectedSets)
  }

  @Test func `every format of workout logs has a sample`() throws {
    let logs = try tableRows(of: "Formats").filter { $0.count == 4 && $0[1] == "sets" }
      .map { $0[0].replacing("`", with: "") }
    #expect(logs.count >= 20)
    let folders = Set(Self.samples.map { String($0.name.prefix { $0 != "/" }) })
    #expect(folders.isSuperset(of: logs), "\(Set(logs).subtracting(folders).sorted())")
  }

  @Test(arguments: samples)
  func `a log gives the expected sets`(sample: SampleFolder) throws {
    let expected = try String(contentsOfFile: sample.expectedSets, encoding: .utf8)
    let zone = try #require(Zone(name: "Europe/Berlin"))
    let aggregates = try aggregateArchives(
      [sample.input], zone: zone, asOf: SampleFolder.asOf, options: sample.readOptions()
    ).aggregates
    #expect(aggregates.setRows.joined(separator: "\n") + "\n" == expected)
  }
}

extension SampleFolder {
  fileprivate var expectedSets: String { "\(folder)/expected/sets.csv" }
}

extension SubjectAggregates {
  /// A table of the sets, as people can check it.
  fileprivate var setRows: [String] {
    let header =
      "day,start,exercise,ordinal,kind,repetitions,kilograms,seconds,meters,effort,recorded"
    return [header]
      + strength.flatMap { session in session.sets.map { row($0, of: session) } }
  }

  private func row(_ set: StrengthSet, of session: StrengthSession) -> String {
    let effort: String? =
      switch set.effort {
      case .perceived(let tenths): "rpe \(Quantity(microUnits: Int64(tenths) * 100_000))"
      case .reserve(let tenths): "rir \(Quantity(microUnits: Int64(tenths) * 100_000))"
      case nil: nil
      }
    let cells: [String?] = [
      "\(session.day)", session.start.map { "\($0)" }, set.exercise, "\(set.ordinal)",
      set.kind.rawValue, set.repetitions.map { "\($0)" },
      set.load.map { $0.mass.map { "\($0)" } ?? "unknown" },
      set.duration.map { "\($0)" }, set.distance.map { "\($0)" }, effort,
      session.recording == nil ? "no" : "yes",
    ]
    return cells.map { $0 ?? "-" }.joined(separator: ",")
  }
}
