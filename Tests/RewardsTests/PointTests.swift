import DaymarkModel
import DaymarkRewards
import Testing

/// Points, the ledger, redemptions and levels; each figure is worked out by hand.
///
/// See Rewards, "Points".
struct PointTests {
  // MARK: Base

  @Test func `minutes are not lost by rounding each session`() {
    var example = Example()
    example.publish()
    // Sixty sessions of 59 s are 3,540 s.
    example.hand(in: "2026-01-05", seconds: 60 * 59)
    #expect(example.books("2026-01-07").points.earned == 59)
  }

  @Test(arguments: [("61 s", 61), ("59 s", 59), ("1 min", 60), ("0.5 hr", 1800), ("90.5 s", 91)])
  func `a time that is written in seconds is met by as many`(text: String, seconds: Int64) {
    // As a file's text becomes millionths of a minute, rounded once.
    let parts = text.split(separator: " ")
    let ratio = Unit(rawValue: String(parts[1]))?.ratio ?? UnitRatio(1)
    let bound = try? DecimalNumber(parts[0])?.quantity(times: ratio)
    let test = DayTest(Example.minutes, .atLeast(bound ?? .zero))
    #expect(test.isSurelyPassed(by: RewardFigure(seconds)))
    #expect(!test.isSurelyPassed(by: RewardFigure(seconds - 1)))
  }

