import DaymarkEvaluate
import DaymarkModel
import Testing

struct FeatBoardsTests {
  private static let feat = Feat(
    id: "pushups", name: "Push-ups", movement: "Push Up", durationSeconds: 60)
  /// Sunday, 5 October 2025, 23:30 in Berlin.
  private static let sundayNight = Instant(seconds: 1_759_699_800)

  private func history(_ person: String, _ attempts: [(Instant, Int)]) -> FeatHistory {
    let calendar = DayCalendar(zone: .named("Europe/Berlin"))
    return FeatHistory(
      feat: Self.feat, person: person,
      attempts: attempts.map { instant, count in
        JudgedAttempt(
          FeatAttempt(
            feat: "pushups", person: person, day: calendar.day(containing: instant),
            instant: instant, repetitions: count), value: Quantity(count))
      })
  }

  private func boards(
    _ histories: [FeatHistory], asOf: Instant = sundayNight, zone: String = "Europe/Berlin"
  ) -> [[String]] {
    featBoards(
      of: Self.feat, histories, asOf: asOf, since: asOf.advanced(byDays: -7),
      DayCalendar(zone: .named(zone))
    ).map { $0.standings.map { "\($0.rank) \($0.person) \($0.value) \($0.movement)" } }
  }

  @Test func `each board has the attempts of its days alone`() {
    let sunday = Self.sundayNight
    let histories = [
      // In the week, in September of the week, in the month before the week, long ago.
      history("ana", [(sunday.advanced(byDays: -1), 40)]),
      history("ben", [(sunday.advanced(byDays: -5), 45)]),
      history("cem", [(sunday.advanced(byDays: -7), 50), (sunday.advanced(byDays: -2), 30)]),
      history("dua", [(sunday.advanced(byDays: -90), 60)]),
    ]
    #expect(
      boards(histories) == [
        ["1 ben 45 new", "2 ana 40 new", "3 cem 30 down"],
        ["1 ana 40 new", "2 cem 30 down"],
        ["1 dua 60 same", "2 cem 50 same", "3 ben 45 new", "4 ana 40 new"],
      ])
  }

  @Test func `weeks begin on Monday in the zone of the board`() {
    let midnight = Self.sundayNight.advanced(byMilliseconds: 1_800_000)
    let histories = [history("ana", [(midnight.advanced(byMilliseconds: -1), 40)])]
    // At midnight of Berlin the week is over there, and not yet in Lisbon.
    #expect(boards(histories, asOf: midnight)[0] == [])
    #expect(boards(histories, asOf: midnight, zone: "Europe/Lisbon")[0] == ["1 ana 40 new"])
  }

  @Test func `what comes after the instant is on no board`() {
    let histories = [history("ana", [(Self.sundayNight.advanced(byMilliseconds: 1), 40)])]
    #expect(boards(histories) == [[], [], []])
  }

  @Test func `what does not count is on no board`() {
    var refused = history("ana", [(Self.sundayNight, 900)])
    refused.attempts[0].refusal = .tooFast
    #expect(boards([refused, history("ben", [(Self.sundayNight, 20)])])[2] == ["1 ben 20 new"])
  }

  @Test func `a load has points where sex and weight are known, of the attempt first`() throws {
    var feat = Self.feat
    (feat.counts, feat.contest) = (.load, LiftingContest(.bench))
    func history(_ person: String, _ weight: Int64?) -> FeatHistory {
      let attempt = FeatAttempt(
        feat: "pushups", person: person, day: CivilDay(ordinal: 20_000),
        load: StrengthLoad(Quantity(120)),
        bodyWeight: weight.map { Quantity(microUnits: $0 * 1000) })
      return FeatHistory(
        feat: feat, person: person, attempts: [JudgedAttempt(attempt, value: Quantity(120))])
    }
    let people = [
      FeatPerson(id: "a", sex: .male, bodyWeight: Quantity(100)),
      FeatPerson(id: "b", sex: .male, bodyWeight: Quantity(microUnits: 82_500_000)),
      FeatPerson(id: "c", bodyWeight: Quantity(80)),
    ]
    let histories = [history("a", 82_500), history("b", nil), history("c", 82_500)]
    let boards = featBoards(
      of: feat, histories, asOf: Self.sundayNight, since: Self.sundayNight, people: people,
      DayCalendar(zone: .utc))
    let points = try #require(boards.last).standings.map {
      $0.points.map { [$0.dots, $0.ipfGL, $0.wilks].map { $0?.description } }
    }
    #expect(points == [["81.29", "60.46", "80.39"], ["81.29", "60.46", "80.39"], nil])
  }
}
