import DaymarkDocuments
import DaymarkEvaluate
import DaymarkModel
import DaymarkTestSupport
import Testing

/// Days by the minutes above a heart rate; see Semantics, "Minutes above a heart rate".
struct HeartMinutesTests {
  /// A day each: the minutes at 150 bpm, `-` without data, `~` before them incomplete, `s` where only a summary tells of
  /// the day; each day also has 30 minutes at 140 bpm.
  private static func days(
    _ text: String, open: Int = 0, dataEnd: Instant? = at(100)
  ) -> SubjectAggregates {
    var result = aggregates("", dataEnd: dataEnd)
    for (index, word) in text.split(separator: " ").enumerated() where word != "-" {
      var figures = HeartRateFigures(count: word == "s" ? 0 : 9)
      if let minutes = Int64(word.drop { $0 == "~" }) {
        figures.times.add(30 * 60_000, at: Quantity(140))
        figures.times.add(minutes * 60_000, at: Quantity(150))
        figures.openMinutes = Quantity(open)
      }
      result.days.append(
        DailyAggregate(
          metric: .heartRate, day: firstDay.advanced(by: index), value: Quantity(70),
          heartRate: figures, isComplete: !word.hasPrefix("~")))
    }
    return result
  }

  private static func outcome(
    _ text: String, _ measure: Leaf.Measure, _ comparison: Comparison, above: Int = 140,
    open: Int = 0, onMissing: MissingPolicy = .undetermined, dataEnd: Instant? = at(100),
    _ change: (inout SubjectAggregates) -> Void = { _ in }
  ) -> Outcome {
    var data = days(text, open: open, dataEnd: dataEnd)
    change(&data)
    return verdict(
      on: data, days: text.split(separator: " ").count,
      leaf(measure, of: .heartMinutes(above: above), comparison), onMissing: onMissing
    ).outcome
  }

  /// Of every day.
  private static func outcome(
    _ text: String, _ comparison: Comparison, above: Int = 140, open: Int = 0,
    onMissing: MissingPolicy = .undetermined, dataEnd: Instant? = at(100),
    _ change: (inout SubjectAggregates) -> Void = { _ in }
  ) -> Outcome {
    outcome(
      text, .days(.every), comparison, above: above, open: open, onMissing: onMissing,
      dataEnd: dataEnd, change)
  }

  @Test func `every threshold can be asked of the same days`() {
    #expect(Self.outcome("20", .atLeast(20)) == .pass)
    #expect(Self.outcome("20", .moreThan(20)) == .fail)
    #expect(Self.outcome("20", .between(50, 50), above: 139) == .pass)
    #expect(Self.outcome("20", .atMost(0), above: 150) == .pass)
    #expect(Self.outcome("20 19", .atLeast(20)) == .fail)
    #expect(Self.outcome("20 19", .days(.atLeast(1)), .atLeast(20)) == .pass)
  }

  @Test func `sums, means, runs, the best day and weeks are of the days' minutes`() {
    let week = "20 0 10 30 0 15 25"  // 100
    #expect(Self.outcome(week, .total, .between(100, 100)) == .pass)
    #expect(Self.outcome(week, .best, .between(30, 30)) == .pass)
    #expect(Self.outcome(week, .window(days: 2), .between(40, 40)) == .pass)
    #expect(Self.outcome(week, .streak(days: 2, misses: 0), .atLeast(10)) == .pass)
    #expect(Self.outcome(week, .streak(days: 3, misses: 0), .atLeast(10)) == .fail)
    // 100 / 7 = 14.29.
    #expect(Self.outcome(week, .average(overRecordedDays: false), .atLeast(14)) == .pass)
    #expect(Self.outcome(week, .weekly(1, .total), .atLeast(100)) == .pass)
    #expect(Self.outcome(week, .weekly(1, .days(.atLeast(5))), .atLeast(10)) == .pass)
    #expect(Self.outcome(week, .weekly(1, .days(.atLeast(5))), .atLeast(11)) == .fail)
  }

  @Test func `a day without data is missing, and one with only a summary too`() {
    for day in ["-", "s"] {
      #expect(Self.outcome(day, .atLeast(20)) == .undetermined)
      #expect(Self.outcome(day, .atLeast(20), onMissing: .fail) == .fail)
      #expect(Self.outcome(day, .atMost(20), onMissing: .zero) == .pass)
      // No day has more minutes than it is long.
      #expect(Self.outcome(day, .atMost(1440)) == .pass)
      #expect(Self.outcome(day, .atMost(1439)) == .undetermined)
    }
  }

  @Test func `of an incomplete day the minutes are the least`() {
    func answers(_ comparison: Comparison) -> [Outcome] {
      MissingPolicy.allCases.map {
        Self.outcome("~25", comparison, onMissing: $0, dataEnd: at(1, hour: 12))
      }
    }
    #expect(answers(.atLeast(20)) == [.pass, .pass, .pass])
    #expect(answers(.atMost(20)) == [.fail, .fail, .fail])
    #expect(answers(.atLeast(30)) == [.fail, .undetermined, .fail])
    #expect(answers(.atMost(30)) == [.fail, .undetermined, .pass])
  }

