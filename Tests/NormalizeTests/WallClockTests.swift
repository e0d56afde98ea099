import DaymarkModel
import DaymarkNormalize
import DaymarkTestSupport
import Testing

/// Times that a file writes without a zone.
struct WallClockTests {
  private let newYork = Zone.named("America/New_York")

  private func wall(
    _ records: [Record] = [], activities: [ActivityRecord] = [], totals: [DayTotalRecord] = []
  ) -> Input {
    Input(
      records: records, activities: activities, totals: totals, clock: .wall,
      facts: accountFacts())
  }

  private func steps(_ start: String, _ end: String, byte: Int = 0) -> Record {
    record(
      start: .at(at("\(start):00Z")), end: .at(at("\(end):00Z")), byte: byte)
  }

  @Test func `they become instants once the zone is known`() {
    // Summer, then winter: 4 and 5 hours behind UTC.
    let input = wall([
      steps("2025-07-01T08:00", "2025-07-01T08:10"),
      steps("2025-01-01T23:00", "2025-01-02T00:00"),
    ])
    let set = normalise([input], zone: newYork)
    #expect(set.ordered().map(\.start) == [at("2025-01-02T04:00:00Z"), at("2025-07-01T12:00:00Z")])
    #expect(set.ordered().map(\.end) == [at("2025-01-02T05:00:00Z"), at("2025-07-01T12:10:00Z")])
    #expect(set.dataEnd == at("2025-07-01T12:10:00Z"))
    #expect(set.rejectCodes.isEmpty)
    #expect(set.sources == [tracker])
  }

  @Test func `a change of the clock makes no interval run backwards`() {
    let set = normalise(
      [
        wall([
          // 02:30 did not exist: the first instant after it is 03:00 EDT, 07:00 UTC.
          steps("2025-03-09T01:30", "2025-03-09T02:30"),
          // 01:30 came twice on 2024-11-03, first in EDT: 05:30 UTC; 02:00 is EST, 07:00 UTC.
          steps("2024-11-03T01:30", "2024-11-03T02:00"),
        ])
      ], zone: newYork)
    #expect(set.ordered().map(\.start) == [at("2024-11-03T05:30:00Z"), at("2025-03-09T06:30:00Z")])
    #expect(set.ordered().map(\.end) == [at("2024-11-03T07:00:00Z"), at("2025-03-09T07:00:00Z")])
  }

  @Test func `activities, their points, sets and totals move`() throws {
    var activity = trackedRun(track: [TrackPoint(at: at("2025-09-01T08:31:00Z"), byte: 5)])
    activity.sets = [StrengthSet(start: at("2025-09-01T08:02:00Z"))]
    let day = DayTotalRecord(
      source: 0, day: CivilDay("2025-09-01"), metric: .steps, figure: .sum(written("1")),
      measuredUntil: at("2025-09-01T20:00:00Z"))
    let set = normalise([wall(activities: [activity], totals: [day])], zone: newYork)
    let moved = try #require(set.activities.first)
    #expect(moved.start == at("2025-09-01T12:00:00Z"))
    #expect(moved.end == at("2025-09-01T12:30:00Z"))
    #expect(moved.track.map(\.at) == [at("2025-09-01T12:31:00Z")])
    #expect(moved.sets.map(\.start) == [at("2025-09-01T12:02:00Z")])
    // A date is a date in any zone.
    #expect(set.totals.map(\.day.description) == ["2025-09-01"])
    #expect(set.dataEnd == at("2025-09-02T00:00:00Z"))
  }

  @Test func `bounds are held against the instants`() {
    // The bound is 2025-10-02T00:00Z, which is 20:00 of the day before in New York.
    let inRange = steps("2025-10-01T19:50", "2025-10-01T20:00", byte: 10)
    let late = steps("2025-10-01T19:50", "2025-10-01T20:01", byte: 20)
    let set = normalise([wall([inRange, late])], zone: newYork)
    #expect(set.ordered().count == 1)
    #expect(set.rejected == [[.timeOutOfRange: 1]])
    #expect(set.findings.first?.location?.byte == 20)
    // 2025-10-02 00:00 in Berlin is two hours earlier; the first hours of 1990 are still 1989 in UTC.
    let berlin = normalise(
      [
        wall([
          late, steps("2025-10-02T01:00", "2025-10-02T02:00"),
          steps("1990-01-01T00:30", "1990-01-01T01:30", byte: 30),
          steps("1990-01-01T01:00", "1990-01-01T01:30"),
        ])
      ], zone: .named("Europe/Berlin"))
    #expect(berlin.ordered().count == 3)
    #expect(berlin.rejected == [[.timeOutOfRange: 1]])
    #expect(berlin.findings.first?.location?.byte == 30)
  }

  @Test func `the same measurement by another clock is a duplicate`() {
    let absolute = Input(
      records: [steps("2025-07-01T12:00", "2025-07-01T12:10")], facts: accountFacts("b"))
    let set = normalise(
      [wall([steps("2025-07-01T08:00", "2025-07-01T08:10")]), absolute],
      zone: newYork)
    #expect(set.ordered().count == 1)
    #expect(set.rejected.map { $0[.sampleDuplicate] ?? 0 }.sorted() == [0, 1])
  }

  @Test func `times beyond every calendar are rejected quietly`() {
    let extremes = [Int64.min, .max].map { milliseconds in
      record(
        start: .at(Instant(milliseconds: milliseconds)), end: .missing)
    }
    let set = normalise([wall(extremes)], zone: newYork)
    #expect(set.samples.isEmpty)
    #expect(set.rejected == [[.timeOutOfRange: 2]])
  }
}
