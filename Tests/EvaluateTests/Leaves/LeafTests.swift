import DaymarkEvaluate
import DaymarkModel
import Testing

struct LeafTests {
  struct Row: CustomTestStringConvertible {
    let days: String
    let condition: Condition
    let outcome: Outcome
    let code: String

    init(_ days: String, _ condition: Condition, _ outcome: Outcome, _ code: String) {
      (self.days, self.condition, self.outcome, self.code) = (days, condition, outcome, code)
    }

    var testDescription: String { "\(days) \(condition.kind)" }
  }

  /// All days known.
  static let known = [
    // 3 + 4 + 5 = 12
    Row("3 4 5", leaf(.total, .atLeast(12)), .pass, "total.met"),
    Row("3 4 5", leaf(.total, .atLeast(13)), .fail, "total.too_low"),
    Row("3 4 5", leaf(.total, .moreThan(11)), .pass, "total.met"),
    Row("3 4 5", leaf(.total, .moreThan(12)), .fail, "total.too_low"),
    Row("3 4 5", leaf(.total, .atMost(12)), .pass, "total.met"),
    Row("3 4 5", leaf(.total, .atMost(11)), .fail, "total.too_high"),
    Row("3 4 5", leaf(.total, .lessThan(13)), .pass, "total.met"),
    Row("3 4 5", leaf(.total, .lessThan(12)), .fail, "total.too_high"),
    Row("3 4 5", leaf(.total, .between(12, 20)), .pass, "total.met"),
    Row("3 4 5", leaf(.total, .between(1, 11)), .fail, "total.too_high"),
    Row("3 4 5", leaf(.total, .between(13, 20)), .fail, "total.too_low"),

    // 12 / 3 = 4; 13 / 3 = 4.33...
    Row("3 4 5", leaf(.average(overRecordedDays: false), .atLeast(4)), .pass, "average.met"),
    Row("3 4 5", leaf(.average(overRecordedDays: false), .moreThan(4)), .fail, "average.too_low"),
    Row("3 4 6", leaf(.average(overRecordedDays: false), .moreThan(4)), .pass, "average.met"),
    Row("3 4 6", leaf(.average(overRecordedDays: false), .atMost(4)), .fail, "average.too_high"),
    Row("3 4 6", leaf(.average(overRecordedDays: false), .lessThan(5)), .pass, "average.met"),
    Row("3 4 5", leaf(.average(overRecordedDays: false), .between(4, 4)), .pass, "average.met"),
    // 3 and 5 are recorded: 8 / 2 = 4
    Row("3 - 5", leaf(.average(overRecordedDays: true), .between(4, 4)), .pass, "average.met"),
    Row("3 - 5", leaf(.average(overRecordedDays: true), .moreThan(4)), .fail, "average.too_low"),

    Row("3 4 5", leaf(.best, .atLeast(5)), .pass, "best.met"),
    Row("3 4 5", leaf(.best, .moreThan(5)), .fail, "best.too_low"),
    Row("3 4 5", leaf(.best, .atMost(5)), .pass, "best.met"),
    Row("3 4 5", leaf(.best, .lessThan(5)), .fail, "best.too_high"),
    Row("3 4 5", leaf(.best, .between(5, 5)), .pass, "best.met"),

    Row("3 4 5", leaf(.days(.atLeast(2)), .atLeast(4)), .pass, "days.met"),
    Row("3 4 5", leaf(.days(.atLeast(2)), .moreThan(4)), .fail, "days.too_few"),
    Row("3 4 5", leaf(.days(.atLeast(2)), .atMost(4)), .pass, "days.met"),
    Row("3 4 5", leaf(.days(.atLeast(2)), .lessThan(4)), .fail, "days.too_few"),
    Row("3 4 5", leaf(.days(.atLeast(1)), .between(4, 4)), .pass, "days.met"),
    Row("3 4 5", leaf(.days(.every), .atLeast(3)), .pass, "days.met"),
    Row("3 4 5", leaf(.days(.every), .atLeast(4)), .fail, "days.too_few"),

    Row("5 5 0 5", leaf(.streak(days: 2, misses: 0), .atLeast(5)), .pass, "streak.met"),
    Row("5 5 0 5", leaf(.streak(days: 3, misses: 0), .atLeast(5)), .fail, "streak.too_short"),
    // The grace day lies inside the run of 2 + 1 and does not count.
    Row("5 5 0 5", leaf(.streak(days: 3, misses: 1), .atLeast(5)), .pass, "streak.met"),
    Row("5 5 0 5", leaf(.streak(days: 4, misses: 1), .atLeast(5)), .fail, "streak.too_short"),
    Row("5 0 0 5", leaf(.streak(days: 2, misses: 1), .atLeast(5)), .fail, "streak.too_short"),
    Row("0 5 5 0", leaf(.streak(days: 2, misses: 5), .atMost(0)), .pass, "streak.met"),
  ]

