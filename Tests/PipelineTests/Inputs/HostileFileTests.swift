import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkPipeline

/// Files that once took minutes, gigabytes, or a subject's figures without a word.
@Suite(.enabled(if: SharedData.isPresent, "the shared data is not beside the package"))
struct HostileFileTests {
  private let asOf = Workbench.later

  private func codes(_ file: String) -> [FindingCode: Int] {
    do {
      let found = try aggregateArchives([SharedData.path("hostile/" + file)], asOf: asOf)
      return Dictionary(
        found.aggregates.findings.map { ($0.code, $0.count) }, uniquingKeysWith: +)
    } catch let error as DaymarkError {
      return [error.finding.code: 1]
    } catch {
      Issue.record(error)
      return [:]
    }
  }

  @Test func `records that no device writes are named`() {
    #expect(codes("six_records_1990_9999.zip")[.sampleTooLong] == 6)
    #expect(codes("dur_10000y.xml")[.sampleTooLong] == 1)
    #expect(codes("thousand_sources_36_years.zip")[.sampleTooLong] == 1000)
    #expect(codes("garmin_hr_lost_silently.json")[.timeMalformed] == 1)
  }

  @Test func `a tag of 128,000 attributes is refused`() {
    #expect(codes("one_tag_128k_attributes.xml") == [.xmlLimit: 1])
  }

  @Test(.enabled(if: Sweep.isLong)) func `what took the square of its length is read`() throws {
    let (_, taken) = processorTime {
      #expect(codes("covered_gaps_20k.zip") == [.timezoneFixedOffset: 1])
      #expect(codes("workouts_one_hour_100k.zip") == [.timezoneFixedOffset: 1])
    }
    #expect(taken < .seconds(60))
  }

  /// The limit that each passes.
  private static let refused: [(file: String, limit: ReadLimit)] = [
    ("nested_fills_tmpdir.zip", .compressionRatio), ("nested_csv_6800B.zip", .inputRatio),
    ("nested_heads_11kB.zip", .inputRatio), ("fit_memory_30docs.zip", .inputRatio),
    ("fit_memory_150docs.zip", .inputRatio), ("unclosed_comments_6kB.zip", .compressionRatio),
  ]

  @Test(arguments: Sweep.isLong ? refused : Array(refused.prefix(1)))
  func `archives that unpack to far more than they are pass a limit that is named`(
    _ file: String, limit: ReadLimit
  ) throws {
    let path = SharedData.path("hostile/" + file)
    let error = #expect(throws: DaymarkError.self) { try aggregateArchives([path], asOf: asOf) }
    #expect(error?.finding.code == .archiveLimit)
    #expect(error?.finding.facts.limit == limit)
  }

  @Test(.enabled(if: Sweep.isLong)) func `an archive of ten thousand sources is inspected`() throws
  {
    let path = SharedData.path("hostile/inspect_9999_sources.zip")
    let (found, taken) = try processorTime { try inspectArchives([path], asOf: asOf) }
    #expect(try found.first?.get().series.count == 7 * 9999)
    #expect(taken < .seconds(60))
  }
}
