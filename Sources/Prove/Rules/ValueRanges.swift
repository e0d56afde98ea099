import DaymarkModel

extension DataUnknowns {
  /// Returns the range of a leaf's value on a day, in steps of the value.
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
    // One amount is enough, because nobody records all of them. A missing one counts as 0, and so
    // do its rejected records.
    let spared = terms.map { term in
      sum.takesEither && !readsMissingAsZero
        ? Formula.all([hasOne, term.exists <= 0, damaged[day] <= 0]) : .holds(false)
    }
    let unbounded = zip(terms, spared).map { $0.range.isUnbounded.isOne && !$1 }
    let least = terms.map { $0.range.least * $0.steps }.total
    let most = zip(terms, spared).map { term, isSpared in
      term.range.most == term.range.least
        ? term.range.most * term.steps : chosen(isSpared, LinearSum(), term.range.most * term.steps)
    }.total
    return FigureRange(
      least, least == most ? nil : most, isUnbounded: problem.indicator(of: .any(unbounded)),
      in: problem)
  }
}