  /// The second day has no data: it may have been anything from 0.
  static let missing = [
    Row("6 -", leaf(.total, .atLeast(6)), .pass, "total.met"),
    Row("6 -", leaf(.total, .atLeast(7)), .undetermined, "total.open data.missing"),
    Row("6 -", leaf(.total, .atMost(5)), .fail, "total.too_high"),
    Row("6 -", leaf(.total, .atMost(6)), .undetermined, "data.missing"),
    Row("6 -", leaf(.total, .lessThan(6)), .fail, "total.too_high"),
    Row("6 -", leaf(.total, .moreThan(5)), .pass, "total.met"),
    Row("6 -", leaf(.total, .between(6, 6)), .undetermined, "data.missing"),
    Row("6 -", leaf(.total, .between(1, 5)), .fail, "total.too_high"),
    // 6 / 2 = 3 at least.
    Row("6 -", leaf(.average(overRecordedDays: false), .atLeast(3)), .pass, "average.met"),
    Row("6 -", leaf(.average(overRecordedDays: false), .lessThan(3)), .fail, "average.too_high"),
    Row(
      "6 -", leaf(.average(overRecordedDays: false), .atLeast(4)), .undetermined,
      "average.open data.missing"),
    Row("6 -", leaf(.average(overRecordedDays: true), .atLeast(7)), .fail, "average.too_low"),
    Row("- -", leaf(.average(overRecordedDays: true), .atLeast(1)), .undetermined, "data.missing"),
    Row("- -", leaf(.average(overRecordedDays: true), .atMost(1)), .undetermined, "data.missing"),
    Row("6 -", leaf(.best, .atLeast(6)), .pass, "best.met"),
    Row("6 -", leaf(.best, .atLeast(7)), .undetermined, "best.open data.missing"),
    Row("6 -", leaf(.best, .lessThan(6)), .fail, "best.too_high"),
    Row("6 -", leaf(.days(.atLeast(1)), .atLeast(6)), .pass, "days.met"),
    Row("6 -", leaf(.days(.atLeast(2)), .atLeast(6)), .undetermined, "days.open data.missing"),
    Row("6 -", leaf(.days(.atLeast(2)), .atLeast(7)), .fail, "days.too_few"),
    Row("6 -", leaf(.days(.every), .atMost(6)), .undetermined, "days.open data.missing"),
    // "Any value from 0" is at least 0.
    Row("6 -", leaf(.days(.every), .atLeast(0)), .pass, "days.met"),
    Row(
      "6 - 6", leaf(.streak(days: 2, misses: 0), .atLeast(6)), .undetermined,
      "streak.open data.missing"),
    Row("6 - 6", leaf(.streak(days: 2, misses: 1), .atLeast(6)), .pass, "streak.met"),
    Row("6 - 0", leaf(.streak(days: 3, misses: 0), .atLeast(6)), .fail, "streak.too_short"),
  ]

  @Test(arguments: known + missing)
  func `the answer follows from the days`(row: Row) {
    let verdict = verdict(row.days, row.condition)
    #expect(verdict.outcome == row.outcome)
    #expect(verdict.codes.joined(separator: " ") == row.code)
  }

