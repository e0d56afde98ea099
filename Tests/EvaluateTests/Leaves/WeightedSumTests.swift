import DaymarkEvaluate
import DaymarkModel
import DaymarkTestSupport
import Testing

/// Several metrics of a day, each times a number.
struct WeightedSumTests {
  /// The way on foot, and a third of that by bicycle.
  private static func byOwnPower() throws -> DayValue {
    let third = try #require(Weight("1/3"))
    let sum = WeightedSum([
      WeightedSum.Term(.metric(.distanceWalkingRunning)),
      WeightedSum.Term(.metric(.distanceCycling), times: third),
    ])
    return .weighted(try #require(sum))
  }

  private func days(_ foot: String, _ bicycle: String) -> SubjectAggregates {
    var data = aggregates(foot, of: .distanceWalkingRunning)
    data.days += aggregates(bicycle, of: .distanceCycling).days
    return data
  }

  private func decided(
    _ foot: String, _ bicycle: String, _ measure: Leaf.Measure, _ comparison: Comparison,
    onMissing: MissingPolicy = .fail, asOf: Instant = at(50), score: Score? = nil
  ) throws -> Verdict {
    verdict(
      on: days(foot, bicycle), days: foot.split(separator: " ").count,
      leaf(measure, of: try Self.byOwnPower(), comparison), onMissing: onMissing, asOf: asOf,
      score: score)
  }

  @Test func `every weight is written as it can be read`() throws {
    let decimals = (1...9999).map { number in
      "\(number / 100).\(number % 100 / 10)\(number % 10)"
    }
    let fractions = stride(from: 1, through: 999, by: 7).flatMap { above in
      [1, 2, 3, 99, 100, 998, 999].map { "\(above)/\($0)" }
    }
    for text in decimals + fractions {
      let weight = try #require(Weight(text))
      let again = try #require(Weight("\(weight)"), "\(text) is written \(weight)")
      #expect(again == weight)
    }
    #expect(
      ["12.37", "250/1", "1/3", "21/2"]
        == ["12.37", "500/2", "2/6", "10.5"].map {
          Weight($0).map { "\($0)" }
        })
  }

