import DaymarkModel

extension Score {
  /// What is known of the number so far; `nil` where no day has any data for it.
  ///
  /// Rounded half away from zero to ``DayValue/step``. It is final once nothing is open: a past day
  /// without data, or a session without what is summed, will stay so. On damaged days nothing is final.
  func result(on facts: [DayFact]) -> ScoreValue? {
    guard facts.contains(where: { $0.recorded != nil }), let known = known(of: facts),
      let figure = Quantity(
        exactly: dividedRounding(known, by: Int128(value.step)) * Int128(value.step))
    else { return nil }
    let restsOnDamage = facts.contains(where: \.isDamaged)
    return ScoreValue(
      figure, unit: value.unit, isFinal: !restsOnDamage && !facts.contains { $0.range.isOpen },
      restsOnDamage: restsOnDamage)
  }
}