  @Test func `each rule has its cap, and a cap of the day bounds their sum`() {
    var example = Example()
    example.programme.points.base = [
      BaseRule(Example.minutes, points: 3, per: 60, capPerDay: 100),
      BaseRule(Example.steps, points: 1, per: 1_000_000_000),
    ]
    example.programme.points.capPerDay = 105
    example.publish()
    // 33 min: 99. 5,999 steps: 5. Leftovers do not add up.
    example.hand(in: "2026-01-05", minutes: 33, seconds: 59, steps: 5999)
    // 34 min: 102, which is capped at 100; 4 more.
    example.hand(in: "2026-01-06", minutes: 34, steps: 4000)
    example.hand(in: "2026-01-07", minutes: 34, steps: 9000)
    #expect(
      example.lines("2026-01-08 02:00", .earned)
        == ["2026-01-05 base 104", "2026-01-06 base 104", "2026-01-07 base 105"])
  }

  // MARK: Streak part

  @Test(arguments: [
    (
      StreakMultiplier.Policy.weekly5(atMost: nil),
      [0: 1000, 6: 1000, 7: 1050, 13: 1050, 14: 1100, 210: 2500]
    ),
    (.weekly5(atMost: 2000), [133: 1950, 140: 2000, 147: 2000]),
    (.daily1cap30, [1: 1010, 29: 1290, 30: 1300, 365: 1300]),
    (
      .table([.init(1, 1000), .init(7, 1050), .init(30, 1200)]),
      [0: 1000, 6: 1000, 7: 1050, 30: 1200, 99: 1200]
    ),
  ])
  func `a policy makes the multiplier of the length`(
    policy: StreakMultiplier.Policy, lengths: [Int: Int]
  ) {
    let multiplier = StreakMultiplier(streak: "learning", policy: policy)
    for (count, perMille) in lengths {
      #expect(multiplier.perMille(after: count) == perMille, "\(count)")
    }
  }

  @Test(arguments: [(50, 0), (51, 0), (150, 2), (250, 2), (349, 3), (350, 4)])
  func `a streak part is rounded half to even`(base: Int, points: Int) {
    // One per cent: 0.5, 0.51, 1.5, 2.5, 3.49, 3.5.
    let multiplier = StreakMultiplier(streak: "learning", policy: .table([.init(1, 1010)]))
    #expect(multiplier.points(on: base, after: 1) == (base == 51 ? 1 : points))
  }

  @Test func `a multiplier adds its part once and does not double points`() {
    var example = Example()
    example.programme.points.base[0].points = 5
    example.programme.points.multiplier = StreakMultiplier(streak: "learning", policy: .daily1cap30)
    example.publish()
    example.hand(inFrom: "2026-01-05", "xxx")
    // Of 100 points each: 1, 2 and 3.
    #expect(example.books("2026-01-08 02:00").points.earned == 306)
  }

  // MARK: Bonus

  private func passed(
    _ example: Example, _ outcome: Outcome = .pass, isFinal: Bool = true, at known: String,
    _ digest: String = "a"
  ) -> KnownVerdict {
    KnownVerdict(
      ChallengeOccurrence("dynamo"), from: day("2026-01-05"), to: day("2026-01-07"), outcome,
      isFinal: isFinal, digest: Digest(of: Array(digest.utf8)), at: example.at(known))
  }

  @Test func `a bonus follows the newest final verdict, also to nought and back`() {
    var example = Example()
    example.programme.points.bonus = [BonusRule(challenge: "dynamo", percent: 25)]
    example.publish()
    example.hand(inFrom: "2026-01-05", "xxx")
    example.history.verdicts = [
      passed(example, isFinal: false, at: "2026-01-08 02:00"),
      passed(example, at: "2026-01-09"), passed(example, .fail, isFinal: false, at: "2026-01-10"),
      passed(example, .fail, at: "2026-01-11"), passed(example, at: "2026-01-12"),
    ]
    // A quarter of 60. A provisional verdict changes nothing.
    #expect(example.books("2026-01-08 03:00").expected.map(\.points) == [15])
    #expect(example.lines("2026-01-10 12:00", .earned).last == "2026-01-07 bonus 15")
    #expect(
      example.lines("2026-01-20", .corrected)
        == ["2026-01-07 bonus -15", "2026-01-07 bonus 15"])
    let line = example.books("2026-01-20").lines.first { $0.part == .bonus }
    #expect(line?.verdict == Digest(of: Array("a".utf8)))
    #expect(line?.span == day("2026-01-05")...day("2026-01-07"))
  }

  @Test
  func `a bonus that is superseded goes when the newer verdict is heard, not when that is due`() {
    var example = Example()
    example.programme.points.bonus = [BonusRule(challenge: "dynamo", percent: 25)]
    example.publish()
    example.hand(inFrom: "2026-01-05", "xxxxxxxx")
    var later = passed(example, at: "2026-01-10", "b")
    later.to = day("2026-01-12")
    example.history.verdicts = [passed(example, at: "2026-01-09"), later]
    // A quarter of 60, and of 160 once the 12th is settled.
    let lines = example.books("2026-01-20").lines.filter { $0.part == .bonus }
    #expect(
      lines.map { "\($0.knownAt) \($0.points)" } == [
        "2026-01-09T00:00:00Z 15", "2026-01-10T00:00:00Z -15", "2026-01-13T01:00:00Z 40",
      ])
  }

  @Test func `a bonus is of the base alone and follows the figures`() {
    var example = Example()
    example.programme.points.multiplier = StreakMultiplier(
      streak: "learning", policy: .table([.init(1, 2000)]))
    example.programme.points.bonus = [BonusRule(challenge: "dynamo", percent: 50)]
    example.publish()
    example.hand(inFrom: "2026-01-05", "xxx")
    example.history.verdicts = [passed(example, at: "2026-01-09")]
    #expect(example.lines("2026-01-09", .earned).last == "2026-01-07 bonus 30")
    example.hand(in: "2026-01-06", minutes: 25, known: example.at("2026-01-10"))
    // 65 points: 32.5 is rounded to the even 32.
    #expect(
      example.lines("2026-01-10", .corrected)
        == ["2026-01-06 base 5", "2026-01-06 streak 5", "2026-01-07 bonus 2"])
    let bonus = example.books("2026-01-10").lines.last
    #expect(bonus?.because?.day == day("2026-01-06"))
  }

  @Test func `the per cent are those of the version of the period's first day`() {
    var example = Example()
    example.programme.points.bonus = [BonusRule(challenge: "dynamo", percent: 10)]
    example.publish()
    example.programme.points.bonus = [BonusRule(challenge: "dynamo", percent: 50)]
    example.publish(at: example.at("2026-01-05 00:01"))
    example.hand(inFrom: "2026-01-05", "xxx")
    example.history.verdicts = [passed(example, at: "2026-01-09")]
    #expect(example.lines("2026-01-09", .earned).last == "2026-01-07 bonus 6")
  }

  // MARK: Redemptions

  private func row(_ id: String, _ points: Int, _ date: String, at known: Instant) -> Redemption {
    Redemption(
      id: id, day: day(date), points: points, what: "a film", row: "\(id),\(points)", at: known)
  }

  @Test func `a row is judged once, against the balance after all lines before it`() {
    var example = Example()
    example.programme.redeem = RedemptionLimits(atLeast: 10, atMost: 60)
    example.publish()
    example.hand(in: "2026-01-05", minutes: 100)
    let known = example.at("2026-01-06 01:00")
    example.history.redemptions = [
      row("c", 40, "2026-01-05", at: known), row("a", 40, "2026-01-05", at: known),
      row("b", 9, "2026-01-05", at: known), row("d", 20, "2026-01-05", at: known),
      row("e", 41, "2026-01-06", at: known), row("a", 10, "2026-01-06", at: known),
      row("f", 40, "2026-01-06", at: known),
    ]
    // The points of the 5th are booked at the same instant, and before.
    let lines = example.books("2026-01-07").lines.filter { $0.redemption != nil }
    #expect(
      lines.map { "\($0.redemption ?? "") \($0.points) \($0.reason?.rawValue ?? "")" } == [
        "a -40 ", "b 0 tooFew", "c 0 tooMany", "d -20 ", "e 0 balance", "f -40 ",
      ])
    #expect(example.books("2026-01-07").repeatedRedemptions == ["a"])
    // Never judged again, though the balance would suffice.
    example.hand(in: "2026-01-06", minutes: 100)
    #expect(example.lines("2026-01-08", .redeemed).count == 3)
  }

  @Test func `a correction may take the balance below zero`() {
    var example = Example()
    example.publish()
    example.hand(in: "2026-01-05", minutes: 60)
    example.history.redemptions = [
      row("a", 50, "2026-01-06", at: example.at("2026-01-06 12:00"))
    ]
    example.hand(in: "2026-01-05", minutes: 20, known: example.at("2026-01-10"))
    let points = example.books("2026-01-11").points
    #expect((points.balance, points.earned, points.redeemed) == (-30, 20, 50))
  }

  @Test func `a bought freeze takes exactly its price, after the redemptions of its instant`() {
    var example = Example()
    example.streak.freezes = FreezeRules(atMost: 2, price: 15)
    example.publish()
    example.hand(in: "2026-01-05", minutes: 40)
    let known = example.at("2026-01-06 12:00")
    func buy(_ row: String) -> FreezeRow {
      FreezeRow(streak: "learning", day: day("2026-01-06"), .bought, row: row, at: known)
    }
    example.history.freezes = [buy("1"), buy("2")]
    example.history.redemptions = [row("a", 20, "2026-01-06", at: known)]
    #expect(
      example.lines("2026-01-07", .redeemed, .freezeBought, .refused)
        == ["2026-01-06 a -20", "2026-01-06 freezeBought -15", "2026-01-06 refused"])
    #expect(example.books("2026-01-07").lines.last?.reason == .balance)
    #expect(example.books("2026-01-07").points.spentOnFreezes == 15)
    // What was sold is not taken back when points are.
    example.hand(in: "2026-01-05", minutes: 0, known: example.at("2026-01-09"))
    #expect(example.streak("2026-01-09").freezesLeft == 1)
    #expect(example.books("2026-01-09").points.balance == -35)
  }

  @Test func `a bought freeze covers from the later of its date and the day on which it was known`()
  {
    for (date, known, covers) in [
      ("2026-01-05", "2026-01-06 23:00", true), ("2026-01-07", "2026-01-05 23:00", false),
    ] {
      var example = Example()
      example.streak.freezes = FreezeRules(atMost: 2, price: 0)
      example.publish()
      example.history.freezes = [
        FreezeRow(
          streak: "learning", day: day(date), .bought, row: "1", at: example.at(known))
      ]
      example.hand(inFrom: "2026-01-05", "x.x")
      #expect(example.streak("2026-01-08 02:00").current?.count == (covers ? 2 : 1))
    }
  }

  // MARK: Levels

  @Test func `levels go by what was earned and never by the balance`() {
    var example = Example()
    example.publish()
    example.hand(in: "2026-01-05", minutes: 160)
    example.history.redemptions = [
      row("a", 160, "2026-01-06", at: example.at("2026-01-06 12:00"))
    ]
    // 25 x 3 x 2 is 150.
    let points = example.books("2026-01-07").points
    #expect((points.level, points.nextLevelAt, points.balance) == (3, 300, 0))
    // A level may fall.
    example.hand(in: "2026-01-05", minutes: 149, known: example.at("2026-01-09"))
    #expect(example.books("2026-01-09").points.level == 2)
  }

  @Test(arguments: [0: 1, 49: 1, 50: 2, 149: 2, 150: 3, 9499: 19, 9500: 20, 9501: 20])
  func `a quadratic level begins at 25 L (L - 1)`(points: Int, level: Int) {
    #expect(Levels.quadratic.level(at: points) == level)
  }

  @Test(arguments: [0: 1, 59: 1, 60: 2, 299: 2, 300: 3, 600: 4, 99_999: 4])
  func `a table's levels begin at its figures`(points: Int, level: Int) {
    #expect(Levels.table([0, 60, 300, 600]).level(at: points) == level)
  }
}
