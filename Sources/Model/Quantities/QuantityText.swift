extension Quantity {
  /// Reads what ``description`` writes: decimal text in canonical units, a sign in front or none.
  ///
  /// - Returns: `nil` for other text and for amounts beyond ``limit``.
  public init?(decimalText text: some StringProtocol) {
    let isNegative = text.hasPrefix("-")
    let digits = isNegative ? text.dropFirst() : text[...]
    guard digits.first != "+", let number = DecimalNumber(digits),
      let magnitude = try? number.quantity(times: UnitRatio(1))
    else { return nil }
    microUnits = isNegative ? -magnitude.microUnits : magnitude.microUnits
  }
}

extension Quantity {
  /// An amount in the unit that people write, where that is exact; of a count the number alone.
  package func words(in unit: Unit) -> String {
    switch unit {
    case .count: grouped
    case .meter where self >= Quantity(1000) && microUnits % 1000 == 0:
      "\(Quantity(microUnits: microUnits / 1000).grouped) km"
    case .secondPerKilometer where microUnits % 1_000_000 == 0: "\(clock) min/km"
    case .meterPerSecond: speed
    default: "\(grouped) \(unit.rawValue)"
    }
  }

  /// Thousands are set apart: `10,000.5`.
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

  /// Seconds as minutes and seconds: `6:05`.
  private var clock: String {
    let seconds = microUnits / 1_000_000
    return "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
  }

  /// Meters per second as the kilometers per hour that they were read from, if they were.
  private var speed: String {
    let ratio: (Int128, Int128) = (3600, 1000)
    // To 0.01 km/h, and back.
    let written = dividedRounding(Int128(microUnits) * ratio.0, by: ratio.1 * 10_000) * 10_000
    let isExact = dividedRounding(written * ratio.1, by: ratio.0) == Int128(microUnits)
    guard isExact, let hourly = Quantity(exactly: written) else { return "\(grouped) m/s" }
    return "\(hourly.grouped) km/h"
  }
}
