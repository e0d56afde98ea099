/// Heart rates, in beats per minute.
package enum HeartRate {
  /// The rates that a heart is believed to have, both ends included: a record of another is rejected;
  /// see Semantics, "What is rejected".
  package static let possible = Quantity(20)...Quantity(300)

  /// `20 to 300 bpm`, for messages.
  package static let possibleText =
    "\(possible.lowerBound) to \(possible.upperBound) \(Unit.beatsPerMinute.rawValue)"
}
