import DaymarkModel
import Testing

/// Sums that sessions can and cannot bring about.
struct SessionSumTests {
  struct Row: CustomTestStringConvertible {
    let requirements: [ActivityQuantity: Comparison]
    let comparison: Comparison
    let outcome: Outcome
    let days: String

    /// - Parameter days: One day, at whose noon the question is asked, or more.
    init(
      _ requirements: [ActivityQuantity: Comparison], _ comparison: Comparison, _ outcome: Outcome,
      _ days: String = "."
    ) {
      (self.requirements, self.comparison) = (requirements, comparison)
      (self.outcome, self.days) = (outcome, days)
    }

    var testDescription: String { "\(days) \(requirements) \(comparison)" }
  }

  static let fiveOrMore: [ActivityQuantity: Comparison] = [.distance: .atLeast(5000)]
  static let fourToFive: [ActivityQuantity: Comparison] = [.distance: .between(4000, 5000)]
  /// 30 min at 6:00 min/km are 5 km.
  static let halfAnHour: [ActivityQuantity: Comparison] = [
    .duration: .atLeast(30), .pace: .atMost(360),
  ]

  static let most = 9_000_000_000_000

  static let open = [
    Row(fiveOrMore, .between(1000, 3000), .fail),
    Row(fiveOrMore, .between(1000, 5000), .undetermined),
    Row(fiveOrMore, .between(0, 3000), .undetermined),
    // 6000 is recorded: 6000 or 11000 and more.
    Row(fiveOrMore, .between(7000, 10999), .fail, "run:6000"),
    Row(fiveOrMore, .between(7000, 11000), .undetermined, "run:6000"),
    // 4000 to 5000, 8000 to 10000, 12000 to 15000, and from 16000 (4 × 4000) to 20000 on anything.
    Row(fourToFive, .between(5001, 7999), .fail),
    Row(fourToFive, .between(10001, 11999), .fail),
    Row(fourToFive, .between(10001, 12000), .undetermined),
    Row(fourToFive, .between(20001, 20001), .undetermined),
    Row(halfAnHour, .between(1000, 4999), .fail),
    Row(halfAnHour, .between(1000, 5000), .undetermined),
    // 30 min at 10 m/s are 18 km at most.
    Row([.duration: .atMost(30), .speed: .atMost(10)], .between(18001, 18002), .undetermined),
    Row(
      [.duration: .between(30, 30), .speed: .between(10, 10)], .between(18001, 35999), .fail),
    Row([.distance: .atMost(0)], .atLeast(1), .fail),
    Row([.distance: .atMost(0)], .atMost(0), .pass),
    // 3:00 min/km are 5.6 m/s.
    Row([.pace: .atMost(180), .speed: .atMost(5)], .atLeast(1), .fail),
    Row([.pace: .atMost(200), .speed: .atMost(5)], .atLeast(1), .undetermined),
    Row([.pace: .lessThan(199), .speed: .atMost(5)], .atLeast(1), .fail),
    // 199.9999995 s/km are rounded to 200, 5.0000005 m/s to 5.000001; between them lies 5.0000001.
    Row([.pace: .lessThan(200), .speed: .atMost(5)], .atLeast(1), .undetermined),
    Row(
      [.pace: .lessThan(Quantity(microUnits: 199_999_980)), .speed: .atMost(5)], .atLeast(1), .fail),
    // As far as amounts go.
    Row(
      [.duration: .atMost(most), .speed: .atMost(most), .pace: .atLeast(most)], .atLeast(1),
      .undetermined),
    Row([.speed: .atLeast(most), .pace: .between(most, most)], .atLeast(1), .fail),
    // 5 km in 10 min are 2:00 min/km.
    Row(
      [.distance: .atLeast(5000), .duration: .atMost(10), .pace: .atLeast(180)], .atLeast(1), .fail),
  ]

  @Test(arguments: open)
  func `a sum that no number of sessions reaches is not waited for`(row: Row) {
    let sum = DayValue.activities(.distance, of: ActivityTest(requirements: row.requirements))
    let verdict = verdict(
      on: sessions(row.days), days: 1, leaf(.total, of: sum, row.comparison), asOf: at(1, hour: 12))
    #expect(verdict.outcome == row.outcome)
  }

