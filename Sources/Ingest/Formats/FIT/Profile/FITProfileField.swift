import DaymarkModel

/// A field of a message as the FIT Profile names it; its base type stands in each file's definition.
///
/// No field that is read here has an offset.
struct FITProfileField {
  let number: UInt8
  /// Raw numbers in one unit.
  let scale: Int64
  /// `nil` for a number of a list, and for what has a unit that is counted nowhere else.
  let unit: Unit?

  init(_ number: UInt8, scale: Int64 = 1, _ unit: Unit? = nil) {
    (self.number, self.scale, self.unit) = (number, scale, unit)
  }

  /// Micro-units in one of the raw number: every scale is a divisor of a million, or not asked for.
  var step: Int64 { 1_000_000 / scale }
}
