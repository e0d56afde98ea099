import DaymarkModel
import Testing

/// Streaks of weeks and of windows; each expectation is counted on a calendar.
///
/// See Rewards, "Streaks".
struct WeekTests {
  /// Weeks of three active days from Monday, beginning on a Monday.
  private func weekly(from first: String = "2026-01-05") -> Example {
    var example = Example(from: first)
    example.streak.unit = .week(.days(3))
    return example
  }

  @Test func `the running week counts from the day on which it is met`() {
    var example = weekly()
    example.publish()
    example.hand(inFrom: "2026-01-05", "x.x.x..xx")
    #expect(example.streak("2026-01-09 12:00").current == nil)
    let met = example.streak("2026-01-10 02:00")
    #expect(met.state == .active && met.current?.count == 1)
    // In the middle of the next week the count is still one, and not nought.
    let midweek = example.streak("2026-01-14 02:00")
    #expect(midweek.state == .atRisk && midweek.current?.count == 1)
  }

  @Test func `a missed week breaks on its last day, once all its days are settled`() {
    var example = weekly()
    example.publish()
    example.hand(inFrom: "2026-01-05", "xxx....xx....")
    // Sunday the 18th is still open.
    #expect(example.streak("2026-01-19 12:00").state == .atRisk)
    #expect(example.streak("2026-01-20 02:00").current?.count == 1)
    example.hand(in: "2026-01-18", minutes: 0, known: example.at("2026-01-19 13:00"))
    #expect(example.streak("2026-01-19 13:00").state == .broken)
  }

  @Test func `a leaf over the week adds up its days`() {
    var example = weekly()
    example.streak.unit = .week(.total(Example.minutes, atLeast: 60 * 60))
    example.publish()
    example.hand(inFrom: "2026-01-05", "xx.")
    #expect(example.streak("2026-01-08 02:00").current == nil)
    example.hand(in: "2026-01-08", minutes: 20)
    #expect(example.streak("2026-01-09 02:00").current?.last == day("2026-01-08"))
  }

  @Test func `days of rest may meet a week`() {
    var example = weekly()
    example.streak.restDays = [.saturday, .sunday]
    example.publish()
    example.hand(inFrom: "2026-01-05", "x....xx")
    #expect(example.streak("2026-01-12 02:00").current?.count == 1)
  }

  @Test func `a week with a paused day counts if it is met and is never missed`() {
    var example = weekly()
    example.history.pauses = [
      Pause(from: day("2026-01-13"), to: day("2026-01-13"), at: Instant(milliseconds: 0)),
      Pause(from: day("2026-01-20"), to: day("2026-01-20"), at: Instant(milliseconds: 0)),
    ]
    example.publish()
    example.hand(inFrom: "2026-01-05", "xxx...." + "x.x...." + "x.xx...")
    // The second week has two days, the third three.
    #expect(example.streak("2026-01-19 02:00").current?.count == 1)
    #expect(example.streak("2026-01-26 02:00").current?.count == 2)
  }

  @Test func `a week that is not wholly within period and season neither counts nor breaks`() {
    var example = weekly(from: "2026-01-06")
    example.programme.seasons = [day("2026-01-15")]
    example.programme.to = day("2026-01-28")
    example.publish()
    // From Tuesday; from Monday; cut by the season; whole; cut by the end of the period.
    example.hand(inFrom: "2026-01-06", "xxxx.." + "xxx.xxx" + "xxx...." + "xxx")
    #expect(example.streak("2026-01-12 02:00").current == nil)
    #expect(example.streak("2026-01-15 00:30").current == nil)
    #expect(example.streak("2026-01-19 02:00").current == nil)
    #expect(example.streak("2026-01-26 02:00").current?.count == 1)
    #expect(example.streak("2026-01-29 02:00").current?.count == 1)
    #expect(example.books("2026-01-29 02:00").points.earned == 16 * 20)
  }

