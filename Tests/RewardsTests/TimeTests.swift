import DaymarkModel
import DaymarkRewards
import Testing

/// When a day is settled, and what reaches back; see Rewards, "Time".
struct TimeTests {
  // MARK: Settled

  @Test func `a day is settled when an export after it is known`() {
    var example = Example()
    example.publish()
    example.hand(
      in: "2026-01-05", minutes: 20, exported: example.at("2026-01-06"),
      known: example.at("2026-01-06 09:00"))
    #expect(example.lines("2026-01-06 08:59", .earned).isEmpty)
    #expect(example.lines("2026-01-06 09:00", .earned) == ["2026-01-05 base 20"])
  }

  @Test func `an ExportDate later than the instant at which it became known is not believed`() {
    var example = Example()
    example.publish()
    example.hand(
      in: "2026-01-05", minutes: 20, exported: example.at("2026-01-09"),
      known: example.at("2026-01-05 20:00"))
    #expect(example.lines("2026-01-12 23:59", .earned).isEmpty)
    // At the end of the seventh civil day after it.
    #expect(example.lines("2026-01-13 00:00", .earned) == ["2026-01-05 base 20"])
  }

  @Test func `a settled day stays settled and open days are never paid`() {
    var example = Example()
    example.programme.settleAfter = 2
    example.publish()
    example.hand(
      in: "2026-01-05", minutes: 20, exported: example.at("2026-01-05 20:00"),
      known: example.at("2026-01-05 20:00"))
    #expect(example.lines("2026-01-07 23:59", .earned).isEmpty)
    #expect(example.lines("2026-01-08 00:00", .earned) == ["2026-01-05 base 20"])
    example.programme.settleAfter = 90
    example.publish(at: example.at("2026-01-09"))
    #expect(example.lines("2026-01-20", .earned) == ["2026-01-05 base 20"])
  }

