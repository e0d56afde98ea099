package import DaymarkModel

/// Sums the sets of one subject by day.
///
/// - Parameters:
///   - sessions: The sessions of one subject.
///   - exercises: The exercise of each name in the sessions that means one.
///   - terms: The formula, the body weight and the last day; muscles and landmarks are ignored.
/// - Returns: The days with a set that counts, ascending.
/// - Complexity: O(*n* log *n*) in sets.
package func dailyStrength(
  of sessions: [StrengthSession], exercises: [String: Exercise], _ terms: StrengthTerms
) -> [DailyStrength] {
  // Days are summed one after the other, because a log may have millions of sets.
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
  /// The sums of each exercise, by id.
  private var exercises: [String: ExerciseSum] = [:]
  private var unmatched: Set<Lift> = []
  private var setsByBodyWeight: [BodyWeightOrigin: Int] = [:]

  private struct ExerciseSum {
    private(set) var sum = FiguresSum()
    private(set) var mostRepetitions = 0
    private(set) var mostBodyWeights: Quantity?
    private(set) var setsWithoutBodyWeight = 0

    mutating func add(_ lifted: LiftedSet) {
      sum.add(lifted)
      switch lifted.inBodyWeights {
      case .known(let multiple): mostBodyWeights = max(mostBodyWeights ?? multiple, multiple)
      case .bodyWeightUnknown: setsWithoutBodyWeight += 1
      case .none: break
      }
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
      var lift = DailyLift(
        of: id, exercise.sum.total, mostRepetitions: exercise.mostRepetitions)
      lift.mostBodyWeights = exercise.mostBodyWeights
      lift.setsWithoutBodyWeight = exercise.setsWithoutBodyWeight
      return lift
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

/// A subject's body weights by day.
struct BodyWeights {
  /// The number of days for which a measured weight is taken as the present one.
  private static let longestKept = 60

  /// The last weight of each day with one, ascending.
  private let days: [(day: CivilDay, mass: Quantity)]
  /// The last weight of each day that may be used for multiples of the body weight, ascending.
  private let measured: [(day: CivilDay, mass: Quantity)]

  /// Sorts body weights by day.
  ///
  /// - Parameters:
  ///   - weights: The weights, in any order; the last of a day counts.
  ///   - calendar: The calendar of the subject's zone.
  ///   - includesTypedIn: Whether weights that somebody typed in may be used for multiples, too.
  init(_ weights: [BodyWeight], _ calendar: DayCalendar, includesTypedIn: Bool) {
    func byDay(_ weights: [BodyWeight]) -> [(day: CivilDay, mass: Quantity)] {
      var masses: [CivilDay: Quantity] = [:]
      for weight in weights { masses[calendar.day(containing: weight.at)] = weight.mass }
      return masses.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
    let sorted = weights.sorted()
    days = byDay(sorted)
    measured = includesTypedIn ? days : byDay(sorted.filter { !$0.isTypedIn })
  }

  /// The weight on a day: that of the nearest day with one at or before it, or else the first
  /// weight.
  func mass(on day: CivilDay) -> Quantity? { (days.last(through: day) ?? days.first)?.mass }

  /// The weight that was measured on a day or at most ``longestKept`` days before it.
  func measuredMass(on day: CivilDay) -> Quantity? {
    measured.last(through: day).flatMap {
      $0.day.distance(to: day) <= Self.longestKept ? $0.mass : nil
    }
  }
}

extension [(day: CivilDay, mass: Quantity)] {
  /// The last element at or before a day.
  fileprivate func last(through day: CivilDay) -> Element? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].day <= day { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? self[low - 1] : nil
  }
}

extension StrengthSession {
  /// Sets the body weight from Health exports, which are preferred to the log.
  mutating func setBodyWeight(from weights: BodyWeights) {
    measuredWeight = weights.measuredMass(on: day)
    guard let mass = weights.mass(on: day) else { return }
    (bodyWeight, bodyWeightOrigin) = (mass, .health)
  }
}
