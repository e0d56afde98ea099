/// A range of heart rates: above a whole rate in bpm, and up to another one where that is given.
package struct HeartRateZone: Hashable, Sendable {
  package var above: Int
  /// The highest rate of the zone, included; `nil` for a zone without an end.
  package var upTo: Int?

  package init(above: Int, upTo: Int? = nil) { (self.above, self.upTo) = (above, upTo) }
}

/// The general bounds of heart rates, in beats per minute.
package enum HeartRate {
  /// The rates that a heart can have, both ends included; records of other rates are rejected.
  ///
  /// See Semantics, "What is rejected".
  package static let possible = Quantity(20)...Quantity(300)

  /// The range of possible rates as messages write it: `20 to 300 bpm`.
  package static let possibleText =
    "\(possible.lowerBound) to \(possible.upperBound) \(Unit.beatsPerMinute.rawValue)"

  /// The whole rates in ``possible``.
  package static let wholeRates =
    wholeAtOrAbove(possible.lowerBound)...wholeAtOrAbove(possible.upperBound)

  /// The whole rates above which a heart rate can be, and which rules may therefore ask for.
  package static let thresholds = wholeRates.lowerBound..<wholeRates.upperBound

  /// The longest time that one measurement at an instant is taken to last; see Semantics, "A
  /// heart-rate day".
  ///
  /// - Units: milliseconds.
  @inlinable package static var longestHold: Int64 { 600_000 }

  /// The rate rounded up to a whole one.
  @inlinable package static func wholeAtOrAbove(_ rate: Quantity) -> Int {
    Int((rate.microUnits + 999_999) / 1_000_000)
  }
}
