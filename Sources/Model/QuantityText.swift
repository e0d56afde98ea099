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
