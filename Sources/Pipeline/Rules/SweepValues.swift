import DaymarkConfiguration
import DaymarkModel

/// The values that a threshold is moved over, as a person writes them.
package enum SweepValues: Hashable, Sendable {
  case list([String])
  /// Both ends included, if a whole number of steps leads there.
  case range(from: String, to: String, step: String)

  /// The most values of one sweep.
  package static let limit = 1000

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
    if let paces = try paces(from: from, to: to, by: step, of: threshold) { return paces }
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
    let ends = try zip(parts, [from, to, step]).map { part, text in
      guard let number = part.first.flatMap({ Quantity(decimalText: $0) }) else {
        throw threshold.refusing(text)
      }
      return number
    }
    let unit = parts[0].dropFirst().first.map { " \($0)" } ?? ""
    return try numbers(
      from: Int128(ends[0].microUnits), to: Int128(ends[1].microUnits),
      by: Int128(ends[2].microUnits), of: threshold
    ).map { decimalText(ofMillionths: $0) + unit }
  }

  /// Paces that are written with minutes and seconds, as they are written; `nil` where one is not.
  private func paces(
    from: String, to: String, by step: String, of threshold: RuleThreshold
  ) throws -> [String]? {
    let parts = [from, to, step].map { threshold.spelled($0).split(separator: " ", maxSplits: 1) }
    let seconds = parts.compactMap { $0.first.flatMap(paceSeconds).map(Int128.init) }
    guard seconds.count == 3, let unit = parts[0].last, parts.allSatisfy({ $0.last == unit }) else {
      return nil
    }
    return try numbers(from: seconds[0], to: seconds[1], by: seconds[2], of: threshold).map {
      "\($0 / 60):\($0 % 60 < 10 ? "0" : "")\($0 % 60) \(unit)"
    }
  }

  /// Numbers at equal distances; both ends included, if a whole number of steps leads there.
  private func numbers(
    from first: Int128, to last: Int128, by step: Int128, of threshold: RuleThreshold
  ) throws -> [Int128] {
    guard case .range(let from, let to, let by) = self else { return [] }
    let text = "\(from) to \(to) by \(by)"
    guard first <= last, step > 0 else {
      throw threshold.refusing(text, expected: .ascendingRange)
    }
    let count = (last - first) / step + 1
    guard count <= Self.limit else {
      throw threshold.refusing(
        text, expected: .sweepValues(atMost: Self.limit, given: Int(clamping: count)))
    }
    return (0..<count).map { first + $0 * step }
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
}
