import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkPipeline

/// An inspection of what holds no records.
struct InspectionTests {
  private let tracker = Source(provider: "garmin", name: "Forerunner", deviceClass: .tracker)
  private let facts = InputFacts(
    name: "a.fit", format: "fit", digest: Digest(of: []), bytes: 0)
  private let start = Instant(seconds: 1_756_713_600)

  private func inspection(
    activities: [Activity] = [], totals: [DayTotal] = []
  ) -> ArchiveInspection {
    var set = SampleSet(
      zone: ResolvedZone(.fixedOffset(seconds: 7200), by: .fixedOffset), sources: [tracker],
      activities: activities, totals: totals)
    set.rejected = [[:]]
    set.rejectedSeries = [[]]
    return ArchiveInspection(set, facts)
  }

  private func later(_ seconds: Int64) -> Instant { start.advanced(byMilliseconds: seconds * 1000) }

  @Test func `a track's points are counted by metric, and totals where there are none`() {
    let activity = Activity(
      kind: .run, start: start, end: later(60),
      values: [.distanceMeters: Quantity(9), .kilocalories: Quantity(5)], detail: .device,
      contribution: .samples,
      track: [
        TrackPoint(at: start, distance: .zero), TrackPoint(at: later(10), heartRate: Quantity(90)),
        TrackPoint(at: later(20), distance: Quantity(9), heartRate: Quantity(99)),
      ])
    let found = inspection(activities: [activity])
    #expect(found.series.map(\.metric) == [.distanceWalkingRunning, .activeEnergy, .heartRate])
    #expect(found.series.map(\.samples) == [2, 1, 2])
    #expect(found.series.map(\.first) == [start, start, later(10)])
    #expect(found.series.map(\.last) == [later(20), later(60), later(20)])
    #expect(found.sessions == [.run: 1])
    #expect(found.span == Interval(start, later(60)))
  }

  @Test func `the distance of a session without a track is counted`() {
    var activity = Activity(
      kind: .cycle, start: start, end: later(60), values: [.distanceMeters: Quantity(9)],
      contribution: .samples)
    #expect(inspection(activities: [activity]).series.map(\.metric) == [.distanceCycling])
    // A workout whose records stand in the same export gives nothing itself.
    activity.contribution = .nothing
    #expect(inspection(activities: [activity]).series.isEmpty)
  }

  @Test func `a day's total is counted where its day begins`() throws {
    let days = ["2025-09-01", "2025-09-03"].compactMap { CivilDay($0) }
    let found = inspection(
      totals: days.map { DayTotal(metric: .steps, day: $0, figure: .sum(Quantity(10))) })
    // Midnight two hours ahead of UTC.
    let first = try #require(Instant(rfc3339: "2025-08-31T22:00:00Z"))
    let last = try #require(Instant(rfc3339: "2025-09-02T22:00:00Z"))
    #expect(found.series.map(\.samples) == [2])
    #expect(found.series.map(\.first) == [first])
    #expect(found.span == Interval(first, last))
  }
}
