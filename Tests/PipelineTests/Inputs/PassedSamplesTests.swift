import DaymarkIngest
import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkPipeline
@testable import DaymarkSampleFiles

/// Everything that a reading over a period gives.
private func reading(of path: String, over period: Period, mostKept: Int) throws
  -> ArchiveAggregates
{
  var parameters = ReadingParameters(
    policies: Policies(), asOf: Workbench.later, options: .init())
  parameters.mostKept = mostKept
  return try readAggregates(
    ReadingJob(archives: archivesByDigest([path]), parameters: parameters, period: period))
}

struct PassedSamplesTests {
  @Test func `what is passed over changes no day of the period`() throws {
    let folder = try ScratchFolder()
    let large = try folder.write([], to: "large.zip")
    _ = try LargeExport(bytes: 2_000_000, seed: 3).write(to: large)
    var paths = [large]
    for seed in Sweep.over(UInt64(0)..<40, step: 13) {
      let hard = try HardExport(seed: seed, records: 300).export.zip()
      paths.append(try folder.write(hard, to: "hard\(seed).zip"))
    }
    for path in paths {
      for (from, to) in [
        ("2024-12-01", "2024-12-31"), ("2025-03-01", "2025-03-30"), ("2025-09-15", "2025-09-16"),
      ] {
        let period = Period.days(
          from: try #require(CivilDay(from)), to: try #require(CivilDay(to)))
        #expect(
          try reading(of: path, over: period, mostKept: 0)
            == reading(of: path, over: period, mostKept: .max), "\(path) \(from)")
      }
    }
  }
}
