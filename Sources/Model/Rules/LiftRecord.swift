/// The most that is known of a lift, by lifters of one sex, of any weight or up to one.
package struct LiftRecord: Hashable, Sendable {
  /// The id of the exercise.
  package var exercise: String
  /// The sex by which contests sort lifters.
  package var sex: Sex
  /// The most that those whose record it is weigh; `nil` of any weight.
  ///
  /// - Units: kilograms, in micro-units.
  package var bodyWeight: Quantity?
  /// - Units: kilograms, in micro-units.
  package var load: Quantity

  /// Makes a record.
  package init(exercise: String, sex: Sex, bodyWeight: Quantity? = nil, load: Quantity) {
    (self.exercise, self.sex, self.bodyWeight, self.load) = (exercise, sex, bodyWeight, load)
  }
}

extension [LiftRecord] {
  /// The most that is known of an exercise by somebody of a sex and a weight.
  ///
  /// Of unknown sex the most of any counts, and of unknown weight the most of any weight.
  ///
  /// - Parameter bodyWeight: In kilograms.
  /// - Returns: Kilograms; `nil` where there is no record.
  package func most(of exercise: String, sex: Sex?, bodyWeight: Quantity?) -> Quantity? {
    let records = filter { record in
      guard record.exercise == exercise, record.sex == sex ?? record.sex else { return false }
      return record.bodyWeight.map { most in bodyWeight.map { $0 <= most } ?? false } ?? true
    }
    // Who weighs less than a bound weighs less than the greater ones, too.
    return Dictionary(grouping: records, by: \.sex).values.compactMap { $0.map(\.load).min() }.max()
  }
}
