import DaymarkModel

/// A day's value as it will stand at the deadline if nothing more comes, and the values that it can be
/// changed to.
struct ChangeableDay {
  var fact: DayFact
  /// More can still come of it.
  let isOpen: Bool
  /// The least it can be changed to: of an open day what can come, of another anything.
  let least: Int128
  /// Unbounded when `nil`.
  let most: Int128?

  /// - Parameters:
  ///   - final: The day at the deadline.
  ///   - now: The same day at the instant of evaluation.
  init(_ final: DayFact, now: DayFact, of value: DayValue) {
    fact = final
    isOpen = now.range.isOpen
    least = isOpen ? now.range.least : value.possible.low
    most = isOpen ? now.range.most : value.possible.high
  }

  /// The day as if it had another value, recorded and certain.
  func changed(to amount: Int128) -> ChangeableDay {
    var day = self
    day.fact = DayFact(
      day: fact.day, recorded: Quantity(exactly: amount), range: ValueRange(amount), doubt: nil)
    return day
  }

  var isUnsettled: Bool { fact.range.most != fact.range.least }

  /// The edit that brings the day into an interval and changes it least; `nil` where none can.
  func moved(into interval: ValueInterval) -> DayEdit? {
    let low = max(least, interval.low)
    let high = [most, interval.high].compactMap { $0 }.min()
    if let high, high < low { return nil }
    let value = max(low, high.map { min($0, fact.range.recorded) } ?? fact.range.recorded)
    return DayEdit(self, to: value)
  }

  /// The same for leaving it.
  func moved(outOf interval: ValueInterval) -> DayEdit? {
    [interval.below, interval.above].compactMap { $0.flatMap(moved(into:)) }
      .min { $0.amount < $1.amount }
  }
}
