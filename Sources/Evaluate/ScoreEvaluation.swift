import DaymarkModel

extension Score {
  /// What is known of the number so far; `nil` where no day has any data for it.
  ///
  /// Rounded half away from zero to ``DayValue/step``. It is final once nothing is open: a past day
  /// without data, or a session without what is summed, will stay so.
  func result(on facts: [DayFact]) -> ScoreValue? {
    guard facts.contains(where: { $0.recorded != nil }), let known = known(of: facts),
      let figure = Quantity(
        exactly: dividedRounding(known, by: Int128(value.step)) * Int128(value.step))
    else { return nil }
    return ScoreValue(
      figure, unit: value.unit, isFinal: !facts.contains { $0.range.isOpen })
  }

  private func known(of facts: [DayFact]) -> Int128? {
    switch measure {
    case .total: facts.sum.least
    case .average(overRecordedDays: false):
      dividedRounding(facts.sum.least, by: Int128(facts.count))
    case .average(overRecordedDays: true): AveragedDays(facts).mean
    case .best: facts.greatest.least
    case .window(let days): facts.windowSums(of: days).map(\.least).max()
    // No score is a number of days or weeks.
    case .days, .streak, .weekly: nil
    }
  }
}
