public import DaymarkModel

/// Sums the sets of one subject by day.
///
/// - Parameters:
///   - sessions: Those of one subject.
///   - exercises: The meaning of each name in the sessions that has one.
///   - terms: The formula and the body's weight; days have neither muscles nor landmarks.
/// - Returns: The days with a set that counts, ascending.
/// - Complexity: O(*n* log *n*) in sets.
public func dailyStrength(
  of sessions: [StrengthSession], exercises: [String: Exercise], _ terms: StrengthTerms
) -> [DailyStrength] {
  var terms = terms
  (terms.muscles, terms.landmarks) = ([], [])
  // Day by day, for a log may have millions of sets.
  let days = Dictionary(grouping: sessions.indices) { sessions[$0].day }
  return days.sorted { $0.key < $1.key }.compactMap { day, indices in
    let sets = liftedSets(of: sessions, at: indices, exercises, terms)
    return sets.isEmpty ? nil : DailyStrength(on: day, sets, of: sessions)
  }
}

extension DailyStrength {
  fileprivate init(on day: CivilDay, _ sets: [LiftedSet], of sessions: [StrengthSession]) {
    let figures = StrengthFigures(of: sets)
    let unmet = Set(sets.map(\.session)).count {
      sessions[$0].isLogged && sessions[$0].recording == nil
    }
    let lifts = Dictionary(grouping: sets, by: \.lift)
    let matched = Dictionary(grouping: sets.filter { $0.lift.exercise != nil }) {
      $0.lift.exercise?.id ?? ""
    }
    self.init(
      day: day, sessions: figures.sessions, unmetSessions: unmet, exercises: matched.count,
      unmatchedExercises: lifts.count { $0.key.exercise == nil }, sets: figures.sets,
      hardSets: figures.hardSets, repetitions: figures.repetitions,
      volume: figures.knownVolume.rounded(toMultipleOf: Quantity.hundredth),
      setsOfUnknownUnit: figures.setsOfUnknownUnit,
      setsOfUnknownBodyWeight: figures.setsOfUnknownBodyWeight,
      setsByBodyWeight: sets.compactMap(\.bodyWeightOrigin).reduce(into: [:]) {
        $0[$1, default: 0] += 1
      },
      timeUnderTension: figures.timeUnderTension, rests: figures.rests,
      restsKept: figures.restsKept,
      lifts: matched.sorted { $0.key < $1.key }.map { DailyLift(of: $0.key, $0.value) })
  }
}

extension DailyLift {
  fileprivate init(of exercise: String, _ sets: [LiftedSet]) {
    let figures = StrengthFigures(of: sets)
    self.init(
      exercise: exercise, sets: figures.sets, repetitions: figures.repetitions,
      mostRepetitions: sets.filter(\.isUnaided).map { $0.set.repetitions ?? 0 }.max() ?? 0,
      setsOfUnknownUnit: figures.setsOfUnknownUnit,
      setsOfUnknownBodyWeight: figures.setsOfUnknownBodyWeight, heaviest: figures.heaviest,
      bestEstimate: figures.bestEstimate, meanEstimate: figures.meanEstimate)
  }
}
