import DaymarkModel
import Testing

/// Days by their heart rate.
struct HeartRateTests {
  /// A day each: `average/min/max`, `-` without data, `~` before it incomplete, `?` a figure that a
  /// summary does not give.
  static func days(_ text: String, dataEnd: Instant? = at(100)) -> SubjectAggregates {
    var result = aggregates("", dataEnd: dataEnd)
    for (index, word) in text.split(separator: " ").enumerated() where word != "-" {
      let figures = word.drop { $0 == "~" }.split(separator: "/").map {
        Quantity(decimalText: $0)
      }
      result.days.append(
        DailyAggregate(
          metric: .heartRate, day: firstDay.advanced(by: index), value: figures[0],
          heartRate: HeartRateFigures(minimum: figures[1], maximum: figures[2], count: 5),
          isComplete: !word.hasPrefix("~")))
    }
    return result
  }

  static func outcome(
    _ text: String, _ statistic: HeartRateStatistic, _ comparison: Comparison,
    _ count: Leaf.DayCount = .every, onMissing: MissingPolicy = .undetermined,
    asOf: Instant = at(40), deadline: Instant? = nil
  ) -> Outcome {
    verdict(
      on: days(text), days: text.split(separator: " ").count,
      leaf(.days(count), of: .heartRate(statistic), comparison), onMissing: onMissing, asOf: asOf,
      deadline: deadline
    ).outcome
  }

  @Test func `each statistic is a figure of its own`() {
    #expect(Self.outcome("70/50/180", .average, .between(70, 70)) == .pass)
    #expect(Self.outcome("70/50/180", .min, .between(50, 50)) == .pass)
    #expect(Self.outcome("70/50/180", .max, .atMost(180)) == .pass)
    #expect(Self.outcome("70/50/180", .max, .lessThan(180)) == .fail)
    #expect(Self.outcome("70/50/180 70/50/181", .max, .atMost(180), .atLeast(1)) == .pass)
    #expect(Self.outcome("70/50/180 70/50/181", .max, .atMost(180), .atLeast(2)) == .fail)
  }

  @Test func `a figure that a summary does not give is missing, and zero does not touch it`() {
    for text in ["70/?/?", "-"] {
      #expect(Self.outcome(text, .max, .atMost(180)) == .undetermined)
      #expect(Self.outcome(text, .max, .atMost(180), onMissing: .zero) == .undetermined)
      #expect(Self.outcome(text, .max, .atMost(180), onMissing: .fail) == .fail)
    }
    let condition = leaf(.days(.every), of: .heartRate(.max), .atMost(180))
    let decided = verdict(on: Self.days("-"), days: 1, condition)
    #expect(decided.codes == ["data.missing"])
    #expect(decided.reasons[0].text == "no data of heart rate on 1 of 1 day")
    #expect(Self.outcome("?/50/180", .average, .atLeast(60)) == .undetermined)
  }

  @Test func `no rate below 20 or above 300 is ever accepted, so an unknown one lies between`() {
    #expect(Self.outcome("-", .max, .atMost(300)) == .pass)
    #expect(Self.outcome("-", .max, .lessThan(300)) == .undetermined)
    #expect(Self.outcome("-", .max, .moreThan(300)) == .fail)
    #expect(Self.outcome("-", .min, .atLeast(20)) == .pass)
    #expect(Self.outcome("-", .average, .lessThan(20)) == .fail)
  }

  @Test func `of an incomplete day the highest can rise, the lowest sink, the average do either`() {
    func open(_ statistic: HeartRateStatistic, _ comparison: Comparison) -> Outcome {
      Self.outcome("~70/50/180", statistic, comparison, asOf: at(3), deadline: at(9))
    }
    #expect(open(.max, .atLeast(180)) == .pass)
    #expect(open(.max, .atMost(180)) == .undetermined)
    #expect(open(.max, .lessThan(180)) == .fail)
    #expect(open(.min, .atMost(50)) == .pass)
    #expect(open(.min, .atLeast(50)) == .undetermined)
    #expect(open(.min, .atLeast(51)) == .fail)
    #expect(open(.average, .atLeast(60)) == .undetermined)
    #expect(open(.average, .atMost(80)) == .undetermined)
    // Past the deadline nobody waits for more, and nobody knows what there was.
    func late(_ policy: MissingPolicy) -> Outcome {
      Self.outcome(
        "~70/50/180", .max, .atMost(180), onMissing: policy, asOf: at(9), deadline: at(9))
    }
    #expect(MissingPolicy.allCases.map(late) == [.fail, .undetermined, .pass])
  }

  @Test func `an open day holds the answer open`() {
    // The first day is missing; the second can still spoil "every", and give one of one.
    #expect(
      Self.outcome("- 70/50/170", .max, .atMost(180), onMissing: .fail, asOf: at(2))
        == .undetermined)
    // It cannot give two of two, nor take them: its highest is too high already.
    #expect(
      Self.outcome("- 70/50/190", .max, .atMost(180), .atLeast(1), onMissing: .fail, asOf: at(2))
        == .fail)
  }

  @Test func `the code and sentences are the leaf's own`() {
    let condition = leaf(.days(.atLeast(2)), of: .heartRate(.max), .atMost(180))
    let decided = verdict(on: Self.days("70/50/180 70/50/190"), days: 2, condition)
    #expect(decided.codes == ["heartRate.too_few"])
    #expect(decided.reasons[0].text == "1 of 2 days with a highest heart rate of at most 180 bpm")
    let node = decided.explanation
    #expect(node.key == "heartRate")
    #expect(node.metric == .heartRate)
    #expect(node.unit == "day")
    #expect(node.required == "a highest heart rate of at most 180 bpm on 2 days")
    #expect(node.days.map(\.value) == [Quantity(180), Quantity(190)])
    #expect(node.days.map(\.standing) == [.counted, .short])
  }
}
