import DaymarkModel

/// A field of a message as the FIT Profile names it; its base type stands in each file's definition.
///
/// No field that is read here has an offset.
struct FITProfileField {
  let number: UInt8
  /// `nil` for a number of a list, and for what has a unit that is counted nowhere else.
  let unit: Unit?
  /// Micro-units in one of the raw number: every scale is a divisor of a million, or not asked for.
  let step: Int64

  /// - Parameter scale: Raw numbers in one unit.
  init(_ number: UInt8, scale: Int64 = 1, _ unit: Unit? = nil) {
    (self.number, self.unit, step) = (number, unit, 1_000_000 / scale)
  }
}
