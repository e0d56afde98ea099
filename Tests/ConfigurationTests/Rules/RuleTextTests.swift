import DaymarkConfiguration
import DaymarkModel
import DaymarkTestSupport
import Testing

struct RuleTextTests {
  private static func loaded(_ text: String) throws -> Rule {
    let files = try Files(["rules.yaml": text])
    return try loadRule(at: files.folder + "/rules.yaml", period: nil)
  }

  @Test(arguments: 0..<300)
  func `a rule that is printed loads as the same rule`(seed: UInt64) throws {
    var rules = RandomRule(seed: seed)
    let rule = rules.rule()
    let text = ruleText(rule)
    do {
      #expect(try Self.loaded(text) == rule, "\(text)")
    } catch let error as ConfigurationError {
      Issue.record("\(error.findings.map { "\($0)" })\n\(text)")
    }
  }

  @Test func `a rule is printed as a person would write it`() throws {
    let far = ActivityTest(
      kinds: [.run],
      requirements: [.distance: .atLeast(Quantity(5200)), .pace: .atMost(Quantity(365))])
    let steps = Condition(
      .leaf(Leaf(.streak(days: 7, misses: 1), of: .steps, .atLeast(Quantity(10_000)))),
      reason: "Too few: again", name: "walks")
    let rule = Rule(
      name: "r", version: "1.0.0", title: "10,000 steps a day",
      requires: Condition(
        .any([
          steps,
          Condition(
            .all([
              Condition(
                .leaf(
                  Leaf(.total, of: .activities(.sessions, of: far), .atLeast(Quantity(3))))), steps,
            ]), reason: "No"),
        ])), onMissing: .zero, score: Score(.total, of: .metric(.steps)),
      quality: [QualityGate(.manualShare(.steps, atMost: 50), onBreach: .fail)])
    #expect(
      ruleText(rule) == """
        rule: r@1.0.0
        title: 10,000 steps a day
        requires:
          any:
            - use: walks
              reason: "Too few: again"
            - all:
                - activities: { kind: run, where: { distance: { atLeast: 5.2 km }, pace: { atMost: 6:05 min/km } }, count: 3 }
                - use: walks
                  reason: "Too few: again"
              reason: "No"
        onMissing: zero
        score:
          total: { metric: steps }
        quality:
          - manualShare: { metric: steps, atMost: 0.5 % }
            onBreach: fail
        conditions:
          walks:
            streak: { metric: steps, atLeast: 10000, days: 7, misses: 1 }

        """)
    #expect(try Self.loaded(ruleText(rule)) == rule)
  }
}

