/// The strength training of one subject: its days, weeks and lifts.
///
/// Warm-ups stand nowhere in it. See Strength, "Days" and "Weeks".
package struct StrengthHistory: Hashable, Sendable {
  /// The formula of the estimates.
  package var formula: OneRepetitionFormula
  /// The number of sessions with a set that counts.
  package var sessions = 0
  /// The number of sets that lift the body, by where its weight is known from.
  package var setsByBodyWeight: [BodyWeightOrigin: Int] = [:]
  /// The sets of the last ``recentWeeks`` that have an estimate and an effort, in the order in which they
  /// were done, and no more than ``mostRatedSets``; of others figures are kept alone.
  package var recentRatedSets: [LiftedSet]
  /// The days with training, ascending.
  package var days: [StrengthDay]
  /// Every week from the first with training to the last, ascending: those without training, too.
  package var weeks: [StrengthWeek]
  /// The lifts, by name.
  package var lifts: [LiftHistory]

  package init(
    formula: OneRepetitionFormula, recentRatedSets: [LiftedSet] = [], days: [StrengthDay] = [],
    weeks: [StrengthWeek] = [], lifts: [LiftHistory] = []
  ) {
    (self.formula, self.recentRatedSets) = (formula, recentRatedSets)
    (self.days, self.weeks, self.lifts) = (days, weeks, lifts)
  }

  /// The weeks whose sets signs look at: three, as many before them, and one that is not over.
  package static let recentWeeks = 7
  /// The sets of these weeks whose effort is looked at: more than anybody does.
  package static let mostRatedSets = 10_000
}

/// An exercise from session to session.
package struct LiftHistory: Hashable, Sendable {
  /// The exercise.
  package var lift: Lift
  /// The sessions that have it, ascending.
  package var sessions: [LiftSession]

  package init(lift: Lift, sessions: [LiftSession]) {
    (self.lift, self.sessions) = (lift, sessions)
  }
}

/// An exercise in one session.
package struct LiftSession: Hashable, Sendable {
  /// The day of the session.
  package var day: CivilDay
  /// Its figures.
  package var figures: StrengthFigures

  package init(day: CivilDay, figures: StrengthFigures) {
    (self.day, self.figures) = (day, figures)
  }
}

extension LiftHistory {
  /// The first session with the greatest of a figure; one as great later is no record.
  package func record(_ figure: KeyPath<StrengthFigures, Quantity?>) -> LiftSession? {
    sessions.reduce(nil) { best, session in
      guard let value = session.figures[keyPath: figure] else { return best }
      guard let known = best?.figures[keyPath: figure], value <= known else { return session }
      return best
    }
  }
}
