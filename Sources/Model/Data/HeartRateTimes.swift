/// The time that a day's heart rate spent at each whole rate, from which the minutes above any
/// threshold follow; see Semantics, "Minutes above a heart rate".
///
/// Time at a rate between two whole ones is counted at the higher: 140.5 bpm is counted at 141 and
/// so lies above 140.
package struct HeartRateTimes: Hashable, Sendable {
  /// The lowest whole rate in bpm with any time, which is the rate of the first element of
  /// ``milliseconds``; 0 where there is no time.
  package private(set) var lowest = 0
  /// The time at each whole rate from ``lowest`` up; neither the first nor the last is 0.
  package private(set) var milliseconds: [Int64] = []

  package init() {}

  /// Makes the times from a list that was read; `nil` where a rate is outside what a heart can
  /// have, a time is negative, or the sum is longer than any day.
  package init?(from lowest: Int, milliseconds: [Int64]) {
    guard let first = milliseconds.first, first > 0, milliseconds.last ?? 0 > 0,
      HeartRate.wholeRates.contains(lowest),
      HeartRate.wholeRates.contains(lowest + milliseconds.count - 1),
      milliseconds.allSatisfy({ 0...Self.longestDay ~= $0 }),
      milliseconds.reduce(0, +) <= Self.longestDay
    else { return nil }
    (self.lowest, self.milliseconds) = (lowest, milliseconds)
  }

  /// The longest that a civil day can be.
  ///
  /// A zone may repeat a date, so this is more than 24 hours.
  ///
  /// - Units: milliseconds.
  package static let longestDay: Int64 = 50 * 3_600_000

  package var isEmpty: Bool { milliseconds.isEmpty }

  /// Adds time at a rate.
  ///
  /// - Parameter rate: A rate within ``HeartRate/possible``.
  package mutating func add(_ time: Int64, at rate: Quantity) {
    guard time > 0 else { return }
    let whole = HeartRate.wholeAtOrAbove(rate)
    if milliseconds.isEmpty {
      (lowest, milliseconds) = (whole, [time])
      return
    }
    if whole < lowest {
      milliseconds.insert(contentsOf: repeatElement(0, count: lowest - whole), at: 0)
      lowest = whole
    }
    let index = whole - lowest
    if index >= milliseconds.count {
      milliseconds += repeatElement(0, count: index + 1 - milliseconds.count)
    }
    milliseconds[index] += time
  }

  /// Adds the time at each rate of other times.
  package mutating func add(_ other: HeartRateTimes) {
    for (index, time) in other.milliseconds.enumerated() {
      add(time, at: Quantity(other.lowest + index))
    }
  }

  /// The minutes at which the rate was above a whole rate, rounded like a day's value.
  package func minutes(above rate: Int) -> Quantity { minutes(in: HeartRateZone(above: rate)) }

  /// The minutes at which the rate was in a zone, rounded like a day's value.
  package func minutes(in zone: HeartRateZone) -> Quantity {
    let below = zone.upTo.map { milliseconds.prefix(max(0, $0 + 1 - lowest)) } ?? milliseconds[...]
    return .minutes(
      ofMilliseconds: below.dropFirst(max(0, zone.above + 1 - lowest)).reduce(0, +))
  }
}

extension Quantity {
  /// Milliseconds as minutes, rounded like a day's value.
  package static func minutes(ofMilliseconds time: Int64) -> Quantity {
    let microUnits = dividedRounding(Int128(time) * 1000, by: 60)
    return (Quantity(exactly: microUnits) ?? .limit).rounded(toMultipleOf: Unit.minute.dailyStep)
  }
}
