import DaymarkModel

/// The amounts that one source measured in each hour of a day, covered or not; the length of steps
/// is worked out from them.
struct HourlyAmounts {
  /// The amounts, from the last hour of the day, or of the period, backwards.
  private var amounts: [Int128] = []

  /// The length of an hour.
  ///
  /// - Units: milliseconds.
  private static let hour: Int64 = 3_600_000

  /// Adds a part of a sample.
  ///
  /// - Parameters:
  ///   - sample: The sample.
  ///   - piece: The part, which must not end after the day.
  ///   - end: The end of the day.
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

  /// Returns the sum of each of two sources' amounts, in micro-units, over the hours in which both
  /// have an amount.
  fileprivate static func common(
    _ a: HourlyAmounts, _ b: HourlyAmounts
  ) -> (a: Int128, b: Int128) {
    zip(a.amounts, b.amounts).reduce((0, 0)) { sums, hour in
      hour.0 > 0 && hour.1 > 0 ? (sums.0 + hour.0, sums.1 + hour.1) : sums
    }
  }
}

/// The mean length of a step on a day; see Semantics, "What is measured of quality".
///
/// Only hours count for which one source has both steps and distance: a source may count steps all
/// day and measure the distance of a run alone, or have a run without steps.
///
/// - Parameters:
///   - steps: The steps by hour, by source.
///   - distance: The distance on foot by hour, by source.
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
  // A greater distance means nothing, and multiplying it by a million could overflow.
  guard let way = Quantity(exactly: way) else { return .limit }
  return .qualityFigure(Int128(way.microUnits) * 1_000_000, dividedBy: count)
}
