import DaymarkEvaluate
import DaymarkModel
import DaymarkTestSupport
import Testing

/// Leaves on feats; days are those of September 2025.
struct FeatLeafTests {
  /// Days with the best of an attempt, in files that go on after the last.
  ///
  /// `-` is a day without an attempt, `40?` one with a load without a unit besides.
  private static func attempts(
    _ text: String, _ figure: FeatFigure, end: Int? = nil
  ) -> SubjectAggregates {
    let words = text.split(separator: " ")
    let feats = words.enumerated().compactMap { index, word -> DailyFeat? in
      guard word != "-" else { return nil }
      return DailyFeat(
        day: firstDay.advanced(by: index), id: "feat", counts: figure, attempts: 1,
        best: Quantity(decimalText: word.filter { $0.isNumber || $0 == "." }),
        refused: word.hasSuffix("?") ? [.unitUnknown: 1] : [:])
    }
    return SubjectAggregates(
      zone: ResolvedZone(.utc, by: .subject), feats: feats,
      featsEnd: firstDay.advanced(by: end ?? words.count))
  }

  private func answer(
    _ text: String, _ figure: FeatFigure, _ comparison: Comparison,
    id: String = "feat",
    end: Int? = nil, asOf: Instant = at(50)
  ) -> Verdict {
    verdict(
      on: Self.attempts(text, figure, end: end), days: text.split(separator: " ").count,
      Condition(.leaf(Leaf(.best, of: .feat(figure, of: FeatReference(id)), comparison))),
      asOf: asOf)
  }

  @Test(arguments: [
    ("38 - 42 30", Comparison.atLeast(Quantity(42)), Outcome.pass, "feat.met"),
    ("38 - 42 30", .atLeast(Quantity(43)), .fail, "feat.too_low"),
    ("- - - -", .atLeast(Quantity(1)), .fail, "feat.too_low"),
    ("38 - 42 30", .moreThan(Quantity(42)), .fail, "feat.too_low"),
  ])
  func `the best attempt decides`(
    days: String, comparison: Comparison, outcome: Outcome, code: String
  ) {
    let found = answer(days, .repetitions, comparison)
    #expect(found.outcome == outcome)
    #expect(found.codes == [code])
  }

  @Test func `sentences have the operator's name of a feat, and answers do not depend on it`() {
    var attempts = Self.attempts("38 - 42 30", .repetitions)
    let asked = Condition(
      .leaf(Leaf(.best, of: .feat(.repetitions, of: "feat"), .atLeast(Quantity(43)))))
    let unnamed = verdict(on: attempts, days: 4, asked)
    attempts.featNames = ["feat": "Push-ups in a minute", "other": "Plank"]
    let named = verdict(on: attempts, days: 4, asked)
    #expect(
      named.reasons.map(\.text) == [
        "fewer than 43 repetitions at “Push-ups in a minute” in the best attempt"
      ])
    #expect(
      unnamed.reasons.map(\.text) == ["fewer than 43 repetitions at feat in the best attempt"])
    #expect(named.outcome == unnamed.outcome && named.codes == unnamed.codes)
  }

  @Test func `seconds compare with minutes exactly`() {
    let least = Comparison.atLeast(Quantity(microUnits: 1_583_333))
    #expect(answer("95", .time, least).outcome == .pass)
    #expect(answer("94.9", .time, least).outcome == .fail)
  }

  @Test func `a load of unknown unit leaves open what depends on it`() {
    #expect(answer("60 50?", .load, .atLeast(Quantity(60))).outcome == .pass)
    let open = answer("60 50?", .load, .atLeast(Quantity(61)))
    #expect(open.outcome == .undetermined)
    #expect(open.codes.contains("unit.unknown"))
  }

  @Test func `days after the last attempt have no data, and another feat's are none`() {
    #expect(
      answer("38 - -", .repetitions, .atLeast(Quantity(40)), end: 1, asOf: at(2)).outcome
        == .undetermined)
    #expect(answer("42", .repetitions, .atLeast(Quantity(40)), id: "other").outcome == .fail)
  }

  @Test func `what is lacking, and would be enough, are attempts`() {
    let asked = Condition(
      .leaf(Leaf(.best, of: .feat(.repetitions, of: "feat"), .atLeast(Quantity(40)))))
    func first(_ data: SubjectAggregates) -> String? {
      verdict(on: data, days: 3, asked, onMissing: .fail, asOf: at(6), deadline: at(10))
        .reasons.first?.text
    }
    let unknown = "(attempts at feat not known on"
    #expect(
      first(Self.attempts("38 - -", .repetitions, end: 1))
        == "your attempts end on 2025-09-02: if there are more after that, hand them in"
        + " \(unknown) 2 of 3 days)")
    var nobody = SubjectAggregates(zone: ResolvedZone(.utc, by: .subject))
    #expect(
      first(nobody)
        == "what was handed in tells nothing of this: hand in your attempts"
        + " \(unknown) 3 of 3 days)")
    nobody.hasNoInputs = true
    #expect(
      first(nobody)
        == "nothing that counts was handed in: hand in your attempts \(unknown) 3 of 3 days)")
    let change = smallestChange(
      to: Rule(name: "r", version: "1.0.0", title: "r", requires: asked, onMissing: .fail),
      on: Self.attempts("38 - -", .repetitions, end: 1),
      of: Challenge(
        id: "c", title: "c", period: .days(from: firstDay, to: firstDay.advanced(by: 2)),
        proofDeadline: at(10)),
      asOf: at(6), quality: .unflagged)
    #expect(
      change?.steps.map(\.text) == [
        "newer attempts, if there were any after these",
        "an attempt with at least 40 repetitions at feat",
      ])
  }
}