  @Test func `a damaged day may have had any`() {
    for comparison in [Comparison.atLeast(20), .atMost(30)] {
      #expect(Self.outcome("25", comparison) { $0.isDamaged = true } == .undetermined)
    }
  }

  @Test func `rejected rates open their time both ways`() {
    // 25 minutes, of which rejected rates may change 20: 5 to 45.
    #expect(Self.outcome("25", .atLeast(5), open: 20) == .pass)
    #expect(Self.outcome("25", .atLeast(6), open: 20) == .undetermined)
    #expect(Self.outcome("25", .atMost(45), open: 20) == .pass)
    #expect(Self.outcome("25", .atMost(44), open: 20) == .undetermined)
    #expect(Self.outcome("25", .atLeast(46), open: 20) == .fail)
    // Never below nothing.
    #expect(Self.outcome("5", .atLeast(0), open: 20) == .pass)
    // Where nothing else is known of the day it may have been all of it.
    let bounds = DayBounds(
      metric: .heartRate, day: firstDay, least: HeartRate.possible.lowerBound, most: nil)
    #expect(
      Self.outcome("-", .atMost(100), onMissing: .zero) { $0.bounds = [bounds] } == .undetermined)
  }

  @Test func `a rejected rate without a time opens no floor, and a ceiling by its time at most`() {
    // Up to four hours, and ten minutes on both sides: 260 min.
    func change(_ data: inout SubjectAggregates) {
      data.undated = [UndatedRecords(metric: .heartRate, count: 1, mostOnADay: Quantity(400))]
    }
    #expect(Self.outcome("25", .atLeast(25), change) == .pass)
    #expect(Self.outcome("25", .atMost(285), change) == .pass)
    #expect(Self.outcome("25", .atMost(284), change) == .undetermined)
    // A sum takes it once.
    #expect(Self.outcome("25 25", .total, .atMost(310), change) == .pass)
    #expect(Self.outcome("25 25", .total, .atMost(309), change) == .undetermined)
  }

  @Test func `what was not read may hold more, and nobody passes a ceiling by it`() {
    func unread(_ data: inout SubjectAggregates) {
      data.openings = [Opening(unread: .archiveUnrecognised, .ofNothing)]
    }
    #expect(Self.outcome("25", .atMost(30), unread) == .undetermined)
    #expect(Self.outcome("25", .atLeast(20), unread) == .pass)
  }

  @Test func `the code and the sentences are the leaf's own`() {
    let condition = leaf(
      .days(.atLeast(2)), of: .heartMinutes(above: 140), .atLeast(20))
    let decided = verdict(on: Self.days("20 10"), days: 2, condition)
    #expect(decided.codes == ["heartMinutes.too_few"])
    #expect(
      decided.reasons[0].text
        == "1 of 2 days with at least 20 min with a heart rate above 140 bpm")
    let node = decided.explanation
    #expect(node.key == "heartMinutes")
    #expect(node.unit == "day")
    #expect(node.required == "at least 20 min with a heart rate above 140 bpm on 2 days")
    #expect(node.days.map(\.value) == [Quantity(20), Quantity(10)])
    #expect(node.days.map(\.standing) == [.counted, .short])
    let missing = verdict(
      on: Self.days("-"), days: 1,
      leaf(.days(.every), of: .heartMinutes(above: 140), .atLeast(20)))
    #expect(missing.reasons[0].text == "no data of heart rate on 1 of 1 day")
  }

  @Test func `an explanation is checked against the minutes that evidence states`() {
    let rule = Rule(
      name: "r", version: "1.0.0", title: "r",
      requires: leaf(.days(.atLeast(2)), of: .heartMinutes(above: 140), .atLeast(20)))
    let data = Self.days("20 10 s 25")
    let decided = verdict(on: data, days: 4, rule.requires)
    let challenge = Challenge(
      id: "c", title: "c", period: .days(from: firstDay, to: firstDay.advanced(by: 3)))
    func contradiction(_ change: (inout SubjectAggregates) -> Void) -> String? {
      var stated = data.stated(for: rule)
      #expect(stated.days.allSatisfy { $0.heartRate?.times.isEmpty == true })
      change(&stated)
      return ExplanationCheck(rule, on: stated, of: challenge, comparesWords: true)
        .firstContradiction(in: decided, mayRestOnUnread: false)
    }
    #expect(decided.outcome == .pass)
    #expect(contradiction { _ in } == nil)
    #expect(
      contradiction { $0.days[1].heartRate?.minutesAbove[140] = Quantity(20) }
        == "$.explanation.days[1].value")
    #expect(
      contradiction { $0.days[0].heartRate?.minutesAbove = [139: Quantity(20)] }
        == "$.explanation.days[0].value")
    // Of a rule that asks for none nothing is stated.
    let other = Rule(
      name: "r", version: "1.0.0", title: "r", requires: leaf(.total, .atLeast(1)))
    let plain = Self.days("20", open: 3).stated(for: other).days[0].heartRate
    #expect(plain == HeartRateFigures(count: 9))
  }

  @Test func `a rank is by the minutes`() {
    let decided = verdict(
      on: Self.days("20 10"), days: 2, leaf(.total, of: .heartMinutes(above: 140), .atLeast(1)),
      score: Score(.total, of: .heartMinutes(above: 139)))
    #expect(decided.score?.value == Quantity(90))
  }
}
