package import DaymarkModel

/// The terms that decide the figures of strength training.
package struct StrengthTerms: Sendable {
  /// The formula by which maxima are estimated.
  package var formula: OneRepetitionFormula
  /// The muscles, in the order of the table.
  package var muscles: [Muscle]
  /// The recommended weekly numbers of sets, by muscle.
  package var landmarks: [Landmark]
  /// The body weight for sessions that do not state it.
  ///
  /// - Units: kilograms, in micro-units.
  package var bodyWeight: Quantity?
  /// The last day that counts; `nil` for the day of the last session.
  package var lastDay: CivilDay?

  package init(
    formula: OneRepetitionFormula = .epley, muscles: [Muscle] = [], landmarks: [Landmark] = [],
    bodyWeight: Quantity? = nil, lastDay: CivilDay? = nil
  ) {
    (self.formula, self.muscles, self.landmarks) = (formula, muscles, landmarks)
    (self.bodyWeight, self.lastDay) = (bodyWeight, lastDay)
  }
}

/// Sums the sets of one subject into days, ISO weeks and lifts.
///
/// - Parameters:
///   - sessions: The sessions of one subject, ascending by day.
///   - exercises: The exercise of each name in the sessions that means one.
///   - terms: The formula, muscles, landmarks, body weight and last day.
/// - Returns: The training until the last day; weeks without training have zeros.
/// - Complexity: O(*n* + *w* × *m*) in sets, weeks and muscles; only a few sets are kept.
package func strengthHistory(
  of sessions: [StrengthSession], exercises: [String: Exercise], _ terms: StrengthTerms
) -> StrengthHistory {
  guard let lastDay = terms.lastDay ?? sessions.map(\.day).max() else {
    return StrengthHistory(formula: terms.formula)
  }
  var sum = HistorySum(terms, through: lastDay)
  for (number, session) in sessions.enumerated() where session.day <= lastDay {
    sum.add(session, number: number, exercises)
  }
  return sum.history
}

/// Adds up sessions, which must come in the order of days.
private struct HistorySum {
  private var sum: StrengthHistory
  private var week: WeekSum?
  private var day: DaySum?
  private var lifts: [Lift: [LiftSession]] = [:]
  private var heaviest: [Lift: [Int: Quantity]] = [:]
  private let terms: StrengthTerms
  private let lastDay: CivilDay

  init(_ terms: StrengthTerms, through lastDay: CivilDay) {
    sum = StrengthHistory(formula: terms.formula)
    (self.terms, self.lastDay) = (terms, lastDay)
  }

  mutating func add(_ session: StrengthSession, number: Int, _ exercises: [String: Exercise]) {
    var ofSession: [Lift: FiguresSum] = [:]
    session.forEachLift(number: number, exercises, terms) { lifted in
      if ofSession.isEmpty { begin(session.day) }
      ofSession[lifted.lift, default: FiguresSum()].add(lifted)
      day?.add(lifted)
      week?.add(lifted)
      if let origin = lifted.bodyWeightOrigin { sum.setsByBodyWeight[origin, default: 0] += 1 }
      keepRecent(lifted)
      keepHeaviest(lifted)
    }
    if !ofSession.isEmpty { sum.sessions += 1 }
    for (lift, figures) in ofSession {
      lifts[lift, default: []].append(LiftSession(day: session.day, figures: figures.total))
    }
  }

  /// Ends the current day and week, where the next session belongs to later ones.
  private mutating func begin(_ next: CivilDay) {
    if day?.day != next {
      if let day { sum.days.append(day.total) }
      day = DaySum(day: next)
    }
    if week?.monday != next.monday {
      if let week { sum.weeks.append(week.total(through: lastDay, terms)) }
      week = WeekSum(monday: next.monday, terms)
    }
  }

  private mutating func keepHeaviest(_ lifted: LiftedSet) {
    guard let repetitions = lifted.set.repetitions, let mass = lifted.mass.kilograms,
      (1...LiftHistory.mostRepetitions).contains(repetitions)
    else { return }
    let known = heaviest[lifted.lift]?[repetitions] ?? mass
    heaviest[lifted.lift, default: [:]][repetitions] = max(known, mass)
  }

  private mutating func keepRecent(_ lifted: LiftedSet) {
    let first = lastDay.monday.advanced(by: -7 * (StrengthHistory.recentWeeks - 1))
    guard lifted.day >= first, lifted.estimate != nil, lifted.reserveTenths != nil,
      sum.recentRatedSets.count < StrengthHistory.mostRatedSets
    else { return }
    sum.recentRatedSets.append(lifted)
  }

  /// The history of all sessions that were added.
  var history: StrengthHistory {
    var history = sum
    if let day { history.days.append(day.total) }
    if let week { history.weeks.append(week.total(through: lastDay, terms)) }
    history.weeks = everyWeek(of: history.weeks, through: lastDay, terms)
    history.lifts = lifts.sorted { $0.key < $1.key }.map {
      LiftHistory(lift: $0, sessions: $1, heaviest: heaviest[$0] ?? [:])
    }
    return history
  }
}

