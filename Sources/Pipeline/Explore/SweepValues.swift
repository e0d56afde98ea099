import DaymarkConfiguration
import DaymarkModel

/// The values that a threshold is moved over, as a person writes them.
public enum SweepValues: Hashable, Sendable {
  case list([String])
  /// Both ends included, if a whole number of steps leads there.
  case range(from: String, to: String, step: String)

  /// The most values of one sweep.
  public static let limit = 1000

  /// - Returns: Each value as it is shown, and in the threshold's canonical unit.
  /// - Throws: `threshold.bad_value` with the value and what is expected.
  func values(of threshold: RuleThreshold) throws -> [(text: String, value: Quantity)] {
    let texts =
      switch self {
      case .list(let texts): texts
      case .range(let from, let to, let step):
        try steps(from: from, to: to, by: step, of: threshold)
      }
    guard !texts.isEmpty, texts.count <= Self.limit else {
      throw threshold.refusing(
        "\(texts.count)", expected: .valueCount(from: 1, through: Self.limit))
    }
    return try texts.map { text in
      guard let value = threshold.reading(text) else { throw threshold.refusing(text) }
      return (threshold.spelled(text), value)
    }
  }

  /// Counted in the unit that is written, so that no step is rounded.
  private func steps(
    from: String, to: String, by step: String, of threshold: RuleThreshold
  ) throws -> [String] {
    var parts = [from, to, step].map { $0.split(separator: " ", maxSplits: 1) }
    // What is written with minutes and seconds is counted in the canonical unit.
    if let unit = threshold.unit, [from, to, step].contains(where: { $0.contains(":") }) {
      parts = try [from, to, step].map { text in
        guard let value = threshold.reading(text) else { throw threshold.refusing(text) }
        return ["\(value)", unit[...]]
      }
    }
    guard Set(parts.map { $0.dropFirst().first }).count == 1 else {
      throw threshold.refusing(
        "\(from) to \(to) by \(step)", expected: .sameUnit)
    }
    let numbers = try zip(parts, [from, to, step]).map { part, text in
      guard let number = part.first.flatMap({ Quantity(decimalText: $0) }) else {
        throw threshold.refusing(text)
      }
      return number
    }
    let (first, last, by) = (numbers[0], numbers[1], numbers[2])
    guard first <= last, by > .zero else {
      throw threshold.refusing(
        "\(from) to \(to) by \(step)", expected: .ascendingRange)
    }
    let count = (Int128(last.microUnits) - Int128(first.microUnits)) / Int128(by.microUnits) + 1
    guard count <= Self.limit else {
      throw threshold.refusing(
        "\(from) to \(to) by \(step)",
        expected: .sweepValues(atMost: Self.limit, given: Int(clamping: count)))
    }
    let unit = parts[0].dropFirst().first.map { " \($0)" } ?? ""
    return (0..<Int128(count)).map { index in
      decimalText(ofMillionths: Int128(first.microUnits) + index * Int128(by.microUnits)) + unit
    }
  }
}

extension RuleThreshold {
  func refusing(_ value: String, expected: ExpectedValue? = nil) -> DaymarkError {
    let dimension = unit.flatMap(Unit.init(rawValue:))?.dimension
    let units = Unit.allCases.filter { $0.dimension == dimension }.map(\.rawValue)
    return DaymarkError(.thresholdBadValue) { facts in
      (facts.threshold, facts.value) = (path, value)
      facts.expected = expected ?? .thresholdValue(unit: unit, units: units)
    }
  }

  /// With its unit, where a bare number was written.
  fileprivate func spelled(_ text: String) -> String {
    guard let unit, !text.contains(" ") else { return text }
    return "\(text) \(unit)"
  }
}
