import DaymarkAggregate
import DaymarkModel
import Testing

struct FeatHistoryTests {
  private static let pushups = Feat(
    id: "pushups", name: "Push-ups", movement: "Push Up", durationSeconds: 60)
  private static let bench = Feat(
    id: "bench", name: "Bench", movement: "Bench Press", counts: .load)
  private static let plank = Feat(
    id: "plank", name: "Plank", movement: "Plank", counts: .time)
  private static let row = Feat(
    id: "row", name: "Row", movement: "Rowing", counts: .distance, durationSeconds: 600)

  /// Noon of the first day, in UTC.
  private static let noon = Instant(seconds: 1_760_011_200)
  private static let firstDay = CivilDay(ordinal: 20_370)

  private static let terms = FeatTerms(
    feats: [pushups, bench, plank, row], asOf: noon.advanced(byDays: 20),
    calendar: DayCalendar(zone: .utc))

  /// An attempt at noon of a day, the first of which is 0.
  private func attempt(
    _ feat: Feat, day: Int = 0, _ fill: (inout FeatAttempt) -> Void
  ) -> FeatAttempt {
    var attempt = FeatAttempt(
      feat: feat.id, person: "ana", day: Self.firstDay.advanced(by: day),
      instant: Self.noon.advanced(byDays: day))
    fill(&attempt)
    return attempt
  }

  private func repetitions(_ counts: [Int]) -> [FeatAttempt] {
    counts.enumerated().map { day, count in
      attempt(Self.pushups, day: day) { $0.repetitions = count }
    }
  }

  private func history(
    _ attempts: [FeatAttempt], _ terms: FeatTerms = terms
  ) throws -> FeatHistory {
    try #require(featHistories(of: attempts, terms).histories.first)
  }

  // MARK: Records

