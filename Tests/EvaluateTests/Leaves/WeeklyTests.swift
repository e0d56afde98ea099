import DaymarkModel
import Testing

/// 2025-09-01 is a Monday.
struct WeeklyTests {
  static func weekly(
    _ weeks: Int, _ count: Leaf.DayCount, _ comparison: Comparison,
    startsOn: CivilDay.Weekday = .monday, partial: Bool = false,
    on days: DaySelection = DaySelection()
  ) -> Condition {
    let recurrence = Recurrence(weeks, of: .week(from: startsOn), countsPartial: partial)
    return leaf(.recurring(recurrence, of: .days(count)), comparison, on: days)
  }

  static func weeklyRuns(_ weeks: Int, _ count: Int) -> Condition {
    leaf(
      .weekly(weeks, .total),
      of: .activities(.sessions, of: ActivityTest(kinds: [.run])), .atLeast(count))
  }

  /// Three days of 8 in the first week, two in the second, and a Monday.
  static let fifteenDays = "8 8 8 0 0 0 0 8 0 8 0 0 0 0 8"

  @Test func `whole weeks with enough days are counted`() {
    func outcome(_ condition: Condition) -> Outcome { verdict(Self.fifteenDays, condition).outcome }
    #expect(outcome(Self.weekly(2, .atLeast(2), .atLeast(8))) == .pass)
    #expect(outcome(Self.weekly(2, .atLeast(3), .atLeast(8))) == .fail)
    #expect(outcome(Self.weekly(1, .atLeast(3), .atLeast(8))) == .pass)
    #expect(outcome(Self.weekly(1, .every, .atMost(8))) == .pass)
    #expect(outcome(Self.weekly(1, .every, .atLeast(8))) == .fail)
    // The third week has one day, its Monday.
    #expect(outcome(Self.weekly(3, .atLeast(1), .atLeast(8))) == .fail)
    #expect(outcome(Self.weekly(3, .atLeast(1), .atLeast(8), partial: true)) == .pass)
    #expect(outcome(Self.weekly(1, .every, .atLeast(8), partial: true)) == .pass)
  }

  @Test func `a week may start on another day`() {
    // From Wednesday on: days 3 to 9 have 8 twice (3, 8); 1, 2 and 10 to 15 are no whole week.
    func outcome(_ weeks: Int, _ count: Int, partial: Bool = false) -> Outcome {
      verdict(
        Self.fifteenDays,
        Self.weekly(weeks, .atLeast(count), .atLeast(8), startsOn: .wednesday, partial: partial)
      ).outcome
    }
    #expect(outcome(1, 2) == .pass)
    #expect(outcome(1, 3) == .fail)
    #expect(outcome(2, 1) == .fail)
    // 1 and 2; 3 to 9; 10 to 15 with days 10 and 15.
    #expect(outcome(3, 2, partial: true) == .pass)
  }

  @Test func `whole is a week by the first and last day, not by the weekdays that are looked at`() {
    let mondays = DaySelection(weekdays: [.monday])
    #expect(
      verdict(Self.fifteenDays, Self.weekly(2, .every, .atLeast(8), on: mondays)).outcome == .pass)
    // Without the first Monday the first week is not whole.
    let later = DaySelection(weekdays: [.monday], from: firstDay.advanced(by: 1))
    let node = verdict(Self.fifteenDays, Self.weekly(2, .every, .atLeast(8), on: later))
    #expect(node.outcome == .fail)
    #expect(node.explanation.weeks.count == 1)
    #expect(node.explanation.days.count == 1)
    // From Tuesday 2 to Monday 15: days 8 and 15 are Mondays, and the week of 1 has none to show.
    let partial = Self.weekly(3, .every, .atLeast(8), partial: true, on: later)
    #expect(verdict(Self.fifteenDays, partial).explanation.weeks.map(\.answer) == [.pass, .pass])
    #expect(verdict(Self.fifteenDays, partial).outcome == .fail)
  }

  @Test func `an unknown day leaves its own week open, and others may still decide`() {
    func decided(_ weeks: Int, _ count: Int) -> Verdict {
      verdict("8 8 - 0 0 0 0 8 0 8 0 0 0 0", Self.weekly(weeks, .atLeast(count), .atLeast(8)))
    }
    #expect(decided(2, 2).outcome == .pass)
    #expect(decided(1, 3).outcome == .undetermined)
    #expect(decided(1, 3).codes == ["weekly.open", "data.missing"])
    #expect(decided(2, 3).outcome == .fail)
    #expect(decided(2, 3).codes == ["weekly.too_few"])
    #expect(decided(1, 4).outcome == .fail)
  }

  @Test func `an open day holds the answer open where it can settle it`() {
    func outcome(_ days: String, _ weeks: Int, _ count: Int, asOf: Instant) -> Outcome {
      verdict(
        days, Self.weekly(weeks, .atLeast(count), .atLeast(8)), onMissing: .fail, asOf: asOf
      ).outcome
    }
    let days = "- 8 0 0 0 0 0 0 8 0 0 0 0 0"
    // Week 1 waits for a missing day, week 2 for its Sunday: that can give the one week needed.
    #expect(outcome(days, 1, 2, asOf: at(14)) == .undetermined)
    // Two weeks: the Sunday can still fail it.
    #expect(outcome(days, 2, 2, asOf: at(14)) == .undetermined)
    // Of three days in a week the Sunday gives at most two: only the missing day is left.
    #expect(outcome("- 8 8 0 0 0 0 0 8 0 0 0 0 0", 1, 3, asOf: at(14)) == .fail)
    #expect(outcome(days, 1, 2, asOf: at(15)) == .fail)
  }

  @Test func `activities are summed by week`() {
    let days = sessions("run:1 . run:1+run:1 . . . . run:1 yoga . . . . .")
    func decided(_ weeks: Int, _ count: Int) -> Verdict {
      verdict(on: days, days: 14, Self.weeklyRuns(weeks, count))
    }
    #expect(decided(1, 3).outcome == .pass)
    #expect(decided(2, 1).outcome == .pass)
    #expect(decided(2, 2).codes == ["weekly.too_few"])
    #expect(decided(2, 2).reasons[0].text == "1 of 2 weeks with at least 2 runs")
    let node = decided(2, 2).explanation
    #expect(node.unit == "week")
    #expect(node.actual == Quantity(1))
    #expect(node.margin == Quantity(-1))
    #expect(
      node.weeks == [
        Explanation.Week(
          days: firstDay...firstDay.advanced(by: 6), actual: Quantity(3), answer: .pass),
        Explanation.Week(
          days: firstDay.advanced(by: 7)...firstDay.advanced(by: 13), actual: Quantity(1),
          answer: .fail),
      ])
    #expect(node.days.map(\.value?.description).prefix(3) == ["1", "0", "2"])
  }

  @Test func `the sentences say what a week must have`() {
    let node = verdict(
      Self.fifteenDays,
      Self.weekly(4, .atLeast(5), .atLeast(8000), startsOn: .sunday, partial: true)
    ).explanation
    #expect(
      node.required
        == "at least 8,000 steps on 5 days of a week, in 4 weeks, weeks from Sunday on, partial weeks too"
    )
    #expect(
      node.reason?.text == "0 of 4 weeks with at least 8,000 steps on 5 days of a week")
  }
}
