/// The figures of one stretch of training: a day, a week, or one exercise in either.
public struct StrengthFigures: Hashable, Sendable {
  /// The sessions with a set.
  public var sessions = 0
  /// The different exercises.
  public var exercises = 0
  /// The sets; warm-ups never count.
  public var sets = 0
  /// The sets that are hard enough to make muscles grow.
  public var hardSets = 0
  /// The hard sets whose effort nobody says.
  public var hardSetsOfUnknownEffort = 0
  /// The repetitions.
  public var repetitions = 0
  /// Load × repetitions; `nil` when a load of any set is unknown.
  ///
  /// - Units: kilograms, in micro-units.
  public var volume: Quantity? = .zero
  /// The same of the sets whose load is known.
  ///
  /// - Units: kilograms, in micro-units.
  public var knownVolume = Quantity.zero
  /// The sets whose load has no unit.
  public var setsOfUnknownUnit = 0
  /// The sets that lift a body whose weight is not known.
  public var setsOfUnknownBodyWeight = 0
  /// The time that muscles worked for; `nil` when no set has a tempo.
  ///
  /// As fast as possible counts as no time.
  ///
  /// - Units: seconds, in micro-units.
  public var timeUnderTension: Quantity?
  /// The rests that the log gives.
  public var rests = 0
  /// The rests that were long enough; see ``Exercise/fullRest(after:)``.
  public var restsKept = 0
  /// The heaviest load of a set with a repetition.
  ///
  /// - Units: kilograms, in micro-units.
  public var heaviest: Quantity?
  /// The greatest estimate of a set.
  ///
  /// - Units: kilograms, in micro-units.
  public var bestEstimate: Quantity?
  /// The mean of the sets' estimates.
  ///
  /// - Units: kilograms, in micro-units.
  public var meanEstimate: Quantity?

  /// Makes figures of no training.
  public init() {}
}

/// One civil day with strength training.
public struct StrengthDay: Hashable, Sendable {
  /// The day.
  public var day: CivilDay
  /// The figures of all exercises; estimates stand with each lift alone.
  public var figures: StrengthFigures
  /// The figures of each exercise, by name.
  public var lifts: [LiftFigures]

  /// Makes a day.
  public init(day: CivilDay, figures: StrengthFigures, lifts: [LiftFigures]) {
    (self.day, self.figures, self.lifts) = (day, figures, lifts)
  }
}

/// The figures of one exercise.
public struct LiftFigures: Hashable, Sendable {
  /// The exercise.
  public var lift: Lift
  /// Its figures.
  public var figures: StrengthFigures

  /// Makes the figures of a lift.
  public init(lift: Lift, figures: StrengthFigures) {
    (self.lift, self.figures) = (lift, figures)
  }
}
