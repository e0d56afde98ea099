import DaymarkModel
import Testing

struct PeriodTests {
  private let berlin = DayCalendar(zone: .named("Europe/Berlin"))

  private func instants(_ start: String, _ end: String) throws -> Period {
    .instants(
      Interval(
        try #require(Instant(rfc3339: start)), try #require(Instant(rfc3339: end))))
  }

  @Test func `civil days run from the first midnight to the last`() throws {
    let period = Period.days(
      from: try #require(CivilDay("2025-10-25")), to: try #require(CivilDay("2025-10-27")))
    let interval = period.interval(in: berlin)
    // Summer time ends on the 26th: +02:00 at the first midnight, +01:00 at the last.
    #expect("\(interval.start) \(interval.end)" == "2025-10-24T22:00:00Z 2025-10-27T23:00:00Z")
    #expect(
      period.days(in: berlin).map(\.description) == ["2025-10-25", "2025-10-26", "2025-10-27"])
  }

  @Test func `instants touch the days of the zone`() throws {
    let period = try instants("2025-08-31T22:00:00Z", "2025-09-02T22:00:00Z")
    // Midnight to midnight in Berlin: the day that begins at the end is not touched.
    #expect(period.days(in: berlin).map(\.description) == ["2025-09-01", "2025-09-02"])
    let utc = DayCalendar(zone: .utc)
    #expect(
      period.days(in: utc).map(\.description) == ["2025-08-31", "2025-09-01", "2025-09-02"])
    #expect("\(period.interval(in: berlin).start)" == "2025-08-31T22:00:00Z")
  }

  @Test func `selection narrows by weekday and date`() throws {
    let monday = try #require(CivilDay("2025-09-01"))
    let selection = DaySelection(
      weekdays: [.monday, .tuesday], from: monday, to: monday.advanced(by: 7))
    let chosen = (-7..<15).map { monday.advanced(by: $0) }.filter(selection.contains)
    #expect(chosen.map(\.description) == ["2025-09-01", "2025-09-02", "2025-09-08"])
    #expect(DaySelection().contains(monday))
  }
}