  @Test func `a line's knownAt is the instant at which it was booked`() {
    var example = Example()
    example.publish()
    example.hand(in: "2026-01-05", minutes: 20)
    example.hand(in: "2026-01-05", minutes: 50, known: example.at("2026-02-03 07:30"))
    let lines = example.books("2026-03-01").lines
    #expect(lines.map(\.points) == [20, 30] && lines.map(\.kind) == [.earned, .corrected])
    #expect(lines.map(\.day) == [day("2026-01-05"), day("2026-01-05")])
    #expect(lines[1].knownAt == example.at("2026-02-03 07:30"))
    #expect(
      lines[1].because == .init(input: example.history.days[1].input, day: day("2026-01-05")))
  }

  @Test func `the version of the later export counts, whenever it became known`() {
    var example = Example()
    example.publish()
    example.hand(in: "2026-01-05", minutes: 50, known: example.at("2026-01-08"))
    // An older export that arrives later changes nothing.
    example.hand(
      in: "2026-01-05", minutes: 20, exported: example.at("2026-01-07"),
      known: example.at("2026-01-09"))
    #expect(example.lines("2026-01-20", .earned, .corrected) == ["2026-01-05 base 50"])
    // Figures that were worked out after that export was set aside go before it.
    example.history.days[1].basis = example.at("2026-01-09")
    #expect(
      example.lines("2026-01-20", .earned, .corrected)
        == ["2026-01-05 base 50", "2026-01-05 base -30"])
  }

  @Test func `base, then streak, then bonus`() {
    var example = Example()
    example.programme.points.base[0].points = 10
    example.programme.points.multiplier = StreakMultiplier(
      streak: "learning", policy: .table([.init(1, 1100)]))
    example.programme.points.bonus = [BonusRule(challenge: "dynamo", percent: 10)]
    example.programme.settleAfter = 3
    example.publish()
    example.history.verdicts = [
      KnownVerdict(
        ChallengeOccurrence("dynamo"), from: day("2026-01-05"), to: day("2026-01-06"), .pass,
        isFinal: true, digest: Digest(of: []), at: example.at("2026-01-07 12:00"))
    ]
    // Tuesday's data is complete on Wednesday; so is Monday's by then, for exports hold all before.
    example.hand(in: "2026-01-05", minutes: 20, known: example.at("2026-01-05 22:00"))
    #expect(example.lines("2026-01-08 23:59", .earned).isEmpty)
    example.hand(in: "2026-01-06", minutes: 20, known: example.at("2026-01-09 01:00"))
    #expect(
      example.lines("2026-01-09 02:00", .earned) == [
        "2026-01-05 base 200", "2026-01-05 streak 20", "2026-01-06 base 200",
        "2026-01-06 streak 20", "2026-01-06 bonus 40",
      ])
  }

  @Test func `a streak part waits for every day before it`() {
    var example = Example()
    example.programme.settleAfter = 9
    example.programme.points.multiplier = StreakMultiplier(
      streak: "learning", policy: .table([.init(1, 2000)]))
    example.publish()
    // From the 6th on a day is settled at once, and the 5th is still open.
    example.programme.settleAfter = 0
    example.publish(at: example.at("2026-01-06"))
    example.hand(
      in: "2026-01-05", minutes: 20, exported: example.at("2026-01-05 20:00"),
      known: example.at("2026-01-05 20:00"))
    example.hand(
      in: "2026-01-06", minutes: 20, exported: example.at("2026-01-06 20:00"),
      known: example.at("2026-01-06 20:00"))
    // No export after them is known.
    example.history.complete = []
    #expect(example.lines("2026-01-07", .earned) == ["2026-01-06 base 20"])
    #expect(
      example.lines("2026-01-15", .earned) == [
        "2026-01-06 base 20", "2026-01-05 base 20", "2026-01-05 streak 20", "2026-01-06 streak 20",
      ])
  }

  // MARK: What never reaches back

  @Test func `a version of the programme holds for days that had not begun`() {
    var example = Example()
    example.publish()
    example.programme.points.base[0].points = 2
    example.programme.streaks["learning"]?.restDays = [.tuesday, .wednesday]
    example.publish(at: example.at("2026-01-06 00:01"))
    example.hand(inFrom: "2026-01-05", "x.xx")
    // Tuesday the 6th had begun: it is missed. Wednesday the 7th is a day of rest with two points a minute.
    #expect(
      example.lines("2026-01-09 02:00", .earned)
        == ["2026-01-05 base 20", "2026-01-07 base 40", "2026-01-08 base 40"])
    #expect(example.streak("2026-01-09 02:00").current?.first == day("2026-01-08"))
    // A correction of a settled day goes by the programme of the day.
    example.hand(in: "2026-01-05", minutes: 30, known: example.at("2026-01-12"))
    #expect(example.lines("2026-01-12", .corrected) == ["2026-01-05 base 10"])
  }

  @Test func `a subject counts from the day on which it joined, once that is known`() {
    var example = Example()
    example.publish()
    example.history.joined = [Known(day("2026-01-07"), at: example.at("2026-01-06"))]
    example.hand(inFrom: "2026-01-05", "xxxx")
    // Before anything was known of joining the period's first day counted.
    #expect(
      example.lines("2026-01-09 02:00", .earned)
        == ["2026-01-05 base 20", "2026-01-07 base 20", "2026-01-08 base 20"])
    #expect(example.streak("2026-01-09 02:00").current?.count == 3)
  }

  @Test func `days outside the period, and before there was a programme, do not exist`() {
    var example = Example(from: "2026-01-06")
    example.programme.to = day("2026-01-08")
    example.publish(at: example.at("2026-01-06 12:00"))
    example.hand(inFrom: "2026-01-05", "xxxxx")
    #expect(
      example.lines("2026-01-20", .earned) == ["2026-01-07 base 20", "2026-01-08 base 20"])
    #expect(example.streak("2026-01-20").state == .active)
  }

  // MARK: Zones

  @Test(arguments: [("2026-03-29", 23 * 60 - 60), ("2026-10-25", 25 * 60 - 60)])
  func `a day over a clock change has its own length`(date: String, minutes: Int) {
    var example = Example(from: date, zone: "Europe/Berlin")
    example.publish()
    let stretch = example.calendar.interval(of: day(date))
    #expect(stretch.duration == Int64(minutes + 60) * 60_000)
    example.hand(inFrom: date, "xx")
    let streak = keepBooks(
      example.history, asOf: stretch.end.advanced(byDays: 1).advanced(byMilliseconds: 7_200_000)
    ).streaks[0]
    #expect(streak.current?.count == 2)
    // The day is booked an hour after its own end.
    let line = keepBooks(example.history, asOf: stretch.end.advanced(byDays: 3)).lines[0]
    #expect(line.knownAt == stretch.end.advanced(byMilliseconds: 3_600_000))
  }

  @Test func `after a flight west the next day lasts up to 50 hours`() {
    var example = Example(zone: "Pacific/Kiritimati")
    example.publish()
    example.hand(in: "2026-01-05", minutes: 20)
    // The 5th ends at 10:00 UTC. In UTC-12 the 6th ends at 12:00 UTC on the 7th.
    example.history.zones.append(
      Known(.fixedOffset(seconds: -12 * 3600), at: example.at("2026-01-06 02:00")))
    let end = example.calendar.start(of: day("2026-01-06"))
    let long = Interval(end, Instant(rfc3339: "2026-01-07T12:00:00Z")!)
    #expect(long.duration == 50 * 3_600_000)
    example.history.days.append(
      DayVersion(
        day("2026-01-06"), long, [Example.minutes: RewardFigure(3000)], exportedAt: long.end,
        input: Digest(of: []), at: long.end))
    example.history.complete.append(Known(long.end, at: long.end))
    #expect(
      example.lines("2026-01-20", .earned) == ["2026-01-05 base 20", "2026-01-06 base 50"])
    #expect(example.streak("2026-01-08 12:00").current?.count == 2)
  }

  @Test func `after midnight a flight west makes no day twice`() {
    var example = Example(zone: "Europe/Berlin")
    example.publish()
    example.hand(in: "2026-01-05", minutes: 20, known: example.at("2026-01-06 00:05"))
    // In New York it is still the 5th, which is settled: the next day is the 6th, and lasts 30 hours.
    let york = DayCalendar(zone: .named("America/New_York"))
    example.history.zones.append(Known(york.zone, at: example.at("2026-01-06 00:10")))
    let stretch = Interval(example.at("2026-01-06"), york.start(of: day("2026-01-07")))
    #expect(stretch.duration == 30 * 3_600_000)
    example.history.days.append(
      DayVersion(
        day("2026-01-06"), stretch, [Example.minutes: RewardFigure(1200)], exportedAt: stretch.end,
        input: Digest(of: []), at: stretch.end))
    example.history.complete.append(Known(stretch.end, at: stretch.end))
    #expect(
      example.lines("2026-01-08", .earned) == ["2026-01-05 base 20", "2026-01-06 base 20"])
    #expect(example.streak("2026-01-08").current?.count == 2)
  }

  @Test func `a date without any time neither counts nor breaks`() {
    var example = Example(from: "2011-12-26", zone: "Pacific/Apia")
    example.publish()
    // Samoa had no 30 December 2011.
    for date in ["2011-12-28", "2011-12-29", "2011-12-31", "2012-01-01"] {
      example.hand(in: date, minutes: 20)
    }
    let streak = example.streak("2012-01-02 02:00")
    #expect(
      streak.current
        == .init(first: day("2011-12-28"), last: day("2012-01-01"), count: 4))
  }

  @Test func `a leap day is a day`() {
    var example = Example(from: "2028-02-27")
    example.publish()
    example.hand(inFrom: "2028-02-27", "xxxx")
    #expect(example.streak("2028-03-02 02:00").current?.span == 4)
    #expect(example.streak("2028-03-02 02:00").current?.last == day("2028-03-01"))
  }
}
