import DaymarkModel
import DaymarkTestSupport
import Foundation
import Testing

struct DayCalendarTests {
  private func hours(_ date: String, _ zone: String) throws -> Double {
    let interval = DayCalendar(zone: .named(zone)).interval(of: try #require(CivilDay(date)))
    return Double(interval.end.milliseconds - interval.start.milliseconds) / 3_600_000
  }

  @Test(arguments: [
    ("Europe/Berlin", "2025-03-30", 23.0), ("Europe/Berlin", "2025-10-26", 25),
    ("Europe/Berlin", "2025-07-01", 24), ("Australia/Lord_Howe", "2025-04-06", 24.5),
    ("Australia/Lord_Howe", "2025-10-05", 23.5), ("Pacific/Apia", "2011-12-29", 24),
    ("Pacific/Apia", "2011-12-30", 0), ("Pacific/Apia", "2011-12-31", 24),
    // Set back by half an hour at 00:00 of 2018-05-05's eve: 23:30 became midnight.
    ("Asia/Pyongyang", "2018-05-04", 23.5), ("Asia/Pyongyang", "2015-08-14", 24.5),
    ("Europe/Istanbul", "2016-10-30", 24), ("UTC", "2025-03-30", 24),
  ])
  func `day is as long as its zone says`(zone: String, date: String, expected: Double) throws {
    #expect(try hours(date, zone) == expected)
  }

  @Test(arguments: [
    // Cairo springs forward at 00:00 local, which is 22:00 UTC: midnight does not exist.
    ("Africa/Cairo", "2024-04-26", "2024-04-25T22:00:00Z", 23.0),
    ("America/Havana", "2025-03-09", "2025-03-09T05:00:00Z", 23),
    // Havana falls back at 01:00 to 00:00: the day begins at the first midnight.
    ("America/Havana", "2025-11-02", "2025-11-02T04:00:00Z", 25),
    // Sao Paulo fell back at 00:00 to 23:00: the day before has 25 hours.
    ("America/Sao_Paulo", "2019-02-17", "2019-02-17T03:00:00Z", 24),
    ("America/Sao_Paulo", "2019-02-16", "2019-02-16T02:00:00Z", 25),
    // St. John's fell back at 00:01 to 23:01: the day had begun a minute before.
    ("America/St_Johns", "2010-11-07", "2010-11-07T02:30:00Z", 25),
    ("Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00Z", 24),
  ])
  func `day begins at its first instant`(
    zone: String, date: String, start: String, hours expected: Double
  ) throws {
    let day = try #require(CivilDay(date))
    let calendar = DayCalendar(zone: .named(zone))
    #expect("\(calendar.start(of: day))" == start)
    #expect(try hours(date, zone) == expected)
    #expect(calendar.day(containing: calendar.start(of: day)) == day)
    let before = calendar.start(of: day).advanced(byMilliseconds: -1)
    #expect(calendar.day(containing: before) < day)
  }

  /// After 00:01 St.
  ///
  /// John's printed 23:01 of the day before, but the new day had begun.
  @Test func `instant belongs to the day between whose bounds it lies`() throws {
    let calendar = DayCalendar(zone: .named("America/St_Johns"))
    let instant = try #require(Instant(rfc3339: "2010-11-07T02:45:00Z"))
    #expect("\(calendar.day(containing: instant))" == "2010-11-07")
    #expect(calendar.clockMilliseconds(at: instant) == (23 * 60 + 15) * 60_000)
  }

  @Test(arguments: [
    // Offsets 5, 4 and again 5 hours behind UTC.
    ("America/New_York", "2025-03-09T01:59:59Z", "2025-03-09T06:59:59Z"),
    ("America/New_York", "2025-03-09T02:30:00Z", "2025-03-09T07:00:00Z"),
    ("America/New_York", "2025-03-09T03:00:00Z", "2025-03-09T07:00:00Z"),
    ("America/New_York", "2025-11-02T01:30:00Z", "2025-11-02T05:30:00Z"),
    ("America/New_York", "2025-11-02T02:00:00Z", "2025-11-02T07:00:00Z"),
    // 11 hours ahead in summer, 10 and a half in winter; changes at 02:00 by half an hour.
    ("Australia/Lord_Howe", "2025-04-06T01:45:00Z", "2025-04-05T14:45:00Z"),
    ("Australia/Lord_Howe", "2025-04-06T02:00:00Z", "2025-04-05T15:30:00Z"),
    ("Australia/Lord_Howe", "2025-10-05T02:10:00Z", "2025-10-04T15:30:00Z"),
    // From 10 hours behind to 14 ahead: 30 December 2011 was left out.
    ("Pacific/Apia", "2011-12-29T23:59:00Z", "2011-12-30T09:59:00Z"),
    ("Pacific/Apia", "2011-12-30T12:00:00Z", "2011-12-30T10:00:00Z"),
    ("Pacific/Apia", "2011-12-31T00:01:00Z", "2011-12-30T10:01:00Z"),
    ("UTC", "2025-03-09T02:30:00Z", "2025-03-09T02:30:00Z"),
  ])
  func `what a clock showed is the first instant it did`(
    zone: String, wall: String, instant: String
  ) throws {
    let wall = try #require(Instant(rfc3339: wall))
    #expect("\(DayCalendar(zone: .named(zone)).instant(ofWallClock: wall))" == instant)
  }

  @Test func `fixed offset has days of 24 hours far from today`() throws {
    let calendar = DayCalendar(zone: .fixedOffset(seconds: -12_600))
    for text in ["0001-01-01", "1969-12-31", "2025-03-30", "9999-12-30"] {
      let day = try #require(CivilDay(text))
      // Midnight at -03:30 is 03:30 UTC.
      #expect(
        calendar.start(of: day).milliseconds == Int64(day.ordinal) * 86_400_000 + 12_600_000)
      #expect(calendar.day(containing: calendar.start(of: day)) == day)
    }
  }

