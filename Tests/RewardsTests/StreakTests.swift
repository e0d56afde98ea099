import DaymarkModel
import Testing

/// Each expectation is counted on a calendar; see Rewards, "Streaks".
struct StreakTests {
  private func run(_ streak: StreakBook) -> String {
    streak.current.map { "\($0.first)...\($0.last): \($0.count) in \($0.span)" } ?? "-"
  }

  // MARK: What is active

  @Test func `a day is active when it surely passes`() {
    var example = Example()
    example.streak.day = DayTest(Example.minutes, .atMost(Quantity(30)))
    example.publish()
    // A ceiling that a bound leaves open is not surely kept.
    example.hand(in: "2026-01-05", minutes: 20)
    example.history.days[0].figures[Example.minutes] = RewardFigure(least: 1200, most: nil)
    #expect(example.streak("2026-01-06 02:00").state == .none)
    example.history.days[0].figures[Example.minutes] = RewardFigure(least: 1200, most: 1800)
    #expect(run(example.streak("2026-01-06 02:00")) == "2026-01-05...2026-01-05: 1 in 1")
    example.history.days[0].figures[Example.minutes] = RewardFigure(least: 1200, most: 1801)
    #expect(example.streak("2026-01-06 02:00").current == nil)
  }

  @Test func `a frozen day keeps the run and does not lengthen it`() {
    var example = Example()
    example.streak.freezes = FreezeRules(earnEvery: 2, atMost: 2)
    example.publish()
    example.hand(inFrom: "2026-01-05", "xx.x")
    let streak = example.streak("2026-01-09 02:00")
    #expect(run(streak) == "2026-01-05...2026-01-08: 3 in 4")
    #expect(streak.freezesSpent == [day("2026-01-07")] && streak.freezesLeft == 0)
  }

  // MARK: Days of rest and pauses

  @Test func `days of rest neither count nor break, and activity on them earns its base`() {
    var example = Example()
    example.streak.restDays = [.sunday]
    example.programme.points.multiplier = StreakMultiplier(streak: "learning", policy: .daily1cap30)
    example.programme.points.base[0].points = 100
    example.publish()
    example.hand(inFrom: "2026-01-08", "xxxxx")
    // Thursday to Saturday and Monday; Sunday has no streak part: 2,000 a day, and 1, 2, 3, 4 %.
    #expect(run(example.streak("2026-01-13 02:00")) == "2026-01-08...2026-01-12: 4 in 5")
    let parts = example.books("2026-01-13 02:00").lines.filter { $0.part == .streak }
    #expect(parts.map(\.points) == [20, 40, 60, 80])
    #expect(parts.map(\.day).contains(day("2026-01-11")) == false)
    #expect(example.books("2026-01-13 02:00").points.earned == 5 * 2000 + 200)
  }

  @Test func `days of rest and pauses do not end a gap`() {
    var example = Example()
    example.streak.restDays = [.sunday]
    example.streak.freezes = FreezeRules(earnEvery: 1, atMost: 1)
    example.publish()
    example.history.pauses = [
      Pause(from: day("2026-01-12"), to: day("2026-01-12"), at: example.at("2026-01-11"))
    ]
    // Friday is active. Saturday is missed, Sunday rest, Monday paused, Tuesday missed: two of one gap.
    example.hand(inFrom: "2026-01-09", "x...")
    #expect(example.streak("2026-01-11 12:00").state == .frozen)
    example.hand(in: "2026-01-13", minutes: 0)
    #expect(example.streak("2026-01-14 02:00").state == .broken)
  }

  @Test func `a day is paused if the version of the row that was known when it began says so`() {
    var example = Example()
    example.publish()
    example.hand(inFrom: "2026-01-05", "x..x")
    example.history.pauses = [
      Pause(
        from: day("2026-01-06"), to: day("2026-01-09"), at: example.at("2026-01-06"),
        goneAt: example.at("2026-01-07 12:00"))
    ]
    // The 7th had begun when the row went; the 8th had not, and is active.
    #expect(run(example.streak("2026-01-09 02:00")) == "2026-01-05...2026-01-08: 2 in 4")
    example.history.pauses[0].knownAt = example.at("2026-01-06 00:01")
    // Known a minute later it is too late for the 6th.
    #expect(run(example.streak("2026-01-09 02:00")) == "2026-01-08...2026-01-08: 1 in 1")
    #expect(example.streak("2026-01-07 12:00").state == .paused)
  }

  // MARK: Freezes

