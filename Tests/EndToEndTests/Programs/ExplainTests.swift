import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import daymark

struct ExplainTests {
  private let start = CivilDay(ordinal: 20_332)  // 1 September 2025, a Monday

  private func days(_ values: [(Int?, Explanation.Day.Standing)]) -> [Explanation.Day] {
    values.enumerated().map { index, day in
      Explanation.Day(
        day: start.advanced(by: index), value: day.0.map { Quantity($0) }, standing: day.1)
    }
  }

  @Test func `days that fall short say by how much, and those above a limit, too`() {
    let below = Leaf(.days(.every), of: .steps, .atLeast(Quantity(10_000)))
    #expect(
      ExplainDays(days([(10_000, .counted), (9412, .short)]), below, isWhole: false).text(width: 80)
        == """
        date        value  standing
        2025-09-01  10000  counted
        2025-09-02   9412  short by 588
        """)
    let rest = Leaf(
      .days(.every), of: .heartRate(.max), .between(Quantity(100), Quantity(180)))
    #expect(
      ExplainDays(days([(185, .short), (97, .short), (nil, .missing)]), rest, isWhole: false).text(
        width: 80)
          == """
          date        value bpm  standing
          2025-09-01        185  over by 5
          2025-09-02         97  short by 3
          2025-09-03          -  no data
          """)
  }

  @Test func `a day of which only the target is open is not told like a session that lacks`() {
    let leaf = Leaf(.days(.every), of: .steps, .atLeast(Quantity(9000)))
    #expect(
      ExplainDays(
        days([(9100, .counted), (8000, .unknown)]), leaf, isWhole: false, hasOwnTarget: true
      ).text(width: 80) == """
        date        value  standing
        2025-09-01   9100  counted
        2025-09-02   8000  open: the target is not known for sure
        """)
  }

  @Test func `of more than fourteen days those of one standing stand together, unless asked`() {
    let leaf = Leaf(.total, of: .steps, .atLeast(Quantity(100)))
    // 8 with data, 1 without, 6 that are not over.
    let values =
      (1...8).map { (Int?(100 * $0), Explanation.Day.Standing.counted) } + [(nil, .missing)]
      + Array(repeating: (nil, .notOver), count: 6)
    #expect(
      ExplainDays(days(values), leaf, isWhole: false).text(width: 80) == """
        date                           value  standing
        2025-09-01 to 2025-09-08  100 to 800  8 days, counted
        2025-09-09                         -  no data
        2025-09-10 to 2025-09-15           -  6 days, not over yet
        """)
    #expect(
      ExplainDays(days(values), leaf, isWhole: true).text(width: 80).split(separator: "\n").count
        == 16)
    let few = Array(values.prefix(14))
    #expect(
      ExplainDays(days(few), leaf, isWhole: false).text(width: 80).split(separator: "\n").count
        == 15)
  }

  private let tooShort = Leaf(
    .total,
    of: .activities(.sessions, of: ActivityTest(requirements: [.duration: .atLeast(Quantity(20))])),
    .atLeast(Quantity(12)))

  @Test func `days with sessions that were not as asked stand alone and say what was not`() {
    func day(
      _ index: Int, _ value: Int, _ standing: Explanation.Day.Standing = .counted,
      _ missed: [ActivityQuantity: Int] = [:]
    ) -> Explanation.Day {
      Explanation.Day(
        day: start.advanced(by: index), value: Quantity(value), standing: standing, missed: missed)
    }
    let some =
      [
        day(0, 1), day(1, 0), day(2, 0), day(3, 0, .short, [.duration: 1]),
        day(4, 0, .short, [.duration: 2]), day(5, 1, .counted, [.pace: 1, .distance: 2]),
      ] + (6..<15).map { day($0, 0) }
    #expect(
      ExplainDays(some, tooShort, isWhole: false).text(width: 120) == """
        date                      value  standing
        2025-09-01                    1  counted
        2025-09-02 to 2025-09-03      0  2 days, no such session
        2025-09-04                    0  1 session, duration not as asked
        2025-09-05                    0  2 sessions, duration not as asked
        2025-09-06                    1  counted; not as asked: distance of 2 sessions, pace of 1 session
        2025-09-07 to 2025-09-15      0  9 days, no such session
        """)
    let each = Leaf(.days(.every), of: tooShort.value, .atLeast(Quantity(1)))
    #expect(
      ExplainDays([day(0, 0, .short, [.duration: 1])], each, isWhole: false).text(width: 80) == """
        date        value  standing
        2025-09-01      0  short by 1; 1 session, duration not as asked
        """)
    let metres = Leaf(
      .total, of: .activities(.distance, of: ActivityTest()), .atLeast(Quantity(1)))
    #expect(
      ExplainDays([day(0, 0)], metres, isWhole: false).text(width: 80) == """
        date        value m  standing
        2025-09-01        0  nothing to add
        """)
  }

  @Test func `a leaf says how many sessions were not as asked`() {
    let days = (0..<2).map {
      Explanation.Day(
        day: start.advanced(by: $0), value: .zero, standing: .short, missed: [.duration: 1 + $0])
    }
    let node = Explanation(key: "activities", answer: .fail, days: days)
    #expect(
      tree(node, Condition(.leaf(tooShort))) == """
        ✗ fail  activities
          not counted: 3 sessions, duration not as asked

          date        value  standing
          2025-09-01      0  1 session, duration not as asked
          2025-09-02      0  2 sessions, duration not as asked
        """)
  }

  private func tree(_ node: Explanation, _ condition: Condition?) -> String {
    ExplainTree(Terminal(environment: ["NO_COLOR": "1"]), showsAllDays: false)
      .lines(of: node, condition).joined(separator: "\n")
  }

  @Test func `what was reached stands in the unit of the target, and is rounded to hundredths`() {
    func reached(_ actual: String, _ margin: String, unit: Unit) -> String {
      let node = Explanation(
        key: "total", answer: .fail, unit: unit.rawValue, actual: Quantity(decimalText: actual),
        margin: Quantity(decimalText: margin))
      return tree(node, nil)
    }
    #expect(
      reached("35000", "-65000", unit: .meter)
        == "✗ fail  total\n  reached 35 km, short by 65 km")
    #expect(
      reached("5053.466667", "-4946.533333", unit: .count)
        == "✗ fail  total\n  reached 5,053.47, short by 4,946.53")
    // Rounded, it would be what is asked for.
    #expect(
      reached("9999.996667", "-0.003333", unit: .count)
        == "✗ fail  total\n  reached 9,999.996667, short by 0.003333")
  }

  @Test func `the tree is indented, names conditions, and says what is lacking in its unit`() {
    let most = Leaf(.total, of: .steps, .atMost(Quantity(20)))
    let streak = Leaf(.streak(days: 2, misses: 0), of: .steps, .atLeast(Quantity(5)))
    let rule = Condition(
      .any([Condition(.leaf(most)), Condition(.not(Condition(.leaf(streak))))]))
    let explanation = Explanation(
      key: "any", name: "either", answer: .fail,
      children: [
        Explanation(
          key: "total", answer: .fail, metric: .steps, required: "at most 20 steps in total",
          unit: "count", actual: Quantity(27), margin: Quantity(-7),
          reason: Reason(code: "total.too_high", text: "too many")),
        Explanation(
          key: "not", answer: .fail,
          children: [
            Explanation(
              key: "streak", answer: .pass, required: "at least 5 steps on 2 consecutive days",
              unit: "day", actual: Quantity(3), margin: Quantity(1),
              span: start...start.advanced(by: 2), days: days([(9, .counted)]))
          ]),
      ])
    #expect(
      tree(explanation, rule) == """
        ✗ fail  either: any of these
          ✗ fail  total: at most 20 steps in total
            too many (total.too_high)
            reached 27, over by 7
          ✗ fail  not this
            ✗ holds  streak: at least 5 steps on 2 consecutive days
              reached 3 days
              longest run 2025-09-01 to 2025-09-03

              date        value  standing
              2025-09-01      9  counts against the rule
        """)
  }

  @Test func `under not, what does not hold is as asked, and only a lack of data is told`() {
    let few = Leaf(.days(.atLeast(3)), of: .steps, .atLeast(Quantity(9)))
    func lines(_ answer: Outcome, _ reason: Reason) -> String {
      let leaf = Explanation(
        key: "days", answer: answer, required: "at least 9 steps on 3 days", unit: "day",
        actual: Quantity(1), margin: Quantity(-2), reason: reason,
        days: days([(9, .counted), (4, .short)]))
      return tree(
        Explanation(key: "not", answer: answer.negated, children: [leaf]),
        Condition(.not(Condition(.leaf(few)))))
    }
    let table = """

          date        value  standing
          2025-09-01      9  counts against the rule
          2025-09-02      4  does not count against the rule
      """
    #expect(
      lines(.fail, Reason(code: "days.too_few", text: "1 of 3 days")) == """
        ✓ pass  not this
          ✓ does not hold  days: at least 9 steps on 3 days
            reached 1 day
        """ + "\n" + table)
    #expect(
      lines(.undetermined, Reason(code: "data.missing", text: "no data")) == """
        ? undetermined  not this
          ? undetermined  days: at least 9 steps on 3 days
            no data (data.missing)
            reached 1 day so far
        """ + "\n" + table)
    // Where `onMissing` decides, an open condition may have a reason about its figures.
    #expect(
      lines(.undetermined, Reason(code: "not.days.met", text: "1 day, none allowed")) == """
        ? undetermined  not this
          ? undetermined  days: at least 9 steps on 3 days
            reached 1 day so far
        """ + "\n" + table)
  }

  @Test func `weeks stand in a table of their own`() {
    let week = Explanation.Week(
      days: start...start.advanced(by: 6), actual: Quantity(4), answer: .fail)
    let node = Explanation(
      key: "weekly", answer: .undetermined, required: "r", unit: "week", actual: .zero,
      margin: Quantity(-1), weeks: [week])
    #expect(
      tree(node, nil) == """
        ? undetermined  weekly: r
          reached 0 weeks so far, short by 1 week

          week                      has  answer
          2025-09-01 to 2025-09-07    4  fail
        """)
  }
}
