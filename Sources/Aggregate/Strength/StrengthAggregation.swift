public import DaymarkModel

/// The terms on which the figures of strength training are made.
public struct StrengthTerms: Sendable {
  /// The formula of the estimates.
  public var formula: OneRepetitionFormula
  /// The muscles, in the order of the table.
  public var muscles: [Muscle]
  /// The weekly sets that muscles are compared with.
  public var landmarks: [Landmark]
  /// The body's weight where a session does not say it.
  ///
  /// - Units: kilograms, in micro-units.
  public var bodyWeight: Quantity?
  /// The last day that counts; that of the last session when `nil`.
  public var lastDay: CivilDay?

  /// Makes terms.
  public init(
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
///   - sessions: Those of one subject, ascending by day.
///   - exercises: The meaning of each name in the sessions that has one.
/// - Returns: The training until the last day; weeks without training are zeros.
/// - Complexity: O(*n* + *w* × *m*) in sets, weeks and muscles; the sets of one week at a time are held.
public func strengthHistory(
  of sessions: [StrengthSession], exercises: [String: Exercise], _ terms: StrengthTerms
) -> StrengthHistory {
  var history = StrengthHistory(formula: terms.formula)
  guard let lastDay = terms.lastDay ?? sessions.map(\.day).max() else { return history }
  let recent = lastDay.monday.advanced(by: -7 * (StrengthHistory.recentWeeks - 1))
  var weeks: [StrengthWeek] = []
  var lifts: [Lift: [LiftSession]] = [:]
  let byWeek = Dictionary(grouping: sessions.indices) { sessions[$0].day.monday }
  for (monday, indices) in byWeek.sorted(by: { $0.key < $1.key }) {
    let sets = liftedSets(of: sessions, at: indices, exercises, terms)
    if sets.isEmpty { continue }
    history.sessions += Set(sets.map(\.session)).count
    for origin in sets.compactMap(\.bodyWeightOrigin) {
      history.setsByBodyWeight[origin, default: 0] += 1
    }
    if monday >= recent { history.recentSets += sets }
    history.days += strengthDays(of: sets)
    weeks.append(strengthWeek(of: sets, monday: monday, through: lastDay, terms))
    for (lift, sets) in sets.grouped(by: \.lift) {
      lifts[lift, default: []] += sets.grouped(by: \.session).compactMap { _, sets in
        sets.first.map { LiftSession(day: $0.day, figures: StrengthFigures(of: sets)) }
      }
    }
  }
  history.weeks = everyWeek(of: weeks, through: lastDay, terms)
  history.lifts = lifts.sorted { $0.key < $1.key }.map { LiftHistory(lift: $0, sessions: $1) }
  return history
}

/// The sets until the last day that were done and are no warm-up, in the order of the sessions.
///
/// - Parameter chosen: The positions of the sessions whose sets are wanted, ascending.
func liftedSets(
  of sessions: [StrengthSession], at chosen: some Sequence<Int>, _ exercises: [String: Exercise],
  _ terms: StrengthTerms
) -> [LiftedSet] {
  var sets: [LiftedSet] = []
  for index in chosen where sessions[index].day <= terms.lastDay ?? sessions[index].day {
    sets += liftedSets(of: sessions[index], number: index, exercises, terms)
  }
  return sets
}

extension [LiftedSet] {
  /// The sets by what they have in common, in its order.
  func grouped<Key: Hashable & Comparable>(
    by key: (LiftedSet) -> Key
  ) -> [(key: Key, sets: [LiftedSet])] {
    Dictionary(grouping: self, by: key).sorted { $0.key < $1.key }.map { (key: $0, sets: $1) }
  }
}

/// The sets of a session that were done and are no warm-up.
private func liftedSets(
  of session: StrengthSession, number: Int, _ exercises: [String: Exercise], _ terms: StrengthTerms
) -> [LiftedSet] {
  var rests: [Lift: Quantity?] = [:]
  return session.sets.filter(\.counts).map { set in
    let name = set.exercise ?? ""
    let lift = Lift(exercises[name], named: name)
    let lifting = set.bodyPercent(lift.exercise) > 0
    let bodyWeight = session.bodyWeight ?? terms.bodyWeight
    let mass = LiftedMass(of: set, lift.exercise, bodyWeight: bodyWeight)
    let origin = session.bodyWeight == nil ? BodyWeightOrigin.subject : session.bodyWeightOrigin
    var lifted = LiftedSet(
      day: session.day, session: number, lift: lift, set: set, mass: mass,
      bodyWeightOrigin: lifting && mass.kilograms != nil ? origin : nil,
      restBefore: rests[lift] ?? nil)
    rests[lift] = .some(set.rest)
    lifted.estimate = mass.kilograms.flatMap { load in
      terms.formula.estimate(
        load: load, repetitions: set.repetitions ?? 0,
        effort: lifted.reserveTenths.map(Effort.reserve))
    }
    return lifted
  }
}

extension StrengthSet {
  /// Whether something was done that is no warm-up; a failed attempt has no repetition.
  fileprivate var counts: Bool {
    kind != .warmUp
      && ((repetitions ?? 0) > 0 || (duration ?? .zero) > .zero || (distance ?? .zero) > .zero)
  }
}

extension StrengthSet {
  /// The part of the body that it lifts, in percent.
  ///
  /// What the table has no part of lifts the whole body where a load is added to it, or is help.
  fileprivate func bodyPercent(_ exercise: Exercise?) -> Int {
    let percent = exercise?.bodyWeightPercent ?? 0
    guard percent == 0, let meaning = load?.meaning else { return percent }
    return meaning == .external ? 0 : 100
  }
}

extension LiftedMass {
  /// All that a set lifts; see Strength, "Loads".
  fileprivate init(of set: StrengthSet, _ exercise: Exercise?, bodyWeight: Quantity?) {
    let percent = set.bodyPercent(exercise)
    guard set.load?.mass != nil || set.load == nil else {
      self = .unitUnknown
      return
    }
    let load = set.load?.mass ?? .zero
    // Help of which nobody says how much leaves open what is lifted; nothing is the least that it was.
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

private func strengthDays(of sets: [LiftedSet]) -> [StrengthDay] {
  sets.grouped(by: \.day).map { day, sets in
    var figures = StrengthFigures(of: sets)
    // The best of several exercises is nobody's best.
    (figures.heaviest, figures.bestEstimate, figures.meanEstimate) = (nil, nil, nil)
    return StrengthDay(
      day: day, figures: figures,
      lifts: sets.grouped(by: \.lift).map {
        LiftFigures(lift: $0, figures: StrengthFigures(of: $1))
      })
  }
}