private struct DaySum {
  let day: CivilDay
  private var all = FiguresSum()
  private var lifts: [Lift: FiguresSum] = [:]

  init(day: CivilDay) { self.day = day }

  mutating func add(_ lifted: LiftedSet) {
    all.add(lifted)
    lifts[lifted.lift, default: FiguresSum()].add(lifted)
  }

  var total: StrengthDay {
    StrengthDay(
      day: day, figures: all.totalOfExercises,
      lifts: lifts.sorted { $0.key < $1.key }.map { LiftFigures(lift: $0, figures: $1.total) })
  }
}

extension StrengthSession {
  /// Visits the sets that were done and are no warm-up, each with what was lifted.
  ///
  /// - Parameter number: The position of the session among the subject's.
  func forEachLift(
    number: Int, _ exercises: [String: Exercise], _ terms: StrengthTerms,
    _ body: (LiftedSet) -> Void
  ) {
    var rests: [Lift: Quantity?] = [:]
    for set in sets where set.counts {
      let name = set.exercise ?? ""
      let lift = Lift(exercises[name], named: name)
      let lifting = set.bodyPercent(lift.exercise) > 0
      let mass = LiftedMass(of: set, lift.exercise, bodyWeight: bodyWeight ?? terms.bodyWeight)
      let origin = bodyWeight == nil ? BodyWeightOrigin.subject : bodyWeightOrigin
      var lifted = LiftedSet(
        day: day, session: number, lift: lift, set: set, mass: mass,
        bodyWeightOrigin: lifting && mass.kilograms != nil ? origin : nil,
        restBefore: rests[lift] ?? nil)
      lifted.inBodyWeights = RelativeLoad(
        of: set, lift.exercise, bodyWeight: measuredWeight ?? terms.bodyWeight)
      rests[lift] = .some(set.rest)
      lifted.estimate = mass.kilograms.flatMap { load in
        terms.formula.estimate(
          load: load, repetitions: set.repetitions ?? 0,
          effort: lifted.reserveTenths.map(Effort.reserve))
      }
      body(lifted)
    }
  }
}

extension StrengthSet {
  /// Whether the set was done and is no warm-up; a failed attempt has no repetition.
  fileprivate var counts: Bool {
    kind != .warmUp
      && ((repetitions ?? 0) > 0 || (duration ?? .zero) > .zero || (distance ?? .zero) > .zero)
  }
}

extension StrengthSet {
  /// The part of the body weight that the set lifts, in percent.
  ///
  /// For an exercise of which the table states no part, it is the whole body if the load is added
  /// to the body or helps it.
  fileprivate func bodyPercent(_ exercise: Exercise?) -> Int {
    let percent = exercise?.bodyWeightPercent ?? 0
    guard percent == 0, let meaning = load?.meaning else { return percent }
    return meaning == .external ? 0 : 100
  }
}

extension RelativeLoad {
  /// The load of a set as a multiple of the body weight, including the body where the exercise
  /// moves it.
  fileprivate init(of set: StrengthSet, _ exercise: Exercise?, bodyWeight: Quantity?) {
    self = .none
    guard (set.repetitions ?? 0) > 0 else { return }
    switch LiftedMass(of: set, exercise, bodyWeight: bodyWeight) {
    case .known(let mass):
      guard let bodyWeight, bodyWeight > .zero else {
        self = .bodyWeightUnknown
        return
      }
      // Rounded down, so that no set reaches a multiple from which it is a gram away.
      let multiple = Int128(mass.microUnits) * 1_000_000 / Int128(bodyWeight.microUnits)
      self = Quantity(exactly: multiple).map(RelativeLoad.known) ?? .none
    case .bodyWeightUnknown: self = .bodyWeightUnknown
    case .none, .unitUnknown: break
    }
  }
}

extension LiftedMass {
  /// The mass that a set lifts; see Strength, "Loads".
  fileprivate init(of set: StrengthSet, _ exercise: Exercise?, bodyWeight: Quantity?) {
    let percent = set.bodyPercent(exercise)
    guard set.load?.mass != nil || set.load == nil else {
      self = .unitUnknown
      return
    }
    let load = set.load?.mass ?? .zero
    // Where the amount of help is not stated the lifted mass is unknown, and nothing is the least
    // that it can be.
    if exercise?.loadIsHelp == true, set.load == nil {
      self = .none
      return
    }
    guard percent > 0 else {
      self = set.load == nil ? .none : .known(load)
      return
    }
    guard let bodyWeight else {
      self = .bodyWeightUnknown
      return
    }
    let body = dividedRounding(Int128(bodyWeight.microUnits) * Int128(percent), by: 100)
    let isHelp = set.load?.meaning == .assistance || exercise?.loadIsHelp == true
    let mass = body + Int128(load.microUnits) * (isHelp ? -1 : 1)
    self = Quantity(exactly: max(0, mass)).map(LiftedMass.known) ?? .none
  }
}
