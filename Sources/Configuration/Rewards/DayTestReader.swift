import DaymarkDocuments
import DaymarkModel

extension YAMLMapping {
  /// Reads which value of a day the mapping chooses by its only key of a measure, such as `metric`;
  /// `nil` after an error was reported.
  func dayValue() -> DayValue? {
    let written = KeyTable.measureKeys.filter(has)
    guard let key = only(of: written.isEmpty ? KeyTable.measureKeys : written),
      let leaf = KeyTable.dayLeaves.first(where: { $0.key == key }), let table = leaf.dayTable,
      let fields = mapping(key, table).flatMap({ FieldReader($0).fields() })
    else { return nil }
    return leaf.dayValue(of: fields)
  }

  /// Reads the value of a day, and the comparison with it, that the mapping's keys state; `nil`
  /// after an error was reported.
  func dayTest() -> DayTest? {
    guard let value = dayValue(), let key = only(of: Comparison.keys), let written = self[key]
    else { return nil }
    let bounds = key == "between" ? written.elements ?? [] : [written]
    let thresholds = bounds.compactMap { threshold($0, of: value, under: key) }
    guard thresholds.count == bounds.count else { return nil }
    guard let comparison = Comparison(key: key, thresholds: thresholds) else {
      reject(key, written, expected: .twoThresholds)
      return nil
    }
    if case .between(let low, let high) = comparison, high < low {
      reject(key, bounds[1], expected: .thresholdNotBelowFirst)
      return nil
    }
    return DayTest(value, comparison)
  }

  /// Reads an amount of a value as a number of the parts that programmes count, such as whole
  /// seconds.
  ///
  /// It must be above 0 and a whole number of parts.
  ///
  /// - Returns: `nil` if the key is absent, or an error was reported.
  func parts(_ key: String, of value: DayValue) -> Int64? {
    guard let written = self[key], let amount = threshold(written, of: value, under: key) else {
      return nil
    }
    guard let parts = value.amount(of: amount), parts > 0 else {
      reject(
        key, written,
        expected: amount == .zero
          ? .thresholdAboveZero : .wholeSeconds)
      return nil
    }
    return parts
  }

  private func threshold(_ written: YAMLValue, of value: DayValue, under key: String) -> Quantity? {
    if let amount = written.text.flatMap({ thresholdQuantity($0, in: value.unit) }) {
      return amount
    }
    reject(key, written, expected: .thresholdWithUnit(value.unit, units: units(of: value.unit)))
    return nil
  }
}
