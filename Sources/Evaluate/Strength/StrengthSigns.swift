package import DaymarkModel

/// The signs in a subject's training that a lifter wants to know of: muscles first, then weeks, then lifts.
///
/// Only complete weeks are judged. See Strength, "Signs".
package func strengthSigns(of history: StrengthHistory) -> [StrengthSign] {
  let weeks = history.weeks.filter(\.isComplete)
  let signs = TrainingWeeks(weeks: weeks, history: history)
  return muscleSigns(of: weeks) + signs.deloads + signs.layoffs + signs.spikes + signs.dueDeload
    + history.lifts.compactMap { plateau(of: $0, in: weeks) }
}

/// The numbers that the rules of signs rest on.
enum SignRule {
  /// The weeks running that must fall short of the least effective sets.
  static let weeksBelow = 2
  /// The weeks running with more than the useful sets.
  static let weeksAbove = 3
  /// The trained weeks that a light one is compared with.
  static let weeksBeforeDeload = 3
  /// A light week has at most so many percent of the sets of those before.
  static let deloadPercent: Int128 = 60
  /// The weeks after which a light one may be due.
  static let weeksToDeload = 6
  /// The reasons that make it so.
  static let reasonsForDeload = 2
  /// The weeks over which strength and effort are compared with as many before.
  static let weeksOfTrend = 3
  /// Percent of the estimate before, at or below which a lift has fallen.
  static let fallenPercent: Int128 = 98
  /// The rise of perceived exertion that counts, in tenths.
  static let effortRiseTenths: Int128 = 5
  /// Percent of the volume two weeks before.
  static let rampPercent: Int128 = 120
  static let weeksOfRamp = 2
  /// The weeks over which a lift must grow, and the sessions that each stretch must have.
  static let weeksOfPlateau = 4
  static let sessionsOfPlateau = 4
  /// Per mille of the best before, at or below which a lift has not grown.
  static let plateauPerMille: Int128 = 1005
  /// The weeks before one with a spike, and percent of their mean.
  static let weeksBeforeSpike = 4
  static let spikePercent: Int128 = 150
}

/// Whether `a` is at least so many percent of `b`.
func isAtLeast(_ a: Quantity, percent: Int128, of b: Quantity) -> Bool {
  Int128(a.microUnits) * 100 >= Int128(b.microUnits) * percent
}

/// The mean, rounded once.
func mean(_ values: [Quantity]) -> Quantity {
  guard !values.isEmpty else { return .zero }
  let sum = values.reduce(Int128(0)) { $0 + Int128($1.microUnits) }
  return Quantity(exactly: dividedRounding(sum, by: Int128(values.count))) ?? Quantity.limit
}

/// The middle value, or the mean of the two in the middle.
func median(_ values: [Quantity]) -> Quantity? {
  let sorted = values.sorted()
  guard !sorted.isEmpty else { return nil }
  return mean([sorted[(sorted.count - 1) / 2], sorted[sorted.count / 2]])
}
