/// The greatest known load of a lift, by lifters of one sex and up to some body weight.
package struct LiftRecord: Hashable, Sendable {
  /// The id of the exercise.
  package var exercise: String
  /// The lifters' sex class in contests.
  package var sex: Sex
  /// The greatest body weight of the lifters for whom the record holds; `nil` for any weight.
  ///
  /// - Units: kilograms, in micro-units.
  package var bodyWeight: Quantity?
  /// The load of the record.
  ///
  /// - Units: kilograms, in micro-units.
  package var load: Quantity

  package init(exercise: String, sex: Sex, bodyWeight: Quantity? = nil, load: Quantity) {
    (self.exercise, self.sex, self.bodyWeight, self.load) = (exercise, sex, bodyWeight, load)
  }
}

extension [LiftRecord] {
  /// The greatest known load of an exercise by a person of a sex and body weight.
  ///
  /// Where the sex is not known the record of either counts, and where the weight is not known that
  /// of any weight.
  ///
  /// - Parameters:
  ///   - exercise: The id of the exercise.
  ///   - sex: The sex; `nil` where it is not known.
  ///   - bodyWeight: Kilograms; `nil` where it is not known.
  /// - Returns: Kilograms; `nil` where there is no record.
  package func most(of exercise: String, sex: Sex?, bodyWeight: Quantity?) -> Quantity? {
    let records = filter { record in
      guard record.exercise == exercise, record.sex == sex ?? record.sex else { return false }
      return record.bodyWeight.map { most in bodyWeight.map { $0 <= most } ?? false } ?? true
    }
    // Several weight classes can include the person; the lowest of their records applies.
    return Dictionary(grouping: records, by: \.sex).values.compactMap { $0.map(\.load).min() }.max()
  }
}
