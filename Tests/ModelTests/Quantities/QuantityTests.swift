import DaymarkModel
import Testing

struct QuantityTests {
  @Test(arguments: [
    (0, "0"), (1, "0.000001"), (-1, "-0.000001"), (1_000_000, "1"), (8_012_310_000, "8012.31"),
    (-1_500_000, "-1.5"), (Int64.max, "9223372036854.775807"), (Int64.min, "-9223372036854.775808"),
  ])
  func `text has no exponent and no trailing zeros`(microUnits: Int64, expected: String) {
    #expect("\(Quantity(microUnits: microUnits))" == expected)
  }

  @Test(arguments: [
    (5, 10, 10), (4, 10, 0), (-5, 10, -10), (-4, 10, 0), (15, 10, 20), (14_999, 10_000, 10_000),
    (15_000, 10_000, 20_000), (1_499_999, 1_000_000, 1_000_000), (1_500_000, 1_000_000, 2_000_000),
    (9_000_000_000_000_000_000, 1_000_000, 9_000_000_000_000_000_000),
  ])
  func `rounding to a step goes away from zero at half`(value: Int64, step: Int64, expected: Int64)
  {
    let rounded = Quantity(microUnits: value).rounded(toMultipleOf: step)
    #expect(rounded.microUnits == expected)
  }

  @Test func `division rounds half away from zero`() {
    // 7 / 2 = 3.5, 5 / 3 = 1.67, 4 / 3 = 1.33
    for (a, b, expected) in [
      (7, 2, 4), (-7, 2, -4), (5, 3, 2), (-5, 3, -2), (4, 3, 1), (-4, 3, -1),
    ]
      as [(Int128, Int128, Int128)]
    {
      #expect(dividedRounding(a, by: b) == expected)
      // Beyond 64 bits, where another path is taken.
      let large: Int128 = 1 << 80
      #expect(dividedRounding(a * large, by: b * large) == expected)
    }
    #expect(dividedRounding(Int128(Int64.max), by: Int128(Int64.max)) == 1)
    #expect(dividedRounding(Int128(Int64.max) - 1, by: Int128(Int64.max)) == 1)
    #expect(dividedRounding(Int128(Int64.min), by: 1) == Int128(Int64.min))
    #expect(dividedRounding(.max, by: .max) == 1)
  }

  @Test func `quantity beyond the limit does not exist`() {
    #expect(Quantity(exactly: 9_000_000_000_000_000_000) == .limit)
    #expect(Quantity(exactly: 9_000_000_000_000_000_001) == nil)
    #expect(Quantity(exactly: -9_000_000_000_000_000_000)?.microUnits == -Quantity.limit.microUnits)
    #expect(Quantity(exactly: -9_000_000_000_000_000_001) == nil)
    #expect(Quantity(exactly: .max) == nil)
  }

  @Test func `every metric takes the units of its dimension alone`() {
    #expect(Metric.steps.ratio(of: .count) == UnitRatio(1))
    #expect(Metric.steps.ratio(of: .meter) == nil)
    #expect(Metric.heartRate.ratio(of: .countPerSecond) == UnitRatio(60))
    #expect(Metric.heartRate.ratio(of: .count) == nil)
    #expect(Metric.activeEnergy.ratio(of: .calorie) == UnitRatio(1, 1000))
    #expect(Metric.exerciseTime.ratio(of: .hour) == UnitRatio(60))
    #expect(Metric.inEvidence.count == 10 && !Metric.inEvidence.contains(.exerciseTime))
    for metric in Metric.allCases {
      #expect(metric.ratio(of: metric.canonicalUnit) == UnitRatio(1))
      #expect(Metric(id: metric.id) == metric)
    }
    #expect(Metric(id: "Steps") == nil)
  }

  @Test func `days are rounded to whole counts and hundredths`() {
    #expect(Metric.steps.dailyStep == 1_000_000)
    #expect(Metric.flightsClimbed.dailyStep == 1_000_000)
    for metric in [
      Metric.distanceWalkingRunning, .distanceCycling, .distanceSwimming, .activeEnergy, .heartRate,
      .exerciseTime, .sleep,
    ] {
      #expect(metric.dailyStep == 10_000)
    }
  }

  @Test func `amounts take the plural of what is counted`() {
    #expect(Quantity(2).words(ofUnit: "stretch") == "2 stretches")
    #expect(Quantity(1).words(ofUnit: "stretch") == "1 stretch")
    #expect(Quantity(3).words(ofUnit: "week") == "3 weeks")
    #expect(Quantity(2).words(ofUnit: "kcal") == "2 kcal")
    #expect(Quantity(2).words(ofUnit: "bodyWeight") == "2 × body weight")
  }
}