  @Test func `the first attempt is a baseline, a tie is no record, one more is`() throws {
    let history = try history(repetitions([40, 40, 41, 39]))
    let records = history.attempts.map { $0.records.map { ($0.value, $0.before) } }
    #expect(records.map(\.count) == [1, 0, 1, 0])
    #expect(records[0][0].1 == nil)
    #expect(records[2][0] == (Quantity(41), Quantity(40)))
    #expect(history.best?.attempt.day == Self.firstDay.advanced(by: 2))
    #expect(
      history.records == [PersonalRecord(.mostRepetitions, Quantity(41), before: Quantity(40))])
  }

  @Test func `an attempt of nothing is no attempt, so that the next is the baseline`() throws {
    let history = try history(repetitions([0, 12]))
    #expect(history.attempts.map(\.refusal) == [.nothingDone, nil])
    #expect(history.attempts[0].records.isEmpty)
    #expect(history.attempts[1].records.map(\.before) == [nil])
  }

  /// 100 kg × 5, 100 kg × 6, 110 kg × 3, 90 kg × 8: by Epley 116.667, 120, 121, 114 kg.
  @Test func `loads have a record of each kind`() throws {
    let sets = [(100, 5), (100, 6), (110, 3), (90, 8)]
    let history = try history(
      sets.enumerated().map { day, set in
        attempt(Self.bench, day: day) {
          ($0.load, $0.repetitions) = (StrengthLoad(Quantity(set.0)), set.1)
        }
      })
    func names(_ index: Int) -> [String] {
      history.attempts[index].records.filter { $0.before != nil }.map(\.kind.name)
    }
    #expect(names(0).isEmpty)
    #expect(names(1) == ["repetitionsAtLoad", "bestEstimate", "greatestVolume"])
    #expect(names(2) == ["heaviest", "bestEstimate"])
    #expect(names(3) == ["greatestVolume"])
    #expect(
      history.records.map { "\($0.kind.name) \($0.value) \($0.before.map { "\($0)" } ?? "-")" }
        == [
          "heaviest 110 100", "repetitionsAtLoad 8 -", "repetitionsAtLoad 6 5",
          "repetitionsAtLoad 3 -", "bestEstimate 121 120", "greatestVolume 720 600",
        ])
  }

  @Test func `what is held and what is covered has records of its own`() throws {
    let held = try history(
      [90, 120].enumerated().map { day, seconds in
        attempt(Self.plank, day: day) { $0.duration = Quantity(seconds) }
      })
    #expect(
      held.records == [PersonalRecord(.longest, Quantity(120), before: Quantity(90))])
    let covered = try history(
      [2000, 2150].enumerated().map { day, meters in
        attempt(Self.row, day: day) {
          ($0.distance, $0.duration) = (Quantity(meters), Quantity(600))
        }
      })
    #expect(
      covered.records == [PersonalRecord(.furthest, Quantity(2150), before: Quantity(2000))])
  }

  // MARK: Averages and milestones

  @Test func `an average is exact and rounded once`() throws {
    let average = try #require(try history(repetitions([42, 41, 41])).average)
    #expect(average.sum == 124_000_000)
    #expect(average.count == 3)
    // 41 ⅓; whole numbers would say 41.
    #expect(average.rounded.description == "41.33")
    #expect(try history(repetitions([1, 2, 2])).average?.rounded.description == "1.67")
    #expect(try history(repetitions([0])).average == nil)
  }

  @Test func `each ten that the best reaches is a milestone, once`() throws {
    let history = try history(repetitions([9, 10, 19, 34, 20, 40]))
    #expect(
      history.attempts.map { $0.milestone?.description } == [nil, "10", nil, "30", nil, "40"])
  }

  // MARK: Refusals

  private func refusal(
    _ feat: Feat, _ terms: FeatTerms = terms, _ fill: (inout FeatAttempt) -> Void
  ) throws -> FeatRefusal? {
    try history([attempt(feat, fill)], terms).attempts.first?.refusal
  }

  @Test func `more repetitions a second than anybody does are refused`() throws {
    // Four a second, for sixty seconds.
    #expect(try refusal(Self.pushups) { $0.repetitions = 240 } == nil)
    #expect(try refusal(Self.pushups) { $0.repetitions = 241 } == .tooFast)
    let short: (inout FeatAttempt) -> Void = {
      ($0.repetitions, $0.duration) = (41, Quantity(10))
    }
    #expect(try refusal(Self.pushups, Self.terms, short) == .tooFast)
  }

  @Test func `a feat of thirty seconds lasts thirty seconds`() throws {
    let taps = Feat(
      id: "pushups", name: "30 SEC PLANK TAPS", movement: "Plank", durationSeconds: 30)
    let terms = FeatTerms(
      feats: [taps], asOf: Self.terms.asOf, calendar: Self.terms.calendar)
    func taking(_ milliseconds: Int64) throws -> FeatRefusal? {
      try refusal(taps, terms) {
        ($0.repetitions, $0.duration) = (40, Quantity(microUnits: milliseconds * 1000))
      }
    }
    #expect(try taking(30_000) == nil)
    #expect(try taking(30_001) == .overTime)
  }

  @Test func `a set of a log that does not say its time is no attempt at a timed feat`() throws {
    #expect(try refusal(Self.pushups) { ($0.repetitions, $0.origin) = (40, .log) } == .untimed)
    let timed: (inout FeatAttempt) -> Void = {
      ($0.repetitions, $0.origin, $0.duration) = (40, .log, Quantity(60))
    }
    #expect(try refusal(Self.pushups, Self.terms, timed) == nil)
  }

  @Test func `what is after the instant does not count, a date alone counts all its day`() throws {
    let terms = FeatTerms(
      feats: [Self.pushups], asOf: Self.noon, calendar: Self.terms.calendar)
    #expect(try refusal(Self.pushups, terms) { $0.repetitions = 1 } == nil)
    #expect(
      try refusal(Self.pushups, terms) {
        ($0.repetitions, $0.instant) = (1, Self.noon.advanced(byMilliseconds: 1))
      } == .inFuture)
    #expect(
      try refusal(Self.pushups, terms) { ($0.repetitions, $0.instant) = (1, nil) } == nil)
    #expect(
      try refusal(Self.pushups, terms) {
        ($0.repetitions, $0.instant, $0.day) = (1, nil, Self.firstDay.advanced(by: 1))
      } == .inFuture)
  }

  @Test func `a feat of a month is tried in that month`() throws {
    var feat = Self.pushups
    feat.month = CalendarMonth("2025-10")
    let terms = FeatTerms(
      feats: [feat], asOf: Self.noon.advanced(byDays: 60), calendar: Self.terms.calendar)
    func refusals(_ days: [Int]) throws -> [FeatRefusal?] {
      try history(
        days.map { day in attempt(feat, day: day) { $0.repetitions = 30 } }, terms
      ).attempts.map(\.refusal)
    }
    // The first day is 9 October 2025.
    #expect(try refusals([-9, -8, 0, 22, 23]) == [.otherMonth, nil, nil, nil, .otherMonth])
  }

  @Test func `a load needs a unit, and some weight that somebody can move`() throws {
    #expect(try refusal(Self.bench) { $0.load = StrengthLoad(nil) } == .unitUnknown)
    #expect(try refusal(Self.bench) { _ in } == .nothingDone)
    #expect(try refusal(Self.bench) { $0.load = StrengthLoad(Quantity(3001)) } == .tooHeavy)
    #expect(
      try refusal(Self.bench) { $0.load = StrengthLoad(Quantity(80), .assistance) } == .nothingDone)
    #expect(
      try refusal(Self.bench) {
        $0.load = StrengthLoad(Quantity(80))
        $0.duration = Quantity(5)
      } == .nothingDone)
    #expect(
      try refusal(Self.bench) {
        ($0.load, $0.repetitions) = (StrengthLoad(Quantity(100)), 0)
      } == .nothingDone)
  }

  @Test func `the same attempt twice counts once, at another time twice`() throws {
    let one = attempt(Self.pushups) { ($0.repetitions, $0.line) = (40, 2) }
    var again = one
    again.line = 7
    var later = one
    later.instant = one.instant?.advanced(byMilliseconds: 1000)
    let history = try history([later, one, again])
    #expect(history.attempts.map(\.refusal) == [nil, .repeated, nil])
    #expect(history.average?.count == 2)
  }

  @Test func `attempts at a feat that does not exist are told apart`() {
    var attempt = attempt(Self.pushups) { $0.repetitions = 40 }
    attempt.feat = "pushup"
    let (histories, unknown) = featHistories(of: [attempt], Self.terms)
    #expect(histories.isEmpty)
    #expect(unknown.map(\.refusal) == [.unknownFeat])
  }

  @Test func `people do not share records`() throws {
    var other = attempt(Self.pushups, day: 1) { $0.repetitions = 50 }
    other.person = "ben"
    let (histories, _) = featHistories(of: repetitions([40]) + [other], Self.terms)
    #expect(histories.map(\.person) == ["ana", "ben"])
    #expect(histories.allSatisfy { $0.records.map(\.before) == [nil] })
  }
}