  @Test func `multiplier, freezes and milestones count weeks`() {
    var example = weekly()
    example.streak.freezes = FreezeRules(earnEvery: 2, atMost: 1)
    example.streak.milestones = [2]
    example.programme.points.base[0].points = 10
    example.programme.points.multiplier = StreakMultiplier(
      streak: "learning", policy: .table([.init(2, 1500)]))
    example.publish()
    example.hand(inFrom: "2026-01-05", "xxx...." + "xxx...." + "......." + "xxx....")
    let end = "2026-02-02 02:00"
    #expect(
      example.lines(end, .freezeEarned, .freezeSpent).map { $0 } == [
        "2026-01-14 freezeEarned", "2026-01-25 freezeSpent",
      ])
    #expect(example.lines(end, .unlocked) == ["2026-01-14 2"])
    // Of 200 points each: the day that met the second week, and all of the fourth.
    #expect(
      example.books(end).lines.filter { $0.part == .streak }.map { "\($0.day) \($0.points)" }
        == ["2026-01-14 100", "2026-01-26 100", "2026-01-27 100", "2026-01-28 100"])
  }

  @Test func `an ISO week 53 is a week like any other`() {
    var example = weekly(from: "2026-12-28")
    example.publish()
    example.hand(inFrom: "2026-12-28", "x...xx." + "xxx")
    // 28 December 2026 to 3 January 2027.
    let streak = example.streak("2027-01-07 02:00")
    #expect(streak.current?.first == day("2026-12-28") && streak.current?.count == 2)
  }

  // MARK: Windows

  private func rolling() -> Example {
    var example = Example()
    example.streak.unit = .rolling(days: 5, within: 7)
    return example
  }

  @Test
  func `a rolling run begins on the first of the five days of the first window that has them`() {
    var example = rolling()
    example.publish()
    example.hand(inFrom: "2026-01-05", "x..xx.xxx")
    // The window of the 7 days to the 12th has four, that to the 13th five from the 8th on.
    #expect(example.streak("2026-01-13 02:00").current == nil)
    let streak = example.streak("2026-01-14 02:00")
    #expect(
      streak.current == StreakBook.Run(first: day("2026-01-08"), last: day("2026-01-13"), count: 5))
  }

  @Test
  func `it breaks on the first settled day whose window has fewer, and begins anew behind it`() {
    var example = rolling()
    example.publish()
    example.hand(inFrom: "2026-01-05", "x.xxxx.." + "xxxxx")
    // The window of the 12th is the 6th to the 12th: four.
    #expect(example.streak("2026-01-12 02:00").current?.count == 5)
    #expect(example.streak("2026-01-13 02:00").state == .broken)
    // The seven days to the 13th have five, four of which lie before the break.
    #expect(example.streak("2026-01-14 02:00").current == nil)
    #expect(example.streak("2026-01-18 02:00").current?.first == day("2026-01-13"))
  }

  @Test func `days of rest and pauses are in no window`() {
    var example = rolling()
    example.streak.restDays = [.saturday, .sunday]
    example.history.pauses = [
      Pause(from: day("2026-01-13"), to: day("2026-01-14"), at: Instant(milliseconds: 0))
    ]
    example.publish()
    // Monday to Friday, then Monday, Thursday and Friday missed: the window of the 15th holds seven working days.
    example.hand(inFrom: "2026-01-05", "xxxxx" + ".." + "..." + ".")
    #expect(example.streak("2026-01-16 02:00").current?.count == 5)
    example.hand(in: "2026-01-16", minutes: 0)
    #expect(example.streak("2026-01-17 02:00").state == .broken)
  }

  @Test func `a day's multiplier goes by the run as it stood when that day ended`() {
    var example = rolling()
    example.programme.points.base[0].points = 50
    example.programme.points.multiplier = StreakMultiplier(streak: "learning", policy: .daily1cap30)
    example.publish()
    example.hand(inFrom: "2026-01-05", "xxxxxx")
    // Of 1,000 points: none before there is a run, then 5 and 6 %.
    #expect(
      example.books("2026-01-11 02:00").lines.filter { $0.part == .streak }
        .map { "\($0.day) \($0.points)" } == ["2026-01-09 50", "2026-01-10 60"])
  }

  @Test func `a rolling window is no week`() {
    var example = rolling()
    example.publish()
    // Five of any seven days over a Sunday; in weeks from Monday it would be two and three.
    example.hand(inFrom: "2026-01-05", ".....xx" + "xxx")
    #expect(example.streak("2026-01-15 02:00").current?.count == 5)
  }
}
