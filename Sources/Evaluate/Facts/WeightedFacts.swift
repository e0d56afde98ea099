import DaymarkModel

extension DayFacts {
  /// Returns the possible values of a weighted sum, day by day.
  ///
  /// The bounds of the sum are the weighted sums of bounds, because weights are positive. Where one
  /// term is uncertain the sum is, unless either term alone suffices or `takesPartialSums` is set.
  mutating func weightedFacts(_ sum: WeightedSum) -> [DayFact] {
    let terms = sum.terms.map { term in
      (facts: facts(of: term.value, on: DaySelection()), parts: sum.parts(of: term))
    }
    return days.indices.map { index in
      var own = terms.map { (fact: $0.facts[index], parts: $0.parts) }
      if sum.takesEither || takesPartialSums, own.contains(where: { $0.fact.recorded != nil }) {
        own.removeAll { $0.fact.recorded == nil && $0.fact.doubt == .missing }
      }
      let range = own.dropFirst().reduce(own[0].fact.range.times(own[0].parts)) {
        $0 + $1.fact.range.times($1.parts)
      }
      let facts = own.map(\.fact)
      let doubts = facts.compactMap(\.doubt)
      let hasData = facts.contains { $0.recorded != nil }
      var fact = DayFact(
        day: days[index].day,
        recorded: hasData ? DayValue.weighted(sum).quantity(range.recorded) : nil, range: range,
        // A cause such as damage says more than that there is no data.
        doubt: doubts.first { $0 == .rejected } ?? doubts.first { $0 != .missing } ?? doubts.first)
      fact.rivals = facts.lazy.compactMap(\.rivals).first
      fact.isDamaged = facts.contains(where: \.isDamaged)
      fact.gaps = facts.reduce(into: []) { $0.formUnion($1.gaps) }
      if fact.doubt == .missing, !sum.takesEither {
        fact.lackingTerms = zip(sum.terms, terms).compactMap { term, known in
          known.facts[index].doubt == .missing ? term.value : nil
        }
      }
      let rows = facts.compactMap(\.unreadRows)
      fact.unreadRows = rows.contains(.ofDay) ? .ofDay : rows.first
      return fact
    }
  }
}

extension DayValue {
  /// An amount in ``partsOfMicroUnit`` as a quantity to show, rounded.
  func quantity(_ parts: Int128) -> Quantity? {
    Quantity(exactly: dividedRounding(parts, by: Int128(partsOfMicroUnit)))
  }
}

extension ValueRange {
  /// The range with every value multiplied.
  ///
  /// - Parameter factor: A positive factor.
  fileprivate func times(_ factor: Int128) -> ValueRange {
    var range = self
    range.least *= factor
    range.most = most.map { $0 * factor }
    range.spread = spread.map { $0 * factor }
    range.recorded *= factor
    return range
  }
}
