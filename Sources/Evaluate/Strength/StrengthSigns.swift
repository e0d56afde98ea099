package import DaymarkModel

/// The signs in a subject's training that a lifter wants to know: of muscles first, then of weeks,
/// then of lifts.
///
/// Only complete weeks are judged. See Strength, "Signs".
package func strengthSigns(of history: StrengthHistory) -> [StrengthSign] {
  let weeks = history.weeks.filter(\.isComplete)
  let signs = TrainingWeeks(weeks: weeks, history: history)
  return muscleSigns(of: weeks) + signs.deloads + signs.layoffs + signs.spikes + signs.dueDeload
    + history.lifts.compactMap { standstill(of: $0, in: weeks) }
}

/// The numbers by which signs are recognised.
enum SignRule {
  /// The number of successive weeks with fewer sets than the least effective number.
  static let weeksBelow = 2
  /// The number of successive weeks with more than the useful number of sets.
  static let weeksAbove = 3
  /// The number of trained weeks with which a light one is compared.
  static let weeksBeforeDeload = 3
  /// The most sets of a light week, in percent of the weeks before.
  static let deloadPercent: Int128 = 60
  /// The number of weeks after which a light one may be due.
  static let weeksToDeload = 6
  /// The number of reasons that make a light week due.
  static let reasonsForDeload = 2
  /// The number of weeks over which strength and effort are compared with as many before.
  static let weeksOfTrend = 3
  /// The highest estimate that is a fall, in percent of the one before.
  static let fallenPercent: Int128 = 98
  /// The least rise of perceived exertion that counts, in tenths of a point.
  static let effortRiseTenths: Int128 = 5
  /// The least volume that counts as a rise, in percent of that two weeks before.
  static let rampPercent: Int128 = 120
  static let weeksOfRamp = 2
  /// The number of weeks without growth after which a lift is on a plateau.
  static let weeksOfPlateau = 4
  /// The number of sessions that are needed before those weeks, and again in them.
  static let sessionsOfPlateau = 4
  /// The highest estimate that is no growth, in per mille of the best one before.
  static let plateauPerMille: Int128 = 1005
  /// The number of weeks with which a week is compared, to see whether its sets are a spike.
  static let weeksBeforeSpike = 4
  /// The least number of sets of a spike, in percent of the mean of the weeks before.
  static let spikePercent: Int128 = 150
  /// A week is light, too, whose best estimates are at most so many percent of those before.
  static let lightLoadPercent: Int128 = 80
}

/// Whether `a` is at least `percent` percent of `b`.
func isAtLeast(_ a: Quantity, percent: Int128, of b: Quantity) -> Bool {
  Int128(a.microUnits) * 100 >= Int128(b.microUnits) * percent
}

/// The mean, rounded once; zero for no values.
func mean(_ values: [Quantity]) -> Quantity {
  guard !values.isEmpty else { return .zero }
  let sum = values.reduce(Int128(0)) { $0 + Int128($1.microUnits) }
  return Quantity(exactly: dividedRounding(sum, by: Int128(values.count))) ?? Quantity.limit
}

/// The middle value, or the mean of the two in the middle; `nil` for no values.
func median(_ values: [Quantity]) -> Quantity? {
  let sorted = values.sorted()
  guard !sorted.isEmpty else { return nil }
  return mean([sorted[(sorted.count - 1) / 2], sorted[sorted.count / 2]])
}

/// The muscles with too little or too much work in the last complete weeks, in the order of the
/// landmarks.
func muscleSigns(of weeks: [StrengthWeek]) -> [StrengthSign] {
  let landmarks = weeks.last?.landmarkSets.map(\.landmark) ?? []
  return landmarks.indices.compactMap { index in
    let sets = weeks.map { WeekSets($0, $0.landmarkSets[index]) }
    return tooLittle(landmarks[index], sets) ?? tooMuch(landmarks[index], sets)
  }
}

/// The fractional sets of a muscle in one week.
private struct WeekSets {
  let monday: CivilDay
  let sets: Quantity
  /// Whether the muscle had any set in the week, or may have had one because exercises are unknown.
  let mayBeWorked: Bool
  /// The most sets that the muscle can have had, if all hard sets of unknown exercises worked it.
  let mostSets: Quantity
  let mayHaveHardSet: Bool

  init(_ week: StrengthWeek, _ of: LandmarkSets) {
    (monday, sets) = (week.monday, of.sets)
    mayBeWorked = of.isWorked || week.unmatchedSets > 0
    let unmatched = Int128(Quantity(week.unmatchedHardSets).microUnits)
    mostSets = Quantity(exactly: Int128(sets.microUnits) + unmatched) ?? .limit
    mayHaveHardSet = mostSets > .zero
  }
}

private func tooLittle(_ landmark: Landmark, _ weeks: [WeekSets]) -> StrengthSign? {
  let last = weeks.suffix(SignRule.weeksBelow)
  let bound = Quantity(landmark.leastEffective)
  guard last.count == SignRule.weeksBelow, last.allSatisfy({ $0.mostSets < bound }) else {
    return nil
  }
  let code: StrengthSign.Code =
    if last.contains(where: \.mayHaveHardSet) {
      .underStimulated
    } else if last.contains(where: \.mayBeWorked) {
      .noHardSet
    } else {
      .untrained
    }
  return sign(code, landmark, last, bound)
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

/// The sign of a lift whose best estimate of the last complete weeks is no better than that of as
/// many before, or worse.
private func standstill(of lift: LiftHistory, in weeks: [StrengthWeek]) -> StrengthSign? {
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
  let isWeaker =
    Int128(now.microUnits) * 100 <= Int128(then.microUnits) * SignRule.fallenPercent
  return StrengthSign(
    isWeaker ? .decline : .plateau, of: lift.lift.name,
    weeks: (0..<2 * SignRule.weeksOfPlateau).reversed().map { last.advanced(by: -7 * $0) },
    [.best: [now], .bestBefore: [then]])
}

extension LiftHistory {
  /// The best estimates of the sessions between two days, for those that have one.
  fileprivate func estimates(from first: CivilDay, through last: CivilDay) -> [Quantity] {
    sessions.filter { first <= $0.day && $0.day <= last }.compactMap(\.figures.bestEstimate)
  }
}
