import DaymarkModel
import Testing

/// The best stretch of consecutive days.
struct WindowTests {
  static func window(
    _ days: Int, _ comparison: Comparison, on selection: DaySelection = DaySelection()
  ) -> Condition {
    leaf(.window(days: days), comparison, on: selection)
  }

  static let rows: [(String, Condition, Outcome, String)] = [
    // Pairs: 3 + 9 = 12, 9 + 1 = 10, 1 + 4 = 5.
    ("3 9 1 4", window(2, .atLeast(12)), .pass, "window.met"),
    ("3 9 1 4", window(2, .atLeast(13)), .fail, "window.too_low"),
    ("3 9 1 4", window(2, .moreThan(12)), .fail, "window.too_low"),
    // Some window, not each.
    ("3 9 1 4", window(2, .atMost(5)), .pass, "window.met"),
    ("3 9 1 4", window(2, .lessThan(5)), .fail, "window.too_high"),
    ("3 9 1 4", window(2, .between(6, 10)), .pass, "window.met"),
    ("3 9 1 4", window(2, .between(6, 9)), .fail, "window.too_high"),
    ("3 9 1 4", window(4, .between(17, 17)), .pass, "window.met"),
    ("3 9 1 4", window(1, .atLeast(9)), .pass, "window.met"),
    // A missing day is 0 or more: pairs from 3, from 0 and exactly 4.
    ("3 - 0 4", window(2, .atLeast(4)), .pass, "window.met"),
    ("3 - 0 4", window(2, .atLeast(5)), .undetermined, "window.open data.missing"),
    ("3 - 0 4", window(2, .atMost(4)), .pass, "window.met"),
    ("3 - 0 4", window(2, .atMost(3)), .undetermined, "data.missing"),
    ("3 - 4 9", window(2, .atMost(2)), .fail, "window.too_high"),
    ("3 - 4 9", window(2, .between(13, 13)), .pass, "window.met"),
    ("3 - 4 9", window(2, .between(5, 6)), .undetermined, "window.open data.missing"),
    ("3 - 4 9", window(2, .between(1, 2)), .fail, "window.too_high"),
    // Three days do not hold a window of four.
    ("3 3 3", window(4, .atLeast(0)), .fail, "window.too_low"),
  ]

  @Test(arguments: rows)
  func `some window's sum satisfies the comparison`(
    days: String, condition: Condition, outcome: Outcome, code: String
  ) {
    let verdict = verdict(days, condition)
    #expect(verdict.outcome == outcome)
    #expect(verdict.codes.joined(separator: " ") == code)
  }

  @Test func `an open day holds the answer open as far as it can settle it`() {
    func outcome(_ days: String, _ condition: Condition) -> Outcome {
      let count = days.split(separator: " ").count
      return verdict(days, condition, onMissing: .fail, asOf: at(count)).outcome
    }
    // The last day is open and can grow.
    #expect(outcome("- 1 1", Self.window(2, .atLeast(9))) == .undetermined)
    // It can only pass what the missing day may pass, too: a window of both is too high if it grows,
    // and the other, 5 + missing, stays unknown.
    #expect(outcome("5 - 9", Self.window(2, .atMost(7))) == .fail)
    // The open one can be settled to 7.
    #expect(outcome("5 - 4 1", Self.window(2, .atMost(6))) == .undetermined)
  }

  @Test func `the window runs over the selected days alone`() {
    // Saturdays and Sundays of two weeks: 5, 6, 7, 8.
    let days = "0 0 0 0 0 5 6 0 0 0 0 0 7 8"
    let weekends = DaySelection(weekdays: [.saturday, .sunday])
    #expect(verdict(days, Self.window(3, .between(21, 21), on: weekends)).outcome == .pass)
    #expect(verdict(days, Self.window(3, .atLeast(16))).outcome == .fail)
  }

  @Test func `the explanation has the best window, the first of equals`() {
    let node = verdict("3 9 3 9 1", Self.window(2, .atLeast(20))).explanation
    #expect(node.span == firstDay...firstDay.advanced(by: 1))
    #expect(node.actual == Quantity(12))
    #expect(node.margin == Quantity(-8))
    #expect(node.unit == "count")
    let low = verdict("3 9 3 9 1", Self.window(2, .atMost(11))).explanation
    #expect(low.span == firstDay.advanced(by: 3)...firstDay.advanced(by: 4))
    #expect(low.actual == Quantity(10))
  }
}
