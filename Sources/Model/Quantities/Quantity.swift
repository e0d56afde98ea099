/// An amount of a metric, as a whole number of micro-units of the metric's canonical unit.
///
/// One step, one meter, one kilocalorie, one beat per minute and one minute are 1,000,000
/// micro-units each. Integers make a sum independent of the order of its terms, so the same archive
/// gives the same bytes however the work is spread.
///
/// - Units: 10⁻⁶ of the canonical unit; see Semantics, "Quantities".
public struct Quantity: Hashable, Comparable, Sendable {
  /// The amount in millionths of the unit.
  public var microUnits: Int64

  @inlinable
  package init(microUnits: Int64) {
    self.microUnits = microUnits
  }

  /// Makes an amount of whole canonical units.
  package init(_ canonicalUnits: Int) {
    self.microUnits = Int64(canonicalUnits) * 1_000_000
  }

  package static let zero = Quantity(microUnits: 0)

  /// The step of figures that are rounded to two decimals.
  ///
  /// - Units: micro-units.
  package static let hundredth: Int64 = 10_000

  /// The largest amount that a single value or a day may have: 9 × 10¹² canonical units.
  package static let limit = Quantity(microUnits: 9_000_000_000_000_000_000)

  /// Makes an amount, or `nil` when it lies outside ±``limit``.
  package init?(exactly microUnits: Int128) {
    guard microUnits.magnitude <= UInt128(Self.limit.microUnits) else { return nil }
    self.microUnits = Int64(microUnits)
  }

  /// Orders amounts, which must be of the same unit.
  @inlinable
  public static func < (a: Quantity, b: Quantity) -> Bool { a.microUnits < b.microUnits }

  /// Rounds, half away from zero, to a multiple of `step` micro-units.
  package func rounded(toMultipleOf step: Int64) -> Quantity {
    let multiple = Int64(dividedRounding(Int128(microUnits), by: Int128(step)))
    return Quantity(microUnits: multiple * step)
  }
}

extension Quantity: CustomStringConvertible {
  /// Decimal text in canonical units, without exponent and without trailing zeros: `8012.31`.
  public var description: String {
    decimalText(ofMillionths: Int128(microUnits))
  }
}

/// The decimal text of `value` × 10⁻⁶, without exponent and without trailing zeros.
package func decimalText(ofMillionths value: Int128) -> String {
  var text = value < 0 ? "-" : ""
  var fraction: UInt64
  // The arithmetic of 64 bits is several times faster.
  if let magnitude = UInt64(exactly: value.magnitude) {
    text += String(magnitude / 1_000_000)
    fraction = magnitude % 1_000_000
  } else {
    text += String(value.magnitude / 1_000_000)
    fraction = UInt64(value.magnitude % 1_000_000)
  }
  guard fraction != 0 else { return text }
  var places = 6
  while fraction.isMultiple(of: 10) {
    fraction /= 10
    places -= 1
  }
  let digits = String(fraction)
  text += "." + String(repeating: "0", count: places - digits.utf8.count) + digits
  return text
}

/// Divides and rounds half away from zero; Daymark rounds in no other way.
///
/// - Precondition: `divisor` is positive.
@inlinable
package func dividedRounding(_ dividend: Int128, by divisor: Int128) -> Int128 {
  if let small = Int64(exactly: dividend), let by = Int64(exactly: divisor) {
    let (quotient, remainder) = small.quotientAndRemainder(dividingBy: by)
    // Compares without doubling the remainder, which could overflow.
    guard remainder.magnitude >= by.magnitude - remainder.magnitude else { return Int128(quotient) }
    return Int128(quotient) + (small < 0 ? -1 : 1)
  }
  let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
  guard remainder.magnitude >= divisor.magnitude - remainder.magnitude else { return quotient }
  return quotient + (dividend < 0 ? -1 : 1)
}