  static let slow: [ActivityQuantity: Comparison] = [.averageHeartRate: .atMost(150)]
  static let lacking = [
    Row(fiveOrMore, .between(1000, 3000), .fail, "run:?"),
    Row(fiveOrMore, .between(1000, 5000), .undetermined, "run:?"),
    // Only two sessions: 4000 to 5000 or 8000 to 10000.
    Row(fourToFive, .between(5001, 7999), .fail, "run:?+run:?"),
    Row(fourToFive, .between(9000, 9000), .undetermined, "run:?+run:?"),
    Row(fourToFive, .between(12000, 12000), .fail, "run:?+run:?"),
    // 0, 3000, 4000 or 7000.
    Row(slow, .between(1, 2999), .fail, "run:3000 run:4000"),
    Row(slow, .between(3001, 3999), .fail, "run:3000+run:4000"),
    Row(slow, .between(3001, 4000), .undetermined, "run:3000 run:4000"),
    Row(slow, .between(4001, 6999), .fail, "run:3000 run:4000"),
    // 10 min at 5:00 min/km are 2 km.
    Row([.pace: .atMost(300)], .between(1, 1999), .fail, "run:?:600"),
    Row([.pace: .atMost(300)], .between(1, 2000), .undetermined, "run:?:600"),
    // 1 h at 2.777778 m/s, which is 10 km/h, may be 10 km; the sum is seen to 0.01.
    Row(
      [.speed: .atLeast(Quantity(microUnits: 2_777_778))], .between(1, 10_000), .undetermined,
      "run:?:3600"),
    Row(
      [.speed: .atLeast(Quantity(microUnits: 2_777_778))], .between(1, 9_999), .fail,
      "run:?:3600"),
  ]

  @Test(arguments: lacking)
  func `a session that lacks a field adds what it can have, or nothing`(row: Row) {
    let sum = DayValue.activities(.distance, of: ActivityTest(requirements: row.requirements))
    let days = sessions(row.days)
    let count = row.days.split(separator: " ").count
    #expect(
      verdict(on: days, days: count, leaf(.total, of: sum, row.comparison)).outcome == row.outcome)
  }

  @Test func `sessions whose requirements contradict each other do not come`() {
    let test = ActivityTest(requirements: [.pace: .atMost(180), .speed: .atMost(5)])
    let one = leaf(.total, of: .activities(.sessions, of: test), .atLeast(1))
    #expect(verdict(on: sessions("."), days: 1, one, asOf: at(1)).outcome == .fail)
    // Whatever its distance is.
    #expect(verdict(on: sessions("run:?"), days: 1, one).outcome == .fail)
  }

  @Test func `a score to which nothing can be added is final`() {
    func isFinal(_ requirements: [ActivityQuantity: Comparison]) -> Bool? {
      let sum = DayValue.activities(.distance, of: ActivityTest(requirements: requirements))
      return verdict(
        on: sessions("."), days: 1, leaf(.total, of: sum, .atLeast(0)), asOf: at(1),
        score: Score(.total, of: sum)
      ).score?.isFinal
    }
    #expect(isFinal([.distance: .atMost(0)]) == true)
    #expect(isFinal([.pace: .atMost(180), .speed: .atMost(5)]) == true)
    #expect(isFinal([.distance: .atMost(1)]) == false)
  }

  @Test func `too many possible sums to try leave the answer open, soon`() {
    // 12 sessions of 2ⁿ m have 4096 sums, and half a metre lies between each two.
    let runs = (0..<12).map { "run:\(1 << $0)" }.joined(separator: "+")
    let sum = DayValue.activities(.distance, of: ActivityTest(requirements: Self.slow))
    let between = Comparison.between(
      Quantity(microUnits: 3000_400_000), Quantity(microUnits: 3000_600_000))
    let outcome = verdict(on: sessions(runs), days: 1, leaf(.total, of: sum, between)).outcome
    #expect(outcome == .undetermined)
  }
}