/// Rules of every shape that the language has.
private struct RandomRule {
  private var random: SeededGenerator
  /// Named conditions met so far: of one name there is one condition.
  private var named: [String: Condition] = [:]

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }
  private mutating func flip(_ oneIn: Int = 2) -> Bool { number(1...oneIn) == 1 }
  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(0...elements.count - 1)]
  }

  private mutating func text() -> String {
    let parts = [
      "steps", "10,000", "Fünf", "km", ":", "#1", "- a", "\"quoted\"", "it's", "yes", "null", "1e5",
      "走", "a\u{2028}b", "{ a: b }", "*x", "&y", "\\n", "%", "@", "~",
    ]
    return (0...number(0...3)).map { _ in pick(parts) }.joined(separator: " ")
  }

  mutating func rule() -> Rule {
    Rule(
      name: "r-\(number(0...9))", version: "\(number(0...9)).1.0", title: text(),
      requires: condition(depth: 0), onMissing: pick(MissingPolicy.allCases),
      score: flip() ? score() : nil, quality: (0..<number(0...3)).map { _ in gate() })
  }

  private mutating func condition(depth: Int) -> Condition {
    let reason = flip(3) ? text() : nil
    if flip(5) {
      let name = pick(["walks", "rides_2", "A-b"])
      var condition = named[name] ?? Condition(.leaf(leaf()), name: name)
      named[name] = condition
      condition.reason = reason
      return condition
    }
    guard depth < 3, flip() else { return Condition(.leaf(leaf()), reason: reason) }
    let parts = (0...number(0...2)).map { _ in condition(depth: depth + 1) }
    let kind: Condition.Kind =
      switch number(0...3) {
      case 0: .all(parts)
      case 1: .any(parts)
      case 2: .not(parts[0])
      default: .some(count: number(1...parts.count), of: parts)
      }
    return Condition(kind, reason: reason)
  }

  private mutating func leaf() -> Leaf {
    let metric = DayValue.metric(pick(Metric.allCases.filter(\.isCumulative)))
    let isCount = metric.unit == .count
    let days = selection()
    switch number(0...9) {
    case 0: return Leaf(.total, of: metric, comparison(isCount: isCount), on: days)
    case 1: return Leaf(.best, of: metric, comparison(isCount: isCount), on: days)
    case 2:
      return Leaf(
        .average(overRecordedDays: flip()), of: metric, comparison(isCount: isCount), on: days)
    case 3:
      return Leaf(.window(days: number(1...9)), of: metric, comparison(isCount: isCount), on: days)
    case 4: return Leaf(.days(count(9)), of: metric, comparison(isCount: isCount), on: days)
    case 5:
      return Leaf(
        .streak(days: number(1...9), misses: number(0...2)), of: metric,
        comparison(isCount: isCount), on: days)
    case 6:
      let heartRate = DayValue.heartRate(pick(HeartRateStatistic.allCases))
      return Leaf(.days(count(9)), of: heartRate, comparison(), on: days)
    case 7:
      return Leaf(
        .total, of: .activities(.sessions, of: test()), .atLeast(Quantity(number(1...9))), on: days)
    case 8:
      let sum = pick(ActivitySum.allCases.filter { $0 != .sessions })
      return Leaf(.total, of: .activities(sum, of: test()), comparison(), on: days)
    default: return weekly(metric, days, isCount: isCount)
    }
  }

  private mutating func weekly(
    _ metric: DayValue, _ days: DaySelection, isCount: Bool
  ) -> Leaf {
    let ofDays = flip()
    let stretch: Recurrence.Stretch = pick([
      .week(from: pick(CivilDay.Weekday.allCases)), .month, .days(number(3...20)),
    ])
    var recurrence = Recurrence(number(1...5), of: stretch)
    if case .days = stretch {
    } else {
      (recurrence.isInARow, recurrence.countsPartial) = (flip(), flip())
    }
    let goals: [Leaf.Measure] = [
      .days(count(3)), .total, .best, .average(overRecordedDays: flip()),
      .window(days: number(1...3)), .streak(days: number(1...3), misses: number(0...2)),
    ]
    return ofDays
      ? Leaf(
        .recurring(recurrence, of: pick(goals)), of: metric, comparison(isCount: isCount), on: days)
      : Leaf(
        .recurring(recurrence, of: .total), of: .activities(.sessions, of: test()),
        .atLeast(Quantity(number(1...9))), on: days)
  }

  private mutating func count(_ most: Int) -> Leaf.DayCount {
    flip() ? .every : .atLeast(number(1...most))
  }

  private mutating func selection() -> DaySelection {
    guard flip(3) else { return DaySelection() }
    let from = CivilDay(ordinal: Int32(number(20_000...20_100)))
    return DaySelection(
      weekdays: flip() ? Set([pick(CivilDay.Weekday.allCases), .monday]) : nil,
      from: flip() ? from : nil, to: flip() ? from.advanced(by: 40) : nil)
  }

  private mutating func quantity(isCount: Bool) -> Quantity {
    // Whole numbers, as all counts are, and some to the last micro-unit.
    let isWhole = isCount || flip()
    return Quantity(
      microUnits: Int64(isWhole ? number(1...90_000) * 1_000_000 : number(1...9_999_999_999)))
  }

  private mutating func comparison(isCount: Bool = false) -> Comparison {
    let (a, b) = (quantity(isCount: isCount), quantity(isCount: isCount))
    switch number(0...4) {
    case 0: return .atLeast(a)
    case 1: return .moreThan(a)
    case 2: return .atMost(a)
    case 3: return .lessThan(a)
    default: return .between(min(a, b), max(a, b))
    }
  }

  private mutating func test() -> ActivityTest {
    var test = ActivityTest()
    if flip() {
      test.kinds = Set((0...number(0...2)).map { _ in pick(ActivityKind.allCases) })
    }
    if flip(3) { test.isIndoor = flip() }
    for _ in 0..<number(0...2) {
      test.requirements[pick(ActivityQuantity.allCases)] = comparison()
    }
    if test.requirements[.heartMinutes] != nil {
      test.zone = HeartRateZone(above: number(20...150), upTo: flip() ? number(151...299) : nil)
    }
    return test
  }

  private mutating func score() -> Score {
    let metric = DayValue.metric(pick(Metric.allCases.filter(\.isCumulative)))
    switch number(0...4) {
    case 0: return Score(.total, of: metric, on: selection())
    case 1: return Score(.average(overRecordedDays: flip()), of: metric, on: selection())
    case 2: return Score(.best, of: metric, on: selection())
    case 3: return Score(.window(days: number(1...9)), of: metric, on: selection())
    default:
      return Score(
        .total, of: .activities(pick(ActivitySum.allCases), of: test()), on: selection())
    }
  }

  private mutating func gate() -> QualityGate {
    let metric = pick(Metric.allCases.filter(\.isCumulative))
    let measure: QualityGate.Measure =
      switch number(0...2) {
      case 0: .manualShare(metric, atMost: number(0...10_000))
      case 1: .lateShare(metric, atMost: number(0...10_000))
      default:
        .flags(flip() ? [pick(FlagCode.allCases), .runningSpeed] : nil, atMost: number(0...9))
      }
    return QualityGate(measure, onBreach: pick(BreachPolicy.allCases))
  }
}
