import DaymarkModel

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
