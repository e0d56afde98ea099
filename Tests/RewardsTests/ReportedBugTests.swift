import DaymarkModel
import DaymarkRewards
import DaymarkTestSupport
import Testing

/// Bugs of other programs that people reported in public, each as what must not happen here.
///
/// A day of 86,400 seconds, a flight west after midnight, a freeze that is spent for a broken run, a week that shows
/// nothing before its end, and a window that is told as a week are among the tests of days, streaks and weeks.
struct ReportedBugTests {
  @Test func `the date of a hand-in is not the date of what was done`() {
    var example = Example(from: "2024-01-01")
    example.publish()
    // Five hundred days, of which all became known on one.
    let last = day("2024-01-01").advanced(by: 499)
    let known = example.calendar.start(of: last.advanced(by: 1))
    for offset in 0..<500 {
      example.hand(
        in: "\(day("2024-01-01").advanced(by: offset))", minutes: 20, known: known)
    }
    let books = keepBooks(example.history, asOf: known.advanced(byDays: 1))
    #expect(books.streaks[0].current?.count == 500 && books.points.earned == 500 * 20)
  }

  @Test func `dates are not read off the clock`() {
    var example = Example(from: "2071-05-01")
    example.publish()
    example.hand(inFrom: "2071-05-01", "xxx")
    #expect(example.streak("2071-05-04 02:00").current?.count == 3)
    #expect(example.streak("2071-05-02 02:00").current?.count == 1)
    #expect(example.books("2026-01-01").lines.isEmpty)
  }

  @Test func `one freeze does not cover sixty days`() {
    var example = Example()
    example.streak.freezes = FreezeRules(earnEvery: 1, atMost: 1)
    example.publish()
    example.hand(inFrom: "2026-01-05", "x" + String(repeating: ".", count: 60) + "x")
    let streak = example.streak("2026-03-08 02:00")
    #expect(streak.current?.count == 1 && streak.freezesSpent.isEmpty)
  }

  @Test func `a freeze is earned at its day, however often books are kept`() {
    var example = Example()
    example.streak.freezes = FreezeRules(earnEvery: 7, atMost: 9)
    example.publish()
    example.hand(inFrom: "2026-01-05", String(repeating: "x", count: 31))
    // A run each hour of a month sees no more of them than one at its end.
    var earned: Set<LedgerLine> = []
    for hour in 0..<(31 * 24) {
      let asOf = example.at("2026-01-05").advanced(byMilliseconds: Int64(hour) * 3_600_000)
      let books = keepBooks(example.history, asOf: asOf)
      earned.formUnion(books.lines.filter { $0.kind == .freezeEarned })
    }
    #expect(
      earned.map(\.day).sorted()
        == [day("2026-01-11"), day("2026-01-18"), day("2026-01-25"), day("2026-02-01")])
  }

  @Test func `nothing is paid twice when a run is started again`() {
    var example = Example()
    example.publish()
    example.hand(inFrom: "2026-01-05", "xx")
    // The same export once more, later.
    let again = example.history.days.map { version in
      var version = version
      version.knownAt = example.at("2026-01-09")
      return version
    }
    let before = example.books("2026-01-10")
    example.history.days += again
    #expect(example.books("2026-01-10") == before && before.points.earned == 40)
  }

  @Test(arguments: Sweep.over(0..<2000, step: 97))
  func `the run that is shown is the run that badges and points go by`(seed: Int) {
    let random = RandomHistory(seed: UInt64(seed))
    let books = keepBooks(random.history, asOf: random.end.advanced(byDays: 60))
    for streak in books.streaks {
      // Everything is settled long since: the longest run, told as milestones, is the longest one shown.
      let told = books.lines.filter { $0.streak == streak.name && $0.milestone != nil }
      let held = told.reduce(into: Set<[Int]>()) { held, line in
        let key = [line.milestone ?? 0, Int(line.span?.lowerBound.ordinal ?? 0)]
        if line.kind == .undone { held.remove(key) } else { held.insert(key) }
      }
      #expect(held.allSatisfy { $0[0] <= streak.longest?.count ?? 0 })
    }
  }
}
