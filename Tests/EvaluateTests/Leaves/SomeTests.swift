import DaymarkModel
import Testing

/// At least so many conditions, names, and the tree.
struct SomeTests {
  static func some(_ count: Int, _ outcomes: Outcome...) -> Condition {
    Condition(.some(count: count, of: outcomes.map(RuleTests.condition)), name: "enough")
  }

  @Test func `it is Kleene's threshold`() {
    // The first day is 1, the second is missing.
    func outcome(_ condition: Condition) -> Outcome { verdict("1 -", condition).outcome }
    #expect(outcome(Self.some(2, .pass, .pass, .fail)) == .pass)
    #expect(outcome(Self.some(2, .pass, .pass, .undetermined)) == .pass)
    #expect(outcome(Self.some(2, .pass, .undetermined, .fail)) == .undetermined)
    #expect(outcome(Self.some(3, .pass, .undetermined, .fail)) == .fail)
    #expect(outcome(Self.some(1, .fail, .fail)) == .fail)
  }

  @Test func `the tree has the name and how many are met`() {
    let node = verdict("1 -", Self.some(3, .pass, .undetermined, .fail)).explanation
    #expect(node.key == "some")
    #expect(node.name == "enough")
    #expect(node.required == "at least 3 of 3")
    #expect(node.unit == "condition")
    #expect(node.actual == Quantity(1))
    #expect(node.margin == Quantity(-2))
    #expect(node.children.map(\.answer) == [.pass, .undetermined, .fail])
  }

  @Test func `its failure is a reason beside those of the parts that failed`() {
    let failed = verdict("1 -", Self.some(3, .pass, .undetermined, .fail))
    // Two of three conditions are lacking, 2/3; one of two steps, 1/2.
    #expect(failed.codes == ["some.too_few", "total.too_low"])
    #expect(failed.reasons[0].text == "1 of 3 conditions met, 3 needed")
    #expect(verdict("1 -", Self.some(1, .pass, .fail)).codes == ["total.met"])
  }

  @Test func `the longest run and the best day have their days in the tree`() {
    let streak = leaf(.streak(days: 3, misses: 1), .atLeast(5))
    let run = verdict("5 0 0 5 0 5 0", streak).explanation
    // Days 4 and 6, with day 5 between.
    #expect(run.span == firstDay.advanced(by: 3)...firstDay.advanced(by: 5))
    #expect(run.unit == "day")
    #expect(verdict("0 0", streak).explanation.span == nil)
    let best = verdict("1 7 7", leaf(.best, .atLeast(5))).explanation
    #expect(best.span == firstDay.advanced(by: 1)...firstDay.advanced(by: 1))
    #expect(best.unit == "count")
    let total = verdict(
      "1", leaf(.total, .atLeast(5), of: .activeEnergy), of: .activeEnergy
    ).explanation
    #expect(total.unit == "kcal")
    #expect(total.span == nil)
  }
}