  @Test func `a freeze is spent only when the gap is over and covered, one a missed day`() {
    var example = Example()
    example.streak.freezes = FreezeRules(earnEvery: 1, atMost: 2)
    example.publish()
    example.hand(inFrom: "2026-01-05", "xx..")
    let open = example.streak("2026-01-09 02:00")
    #expect(open.state == .frozen && open.freezesReserved == 2 && open.freezesLeft == 2)
    #expect(open.freezesSpent.isEmpty)
    example.hand(in: "2026-01-09", minutes: 20)
    let over = example.streak("2026-01-10 02:00")
    // Two are spent, then one is earned.
    #expect(over.freezesSpent == [day("2026-01-07"), day("2026-01-08")])
    #expect(over.freezesLeft == 1 && over.current?.count == 3)
  }

  @Test func `a longer gap breaks the run on the first day without a freeze, and spends none`() {
    var example = Example()
    example.streak.freezes = FreezeRules(earnEvery: 1, atMost: 2)
    example.publish()
    example.hand(inFrom: "2026-01-05", "xx...x")
    #expect(example.streak("2026-01-09 02:00").state == .frozen)
    let broken = example.streak("2026-01-10 02:00")
    #expect(broken.state == .broken && broken.freezesLeft == 2)
    let after = example.streak("2026-01-11 02:00")
    #expect(run(after) == "2026-01-10...2026-01-10: 1 in 1")
    #expect(after.freezesSpent.isEmpty && after.longest?.count == 2)
  }