  @Test func `a day past the data's end is a lower bound, before the proof deadline and after it`()
  {
    func outcomes(_ condition: Condition, _ policy: MissingPolicy) -> [Outcome] {
      [at(4), at(9, hour: 23), at(10)].map {
        verdict("9 ~5 9", condition, onMissing: policy, asOf: $0, deadline: at(10)).outcome
      }
    }
    for policy in MissingPolicy.allCases {
      // From the deadline on `zero` takes it as it is recorded, and `fail` for missing.
      func late(_ recorded: Outcome) -> Outcome {
        policy == .zero ? recorded : policy == .fail ? .fail : .undetermined
      }
      #expect(
        outcomes(leaf(.days(.every), .atLeast(6)), policy)
          == [.undetermined, .undetermined, late(.fail)])
      #expect(outcomes(leaf(.days(.every), .atLeast(5)), policy) == [.pass, .pass, .pass])
      #expect(
        outcomes(leaf(.best, .atMost(9)), policy) == [.undetermined, .undetermined, late(.pass)])
      #expect(outcomes(leaf(.total, .lessThan(23)), policy) == [.fail, .fail, .fail])
    }
  }

  @Test func `of a damaged day nothing that is recorded is a bound`() {
    func outcomes(_ condition: Condition, _ policy: MissingPolicy) -> [Outcome] {
      [at(4), at(10)].map {
        verdict(
          "9 5 9", condition, onMissing: policy, asOf: $0, deadline: at(10), isDamaged: true
        ).outcome
      }
    }
    let unsure = [
      leaf(.days(.every), .atLeast(5)), leaf(.best, .atMost(9)), leaf(.total, .lessThan(23)),
      leaf(.total, .atLeast(20)), leaf(.streak(days: 2, misses: 1), .atLeast(9)),
      leaf(.average(overRecordedDays: true), .atMost(8)),
      Condition(.not(leaf(.window(days: 2), .atLeast(15)))),
    ]
    for condition in unsure {
      #expect(outcomes(condition, .fail) == [.undetermined, .fail])
      #expect(outcomes(condition, .undetermined) == [.undetermined, .undetermined])
      #expect(outcomes(condition, .zero) == [.undetermined, .undetermined])
    }
    // No completion gives another answer.
    #expect(outcomes(leaf(.total, .atLeast(0)), .fail) == [.pass, .pass])
  }

  @Test func `damage is named with the inputs that have it, before the deadline too`() {
    var days = aggregates("9 5 9", isDamaged: true)
    days.damage = [
      InputDamage(
        format: .appleHealth, digest: Digest(of: []), codes: [.archiveTruncated, .xmlTruncated])
    ]
    let condition = leaf(.total, .atLeast(40), reason: "Too few")
    let named = "the Apple Health export (e3b0c44298fc) is cut off"
    let span = "steps not known on 3 of 3 days"
    for (asOf, text) in [
      (at(4), "\(named): hand it in again (\(span))"),
      (at(20), "\(named) (\(span), which could have changed that)"),
    ] {
      let decided = verdict(
        on: days, days: 3, condition, onMissing: .fail, asOf: asOf, deadline: at(10))
      #expect(decided.reasons.first?.text == text)
      #expect(decided.reasons.first?.damage == days.damage)
      #expect(decided.codes == ["data.incomplete", asOf < at(10) ? "total.open" : "total.too_low"])
    }
    // The author's words stand for what is lacking.
    let failed = verdict(on: days, days: 3, condition, onMissing: .fail, asOf: at(20))
    #expect(failed.reasons.last?.text == "Too few")
  }

  @Test func `what is shown of a damaged day is what is recorded`() {
    let streak = verdict(
      "9 5 9 9", leaf(.streak(days: 3, misses: 0), .atLeast(9)), isDamaged: true)
    #expect(streak.explanation.actual == Quantity(2) && streak.explanation.margin == Quantity(-1))
    #expect(streak.explanation.days.map(\.standing) == [.damaged, .damaged, .damaged, .damaged])
    #expect(streak.explanation.days.map(\.value) == [9, 5, 9, 9].map { Quantity($0) })
    let total = verdict("9 5 9 9", leaf(.total, .atLeast(40)), isDamaged: true)
    #expect(total.explanation.actual == Quantity(32) && total.explanation.margin == Quantity(-8))
  }

  @Test func `without data and before the data's end a day is missing, after it incomplete`() {
    let condition = leaf(.days(.every), .atLeast(6))
    func codes(asOf: Instant, dataEnd: Instant?, isDamaged: Bool = false) -> [String] {
      verdict(
        "9 - 9", condition, asOf: asOf, deadline: at(10), dataEnd: dataEnd, isDamaged: isDamaged
      ).codes
    }
    // The second day ends at at(3).
    #expect(codes(asOf: at(5), dataEnd: at(3)) == ["days.open", "data.missing"])
    #expect(codes(asOf: at(5), dataEnd: at(2, hour: 23)) == ["data.ended", "days.open"])
    #expect(codes(asOf: at(5), dataEnd: nil) == ["days.open"])
    #expect(
      codes(asOf: at(5), dataEnd: at(9), isDamaged: true) == ["days.open", "data.incomplete"])
    #expect(codes(asOf: at(10), dataEnd: nil) == ["days.open", "data.missing"])
    #expect(
      codes(asOf: at(10), dataEnd: at(9), isDamaged: true) == ["days.open", "data.incomplete"])
  }

  @Test func `a day that is not over can still grow, and stays open past the deadline`() {
    let condition = leaf(.best, .atLeast(6))
    #expect(verdict("5 5", condition, asOf: at(2, hour: 23)).outcome == .undetermined)
    #expect(verdict("5 5", condition, asOf: at(3)).outcome == .fail)
    #expect(verdict("5 6", condition, asOf: at(2)).outcome == .pass)
    let early = verdict("5 5", condition, asOf: at(2, hour: 12), deadline: at(2))
    #expect(early.outcome == .undetermined)
    #expect(early.codes == ["best.open"])
  }

  @Test func `an average of recorded days knows that an open day may stay without data`() {
    let average = Leaf.Measure.average(overRecordedDays: true)
    func outcome(_ days: String, _ comparison: Comparison) -> Outcome {
      verdict(days, leaf(average, comparison), asOf: at(3)).outcome
    }
    // 6, 4 and perhaps a third from 0: 5 without it, from 10 / 3 with it.
    #expect(outcome("6 4 -", .atLeast(5)) == .undetermined)
    #expect(outcome("6 4 -", .atLeast(3)) == .pass)
    #expect(outcome("6 4 -", .lessThan(3)) == .fail)
    // An open day that has data enters for sure: (6 + 4 + 2 or more) / 3 = 4 or more.
    #expect(outcome("6 4 2", .atLeast(4)) == .pass)
    #expect(outcome("- - -", .atLeast(0)) == .undetermined)
  }

  @Test func `a comparison that no daily value satisfies never holds`() {
    let between = Comparison.between(
      Quantity(microUnits: 10_000_500_000), Quantity(microUnits: 10_000_700_000))
    #expect(verdict("- 1", leaf(.days(.atLeast(1)), between)).outcome == .fail)
    #expect(verdict("- 1", leaf(.total, between)).outcome == .fail)
    // A mean is not on the grid: 20001 / 2 = 10000.5.
    let average = leaf(.average(overRecordedDays: false), between)
    #expect(verdict("- 1", average).outcome == .undetermined)
    #expect(verdict("10000 10001", average).outcome == .pass)
    // Distances are on a grid of 0.01 m, where 0.5 to 0.7 has values.
    let distance = leaf(.days(.atLeast(1)), between, of: .distanceWalkingRunning)
    #expect(verdict("- 1", distance, of: .distanceWalkingRunning).outcome == .undetermined)
    #expect(verdict("10000.51", distance, of: .distanceWalkingRunning).outcome == .pass)
  }

  @Test func `only selected days are looked at, and a streak runs over them alone`() {
    // 2025-09-01 is a Monday; 6, 7, 13 and 14 September are weekend days.
    let days = "0 0 0 0 0 8 8 0 0 0 0 0 8 7"
    let weekend = DaySelection(weekdays: [.saturday, .sunday])
    let streak = Leaf.Measure.streak(days: 3, misses: 0)
    #expect(verdict(days, leaf(streak, .atLeast(8), on: weekend)).outcome == .pass)
    #expect(verdict(days, leaf(streak, .atLeast(8))).outcome == .fail)
    let firstWeek = DaySelection(from: firstDay, to: firstDay.advanced(by: 6))
    #expect(verdict(days, leaf(.total, .between(16, 16), on: firstWeek)).outcome == .pass)
    let afterwards = DaySelection(from: firstDay.advanced(by: 7))
    #expect(verdict(days, leaf(.total, .between(15, 15), on: afterwards)).outcome == .pass)
  }
}
