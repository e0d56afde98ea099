import DaymarkModel

/// The amounts that one source measured in each hour of a day, covered or not, for the stride length.
struct HourlyAmounts {
  /// The last hour of the day, or of the period, first.
  private var amounts: [Int128] = []

  /// - Units: milliseconds.
  private static let hour: Int64 = 3_600_000

  /// - Parameter piece: A part of the sample that ends no later than the day.
  mutating func add(_ sample: Sample, in piece: Interval, ofDayEnding end: Instant) {
    var start = piece.start
    while start < piece.end {
      let index = Int((end.milliseconds - 1 - start.milliseconds) / Self.hour)
      let hourEnd = end.advanced(byMilliseconds: -Int64(index) * Self.hour)
      let until = min(hourEnd, piece.end)
      if amounts.count <= index {
        amounts.append(contentsOf: repeatElement(0, count: index + 1 - amounts.count))
      }
      amounts[index] += sample.amount(from: start, to: until)
      start = until
    }
  }

  /// The sums over the hours in which both have something.
  fileprivate static func common(
    _ a: HourlyAmounts, _ b: HourlyAmounts
  ) -> (a: Int128, b: Int128) {
    zip(a.amounts, b.amounts).reduce((0, 0)) { sums, hour in
      hour.0 > 0 && hour.1 > 0 ? (sums.0 + hour.0, sums.1 + hour.1) : sums
    }
  }
}

/// The length of a step on a day; see Semantics, "What is measured of quality".
///
/// A source that counts steps all day and measures the way of a run alone, or has a run without
/// steps, says nothing of how long steps are but in the hours of which it tells both.
///
/// - Parameters: What sources measured in the hours of one day.
/// - Returns: Meters; `nil` with fewer than 500 steps, which say too little.
func strideLength(
  ofSteps steps: [UInt16: HourlyAmounts], distance: [UInt16: HourlyAmounts]
) -> Quantity? {
  var (count, way): (Int128, Int128) = (0, 0)
  for (source, hours) in steps {
    guard let distances = distance[source] else { continue }
    let common = HourlyAmounts.common(hours, distances)
    count += common.a
    way += common.b
  }
  guard count >= 500_000_000 else { return nil }
  // Amounts of a day are in 128 bits, and so is a million times any that means something.
  guard let way = Quantity(exactly: way) else { return .limit }
  return .qualityFigure(Int128(way.microUnits) * 1_000_000, dividedBy: count)
}
