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

/// The muscles with too little or too much work in the last complete weeks, in the order of the landmarks.
func muscleSigns(of weeks: [StrengthWeek]) -> [StrengthSign] {
  let landmarks = weeks.last?.landmarkSets.map(\.landmark) ?? []
  return landmarks.indices.compactMap { index in
    let sets = weeks.map { WeekSets(monday: $0.monday, sets: $0.landmarkSets[index].sets) }
    return tooLittle(landmarks[index], sets) ?? tooMuch(landmarks[index], sets)
  }
}

/// The fractional sets of a muscle in one week.
private struct WeekSets {
  let monday: CivilDay
  let sets: Quantity
}

private func tooLittle(_ landmark: Landmark, _ weeks: [WeekSets]) -> StrengthSign? {
  let last = weeks.suffix(SignRule.weeksBelow)
  let bound = Quantity(landmark.leastEffective)
  guard last.count == SignRule.weeksBelow, last.allSatisfy({ $0.sets < bound }) else { return nil }
  let isUntrained = last.allSatisfy { $0.sets == .zero }
  return sign(isUntrained ? .untrained : .underStimulated, landmark, last, bound)
}

private func tooMuch(_ landmark: Landmark, _ weeks: [WeekSets]) -> StrengthSign? {
  let most = Quantity(landmark.mostRecoverable)
  if let last = weeks.last, last.sets > most {
    return sign(.overMaximum, landmark, weeks.suffix(1), most)
  }
  let last = weeks.suffix(SignRule.weeksAbove)
  let useful = Quantity(landmark.mostAdaptive.upperBound)
  guard last.count == SignRule.weeksAbove, last.allSatisfy({ $0.sets > useful }) else { return nil }
  return sign(.overUseful, landmark, last, useful)
}

private func sign(
  _ code: StrengthSign.Code, _ landmark: Landmark, _ weeks: ArraySlice<WeekSets>, _ bound: Quantity
) -> StrengthSign {
  StrengthSign(
    code, of: landmark.name, weeks: weeks.map(\.monday),
    [.sets: weeks.map(\.sets), .bound: [bound]])
}

/// A lift whose best estimate of the last complete weeks is no better than that of as many before.
func plateau(of lift: LiftHistory, in weeks: [StrengthWeek]) -> StrengthSign? {
  guard let last = weeks.last?.monday else { return nil }
  let days = 7 * SignRule.weeksOfPlateau
  let end = last.advanced(by: 6)
  let recent = lift.estimates(from: end.advanced(by: 1 - days), through: end)
  let before = lift.estimates(
    from: end.advanced(by: 1 - 2 * days), through: end.advanced(by: -days))
  guard min(recent.count, before.count) >= SignRule.sessionsOfPlateau, let now = recent.max(),
    let then = before.max(),
    Int128(now.microUnits) * 1000 <= Int128(then.microUnits) * SignRule.plateauPerMille
  else { return nil }
  return StrengthSign(
    .plateau, of: lift.lift.name,
    weeks: (0..<2 * SignRule.weeksOfPlateau).reversed().map { last.advanced(by: -7 * $0) },
    [.best: [now], .bestBefore: [then]])
}

extension LiftHistory {
  /// The best estimate of each session between two days that has one.
  fileprivate func estimates(from first: CivilDay, through last: CivilDay) -> [Quantity] {
    sessions.filter { first <= $0.day && $0.day <= last }.compactMap(\.figures.bestEstimate)
  }
}
