import DaymarkModel
import DaymarkTestSupport

/// A programme and a history of chance, the same from the same seed.
struct RandomHistory {
  var history = RewardHistory(subject: "anna")
  /// The last instant that anything is known of.
  private(set) var end = Instant(milliseconds: 0)
  private var random: SeededGenerator
  private let first: CivilDay
  private let length: Int

  static let minutes = DayValue.activities(.duration, of: ActivityTest(kinds: [.run]))
  static let steps = DayValue.metric(.steps)

  /// Twenty zones: clock changes of half an hour and of whole ones, and dates that do not exist.
  static let zones = [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia",
    "Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kathmandu", "America/St_Johns",
    "Africa/Casablanca", "Asia/Tehran", "America/Sao_Paulo", "Europe/London", "UTC",
    "Pacific/Chatham", "Antarctica/Troll", "Asia/Tokyo", "America/Los_Angeles", "Asia/Beirut",
    "Africa/Cairo", "Pacific/Honolulu",
  ].compactMap(Zone.init(name:))

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    let begins = [
      "2011-12-10", "2024-02-12", "2025-03-10", "2025-10-06", "2020-12-14", "2026-03-23",
    ]
    first = CivilDay(begins[Int.random(in: begins.indices, using: &random)])!
    length = Int.random(in: 12...40, using: &random)
    end = midnight(length + 12)
    addZones()
    addProgrammes()
    addDays()
    addStatements()
    addVerdicts()
    addRequests()
  }

  // MARK: Chance

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private mutating func one<Element>(of list: [Element]) -> Element {
    list[Int.random(in: list.indices, using: &random)]
  }

  private func midnight(_ day: Int) -> Instant {
    Instant(seconds: Int64(first.advanced(by: day).ordinal) * 86_400)
  }

  /// An instant of a day: often at a full hour, so that things become known together.
  private mutating func instant(_ days: ClosedRange<Int>) -> Instant {
    midnight(number(days)).advanced(byMilliseconds: Int64(number(0...47)) * 1_800_000)
  }

  private mutating func digest() -> Digest {
    Digest(of: (0..<4).map { _ in UInt8(truncatingIfNeeded: number(0...255)) })
  }

  private mutating func day(_ days: ClosedRange<Int>) -> CivilDay {
    first.advanced(by: number(days))
  }

  // MARK: What the operator says

  private mutating func addZones() {
    history.zones = [Known(one(of: Self.zones), at: midnight(-3))]
    guard chance(35) else { return }
    for _ in 0..<number(1...2) {
      history.zones.append(Known(one(of: Self.zones), at: instant(0...length)))
    }
  }

  private mutating func addProgrammes() {
    var programme = programme()
    let known = chance(80) ? midnight(-2) : instant(0...5)
    history.programmes = [ProgrammeVersion(programme, digest: digest(), at: known)]
    while chance(30), history.programmes.count < 4 {
      change(&programme)
      history.programmes.append(
        ProgrammeVersion(programme, digest: digest(), at: instant(1...length)))
    }
  }

  private mutating func programme() -> Programme {
    var programme = Programme(
      name: VersionedName(name: "p", version: "1.0.0"), title: "P", from: day(0...2),
      to: chance(40) ? first.advanced(by: length - number(0...6)) : nil)
    programme.weekStartsOn = one(of: CivilDay.Weekday.allCases)
    programme.settleAfter = one(of: [0, 1, 3, 7, 7])
    programme.streaks = ["alpha": streak()]
    if chance(30) { programme.streaks["beta"] = streak() }
    programme.points = points()
    programme.badges = badges()
    programme.redeem = RedemptionLimits(
      atLeast: chance(50) ? 5 : nil, atMost: chance(50) ? 40 : nil)
    if chance(25) { programme.seasons = [day(4...12), day(13...25)] }
    if chance(50) { programme.levels = .table([0, 60, 300]) }
    return programme
  }

  private mutating func change(_ programme: inout Programme) {
    switch number(0...8) {
    case 0: programme.points = points()
    case 1: programme.badges = badges()
    case 2: programme.settleAfter = number(0...8)
    case 3: programme.seasons = [day(4...20)]
    case 4: programme.to = chance(50) ? nil : first.advanced(by: length - number(0...6))
    case 5: programme.streaks["beta"] = chance(50) ? nil : streak()
    case 6: programme.streaks["alpha"] = streak()
    case 7: programme.weekStartsOn = one(of: CivilDay.Weekday.allCases)
    default:
      programme.streaks["alpha"]?.restDays = [one(of: CivilDay.Weekday.allCases)]
      programme.streaks["alpha"]?.day = test()
    }
  }

  private mutating func test() -> DayTest {
    switch number(0...5) {
    case 0: DayTest(Self.steps, .atLeast(Quantity(number(2...8) * 1000)))
    case 1: DayTest(Self.steps, .atMost(Quantity(7000)))
    default: DayTest(Self.minutes, .atLeast(Quantity(number(5...40))))
    }
  }

  private mutating func streak() -> Streak {
    let unit: Streak.Unit =
      switch number(0...5) {
      case 0: .week(.days(number(1...4)))
      case 1: .week(.total(Self.minutes, atLeast: Int64(number(20...200)) * 60))
      case 2: .rolling(days: number(1...4), within: number(4...7))
      default: .day
      }
    var streak = Streak(unit, day: test())
    for weekday in CivilDay.Weekday.allCases where chance(10) { streak.restDays.insert(weekday) }
    streak.milestones = [1, 2, 3, 5, 7, 10].filter { _ in chance(50) }
    if case .rolling = unit { return streak }
    if chance(25) { streak.breaksAfter = number(2...3) }
    if chance(65) {
      streak.freezes = FreezeRules(
        earnEvery: chance(80) ? number(2...4) : nil, atMost: number(1...3),
        price: chance(70) ? number(0...20) : nil)
    }
    return streak
  }

  private mutating func points() -> PointRules {
    var points = PointRules()
    points.base = [
      BaseRule(Self.minutes, points: number(1...3), per: 60, capPerDay: chance(40) ? 45 : nil)
    ]
    if chance(40) {
      points.base.append(BaseRule(Self.steps, points: 1, per: 1_000_000_000))
    }
    if chance(30) { points.capPerDay = 60 }
    points.bonus = ["dynamo", "weekend"].filter { _ in chance(60) }.map {
      BonusRule(challenge: $0, percent: number(5...50))
    }
    guard chance(75) else { return points }
    let policy: StreakMultiplier.Policy =
      switch number(0...2) {
      case 0: .weekly5(atMost: chance(50) ? 1100 : nil)
      case 1: .daily1cap30
      default: .table([.init(1, 1000), .init(3, 1055), .init(6, 1333)])
      }
    points.multiplier = StreakMultiplier(streak: chance(80) ? "alpha" : "beta", policy: policy)
    return points
  }

  private mutating func badges() -> [Badge] {
    let steps = Comparison.atLeast(Quantity(number(5...60) * 1000))
    let minutes = Comparison.moreThan(Quantity(number(20...200)))
    let conditions: [Badge.Condition] = [
      .challengesCompleted(number(1...2)), .challengesJoined(number(1...3)), .firstWin,
      .streak(of: chance(80) ? "alpha" : "beta", atLeast: number(2...6)),
      .total(Leaf(.total, of: Self.steps, steps)), .total(Leaf(.best, of: Self.minutes, minutes)),
      .total(Leaf(.window(days: number(2...5)), of: Self.minutes, minutes)),
      .total(
        Leaf(
          .days(.atLeast(number(2...6))), of: Self.minutes, .atLeast(Quantity(20)),
          on: DaySelection(weekdays: [.monday, .tuesday, .friday, .saturday]))),
      .pointsEarned(number(20...300)), .rank(challenge: "dynamo", atMost: 3), .early(days: 2),
    ]
    return conditions.enumerated().filter { _ in chance(45) }.map { place, condition in
      Badge(
        id: "badge-\(place)", title: "", text: "", when: condition,
        isRepeatable: condition.mayRepeat && chance(50))
    }
  }

  private mutating func addStatements() {
    for _ in 0..<number(0...2) where chance(40) {
      history.joined.append(
        Known(day(0...8), at: chance(60) ? midnight(-1) : instant(0...length)))
    }
    for _ in 0..<number(0...3) where chance(60) {
      let from = day(0...length)
      let known = instant(-2...length)
      history.pauses.append(
        Pause(
          from: from, to: from.advanced(by: number(0...6)), at: known,
          goneAt: chance(30) ? known.advanced(byDays: number(1...5)) : nil))
    }
  }

  // MARK: Days

  /// Exports with everything up to their instant; some become known late, and some correct what was there.
  private mutating func addDays() {
    var amounts: [(at: Instant, minutes: Int64, steps: Int64)] = []
    let busy = number(40...95)
    for day in -1...(length + 1) where chance(busy) {
      for _ in 0..<number(1...2) {
        amounts.append(
          (
            midnight(day).advanced(byMilliseconds: Int64(number(0...47)) * 1_800_000),
            Int64(number(0...4000)), Int64(number(0...6000)) * 1_000_000
          ))
      }
    }
    let stretches = possibleStretches()
    var former: [Interval: [DayValue: RewardFigure]] = [:]
    var day = number(1...4)
    while day < length + 8 {
      let exported = instant(day...day)
      let known = chance(75) ? exported : exported.advanced(byDays: number(0...6))
      if chance(25), !amounts.isEmpty {
        let place = Int.random(in: amounts.indices, using: &random)
        amounts[place].minutes = chance(40) ? 0 : Int64(number(0...4000))
      }
      if chance(15), !amounts.isEmpty {
        amounts.remove(at: Int.random(in: amounts.indices, using: &random))
      }
      add(amounts, stretches, exported, known, &former)
      if chance(85) { history.complete.append(Known(exported, at: known)) }
      day += one(of: [1, 1, 2, 3, 7])
    }
  }

  private mutating func add(
    _ amounts: [(at: Instant, minutes: Int64, steps: Int64)],
    _ stretches: [(CivilDay, Interval)], _ exported: Instant, _ known: Instant,
    _ former: inout [Interval: [DayValue: RewardFigure]]
  ) {
    let input = digest()
    let basis = Instant(milliseconds: chance(5) ? known.milliseconds : 0)
    for (day, stretch) in stretches where stretch.start < exported {
      let inside = amounts.filter { stretch.contains($0.at) && $0.at < exported }
      let isOver = stretch.end <= exported
      func figure(_ sum: Int64) -> RewardFigure {
        RewardFigure(least: sum, most: isOver ? sum : nil)
      }
      let figures = [
        Self.minutes: figure(inside.reduce(0) { $0 + $1.minutes }),
        Self.steps: figure(inside.reduce(0) { $0 + $1.steps }),
      ]
      guard former[stretch] != figures || basis.milliseconds > 0 else { continue }
      former[stretch] = figures
      history.days.append(
        DayVersion(
          day, stretch, figures, basis: basis, exportedAt: exported, input: input, at: known))
    }
  }

  /// Every stretch of time that a date can have, whatever zone its day begins and ends in.
  private func possibleStretches() -> [(CivilDay, Interval)] {
    let calendars = Set(history.zones.map(\.value)).map(DayCalendar.init)
    return (-2...(length + 2)).flatMap { offset -> [(CivilDay, Interval)] in
      let day = first.advanced(by: offset)
      let starts = Set(
        calendars.flatMap { [$0.start(of: day), $0.start(of: day.advanced(by: -1))] })
      let ends = Set(calendars.map { $0.start(of: day.advanced(by: 1)) })
      return starts.flatMap { start in
        ends.filter { start < $0 }.map { (day, Interval(start, $0)) }
      }.sorted { ($0.1.start, $0.1.end) < ($1.1.start, $1.1.end) }
    }
  }

  // MARK: Verdicts, redemptions and freezes

  private mutating func addVerdicts() {
    for _ in 0..<number(0...4) {
      let isWeekend = chance(40)
      let from = day(0...max(1, length - 6))
      let challenge = ChallengeOccurrence(
        isWeekend ? "weekend" : "dynamo", occurrence: isWeekend ? "\(from)" : nil)
      let to = from.advanced(by: number(0...6))
      for _ in 0..<number(1...3) {
        history.verdicts.append(
          KnownVerdict(
            challenge, from: from, to: to, one(of: [.pass, .pass, .fail, .undetermined]),
            isFinal: chance(65), rank: chance(50) ? number(1...4) : nil,
            lead: chance(50) ? Int64(number(0...4)) * 86_400_000 : nil, digest: digest(),
            at: instant(0...(length + 8))))
      }
    }
  }

  private mutating func addRequests() {
    for place in 0..<number(0...6) {
      let day = day(0...length)
      history.redemptions.append(
        Redemption(
          id: "r\(chance(90) ? place : 0)", day: day, points: number(1...50), what: "a walk",
          row: "row \(place)", at: instant(0...(length + 6))))
    }
    for place in 0..<number(0...5) {
      let day = day(0...length)
      history.freezes.append(
        FreezeRow(
          streak: chance(80) ? "alpha" : "beta", day: day, chance(50) ? .given : .bought,
          row: "freeze \(place)", at: instant(0...(length + 4))))
    }
  }
}
