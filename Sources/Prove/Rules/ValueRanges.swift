import DaymarkModel

extension DataUnknowns {
  /// What a value that a leaf looks at can be on a day, in steps of its grid.
  func range(of value: DayValue, on day: Int, readsMissingAsZero: Bool) -> FigureRange {
    let key = RangeKey(value: value, day: day, readsMissingAsZero: readsMissingAsZero)
    if let known = knownRange(key) { return known }
    let range: FigureRange =
      switch value {
      case .activities(let sum, let test):
        sessionRange(sum, of: test, on: day, readsMissingAsZero: readsMissingAsZero)
      case .weighted(let sum): weightedRange(sum, on: day, readsMissingAsZero: readsMissingAsZero)
      case .metric, .heartRate, .heartMinutes, .strength, .lift, .feat:
        range(of: Column.columns(of: value)[0], on: day, readsMissingAsZero: readsMissingAsZero)
      }
    keep(range, as: key)
    return range
  }

  private func weightedRange(
    _ sum: WeightedSum, on day: Int, readsMissingAsZero: Bool
  ) -> FigureRange {
    let terms = sum.terms.map { term in
      let column = Column.columns(of: term.value)[0]
      return (
        exists: figure(of: column, on: day)?.exists ?? LinearSum(),
        range: range(of: term.value, on: day, readsMissingAsZero: readsMissingAsZero),
        steps: sum.parts(of: term) * asked.steps.step(of: column) / Int128(sum.step)
      )
    }
    let hasOne = Formula.any(terms.map(\.exists.isOne))
    let unbounded = terms.map { term -> Formula in
      guard sum.takesEither, !readsMissingAsZero else { return term.range.isUnbounded.isOne }
      // One amount is enough: nobody has them all.
      let isSpared = Formula.all([hasOne, term.exists <= 0, damaged[day] <= 0])
      return term.range.isUnbounded.isOne && !isSpared
    }
    let (least, most) = (
      terms.map { $0.range.least * $0.steps }.total, terms.map { $0.range.most * $0.steps }.total
    )
    return FigureRange(
      least, least == most ? nil : most, isUnbounded: problem.indicator(of: .any(unbounded)),
      in: problem)
  }
}