  @Test func `thirds add up without rounding`() throws {
    // 3 x 100 / 3 = 100, of which each is 33.333...
    #expect(try decided("0 0 0", "100 100 100", .total, .atLeast(100)).outcome == .pass)
    #expect(try decided("0 0 0", "100 100 100", .total, .moreThan(100)).outcome == .fail)
    #expect(try decided("0 0 0", "100 100 99.99", .total, .atLeast(100)).outcome == .fail)
    #expect(try decided("0 0 0", "100 100 100", .total, .atMost(100)).outcome == .pass)
    let node = try decided("0 0 0", "100 100 100", .total, .atLeast(100)).explanation
    #expect(node.actual == Quantity(100) && node.margin == .zero)
    #expect(node.days[0].value == Quantity(microUnits: 33_333_333))
    #expect(
      node.required == "at least 100 m (distance on foot + 1/3 × distance by bicycle) in total")
  }

  @Test func `days, windows, means and the best day are of the sum`() throws {
    func outcome(_ measure: Leaf.Measure, _ comparison: Comparison) throws -> Outcome {
      // 1000 + 100 = 1100, 0 + 1000 = 1000, 500 + 500 = 1000.
      try decided("1000 0 500", "300 3000 1500", measure, comparison).outcome
    }
    #expect(try outcome(.days(.atLeast(3)), .atLeast(1000)) == .pass)
    #expect(try outcome(.days(.atLeast(2)), .atLeast(1001)) == .fail)
    #expect(try outcome(.window(days: 2), .atLeast(2100)) == .pass)
    #expect(try outcome(.window(days: 2), .atLeast(2101)) == .fail)
    #expect(try outcome(.best, .between(1100, 1100)) == .pass)
    // 3100 / 3 = 1033.33.
    #expect(try outcome(.average(overRecordedDays: false), .atLeast(1033)) == .pass)
    #expect(try outcome(.average(overRecordedDays: true), .atLeast(1034)) == .fail)
    #expect(try outcome(.streak(days: 3, misses: 0), .atLeast(1000)) == .pass)
    #expect(
      try outcome(.recurring(Recurrence(1, of: .days(2)), of: .total), .atLeast(2100)) == .pass)
  }

  @Test func `bounds go through the weights`() throws {
    // The second day lacks a record by bicycle: from 200 on.
    func outcome(_ comparison: Comparison, _ policy: MissingPolicy) throws -> Outcome {
      try decided("100 100", "0 -", .total, comparison, onMissing: policy).outcome
    }
    #expect(try outcome(.atLeast(200), .undetermined) == .pass)
    #expect(try outcome(.atLeast(201), .undetermined) == .undetermined)
    #expect(try outcome(.atLeast(201), .fail) == .fail)
    #expect(try outcome(.atMost(200), .undetermined) == .undetermined)
    #expect(try outcome(.atMost(200), .zero) == .pass)
    #expect(
      try decided("100 100", "0 -", .total, .atLeast(201)).codes == [
        "total.too_low", "data.missing",
      ])
    // Two rejected records leave 600 to 900 by bicycle open: 200 to 300 of the sum.
    var data = days("100", "600")
    data.bounds = [
      DayBounds(
        metric: .distanceCycling, day: firstDay, least: Quantity(600), most: Quantity(900))
    ]
    for (comparison, expected): (Comparison, Outcome) in [
      (.atLeast(300), .pass), (.atLeast(301), .undetermined), (.atLeast(400), .undetermined),
      (.atLeast(401), .fail), (.atMost(400), .pass), (.atMost(399), .undetermined),
    ] {
      let found = verdict(on: data, days: 1, leaf(.total, of: try Self.byOwnPower(), comparison))
      #expect(found.outcome == expected, "\(comparison)")
    }
  }

  @Test func `only the terms without data are named, each with its days`() throws {
    func lacking(_ foot: String, _ bicycle: String) throws -> String? {
      try decided(foot, bicycle, .total, .atLeast(900)).reasons
        .first { $0.code == "data.missing" }?.text
    }
    let ending = ", which could have changed that"
    #expect(
      try lacking("100 100", "- -") == "no data of distance by bicycle on 2 of 2 days" + ending)
    #expect(
      try lacking("100 -", "- -")
        == "no data of distance on foot on 1 of 2 days; "
        + "no data of distance by bicycle on 2 of 2 days" + ending)
    #expect(
      try lacking("100 -", "9 -")
        == "no data of distance on foot and distance by bicycle on 1 of 2 days" + ending)
  }

  @Test func `of steps or pushes a day that has either lacks nothing`() throws {
    let value = DayValue.weighted(try #require(WeightedSum.stepsOrPushes))
    func outcome(_ steps: String, _ pushes: String, _ comparison: Comparison) -> Outcome {
      var data = aggregates(steps)
      data.days += aggregates(pushes, of: .wheelchairPushes).days
      return verdict(
        on: data, days: 2, leaf(.total, of: value, comparison), onMissing: .undetermined
      ).outcome
    }
    // 60 steps on one day, 50 pushes on the other, with 5 steps beside them.
    #expect(outcome("60 5", "- 50", .atLeast(115)) == .pass)
    #expect(outcome("60 5", "- 50", .atLeast(116)) == .fail)
    #expect(outcome("60 5", "- 50", .atMost(115)) == .pass)
    #expect(outcome("60 -", "- -", .atLeast(116)) == .undetermined)
  }

  @Test func `a score is the sum, to a hundredth`() throws {
    let value = try Self.byOwnPower()
    func score(_ measure: Leaf.Measure) throws -> Quantity? {
      try decided(
        "10 0 5", "100 - 200", .total, .atLeast(0), score: Score(measure, of: value)
      ).score?.value
    }
    // 10 + 33.33... and 5 + 66.66...
    #expect(try score(.total) == Quantity(115))
    #expect(try score(.best) == Quantity(microUnits: 71_670_000))
    #expect(try score(.window(days: 2)) == Quantity(microUnits: 71_670_000))
  }

  @Test func `the smallest change is enough, and no less would be`() throws {
    let value = try Self.byOwnPower()
    // 100 of 150 by bicycle, and 50 to go.
    let condition = leaf(.total, of: value, .atLeast(150))
    let change = smallestChange(
      to: Rule(name: "r", version: "1.0.0", title: "r", requires: condition),
      on: days("0 0", "100 200"),
      of: Challenge(
        id: "c", title: "c", period: .days(from: firstDay, to: firstDay.advanced(by: 1))),
      asOf: at(50), quality: .unflagged)
    let step = try #require(change?.steps.first)
    #expect(step.text == "50 m more (distance on foot + 1/3 × distance by bicycle) over all days")
    #expect(step.days.map(\.now) == [Quantity(microUnits: 66_666_667)])
    #expect(step.days.map(\.then) == [Quantity(microUnits: 116_666_667)])
  }
}
