import DaymarkDocuments
package import DaymarkModel

// Amounts that rules compare with.

/// Decimal text of Semantics, "Quantities", and after spaces a unit that measures what `canonical`
/// does; a pace may be `minutes:seconds`.
///
/// Rounded to a micro-unit, once.
///
/// A count is digits alone, and may stand bare: to half of Europe `10.000` steps are ten thousand.
package func thresholdQuantity(_ text: String, in canonical: Unit) -> Quantity? {
  var parts = text.split(separator: " ")
  // `1.5 x bodyWeight`, as people say it.
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

/// The same for days: what is written in another unit is rounded as their values are, so that a day
/// of exactly that meets it.
///
/// A threshold that would become nothing stays as it is.
///
/// - Parameter step: In micro-units; `nil` where what is compared is not rounded.
package func thresholdQuantity(
  _ text: String, in canonical: Unit, step: Int64?
) -> Quantity? {
  guard let quantity = thresholdQuantity(text, in: canonical) else { return nil }
  let parts = text.split(separator: " ")
  guard let step, parts.count == 2, parts[1] != canonical.rawValue else { return quantity }
  let rounded = quantity.rounded(toMultipleOf: step)
  return rounded == .zero ? quantity : rounded
}

/// The units of thresholds, for people and the schema: `m, km, mi, yd, ft, cm`.
func units(of canonical: Unit) -> [String] {
  Unit.allCases.filter { $0.dimension == canonical.dimension }.map(\.rawValue)
}

/// `12.5 %` in ten-thousandths; at most 100 %, to 0.01 %.
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
  /// The text with zeros behind.
  fileprivate func padding(to count: Int) -> String {
    self + String(repeating: "0", count: max(0, count - self.count))
  }
}

/// A number as people write it: a sign other than + cannot stand before an amount.
private func decimal(_ text: Substring) -> DecimalNumber? {
  text.utf8.allSatisfy { isDigit($0) || "+-.eE".utf8.contains($0) } && !text.hasPrefix("-")
    ? DecimalNumber(text) : nil
}

private func amount(_ number: DecimalNumber, _ ratio: UnitRatio) -> Quantity? {
  try? number.quantity(times: ratio)
}

/// `6:05` as 365.
package func paceSeconds(_ text: Substring) -> UInt128? {
  guard let match = text.wholeMatch(of: #/([0-9]{1,4}):([0-5][0-9])/#),
    let minutes = UInt128(match.1), let seconds = UInt128(match.2)
  else { return nil }
  return minutes * 60 + seconds
}

/// Reads what is compared with, one threshold or two.
struct ThresholdReader {
  let mapping: YAMLMapping
  let key: String
  let value: YAMLValue
  /// The canonical unit of what is compared.
  let unit: Unit
  /// The step to which thresholds in other units are rounded, if days are: 1 mi is 1609.34 m, as on
  /// a day.
  let step: Int64?

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
    let units = units(of: unit)
    mapping.reject(
      key, value, expected: .thresholdWithUnit(unit, units: units),
      suggestion: value.text.flatMap { unit(meantBy: $0, in: units) })
    return nil
  }

  /// A unit that is only written in another way (a short one is near to any other), or the threshold
  /// with the space before it.
  private func unit(meantBy text: String, in units: [String]) -> String? {
    guard let match = text.wholeMatch(of: #/([0-9.:]+)( *)([A-Za-z].*)/#) else { return nil }
    let written = String(match.3)
    if match.2.isEmpty, units.contains(written) { return "\(match.1) \(written)" }
    return units.first { $0.lowercased() == written.lowercased() && $0 != written }
      ?? alias(of: written, among: units)
  }
}
