/// How long a day's heart rate was at each whole rate, so that every threshold can be asked of it; see Semantics,
/// "Minutes above a heart rate".
///
/// A rate between two whole ones stands at the higher one: 140.5 bpm are above 140.
package struct HeartRateTimes: Hashable, Sendable {
  /// The whole rate in bpm that the first of ``milliseconds`` is of; 0 where there is none.
  package private(set) var lowest = 0
  /// The time at each rate from ``lowest`` up; neither the first nor the last is 0.
  package private(set) var milliseconds: [Int64] = []

  package init() {}

  /// Makes the times of a list; `nil` where a rate is none that a heart has, a time is negative, or together they are
  /// longer than any day.
  package init?(from lowest: Int, milliseconds: [Int64]) {
    guard let first = milliseconds.first, first > 0, milliseconds.last ?? 0 > 0,
      HeartRate.wholeRates.contains(lowest),
      HeartRate.wholeRates.contains(lowest + milliseconds.count - 1),
      milliseconds.allSatisfy({ 0...Self.longestDay ~= $0 }),
      milliseconds.reduce(0, +) <= Self.longestDay
    else { return nil }
    (self.lowest, self.milliseconds) = (lowest, milliseconds)
  }

  /// No zone has a longer day: some have skipped or repeated a date.
  ///
  /// - Units: milliseconds.
  package static let longestDay: Int64 = 50 * 3_600_000

  /// Whether there is no time at any rate.
  package var isEmpty: Bool { milliseconds.isEmpty }

  /// Adds time at a rate.
  ///
  /// - Parameter rate: One that a heart is believed to have; see ``HeartRate/possible``.
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

  /// The minutes at more than a whole rate, rounded to the step of days.
  package func minutes(above rate: Int) -> Quantity {
    let above = milliseconds.dropFirst(max(0, rate + 1 - lowest)).reduce(0, +)
    return .minutes(ofMilliseconds: above)
  }
}

extension Quantity {
  /// So many minutes, rounded to the step of days.
  package static func minutes(ofMilliseconds time: Int64) -> Quantity {
    let microUnits = dividedRounding(Int128(time) * 1000, by: 60)
    return (Quantity(exactly: microUnits) ?? .limit).rounded(toMultipleOf: Unit.minute.dailyStep)
  }
}
