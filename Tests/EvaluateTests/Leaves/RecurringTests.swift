import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkEvaluate

/// Weeks, months and stretches of days that are each asked for the same.
///
/// 2025-09-01 is a Monday.
struct RecurringTests {
  private static let exercise = DayValue.metric(.exerciseTime)

  private static func recurring(
    _ recurrence: Recurrence, _ comparison: Comparison, _ goal: Leaf.Measure = .total
  ) -> Condition {
    leaf(.recurring(recurrence, of: goal), of: exercise, comparison)
  }

  /// Sums of 150, 149, 160 and 200 minutes.
  private static let fourWeeks =
    "50 0 50 0 50 0 0  149 0 0 0 0 0 0  40 40 40 40 0 0 0  0 0 0 0 0 100 100"

  private func decided(
    _ days: String, _ condition: Condition, onMissing: MissingPolicy = .fail,
    asOf: Instant = at(50)
  ) -> Verdict {
    verdict(days, condition, onMissing: onMissing, asOf: asOf, of: .exerciseTime)
  }

  @Test func `150 minutes of exercise a week, in 3 of 4 weeks`() {
    let three = decided(Self.fourWeeks, Self.recurring(Recurrence(3), .atLeast(150)))
    #expect(three.outcome == .pass)
    #expect(three.codes == ["weekly.met"])
    #expect(three.explanation.required == "at least 150 min of exercise a week, in 3 weeks")
    #expect(three.explanation.weeks.map(\.actual) == [150, 149, 160, 200].map { Quantity($0) })
    #expect(three.explanation.weeks.map(\.answer) == [.pass, .fail, .pass, .pass])
    let four = decided(Self.fourWeeks, Self.recurring(Recurrence(4), .atLeast(150)))
    #expect(four.outcome == .fail && four.codes == ["weekly.too_few"])
    #expect(four.reasons[0].text == "3 of 4 weeks with at least 150 min of exercise")
  }

