import DaymarkDocuments
import DaymarkModel
import DaymarkTestSupport
import Testing

/// A rule read back from its definition.
struct RuleReadingTests {
  @Test func `a rule read back is the rule that was written, for 500 seeded rules`() throws {
    var random = SeededGenerator(seed: 41)
    for _ in 0..<500 {
      let rule = Rule(
        name: "rule-\(random.below(100))", version: "1.\(random.below(9)).0", title: "A \"title\"",
        requires: condition(depth: 3, &random),
        onMissing: MissingPolicy.allCases[random.below(3)], score: score(&random),
        quality: gates(&random))
      let written = rule.definition.canonicalBytes()
      let read = try #require(Rule(definition: JSONValue(parsing: written)))
      #expect(read == rule)
      #expect(read.digest == rule.digest)
    }
  }

  @Test(
    arguments: [
      #"{"rule":"a@1.0.0","title":"t","onMissing":"fail","requires":{"best":{"metric":"steps"}}}"#,
      #"{"rule":"a@1.0.0","title":"t","onMissing":"fail","requires":{}}"#,
      #"""
      {"rule":"a@1.0.0","title":"t","onMissing":"fail",
       "requires":{"best":{"metric":"steps","atLeast":1,"extra":1}}}
      """#,
      #"""
      {"rule":"a@1.0.0","title":"t","onMissing":"fail",
       "requires":{"best":{"metric":"steps","atLeast":"1 km"}}}
      """#,
      #"""
      {"rule":"a@1.0.0","title":"t","onMissing":"fail","requires":{
       "best":{"metric":"steps","atLeast":1},"total":{"metric":"steps","atLeast":1}}}
      """#,
      #"""
      {"rule":"a@1.0.0","title":"t","onMissing":"fail","more":1,
       "requires":{"best":{"metric":"steps","atLeast":1}}}
      """#,
      #"""
      {"rule":"a@1.0.0","title":"t","onMissing":"fail",
       "requires":{"days":{"metric":"steps","atLeast":1,"count":-9223372036854775808}}}
      """#,
      #"""
      {"rule":"a@1.0.0","title":"t","onMissing":"fail",
       "requires":{"streak":{"metric":"steps","atLeast":1,"days":-9223372036854775808}}}
      """#,
      #"""
      {"rule":"a@1.0.0","title":"t","onMissing":"fail",
       "requires":{"days":{"metric":"steps","atLeast":1,"count":0}}}
      """#,
      "[]",
    ])
  func `a definition with an unknown, missing or mistyped key is refused`(text: String) throws {
    #expect(try Rule(definition: JSONValue(parsing: text.utf8)) == nil)
  }

  @Test(arguments: [0, 1, -1, 999_999, 1_000_000, -8_012_310_000, 9_000_000_000_000_000_000])
  func `quantities read what they print`(microUnits: Int64) {
    let quantity = Quantity(microUnits: microUnits)
    #expect(Quantity(decimalText: quantity.description) == quantity)
  }

  @Test(arguments: ["", "-", "--1", "1 m", "-+1", "nan"])
  func `text that is not decimal is refused`(text: String) {
    #expect(Quantity(decimalText: text) == nil)
  }
}

private func condition(depth: Int, _ random: inout SeededGenerator) -> Condition {
  let reason = random.below(3) == 0 ? "Because \(random.below(9))" : nil
  switch depth == 0 ? 4 : random.below(7) {
  case 3:
    let parts = conditions(depth: depth, &random)
    return Condition(
      .some(count: 1 + random.below(parts.count), of: parts), reason: reason, name: "named")
  case 0: return Condition(.all(conditions(depth: depth, &random)), reason: reason)
  case 1: return Condition(.any(conditions(depth: depth, &random)), reason: reason)
  case 2: return Condition(.not(condition(depth: depth - 1, &random)), reason: reason)
  default: return Condition(.leaf(leaf(&random)), reason: reason)
  }
}

private func score(_ random: inout SeededGenerator) -> Score? {
  [
    nil, Score(.total, of: .metric(.steps)), Score(.window(days: 3), of: .metric(.activeEnergy)),
    Score(.average(overRecordedDays: true), of: .metric(.distanceCycling)),
    Score(.best, of: .metric(.steps), on: DaySelection(weekdays: [.friday])),
    Score(.total, of: .activities(.sessions, of: ActivityTest(kinds: [.yoga]))),
    Score(.total, of: .activities(.distance, of: ActivityTest())),
  ][random.below(7)]
}

private func gates(_ random: inout SeededGenerator) -> [QualityGate] {
  [
    QualityGate(.manualShare(.steps, atMost: random.below(10_001)), onBreach: .fail),
    QualityGate(.lateShare(.distanceCycling, atMost: random.below(10_001))),
    QualityGate(.flags(nil, atMost: random.below(4))),
    QualityGate(.flags([.runningSpeed, .sharedDays], atMost: 0)),
  ].filter { _ in random.below(2) == 0 }
}

private func conditions(depth: Int, _ random: inout SeededGenerator) -> [Condition] {
  (0...random.below(3)).map { _ in condition(depth: depth - 1, &random) }
}

private func leaf(_ random: inout SeededGenerator) -> Leaf {
  let measures: [Leaf.Measure] = [
    .total, .best, .days(.every), .days(.atLeast(1 + random.below(30))),
    .streak(days: 1 + random.below(30), misses: random.below(3)),
    .average(overRecordedDays: random.below(2) == 0),
  ]
  let bound = Quantity(microUnits: Int64(random.below(50_000_000)) * 10_000)
  let comparisons: [Comparison] = [
    .atLeast(bound), .moreThan(bound), .atMost(bound), .lessThan(bound),
    .between(.zero, bound),
  ]
  var days = DaySelection()
  if random.below(2) == 0 { days.weekdays = [.monday, .sunday] }
  if random.below(2) == 0 { days.from = CivilDay(ordinal: Int32(random.below(20_000))) }
  if random.below(2) == 0 { days.to = CivilDay(ordinal: Int32(random.below(20_000))) }
  let comparison = comparisons[random.below(comparisons.count)]
  let metric = Metric.allCases[random.below(Metric.allCases.count)]
  let test = activityTest(comparison, &random)
  let weekly = Recurrence(
    1 + random.below(9), of: .week(from: CivilDay.Weekday.allCases[random.below(7)]),
    isInARow: random.below(2) == 0, countsPartial: random.below(2) == 0)
  let goal = ([.window(days: 3), .days(.atLeast(3))] + measures.prefix(3))[random.below(5)]
  let count = Comparison.atLeast(Quantity(1 + random.below(9)))
  let leaves = [
    Leaf(measures[random.below(measures.count)], of: metric, comparison, on: days),
    Leaf(.window(days: 1 + random.below(9)), of: metric, comparison, on: days),
    Leaf(.recurring(weekly, of: goal), of: metric, comparison, on: days),
    Leaf(.recurring(weekly, of: .total), of: .activities(.sessions, of: test), count, on: days),
    Leaf(.recurring(Recurrence(2, of: .month), of: goal), of: metric, comparison, on: days),
    Leaf(.recurring(Recurrence(2, of: .days(9)), of: goal), of: metric, comparison, on: days),
    Leaf(.total, of: .activities(.sessions, of: test), count, on: days),
    Leaf(.total, of: .activities(.sessions, of: test), .atMost(Quantity(2)), on: days),
    Leaf(.total, of: .activities(.elevationGain, of: test), comparison, on: days),
    Leaf(.days(.atLeast(3)), of: .heartRate(.max), comparison, on: days),
    Leaf(.days(.every), of: .heartRate(.average), comparison, on: days),
  ]
  return leaves[random.below(leaves.count)]
}

private func activityTest(_ comparison: Comparison, _ random: inout SeededGenerator) -> ActivityTest
{
  var test = ActivityTest()
  if random.below(2) == 0 { test.kinds = random.below(2) == 0 ? [.run] : [.run, .walk, .other] }
  if random.below(2) == 0 { test.isIndoor = random.below(2) == 0 }
  for quantity in ActivityQuantity.allCases where random.below(4) == 0 {
    test.requirements[quantity] = comparison
  }
  if test.requirements[.heartMinutes] != nil {
    test.zone = HeartRateZone(above: 140, upTo: random.below(2) == 0 ? 165 : nil)
  }
  return test
}

extension SeededGenerator {
  fileprivate mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