  /// Every zone whose days differ in kind, compared with a search that asks Foundation for the
  /// offset minute by minute around each day.
  @Test(arguments: [
    "Europe/Berlin", "Africa/Cairo", "America/Havana", "Pacific/Apia", "America/Sao_Paulo",
    "America/St_Johns", "Asia/Pyongyang", "Australia/Lord_Howe", "Africa/Casablanca",
    "Europe/Istanbul", "Asia/Gaza", "Antarctica/Troll", "Pacific/Kwajalein", "Asia/Kathmandu",
    "Europe/Volgograd", "America/Caracas", "Asia/Tehran", "Pacific/Kiritimati",
  ])
  func `every day equals a slow search`(zone name: String) throws {
    let zone = try #require(TimeZone(identifier: name))
    let calendar = DayCalendar(zone: .named(name))
    var generator = SeededGenerator(seed: 2)
    // Seeded days, and the days around each change of the clock.
    var ordinals = Set((0..<60).map { _ in Int32.random(in: 7305..<24_837, using: &generator) })
    for ordinal in Int32(7305)..<24_837 {
      let noon = Date(timeIntervalSince1970: Double(ordinal) * 86_400)
      if zone.secondsFromGMT(for: noon) != zone.secondsFromGMT(for: noon + 86_400) {
        ordinals.formUnion([ordinal - 1, ordinal, ordinal + 1, ordinal + 2])
      }
    }
    for ordinal in ordinals {
      let day = CivilDay(ordinal: ordinal)
      let found = calendar.start(of: day)
      #expect(found == slowStart(of: day, in: zone), "\(day) \(name)")
      let inside = found.advanced(
        byMilliseconds: Int64.random(in: 0..<86_400_000, using: &generator))
      let owner = calendar.day(containing: inside)
      #expect(slowStart(of: owner, in: zone) <= inside)
      #expect(inside < slowStart(of: owner.advanced(by: 1), in: zone))
    }
  }

  /// The first minute whose local date is `day` or later.
  private func slowStart(of day: CivilDay, in zone: TimeZone) -> Instant {
    let midnight = Int(day.ordinal) * 86_400
    for second in stride(from: midnight - 14 * 3600, through: midnight + 14 * 3600, by: 60) {
      let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
      if second + offset >= midnight { return Instant(seconds: Int64(second)) }
    }
    return Instant(seconds: .min / 1000)
  }
}