  @Test func `one is earned at each so many active days of a run, counted anew in a new one`() {
    var example = Example()
    example.streak.freezes = FreezeRules(earnEvery: 3, atMost: 9)
    example.publish()
    example.hand(inFrom: "2026-01-05", "xx.xxxxxx")
    #expect(
      example.lines("2026-01-14 02:00", .freezeEarned)
        == ["2026-01-10 freezeEarned", "2026-01-13 freezeEarned"])
  }

  @Test func `a freeze that became known late covers misses after the day that earned it`() {
    var example = Example()
    example.streak.freezes = FreezeRules(earnEvery: 2, atMost: 1)
    example.publish()
    // Everything is handed in at once, on the 9th.
    for (date, minutes) in [(5, 20), (6, 20), (7, 0), (8, 20)] {
      example.hand(
        in: "2026-01-0\(date)", minutes: Int64(minutes), known: example.at("2026-01-09 08:00"))
    }
    #expect(run(example.streak("2026-01-09 09:00")) == "2026-01-05...2026-01-08: 3 in 4")
  }

  @Test(arguments: [("2026-01-06 23:59", true), ("2026-01-07 00:00", false)])
  func `a given freeze covers a missed day if it was known before that day was over`(
    known: String, covers: Bool
  ) {
    var example = Example()
    example.streak.freezes = FreezeRules(atMost: 1)
    example.publish()
    example.hand(inFrom: "2026-01-05", "x.x")
    example.history.freezes = [
      FreezeRow(
        streak: "learning", day: day("2026-01-01"), .given, row: "1", at: example.at(known))
    ]
    let streak = example.streak("2026-01-08 02:00")
    #expect(streak.current?.count == (covers ? 2 : 1))
    #expect(streak.freezesLeft == (covers ? 0 : 1))
  }

  @Test func `at the most that may be held none is earned, given or sold`() {
    var example = Example()
    example.streak.freezes = FreezeRules(earnEvery: 1, atMost: 1, price: 5)
    example.publish()
    example.hand(inFrom: "2026-01-05", "xx.")
    let rows = [("2026-01-06 12:00", FreezeRow.Origin.given), ("2026-01-08 12:00", .bought)]
    example.history.freezes = rows.map { known, origin in
      FreezeRow(
        streak: "learning", day: day("2026-01-06"), origin, row: known, at: example.at(known))
    }
    // The one of the 5th is reserved for the 7th, and still held.
    #expect(example.lines("2026-01-09", .freezeEarned) == ["2026-01-05 freezeEarned"])
    let refused = example.books("2026-01-09").lines.filter { $0.kind == .refused }
    #expect(refused.map(\.reason) == [.freezesFull, .freezesFull])
  }

  @Test func `never miss twice breaks on the second missed day`() {
    var example = Example()
    example.streak.breaksAfter = 2
    example.publish()
    example.hand(inFrom: "2026-01-05", "x.x.x..x")
    #expect(run(example.streak("2026-01-10 02:00")) == "2026-01-05...2026-01-09: 3 in 5")
    #expect(example.streak("2026-01-11 02:00").state == .atRisk)
    #expect(example.streak("2026-01-12 02:00").state == .broken)
    #expect(run(example.streak("2026-01-13 02:00")) == "2026-01-12...2026-01-12: 1 in 1")
  }

  @Test func `with freezes the first missed day of a gap takes none`() {
    var example = Example()
    example.streak.breaksAfter = 2
    example.streak.freezes = FreezeRules(earnEvery: 1, atMost: 1)
    example.publish()
    example.hand(inFrom: "2026-01-05", "x..x")
    let streak = example.streak("2026-01-09 02:00")
    #expect(streak.freezesSpent == [day("2026-01-07")] && streak.current?.count == 2)
  }

  @Test func `late figures deal freezes anew and say what differs`() {
    var example = Example()
    example.streak.freezes = FreezeRules(earnEvery: 2, atMost: 1)
    example.publish()
    example.hand(inFrom: "2026-01-05", "xx.xx")
    // Earned on the 6th, spent on the 7th; the run's fourth day earns the next.
    let first = [
      "2026-01-06 freezeEarned", "2026-01-07 freezeSpent", "2026-01-09 freezeEarned",
    ]
    let kinds: [LedgerLine.Kind] = [.freezeEarned, .freezeSpent, .freezeReturned, .freezeLost]
    func lines(_ text: String) -> [String] {
      kinds.isEmpty
        ? [] : example.lines(text, .freezeEarned, .freezeSpent, .freezeReturned, .freezeLost)
    }
    #expect(lines("2026-01-10 02:00") == first)
    // The 7th turns out to be active: its freeze comes back, and fills up what may be held.
    example.hand(in: "2026-01-07", minutes: 20, known: example.at("2026-01-12 08:00"))
    #expect(
      lines("2026-01-12 09:00")
        == first + ["2026-01-09 freezeLost", "2026-01-07 freezeReturned"])
    #expect(example.streak("2026-01-12 09:00").freezesLeft == 1)
  }

  // MARK: Seasons

  @Test func `on the first day of a season the run is 0, a gap is forgotten, and freezes stay`() {
    var example = Example()
    example.streak.freezes = FreezeRules(earnEvery: 2, atMost: 2)
    example.programme.seasons = [day("2026-01-05"), day("2026-01-08")]
    example.programme.levels = .table([0, 30])
    example.publish()
    example.hand(inFrom: "2026-01-05", "xx.x")
    #expect(example.streak("2026-01-08 00:30").freezesReserved == 0)
    #expect(example.streak("2026-01-08 02:00").state == .none)
    let streak = example.streak("2026-01-09 02:00")
    #expect(run(streak) == "2026-01-08...2026-01-08: 1 in 1")
    #expect(streak.freezesLeft == 1 && streak.freezesSpent.isEmpty)
    #expect(streak.longest?.count == 2 && streak.longestOfSeason?.count == 1)
    // Levels begin anew, the ledger does not.
    let points = example.books("2026-01-09 02:00").points
    #expect((points.balance, points.earnedInSeason, points.level) == (60, 20, 1))
  }

  // MARK: How it stands

  @Test func `the state is the first that holds`() {
    var example = Example()
    example.streak.restDays = [.sunday]
    example.publish()
    #expect(example.streak("2026-01-05 12:00").state == .none)
    example.hand(in: "2026-01-05", minutes: 20, known: example.at("2026-01-05 18:00"))
    #expect(example.streak("2026-01-05 19:00").state == .active)
    #expect(example.streak("2026-01-06 09:00").state == .atRisk)
    // A day that is over and still open breaks nothing.
    #expect(example.streak("2026-01-08 09:00").state == .atRisk)
    #expect(example.streak("2026-01-14 00:00").state == .broken)
    example.hand(inFrom: "2026-01-06", "xxxxx")
    // Sunday stands as Saturday.
    #expect(example.streak("2026-01-11 12:00").state == .active)
    #expect(example.streak("2026-01-11 00:30").state == .atRisk)
  }

  @Test func `milestones belong to one run, so that a new run can reach them again`() {
    var example = Example()
    example.streak.milestones = [2, 3]
    example.publish()
    example.hand(inFrom: "2026-01-05", "xxx.xx")
    #expect(
      example.lines("2026-01-11 02:00", .unlocked)
        == ["2026-01-06 2", "2026-01-07 3", "2026-01-10 2"])
    #expect(example.streak("2026-01-11 02:00").nextMilestone == 3)
    // A late figure that mends the gap makes one run of both.
    example.hand(in: "2026-01-08", minutes: 20, known: example.at("2026-01-12 08:00"))
    #expect(example.lines("2026-01-12 09:00", .undone, .regained) == ["2026-01-10 2"])
  }
}
