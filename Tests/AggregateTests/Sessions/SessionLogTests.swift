import DaymarkAggregate
import DaymarkModel
import DaymarkTestSupport
import Testing

/// Semantics, "Session logs".
struct SessionLogTests {
  private func row(_ start: String, _ end: String, _ name: String = "Anki", input: Int = 0)
    -> Activity
  {
    Activity(
      kind: .learning, name: name, start: at(start), end: at(end), source: 3, input: input,
      isUserEntered: true)
  }

  /// `day: rows, minutes` of each day.
  private func days(
    _ rows: [Activity], zone: String = "UTC", period: Period? = nil
  ) -> [String] {
    var all = subject(rows)
    all.zone = ResolvedZone(Zone(id: zone) ?? .utc, by: .subject)
    return aggregate(all, over: period).activities.map {
      "\($0.day): \($0.sessions), \($0.minutes)"
    }
  }

  @Test func `minutes are those of the union, and each row is a session`() {
    #expect(
      days([
        row("2025-09-01T16:00:00Z", "2025-09-01T16:40:00Z"),
        row("2025-09-01T16:30:00Z", "2025-09-01T17:00:00Z", "Duolingo"),
      ]) == ["2025-09-01: 2, 60"])
    // Wholly inside, and one that touches.
    #expect(
      days([
        row("2025-09-01T16:00:00Z", "2025-09-01T17:00:00Z"),
        row("2025-09-01T16:10:00Z", "2025-09-01T16:20:00Z"),
        row("2025-09-01T17:00:00Z", "2025-09-01T17:05:00Z"),
        row("2025-09-01T18:00:00Z", "2025-09-01T18:00:00Z"),
      ]) == ["2025-09-01: 4, 65"])
  }

  @Test func `sixty rows of 59 seconds are 59 minutes`() {
    let rows = (0..<60).map { index in
      Activity(
        kind: .learning, start: clock("10:00:00").advanced(byMilliseconds: Int64(index) * 60_000),
        end: clock("10:00:59").advanced(byMilliseconds: Int64(index) * 60_000), source: 3,
        isUserEntered: true)
    }
    #expect(days(rows) == ["2025-09-01: 60, 59"])
  }

  @Test func `a row over midnight is of both days, and a session of the first`() {
    let night = [row("2025-09-01T23:50:00Z", "2025-09-02T00:40:00Z")]
    #expect(days(night) == ["2025-09-01: 1, 10", "2025-09-02: 0, 40"])
    let second = day("2025-09-02")
    #expect(
      days(night, period: .days(from: second, to: second)) == ["2025-09-02: 0, 40"])
    let first = day("2025-09-01")
    #expect(days(night, period: .days(from: first, to: first)) == ["2025-09-01: 1, 10"])
  }

  @Test func `an hour that a clock change takes or gives is counted as it passed`() {
    // Berlin: 26 October 2025, 03:00 is 02:00 again at 01:00 UTC.
    #expect(
      days(
        [row("2025-10-25T22:30:00Z", "2025-10-26T23:30:00Z")], zone: "Europe/Berlin")
        == ["2025-10-26: 1, 1470", "2025-10-27: 0, 30"])
  }

  @Test func `rows are never merged with recordings, nor with each other`() {
    let run = recording(.other, "16:00:00", "16:40:00", input: 1)
    let all = subject([run, row("2025-09-01T16:00:00Z", "2025-09-01T16:40:00Z")])
    #expect(aggregate(all, over: nil).sessions.map(\.activity.kind) == [.other, .learning])
  }

  @Test func `they are in no metric, and tell how far the log goes`() {
    let result = aggregate(
      subject([row("2025-09-01T16:00:00Z", "2025-09-01T16:40:00Z")]),
      over: .days(from: day("2025-08-01"), to: day("2025-08-31")))
    #expect(result.days.isEmpty && result.activities.isEmpty)
    #expect(result.loggedEnd == day("2025-09-01"))
  }
}
