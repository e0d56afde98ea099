import DaymarkModel

extension Quantity {
  /// A figure that limits are compared with: a quotient in micro-units, rounded to two decimals.
  ///
  /// One beyond ``Quantity/limit`` is that limit.
  static func qualityFigure(_ dividend: Int128, dividedBy divisor: Int128) -> Quantity {
    let step = Int128(hundredth)
    return Quantity(exactly: dividedRounding(dividend, by: divisor * step) * step) ?? .limit
  }
}
