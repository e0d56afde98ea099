import DaymarkDocuments
import DaymarkModel
import DaymarkRewards
import Testing

/// The two documents of a small example, as a person can read them; see Rewards, "The ledger".
struct DocumentTests {
  /// A week of learning: one missed day under a freeze, a film, and a corrected export.
  private func example() -> Example {
    var example = Example()
    example.streak.freezes = FreezeRules(earnEvery: 3, atMost: 1)
    example.streak.milestones = [3]
    example.programme.points.multiplier = StreakMultiplier(
      streak: "learning", policy: .table([.init(3, 1100)]))
    example.programme.points.bonus = [BonusRule(challenge: "dynamo", percent: 10)]
    example.programme.badges = [
      Badge(
        id: "first-steps", title: "First Steps", text: "One challenge.",
        when: .challengesCompleted(1))
    ]
    example.publish()
    example.hand(inFrom: "2026-01-05", "xxx.x")
    example.history.redemptions = [
      Redemption(
        id: "film", day: day("2026-01-08"), points: 50, what: "a film", row: "film",
        at: example.at("2026-01-08 12:00"))
    ]
    example.history.verdicts = [
      KnownVerdict(
        ChallengeOccurrence("dynamo"), from: day("2026-01-05"), to: day("2026-01-07"), .pass,
        isFinal: true, digest: Digest(of: []), at: example.at("2026-01-09 12:00"))
    ]
    example.hand(in: "2026-01-06", minutes: 10, known: example.at("2026-01-10 09:00"))
    return example
  }

  /// A digest by its first digits.
  private func shortened(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self)
      .replacing(#/"([0-9a-f]{4})[0-9a-f]{60}"/#) { "\"\($0.output.1)\"" }
  }

  @Test func `ledger`() {
    #expect(
      shortened(example().books("2026-01-10 12:00").ledgerBytes) == """
        {"balance":20,"day":"2026-01-05","kind":"earned","knownAt":"2026-01-06T01:00:00Z","part":"base","points":20}
        {"balance":40,"day":"2026-01-06","kind":"earned","knownAt":"2026-01-07T01:00:00Z","part":"base","points":20}
        {"balance":60,"day":"2026-01-07","kind":"earned","knownAt":"2026-01-08T01:00:00Z","part":"base","points":20}
        {"balance":62,"day":"2026-01-07","from":"2026-01-05","kind":"earned","knownAt":"2026-01-08T01:00:00Z","part":"streak","points":2,"streak":"learning","to":"2026-01-07"}
        {"balance":62,"day":"2026-01-07","kind":"freezeEarned","knownAt":"2026-01-08T01:00:00Z","points":0,"streak":"learning"}
        {"balance":62,"day":"2026-01-07","from":"2026-01-05","kind":"unlocked","knownAt":"2026-01-08T01:00:00Z","milestone":3,"points":0,"streak":"learning","to":"2026-01-07"}
        {"balance":12,"day":"2026-01-08","kind":"redeemed","knownAt":"2026-01-08T12:00:00Z","points":-50,"redemption":"film"}
        {"balance":18,"challenge":"dynamo","day":"2026-01-07","from":"2026-01-05","kind":"earned","knownAt":"2026-01-09T12:00:00Z","part":"bonus","points":6,"to":"2026-01-07","verdict":"e3b0"}
        {"badge":"first-steps","balance":18,"day":"2026-01-07","from":"2026-01-05","kind":"unlocked","knownAt":"2026-01-09T12:00:00Z","points":0,"to":"2026-01-07"}
        {"balance":38,"day":"2026-01-09","kind":"earned","knownAt":"2026-01-10T01:00:00Z","part":"base","points":20}
        {"balance":40,"day":"2026-01-09","from":"2026-01-05","kind":"earned","knownAt":"2026-01-10T01:00:00Z","part":"streak","points":2,"streak":"learning","to":"2026-01-09"}
        {"balance":40,"day":"2026-01-08","kind":"freezeSpent","knownAt":"2026-01-10T01:00:00Z","points":0,"streak":"learning"}
        {"balance":30,"because":{"day":"2026-01-06","input":"08c2"},"day":"2026-01-06","kind":"corrected","knownAt":"2026-01-10T09:00:00Z","part":"base","points":-10}
        {"balance":28,"because":{"day":"2026-01-06","input":"08c2"},"day":"2026-01-07","from":"2026-01-07","kind":"corrected","knownAt":"2026-01-10T09:00:00Z","part":"streak","points":-2,"streak":"learning","to":"2026-01-07"}
        {"balance":26,"because":{"day":"2026-01-06","input":"08c2"},"day":"2026-01-09","from":"2026-01-09","kind":"corrected","knownAt":"2026-01-10T09:00:00Z","part":"streak","points":-2,"streak":"learning","to":"2026-01-09"}
        {"balance":25,"because":{"day":"2026-01-06","input":"08c2"},"challenge":"dynamo","day":"2026-01-07","from":"2026-01-05","kind":"corrected","knownAt":"2026-01-10T09:00:00Z","part":"bonus","points":-1,"to":"2026-01-07","verdict":"e3b0"}
        {"balance":25,"because":{"day":"2026-01-06","input":"08c2"},"day":"2026-01-07","kind":"freezeLost","knownAt":"2026-01-10T09:00:00Z","points":0,"streak":"learning"}
        {"balance":25,"because":{"day":"2026-01-06","input":"08c2"},"day":"2026-01-08","kind":"freezeReturned","knownAt":"2026-01-10T09:00:00Z","points":0,"streak":"learning"}
        {"balance":25,"because":{"day":"2026-01-06","input":"08c2"},"day":"2026-01-07","from":"2026-01-05","kind":"undone","knownAt":"2026-01-10T09:00:00Z","milestone":3,"points":0,"streak":"learning","to":"2026-01-07"}

        """)
  }

  @Test func `rewards`() {
    let books = example().books("2026-01-10 12:00")
    #expect(
      shortened(Array(Members<RewardBooks>.rewards.kind.json(books).indented().utf8)) == """
        {
          "asOf": "2026-01-10T12:00:00Z",
          "badges": [
            {
              "held": [
                {
                  "day": "2026-01-07",
                  "knownAt": "2026-01-09T12:00:00Z"
                }
              ],
              "id": "first-steps",
              "progress": 100
            }
          ],
          "ledger": {
            "lines": 19,
            "sha256": "7e4b"
          },
          "points": {
            "balance": 25,
            "earned": 75,
            "earnedInSeason": 75,
            "level": 2,
            "nextLevelAt": 150,
            "redeemed": 50,
            "spentOnFreezes": 0
          },
          "programme": "family@1.0.0",
          "schema": "daymark/rewards@1",
          "streaks": [
            {
              "current": {
                "count": 1,
                "first": "2026-01-09",
                "last": "2026-01-09",
                "span": 1
              },
              "freezesLeft": 0,
              "longest": {
                "count": 1,
                "first": "2026-01-05",
                "last": "2026-01-05",
                "span": 1
              },
              "longestOfSeason": {
                "count": 1,
                "first": "2026-01-05",
                "last": "2026-01-05",
                "span": 1
              },
              "name": "learning",
              "nextMilestone": 3,
              "state": "atRisk"
            }
          ],
          "subject": "anna"
        }
        """)
  }
}
