/// Heart rates, in beats per minute.
package enum HeartRate {
  /// The rates that a heart is believed to have, both ends included: a record of another is rejected;
  /// see Semantics, "What is rejected".
  package static let possible = Quantity(20)...Quantity(300)

  /// `20 to 300 bpm`, for messages.
  package static let possibleText =
    "\(possible.lowerBound) to \(possible.upperBound) \(Unit.beatsPerMinute.rawValue)"

  /// The whole rates among the possible ones.
  package static let wholeRates =
    wholeAtOrAbove(possible.lowerBound)...wholeAtOrAbove(possible.upperBound)

  /// The rates of which there can be time above.
  package static let thresholds = wholeRates.lowerBound..<wholeRates.upperBound

  /// The longest time for which one measurement at an instant stands; see Semantics, "A heart-rate day".
  ///
  /// - Units: milliseconds.
  @inlinable package static var longestHold: Int64 { 600_000 }

  /// The nearest whole rate that is not lower.
  package static func wholeAtOrAbove(_ rate: Quantity) -> Int {
    Int((rate.microUnits + 999_999) / 1_000_000)
  }
}
