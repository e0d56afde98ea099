/// The strength training of one subject: its days, weeks and lifts.
///
/// Warm-ups are left out. See Strength, "Days" and "Weeks".
package struct StrengthHistory: Hashable, Sendable {
  /// The formula by which maxima are estimated.
  package var formula: OneRepetitionFormula
  /// The number of sessions with a set that counts.
  package var sessions = 0
  /// The number of sets that lift the body, by where its weight is known from.
  package var setsByBodyWeight: [BodyWeightOrigin: Int] = [:]
  /// The sets of the last ``recentWeeks`` with an estimate and an effort, in the order in which
  /// they were done; at most ``mostRatedSets``.
  ///
  /// Of all other sets only figures are kept.
  package var recentRatedSets: [LiftedSet]
  /// The days with training, ascending.
  package var days: [StrengthDay]
  /// Every week from the first with training to the last, ascending, including those without
  /// training.
  package var weeks: [StrengthWeek]
  /// The exercises that were done, by name.
  package var lifts: [LiftHistory]

  package init(
    formula: OneRepetitionFormula, recentRatedSets: [LiftedSet] = [], days: [StrengthDay] = [],
    weeks: [StrengthWeek] = [], lifts: [LiftHistory] = []
  ) {
    (self.formula, self.recentRatedSets) = (formula, recentRatedSets)
    (self.days, self.weeks, self.lifts) = (days, weeks, lifts)
  }

  /// The number of weeks whose sets are needed for signs: three, three before them, and the current
  /// one.
  package static let recentWeeks = 7
  /// The most sets that ``recentRatedSets`` keeps, which is more than anybody does.
  package static let mostRatedSets = 10_000
}

/// The history of one exercise, session by session.
package struct LiftHistory: Hashable, Sendable {
  /// The exercise.
  package var lift: Lift
  /// The sessions with the exercise, ascending by time.
  package var sessions: [LiftSession]
  /// The heaviest load of a set by its number of repetitions, up to ``mostRepetitions``.
  ///
  /// - Units: kilograms, in micro-units.
  package var heaviest: [Int: Quantity]

  package init(lift: Lift, sessions: [LiftSession], heaviest: [Int: Quantity] = [:]) {
    (self.lift, self.sessions, self.heaviest) = (lift, sessions, heaviest)
  }

  /// The repetitions beyond which a load says nothing of strength.
  package static let mostRepetitions = 12

  /// The heaviest load of a set with at least so many repetitions.
  package func heaviest(repetitions: Int) -> Quantity? {
    heaviest.filter { $0.key >= repetitions }.values.max()
  }
}

/// The figures of one exercise in one session.
package struct LiftSession: Hashable, Sendable {
  package var day: CivilDay
  package var figures: StrengthFigures

  package init(day: CivilDay, figures: StrengthFigures) {
    (self.day, self.figures) = (day, figures)
  }
}

extension LiftHistory {
  /// The session that holds the record of a figure: the first with the greatest value, because
  /// equalling it later is no record.
  package func record(_ figure: KeyPath<StrengthFigures, Quantity?>) -> LiftSession? {
    sessions.reduce(nil) { best, session in
      guard let value = session.figures[keyPath: figure] else { return best }
      guard let known = best?.figures[keyPath: figure], value <= known else { return session }
      return best
    }
  }
}
