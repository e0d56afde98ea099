import DaymarkModel
import DaymarkTestSupport
import Testing

@Suite("A rule read back from its definition")
struct RuleReadingTests {
  @Test("is the rule that was written, for 500 seeded rules")
  func roundTrip() throws {
    var random = SeededGenerator(seed: 41)
    for _ in 0..<500 {
      let rule = Rule(
        name: "rule-\(random.below(100))", version: "1.\(random.below(9)).0", title: "A \"title\"",
        requires: condition(depth: 3, &random),
        onMissing: MissingPolicy.allCases[random.below(3)])
      let written = rule.definition.canonicalBytes()
      let read = try #require(Rule(definition: JSONValue(parsing: written)))
      #expect(read == rule)
      #expect(read.digest == rule.digest)
    }
  }

  @Test(
    "is refused when a key is unknown, missing or of another kind, or a number of days below 1",
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
  func refused(text: String) throws {
    #expect(try Rule(definition: JSONValue(parsing: text.utf8)) == nil)
  }

  @Test(
    "needs quantities that read what they print",
    arguments: [0, 1, -1, 999_999, 1_000_000, -8_012_310_000, 9_000_000_000_000_000_000])
  func quantities(microUnits: Int64) {
    let quantity = Quantity(microUnits: microUnits)
    #expect(Quantity(decimalText: quantity.description) == quantity)
  }

  @Test("takes no text that is not decimal", arguments: ["", "-", "--1", "1 m", "-+1", "nan"])
  func noQuantity(text: String) {
    #expect(Quantity(decimalText: text) == nil)
  }
}

private func condition(depth: Int, _ random: inout SeededGenerator) -> Condition {
  let reason = random.below(3) == 0 ? "Because \(random.below(9))" : nil
  switch depth == 0 ? 3 : random.below(6) {
  case 0: return Condition(.all(conditions(depth: depth, &random)), reason: reason)
  case 1: return Condition(.any(conditions(depth: depth, &random)), reason: reason)
  case 2: return Condition(.not(condition(depth: depth - 1, &random)), reason: reason)
  default: return Condition(.leaf(leaf(&random)), reason: reason)
  }
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
  return Leaf(
    measures[random.below(measures.count)],
    of: Metric.allCases[random.below(Metric.allCases.count)],
    comparisons[random.below(comparisons.count)], on: days)
}

extension SeededGenerator {
  fileprivate mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