  @Test func `weeks in a row are those that follow each other`() {
    let two = decided(
      Self.fourWeeks, Self.recurring(Recurrence(2, isInARow: true), .atLeast(150)))
    #expect(two.outcome == .pass)
    // Of the third and the fourth week.
    #expect(two.explanation.span == firstDay.advanced(by: 14)...firstDay.advanced(by: 27))
    let three = decided(
      Self.fourWeeks, Self.recurring(Recurrence(3, isInARow: true), .atLeast(150)))
    #expect(three.outcome == .fail && three.codes == ["weekly.too_short"])
    #expect(three.reasons[0].text == "longest run 2 of 3 weeks with at least 150 min of exercise")
    #expect(
      three.explanation.required == "at least 150 min of exercise a week, in 3 weeks in a row")
  }

  @Test func `a week is asked what a period can be asked`() {
    func outcome(_ goal: Leaf.Measure, _ comparison: Comparison, weeks: Int) -> Outcome {
      decided(Self.fourWeeks, Self.recurring(Recurrence(weeks), comparison, goal)).outcome
    }
    // The best days: 50, 149, 40 and 100.
    #expect(outcome(.best, .atLeast(100), weeks: 2) == .pass)
    #expect(outcome(.best, .atLeast(100), weeks: 3) == .fail)
    // 160 / 7 = 22.86 and 200 / 7 = 28.57; 150 / 7 = 21.43.
    #expect(outcome(.average(overRecordedDays: false), .atLeast(22), weeks: 2) == .pass)
    #expect(outcome(.average(overRecordedDays: false), .atLeast(22), weeks: 3) == .fail)
    // Four days running in the third week, two in the fourth.
    #expect(outcome(.streak(days: 2, misses: 0), .atLeast(40), weeks: 2) == .pass)
    #expect(outcome(.streak(days: 3, misses: 0), .atLeast(40), weeks: 2) == .fail)
    // Three days: 100, 149, 120 and 200.
    #expect(outcome(.window(days: 3), .atLeast(120), weeks: 3) == .pass)
    #expect(outcome(.window(days: 3), .atLeast(121), weeks: 3) == .fail)
  }

  @Test func `a month is that of the calendar, and whole unless parts count`() {
    // 30 days of September, and 5 of October, with 10 minutes on each.
    let days = Array(repeating: "10", count: 35).joined(separator: " ")
    func decide(_ count: Int, _ least: Int, partial: Bool = false) -> Verdict {
      let recurrence = Recurrence(count, of: .month, countsPartial: partial)
      return decided(days, Self.recurring(recurrence, .atLeast(least)))
    }
    #expect(decide(1, 300).outcome == .pass)
    #expect(decide(1, 301).outcome == .fail)
    #expect(decide(2, 50).codes == ["monthly.too_few"])
    let both = decide(2, 50, partial: true)
    #expect(both.outcome == .pass)
    #expect(both.explanation.unit == "month")
    #expect(
      both.explanation.required
        == "at least 50 min of exercise a month, in 2 months, partial months too")
    #expect(both.explanation.weeks.map(\.actual) == [Quantity(300), Quantity(50)])
    #expect(both.explanation.weeks[0].days == firstDay...firstDay.advanced(by: 29))
    // 29 February is in the month that it ends.
    let leap = CivilDay(year: 2024, month: 2, day: 1)
    let march = CivilDay(year: 2024, month: 3, day: 31)
    let months = leap.flatMap { first in
      march.map { Recurrence(1, of: .month).stretches(within: first...$0) }
    }
    #expect(months?.map { $0.lowerBound.distance(to: $0.upperBound) + 1 } == [29, 31])
  }

  @Test func `days in a row may start on any day, and are counted where they share none`() {
    func decide(_ times: Int, _ length: Int, _ least: Int) -> Verdict {
      let recurrence = Recurrence(times, of: .days(length))
      // 3 and 4, or 4 and 5, together have 80; then 12 and 13.
      let days = "0 0 40 40 40 0 0 0 0 0 0 50 30 0"
      return decided(days, Self.recurring(recurrence, .atLeast(least)))
    }
    #expect(decide(1, 3, 120).outcome == .pass)
    #expect(decide(1, 3, 121).outcome == .fail)
    #expect(decide(1, 3, 121).codes == ["within.too_few"])
    // Two of three overlapping pairs share a day.
    #expect(decide(2, 2, 80).outcome == .pass)
    let three = decide(3, 2, 80)
    #expect(three.outcome == .fail)
    #expect(
      three.reasons[0].text == "2 of 3 stretches of 2 days with at least 80 min of exercise")
    #expect(
      three.explanation.required
        == "at least 80 min of exercise in some 2 consecutive days, 3 times")
    // One day follows no other.
    #expect(
      decide(1, 1, 50).explanation.required == "at least 50 min of exercise in 1 day")
    #expect(three.explanation.weeks.count == 13)
    #expect(
      three.explanation.weeksToShow.map { firstDay.distance(to: $0.days.lowerBound) + 1 }
        == [3, 12])
  }

  @Test func `a week that is open leaves the answer open where it can decide`() {
    // 50 minutes on Monday of the second week, which is not over; the first has 150.
    let days = "50 0 50 0 50 0 0  50 - - - - - -"
    func outcome(_ weeks: Int, _ asOf: Instant, _ days: String) -> Outcome {
      decided(days, Self.recurring(Recurrence(weeks), .atLeast(150)), asOf: asOf).outcome
    }
    #expect(outcome(1, at(9), days) == .pass)
    #expect(outcome(2, at(9), days) == .undetermined)
    // Days without data are not read as days of rest: only `onMissing` makes it a fail.
    let late = decided(days, Self.recurring(Recurrence(2), .atLeast(150)), onMissing: .undetermined)
    #expect(late.codes == ["weekly.open", "data.missing"])
    #expect(outcome(2, at(50), days) == .fail)
  }

  // MARK: Together

  /// Two runs in the first week, one in the second, two in the third; with 150, 200 and 100 minutes.
  private var runner: SubjectAggregates {
    var data = sessions("run . run . . . . . run . . . . . run run . . . . .")
    data.days =
      aggregates(
        "100 0 50 0 0 0 0  0 200 0 0 0 0 0  50 50 0 0 0 0 0", of: .exerciseTime
      ).days
    return data
  }

  private func together(_ weeks: Int, needsAll: Bool, inARow: Bool = false) -> Condition {
    Condition(
      .jointly(
        JointLeaves(
          Recurrence(weeks, isInARow: inARow), needsAll: needsAll,
          of: [
            Leaf(.total, of: .exerciseTime, .atLeast(150)),
            Leaf(
              .total, of: .activities(.sessions, of: ActivityTest(kinds: [.run])), .atLeast(2)),
          ])))
  }

  @Test func `what is asked together must be so in the same weeks`() {
    func decide(_ condition: Condition) -> Verdict {
      verdict(on: runner, days: 21, condition, onMissing: .fail)
    }
    // Each holds in two weeks, both in the first alone, one or the other in all.
    #expect(decide(together(1, needsAll: true)).outcome == .pass)
    let two = decide(together(2, needsAll: true))
    #expect(two.outcome == .fail && two.codes == ["weekly.too_few"])
    #expect(
      two.reasons[0].text
        == "1 of 2 weeks with at least 150 min of exercise and at least 2 runs")
    let node = two.explanation
    #expect(
      node.required == "at least 150 min of exercise and at least 2 runs a week, in 2 weeks")
    #expect(node.weeks.map(\.answer) == [.pass, .fail, .fail])
    #expect(node.weeks.map(\.actual) == [2, 1, 1].map { Quantity($0) })
    #expect(node.children.map(\.answer) == [.pass, .pass])
    #expect(node.children.map(\.key) == ["weekly", "weekly"])
    #expect(node.leaves.count == 2 && node.days.isEmpty)
    let any = decide(together(3, needsAll: false, inARow: true))
    #expect(any.outcome == .pass)
    #expect(
      any.explanation.required
        == "at least 150 min of exercise or at least 2 runs a week, in 3 weeks in a row")
  }

  @Test func `of what is asked together an open part keeps a week open only where it decides`() {
    var data = runner
    // Of the Wednesday of the first week nothing is known any more: 100 minutes and one run are left.
    data.days.removeAll { $0.day == firstDay.advanced(by: 2) }
    data.sessions.removeAll { $0.day == firstDay.advanced(by: 2) }
    let open = verdict(on: data, days: 21, together(1, needsAll: true))
    #expect(open.outcome == .undetermined)
    #expect(open.explanation.weeks.map(\.answer) == [.undetermined, .fail, .fail])
    // Who has no data of any kind has none of exercise.
    #expect(open.codes == ["weekly.open", "data.missing"])
    #expect(verdict(on: data, days: 21, together(2, needsAll: true)).outcome == .fail)
    #expect(
      verdict(on: data, days: 21, together(1, needsAll: true), onMissing: .fail).outcome == .fail)
    // Read as zero it is one run too few.
    #expect(
      verdict(on: data, days: 21, together(1, needsAll: true), onMissing: .zero).codes
        == ["weekly.too_few"])
  }

  // MARK: The smallest change

  private func change(
    _ condition: Condition, _ data: SubjectAggregates, days: Int
  ) -> VerdictChange? {
    smallestChange(
      to: Rule(name: "r", version: "1.0.0", title: "r", requires: condition), on: data,
      of: Challenge(
        id: "c", title: "c",
        period: .days(from: firstDay, to: firstDay.advanced(by: days - 1))),
      asOf: at(50), quality: .unflagged)
  }

  @Test func `the smallest change mends the week that lacks least`() {
    let data = aggregates(Self.fourWeeks, of: .exerciseTime)
    let all = change(Self.recurring(Recurrence(4), .atLeast(150)), data, days: 28)
    #expect(all?.steps.map(\.text) == ["1 more week with at least 150 min of exercise"])
    #expect(all?.steps.first?.days.map(\.then) == [Quantity(1)])
    let row = change(
      Self.recurring(Recurrence(3, isInARow: true), .atLeast(150)), data, days: 28)
    #expect(
      row?.steps.map(\.text)
        == ["1 more week with at least 150 min of exercise, so that there are 3 in a row"])
    #expect(row?.steps.first?.days.map { firstDay.distance(to: $0.day) + 1 } == [14])
    // 100 on the 27th and the 28th, and 149 on the 8th: that lacks one minute.
    let within = change(
      Self.recurring(Recurrence(2, of: .days(3)), .atLeast(150)), data, days: 28)
    #expect(
      within?.steps.map(\.text)
        == ["1 more stretch of 3 days with at least 150 min of exercise"])
    let changed = within?.steps.first?.days.map { ($0.now ?? .zero, $0.then) } ?? []
    #expect(changed.count == 1)
    #expect(changed.allSatisfy { $0.1.microUnits - $0.0.microUnits == 1_000_000 })
  }

  @Test func `of what is asked together, the parts that lack are mended in the same weeks`() {
    let found = change(together(2, needsAll: true), runner, days: 21)
    // The second week lacks one run of two, the third 50 minutes of 150.
    #expect(found?.outcome == .pass)
    #expect(found?.steps.map(\.path) == ["requires.weekly.all.0.total"])
    #expect(found?.steps.map(\.text) == ["1 more week with at least 150 min of exercise"])
    let third = firstDay.advanced(by: 14)...firstDay.advanced(by: 20)
    #expect(found?.steps.first?.days.map { third.contains($0.day) } == [true])
    // To lose what is passed it is enough to lose one part.
    let lost = change(together(1, needsAll: true), runner, days: 21)
    #expect(lost?.outcome == .fail)
    #expect(lost?.steps.count == 1)
  }
}
