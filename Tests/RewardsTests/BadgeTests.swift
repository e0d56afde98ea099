import DaymarkModel
import DaymarkRewards
import Testing

/// Badges over a lifetime; see Rewards, "Badges".
struct BadgeTests {
  private func badge(_ when: Badge.Condition, isRepeatable: Bool = false) -> Badge {
    Badge(id: "it", title: "It", text: "For it.", when: when, isRepeatable: isRepeatable)
  }

  private func verdict(
    _ example: Example, _ challenge: String, _ from: String, _ outcome: Outcome = .pass,
    isFinal: Bool = true, rank: Int? = nil, leadDays: Int64? = nil, at known: String
  ) -> KnownVerdict {
    KnownVerdict(
      ChallengeOccurrence(challenge, occurrence: from), from: day(from),
      to: day(from).advanced(by: 1), outcome, isFinal: isFinal, rank: rank,
      lead: leadDays.map { $0 * 86_400_000 },
      digest: Digest(of: Array("\(challenge)\(from)\(outcome)".utf8)), at: example.at(known))
  }

  @Test func `ten challenges can be completed one after the other`() {
    var example = Example()
    example.programme.badges = [badge(.challengesCompleted(10))]
    example.publish()
    for place in 0..<10 {
      let from = day("2026-01-05").advanced(by: 2 * place)
      example.history.verdicts.append(
        verdict(example, "quest", "\(from)", at: "\(from.advanced(by: 3))"))
    }
    #expect(example.books("2026-01-25 12:00").badges == [BadgeBook(id: "it", progress: 90)])
    #expect(example.lines("2026-02-20", .unlocked) == ["2026-01-24 it"])
    #expect(example.books("2026-02-20").badges[0].progress == 100)
  }

  @Test func `a provisional pass completes nothing, and joins`() {
    var example = Example()
    example.programme.badges = [badge(.challengesCompleted(1))]
    example.publish()
    example.history.verdicts = [
      verdict(example, "quest", "2026-01-05", isFinal: false, at: "2026-01-08")
    ]
    #expect(example.lines("2026-02-01", .unlocked).isEmpty)
    example.history.programmes[0].programme.badges = [badge(.challengesJoined(1))]
    #expect(example.lines("2026-02-01", .unlocked) == ["2026-01-05 it"])
  }

  @Test func `a streak badge goes by the longest run and not by the current one`() {
    var example = Example()
    example.programme.badges = [badge(.streak(of: "learning", atLeast: 3))]
    example.publish()
    example.hand(inFrom: "2026-01-05", "xxx..x")
    #expect(example.lines("2026-01-12", .unlocked) == ["2026-01-07 it"])
    #expect(example.books("2026-01-12").badges[0].progress == 100)
  }

  @Test
  func `late figures undo and regain a badge, and one that moves only the day writes nothing`() {
    var example = Example()
    example.programme.badges = [badge(.streak(of: "learning", atLeast: 3))]
    example.publish()
    example.hand(inFrom: "2026-01-05", "xxxx")
    example.hand(in: "2026-01-05", minutes: 0, known: example.at("2026-01-11"))
    // The run of the 6th to the 8th still has three.
    #expect(example.lines("2026-01-11", .undone, .regained).isEmpty)
    example.hand(in: "2026-01-08", minutes: 0, known: example.at("2026-01-12"))
    #expect(example.lines("2026-01-12", .undone) == ["2026-01-07 it"])
    #expect(example.books("2026-01-12").badges[0].progress == 66)
    example.hand(in: "2026-01-08", minutes: 20, known: example.at("2026-01-13"))
    #expect(example.lines("2026-01-13", .regained) == ["2026-01-08 it"])
  }

  @Test func `a repeatable badge is unlocked once for each run`() {
    var example = Example()
    example.programme.badges = [badge(.streak(of: "learning", atLeast: 2), isRepeatable: true)]
    example.publish()
    example.hand(inFrom: "2026-01-05", "xxx.xx.x")
    #expect(
      example.lines("2026-01-14", .unlocked) == ["2026-01-06 it", "2026-01-10 it"])
  }

  @Test func `a total counts everything that is settled, and windows share no day`() {
    var example = Example()
    let minutes = Comparison.atLeast(Quantity(60))
    example.programme.badges = [badge(.total(Leaf(.total, of: Example.minutes, minutes)))]
    example.publish()
    example.hand(inFrom: "2026-01-05", "x.xx.xxx")
    #expect(example.books("2026-01-08 02:00").badges[0].progress == 66)
    #expect(example.lines("2026-01-14", .unlocked) == ["2026-01-08 it"])
    example.history.programmes[0].programme.badges = [
      badge(
        .total(Leaf(.window(days: 4), of: Example.minutes, minutes)), isRepeatable: true)
    ]
    // The 5th to the 8th, then the 9th to the 12th.
    #expect(example.lines("2026-01-14", .unlocked) == ["2026-01-08 it", "2026-01-12 it"])
  }

  @Test func `points that are redeemed stay earned`() {
    var example = Example()
    example.programme.badges = [badge(.pointsEarned(60))]
    example.publish()
    example.hand(inFrom: "2026-01-05", "xx")
    example.history.redemptions = [
      Redemption(
        id: "a", day: day("2026-01-07"), points: 40, what: "", row: "",
        at: example.at("2026-01-07 12:00"))
    ]
    example.hand(in: "2026-01-07", minutes: 20)
    #expect(example.lines("2026-01-09", .unlocked) == ["2026-01-07 it"])
  }

  @Test func `a rank, a first rank and an early hand-in unlock`() {
    for (condition, days) in [
      (Badge.Condition.firstWin, ["2026-01-13"]),
      (.rank(challenge: "race", atMost: 2), ["2026-01-06"]),
      // Who did not pass was not early.
      (.early(days: 3), ["2026-01-13"]),
    ] {
      var example = Example()
      example.programme.badges = [badge(condition)]
      example.publish()
      example.history.verdicts = [
        verdict(example, "race", "2026-01-05", rank: 2, leadDays: 2, at: "2026-01-20"),
        verdict(example, "walk", "2026-01-09", .fail, leadDays: 3, at: "2026-01-20"),
        verdict(example, "race", "2026-01-12", rank: 1, leadDays: 9, at: "2026-01-21"),
      ]
      #expect(example.lines("2026-02-01", .unlocked) == days.map { "\($0) it" })
    }
  }

  @Test func `a later version of the programme takes no badge away`() {
    var example = Example()
    example.programme.badges = [badge(.streak(of: "learning", atLeast: 2))]
    example.publish()
    example.hand(inFrom: "2026-01-05", "xx")
    example.programme.badges = [badge(.streak(of: "learning", atLeast: 30))]
    example.publish(at: example.at("2026-01-09"))
    example.programme.badges = []
    example.publish(at: example.at("2026-01-10"))
    #expect(example.lines("2026-01-20", .unlocked, .undone) == ["2026-01-06 it"])
  }
}
