import DaymarkModel
import Testing

/// Challenges that come again; see Pipelines, "A challenge that comes again".
struct ChallengeSeriesTests {
  private func series(
    _ rhythm: ChallengeSeries.Rhythm, from: String, to: String? = nil,
    weeksFrom: CivilDay.Weekday = .monday
  ) throws -> ChallengeSeries {
    var series = ChallengeSeries(
      id: "again", title: "Again", rhythm, from: try #require(CivilDay(from)))
    series.to = to.flatMap { CivilDay($0) }
    series.weekStartsOn = weeksFrom
    return series
  }

  private func spans(_ series: ChallengeSeries, through end: String) throws -> [String] {
    series.occurrences(through: try #require(CivilDay(end))).map {
      "\($0.name) \($0.from) \($0.to)"
    }
  }

  @Test func `a weekend comes again each week, named by its Saturday`() throws {
    // 2 March 2026 is a Monday.
    let weekends = try series(.week(offset: 5, days: 2), from: "2026-03-02", to: "2026-04-05")
    #expect(
      try spans(weekends, through: "2026-05-01") == [
        "again@2026-03-07 2026-03-07 2026-03-08", "again@2026-03-14 2026-03-14 2026-03-15",
        "again@2026-03-21 2026-03-21 2026-03-22", "again@2026-03-28 2026-03-28 2026-03-29",
        "again@2026-04-04 2026-04-04 2026-04-05",
      ])
    // Those that have not begun are no occurrences yet.
    #expect(try spans(weekends, through: "2026-03-13").count == 1)
    #expect(try spans(weekends, through: "2026-03-14").count == 2)
  }

  @Test func `an occurrence that does not lie wholly in the time does not exist`() throws {
    // From a Sunday to a Saturday: neither weekend at the edges.
    let weekends = try series(.week(offset: 5, days: 2), from: "2026-03-08", to: "2026-03-21")
    #expect(
      try spans(weekends, through: "2026-04-01") == ["again@2026-03-14 2026-03-14 2026-03-15"])
    #expect(weekends.occurrence(ofID: "again@2026-03-14") != nil)
    for other in ["2026-03-07", "2026-03-21", "2026-03-15", "2026-03"] {
      #expect(weekends.occurrence(ofID: "again@\(other)") == nil, "\(other)")
    }
    #expect(weekends.occurrence(ofID: "other@2026-03-14") == nil)
    #expect(weekends.occurrence(ofID: "again") == nil)
    #expect(try series(.month, from: "2026-03-02", to: "2026-04-29").first == nil)
  }

  @Test func `weeks begin on their own day, and the week of two years is one`() throws {
    let weeks = try series(
      .week(offset: 0, days: 7), from: "2026-12-22", to: "2027-01-09", weeksFrom: .sunday)
    #expect(
      try spans(weeks, through: "2027-02-01") == [
        "again@2026-12-27 2026-12-27 2027-01-02", "again@2027-01-03 2027-01-03 2027-01-09",
      ])
  }

  @Test func `months are named by year and month, and have their own lengths`() throws {
    let months = try series(.month, from: "2028-01-02")
    #expect(
      try spans(months, through: "2028-04-01") == [
        "again@2028-02 2028-02-01 2028-02-29", "again@2028-03 2028-03-01 2028-03-31",
        "again@2028-04 2028-04-01 2028-04-30",
      ])
    #expect(months.occurrence(ofID: "again@2028-02")?.to == CivilDay("2028-02-29"))
    #expect(months.occurrence(ofID: "again@2028-02-01") == nil)
  }

  @Test func `a day comes again over a clock change and a leap day`() throws {
    let days = try series(.day, from: "2028-02-28")
    #expect(
      try spans(days, through: "2028-03-01") == [
        "again@2028-02-28 2028-02-28 2028-02-28", "again@2028-02-29 2028-02-29 2028-02-29",
        "again@2028-03-01 2028-03-01 2028-03-01",
      ])
  }

  @Test func `the hand-in of each closes at the end of the seventh day after it`() throws {
    var weekends = try series(.week(offset: 5, days: 2), from: "2026-03-02")
    weekends.zone = Zone(id: "Europe/Berlin")
    let challenges = try weekends.occurrences(through: #require(CivilDay("2026-03-30")))
      .map(weekends.challenge)
    #expect(challenges.first?.id == "again@2026-03-07")
    #expect(challenges.first?.title == "Again, 2026-03-07 to 2026-03-08")
    #expect(challenges.first?.proofDeadline == Instant(rfc3339: "2026-03-16T00:00:00+01:00"))
    // Summer time began on the last day of this one.
    #expect(challenges.last?.proofDeadline == Instant(rfc3339: "2026-04-06T00:00:00+02:00"))
    // Where subjects have zones of their own, nobody's week is shorter.
    weekends.zone = nil
    weekends.deadlineAfter = 0
    let first = try #require(weekends.first)
    #expect(
      weekends.challenge(first).proofDeadline == Instant(rfc3339: "2026-03-09T00:00:00-12:00"))
  }
}
