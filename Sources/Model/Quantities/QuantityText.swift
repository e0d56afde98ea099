extension Quantity {
  /// Reads what ``description`` writes: decimal text in canonical units, with or without a minus
  /// sign.
  ///
  /// - Returns: `nil` for other text, and for amounts beyond ``limit``.
  package init?(decimalText text: some StringProtocol) {
    let isNegative = text.hasPrefix("-")
    let digits = isNegative ? text.dropFirst() : text[...]
    guard digits.first != "+", let number = DecimalNumber(digits),
      let magnitude = try? number.quantity(times: UnitRatio(1))
    else { return nil }
    microUnits = isNegative ? -magnitude.microUnits : magnitude.microUnits
  }
}

extension Quantity {
  /// A threshold in the unit in which people write it, such as `5 km`; a count is the number alone.
  ///
  /// A threshold that is not a round number in that unit, because it was written in another such as
  /// miles, is given in the unit in which it is round: `5 mi`.
  package func thresholdWords(in unit: Unit) -> String {
    let words = words(in: unit)
    guard unit != .count, microUnits % 1_000_000 != 0 else { return words }
    let most = min(3, words.significantDigits - 2)
    return Unit.allCases.lazy.filter { $0.dimension == unit.dimension }
      .compactMap { written(in: $0, of: unit) }.first { $0.significantDigits <= most } ?? words
  }

  /// An amount in the unit in which people write it, if it can be given exactly in that; a count is
  /// the number alone.
  package func words(in unit: Unit) -> String {
    switch unit {
    case .count: grouped
    case .meter where self >= Quantity(1000) && microUnits % 1000 == 0:
      "\(Quantity(microUnits: microUnits / 1000).grouped) km"
    case .secondPerKilometer where microUnits % 1_000_000 == 0: "\(clock) min/km"
    case .meterPerSecond: speed
    case .bodyWeight: "\(grouped) × body weight"
    default: "\(grouped) \(unit.rawValue)"
    }
  }

  /// The amount with the name of its unit, in the plural where words such as `day` need it: `1
  /// day`, `3 weeks`, `12 kcal`.
  package func words(ofUnit name: String) -> String {
    if name == Unit.count.rawValue { return grouped }
    if name == Unit.bodyWeight.rawValue { return words(in: .bodyWeight) }
    let isCounted = [
      "day", "week", "month", "stretch", "session", "condition", "archive", "record",
    ].contains(name)
    return "\(grouped) \(isCounted && self != Quantity(1) ? name.plural : name)"
  }

  /// The text with at most two decimals, or as minutes and seconds, from which this amount was
  /// converted; `nil` where no such text gives this amount.
  ///
  /// - Parameter canonical: The unit of this amount, which was rounded to 10⁻⁶ or to the step of
  ///   days when it was converted.
  private func written(in unit: Unit, of canonical: Unit) -> String? {
    if unit.dimension == .pace, unit == canonical { return nil }
    // A pace is written to the second.
    let steps: [Int128] = unit.dimension == .pace ? [1_000_000] : [1_000_000, 100_000, 10_000]
    return steps.lazy.compactMap { written(in: unit, of: canonical, step: $0) }.first
  }

  private func written(in unit: Unit, of canonical: Unit, step: Int128) -> String? {
    let (ratio, isPace) = (unit.ratio, unit.dimension == .pace)
    // A pace is counted in seconds, and a second is a sixtieth of a minute.
    let scale: Int128 = isPace ? 60 : 1
    let amount = Int128(microUnits) * Int128(ratio.denominator) * scale
    let written = dividedRounding(amount, by: Int128(ratio.numerator) * step) * step
    let back = dividedRounding(
      written * Int128(ratio.numerator), by: Int128(ratio.denominator) * scale)
    guard let read = Quantity(exactly: back), let shown = Quantity(exactly: written),
      read == self || read.rounded(toMultipleOf: canonical.dailyStep) == self
    else { return nil }
    return "\(isPace ? shown.clock : shown.grouped) \(unit.rawValue)"
  }

  /// The decimal text with thousands set apart: `10,000.5`.
  private var grouped: String {
    let parts = description.split(separator: ".", maxSplits: 1)
    var text = ""
    for (index, digit) in (parts.first ?? "").enumerated() {
      let rest = (parts.first?.count ?? 0) - index
      if index > 0, rest % 3 == 0, text != "-" { text += "," }
      text.append(digit)
    }
    return parts.count > 1 ? "\(text).\(parts[1])" : text
  }

  /// An amount of seconds as minutes and seconds: `6:05`.
  private var clock: String {
    let seconds = microUnits / 1_000_000
    return "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
  }

  /// A speed in meters per second, given in km/h if it was written so, and otherwise in m/s.
  private var speed: String {
    let ratio: (Int128, Int128) = (3600, 1000)
    // Rounded to 0.01 km/h and converted back, to see whether nothing is lost.
    let written = dividedRounding(Int128(microUnits) * ratio.0, by: ratio.1 * 10_000) * 10_000
    let isExact = dividedRounding(written * ratio.1, by: ratio.0) == Int128(microUnits)
    guard isExact, let hourly = Quantity(exactly: written) else { return "\(grouped) m/s" }
    return "\(hourly.grouped) km/h"
  }
}

extension String {
  /// The number of digits in the text, without zeros at the end.
  fileprivate var significantDigits: Int {
    let digits = filter(\.isNumber)
    return digits.count - digits.reversed().prefix { $0 == "0" }.count
  }
}

extension String {
  /// The plural of a noun: `days`, `stretches`.
  package var plural: String { hasSuffix("ch") ? "\(self)es" : "\(self)s" }
}
