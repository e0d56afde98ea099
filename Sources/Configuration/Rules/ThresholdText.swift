import DaymarkDocuments
package import DaymarkModel

// The amounts that rules compare with, as text.

/// Reads a decimal text (see Semantics, "Quantities"), followed after spaces by a unit of the
/// dimension of `canonical`; a pace may be `minutes:seconds`.
///
/// The amount is rounded once, to a micro-unit.
///
/// A count must be digits alone, and needs no unit: in half of Europe, `10.000` steps are ten
/// thousand.
package func thresholdQuantity(_ text: String, in canonical: Unit) -> Quantity? {
  var parts = text.split(separator: " ")
  // People also write `1.5 x bodyWeight`.
  if canonical == .bodyWeight, parts.count == 3, parts[1] == "x" { parts.remove(at: 1) }
  guard let written = parts.first, parts.count <= 2 else { return nil }
  if canonical == .count {
    guard written.utf8.allSatisfy(isDigit), parts.count == 1 || parts[1] == Unit.count.rawValue
    else { return nil }
    return decimal(written).flatMap { amount($0, UnitRatio(1)) }
  }
  guard parts.count == 2, let unit = Unit(rawValue: String(parts[1])),
    unit.dimension == canonical.dimension
  else {
    return nil
  }
  if let seconds = paceSeconds(written) {
    guard unit == .minutePerKilometer || unit == .minutePerMile else { return nil }
    let ratio = UnitRatio(unit.ratio.numerator, unit.ratio.denominator * 60)
    return amount(DecimalNumber(coefficient: seconds), ratio)
  }
  return decimal(written).flatMap { amount($0, unit.ratio) }
}

/// Reads a threshold for days; an amount in another unit than the canonical one is rounded as days'
/// values are, so that a day of exactly that amount satisfies it.
///
/// An amount that would be rounded to zero is not rounded.
///
/// - Parameter step: The step of the values, in micro-units; `nil` for values that are not rounded.
package func thresholdQuantity(
  _ text: String, in canonical: Unit, step: Int64?
) -> Quantity? {
  guard let quantity = thresholdQuantity(text, in: canonical) else { return nil }
  let parts = text.split(separator: " ")
  guard let step, parts.count == 2, parts[1] != canonical.rawValue else { return quantity }
  let rounded = quantity.rounded(toMultipleOf: step)
  return rounded == .zero ? quantity : rounded
}

/// The units in which a threshold may be written, as messages and schemas list them: `m, km, mi,
/// yd, ft, cm`.
func units(of canonical: Unit) -> [String] {
  Unit.allCases.filter { $0.dimension == canonical.dimension }.map(\.rawValue)
}

/// Reads a percentage such as `12.5 %` as ten-thousandths; at most 100 %, in steps of 0.01 %.
func percentage(_ text: String) -> Int? {
  guard let match = text.wholeMatch(of: #/([0-9]{1,3})(?:\.([0-9]{1,2}))? ?%/#),
    let whole = Int(match.1)
  else { return nil }
  let digits = match.2.map(String.init) ?? ""
  let hundredths = Int(digits.padding(to: 2)) ?? 0
  let share = whole * 100 + hundredths
  return share <= 10_000 ? share : nil
}

extension String {
  /// The text, lengthened with zeros at its end.
  fileprivate func padding(to count: Int) -> String {
    self + String(repeating: "0", count: max(0, count - self.count))
  }
}

/// Reads a number as people write it; no sign other than `+` may stand before it.
private func decimal(_ text: Substring) -> DecimalNumber? {
  text.utf8.allSatisfy { isDigit($0) || "+-.eE".utf8.contains($0) } && !text.hasPrefix("-")
    ? DecimalNumber(text) : nil
}

private func amount(_ number: DecimalNumber, _ ratio: UnitRatio) -> Quantity? {
  try? number.quantity(times: ratio)
}

/// Reads minutes and seconds as seconds: `6:05` is 365.
package func paceSeconds(_ text: Substring) -> UInt128? {
  guard let match = text.wholeMatch(of: #/([0-9]{1,4}):([0-5][0-9])/#),
    let minutes = UInt128(match.1), let seconds = UInt128(match.2)
  else { return nil }
  return minutes * 60 + seconds
}

/// Reads what a value is compared with: one threshold, or two.
struct ThresholdReader {
  let mapping: YAMLMapping
  let key: String
  let value: YAMLValue
  /// The canonical unit of the compared value.
  let unit: Unit
  /// The step to which thresholds in other units are rounded, where values of days are compared: 1
  /// mi is 1609.34 m, as on a day.
  let step: Int64?
  /// The units of another kind in which the threshold may be written, too, for messages.
  var otherUnits: [Unit] = []

  func threshold(isAboveZero: Bool) -> JSONValue? {
    guard let bound = quantity(value) else { return nil }
    guard bound > .zero || !isAboveZero else {
      mapping.reject(key, value, expected: .thresholdAboveZero)
      return nil
    }
    return bound.threshold(in: unit)
  }

  func pair() -> JSONValue? {
    guard let bounds = value.elements, bounds.count == 2 else {
      mapping.reject(key, value)
      return nil
    }
    let read = bounds.map(quantity)
    guard let low = read[0], let high = read[1] else { return nil }
    guard low <= high else {
      mapping.reject(key, bounds[1], expected: .thresholdNotBelowFirst)
      return nil
    }
    return .array([low.threshold(in: unit), high.threshold(in: unit)])
  }

  private func quantity(_ value: YAMLValue) -> Quantity? {
    if let quantity = value.text.flatMap({ thresholdQuantity($0, in: unit, step: step) }) {
      return quantity
    }
    let units = units(of: unit) + otherUnits.map(\.rawValue)
    mapping.reject(
      key, value, expected: .thresholdWithUnit(unit, units: units),
      suggestion: value.text.flatMap { unit(meantBy: $0, in: units) })
    return nil
  }

  /// The unit that was probably meant: a known one in another spelling (short units are similar to
  /// almost any other), or the threshold with the missing space.
  private func unit(meantBy text: String, in units: [String]) -> String? {
    if unit == .bodyWeight, let match = text.wholeMatch(of: #/([0-9.]+) *x? *[a-zA-Z]+/#) {
      return "\(match.1) x \(Unit.bodyWeight.rawValue)"
    }
    guard let match = text.wholeMatch(of: #/([0-9.:]+)( *)([A-Za-z].*)/#) else { return nil }
    let written = String(match.3)
    if match.2.isEmpty, units.contains(written) { return "\(match.1) \(written)" }
    return units.first { $0.lowercased() == written.lowercased() && $0 != written }
      ?? alias(of: written, among: units)
  }
}
