package import DaymarkModel

/// Sums the sets of one subject by day.
///
/// - Parameters:
///   - sessions: Those of one subject.
///   - exercises: The meaning of each name in the sessions that has one.
///   - terms: The formula, the body's weight and the last day; muscles and landmarks are not looked at.
/// - Returns: The days with a set that counts, ascending.
/// - Complexity: O(*n* log *n*) in sets.
package func dailyStrength(
  of sessions: [StrengthSession], exercises: [String: Exercise], _ terms: StrengthTerms
) -> [DailyStrength] {
  // Day by day, for a log may have millions of sets.
  let days = Dictionary(grouping: sessions.indices) { sessions[$0].day }
  return days.sorted { $0.key < $1.key }.compactMap { day, indices in
    if day > terms.lastDay ?? day { return nil }
    var sum = DailyStrengthSum()
    for index in indices { sum.add(sessions[index], number: index, exercises, terms) }
    return sum.total(on: day)
  }
}

/// Adds up the sets of one day.
private struct DailyStrengthSum {
  private var unmetSessions = 0
  private var all = FiguresSum()
  /// By id.
  private var exercises: [String: ExerciseSum] = [:]
  private var unmatched: Set<Lift> = []
  private var setsByBodyWeight: [BodyWeightOrigin: Int] = [:]

  private struct ExerciseSum {
    private(set) var sum = FiguresSum()
    private(set) var mostRepetitions = 0

    mutating func add(_ lifted: LiftedSet) {
      sum.add(lifted)
      if lifted.isUnaided { mostRepetitions = max(mostRepetitions, lifted.set.repetitions ?? 0) }
    }
  }

  mutating func add(
    _ session: StrengthSession, number: Int, _ exercises: [String: Exercise], _ terms: StrengthTerms
  ) {
    var hasSets = false
    session.forEachLift(number: number, exercises, terms) {
      add($0)
      hasSets = true
    }
    if hasSets, session.isLogged, session.recording == nil { unmetSessions += 1 }
  }

  private mutating func add(_ lifted: LiftedSet) {
    all.add(lifted)
    if let origin = lifted.bodyWeightOrigin { setsByBodyWeight[origin, default: 0] += 1 }
    if let id = lifted.lift.exercise?.id {
      exercises[id, default: ExerciseSum()].add(lifted)
    } else {
      unmatched.insert(lifted.lift)
    }
  }

  /// The day's figures; `nil` without a set that counts.
  func total(on day: CivilDay) -> DailyStrength? {
    let figures = all.total
    if figures.sets == 0 { return nil }
    var total = DailyStrength(day: day)
    total.sessions = figures.sessions
    total.unmetSessions = unmetSessions
    total.exercises = exercises.count
    total.unmatchedExercises = unmatched.count
    total.sets = figures.sets
    total.hardSets = figures.hardSets
    total.repetitions = figures.repetitions
    total.volume = figures.knownVolume.rounded(toMultipleOf: Quantity.hundredth)
    total.setsOfUnknownUnit = figures.setsOfUnknownUnit
    total.setsOfUnknownBodyWeight = figures.setsOfUnknownBodyWeight
    total.setsByBodyWeight = setsByBodyWeight
    total.timeUnderTension = figures.timeUnderTension
    total.rests = figures.rests
    total.restsKept = figures.restsKept
    total.lifts = exercises.sorted { $0.key < $1.key }.map { id, exercise in
      DailyLift(of: id, exercise.sum.total, mostRepetitions: exercise.mostRepetitions)
    }
    return total
  }
}

extension DailyLift {
  fileprivate init(of exercise: String, _ figures: StrengthFigures, mostRepetitions: Int) {
    self.init(exercise: exercise)
    sets = figures.sets
    repetitions = figures.repetitions
    self.mostRepetitions = mostRepetitions
    setsOfUnknownUnit = figures.setsOfUnknownUnit
    setsOfUnknownBodyWeight = figures.setsOfUnknownBodyWeight
    heaviest = figures.heaviest
    bestEstimate = figures.bestEstimate
    meanEstimate = figures.meanEstimate
  }
}

/// The weights of one body by day.
struct BodyWeights {
  /// Ascending, each day once.
  private let days: [(day: CivilDay, mass: Quantity)]

  /// - Parameter weights: In any order; of a day the last stands.
  init(_ weights: [BodyWeight], _ calendar: DayCalendar) {
    var masses: [CivilDay: Quantity] = [:]
    for weight in weights.sorted() { masses[calendar.day(containing: weight.at)] = weight.mass }
    days = masses.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The weight on a day: that of the nearest day at or before it that has one, else that of the first.
  func mass(on day: CivilDay) -> Quantity? {
    var (low, high) = (0, days.count)
    while low < high {
      let middle = (low + high) / 2
      if days[middle].day <= day { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? days[low - 1].mass : days.first?.mass
  }
}

extension StrengthSession {
  /// Sets the weight that a Health export says, which goes before that of the log.
  mutating func setBodyWeight(from weights: BodyWeights) {
    guard let mass = weights.mass(on: day) else { return }
    (bodyWeight, bodyWeightOrigin) = (mass, .health)
  }
}
