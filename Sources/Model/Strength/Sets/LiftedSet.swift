/// A set with what was lifted in it, its exercise looked up.
package struct LiftedSet: Hashable, Sendable {
  /// The day of its session.
  package var day: CivilDay
  /// The position of the set's session among the subject's.
  package var session: Int
  package var lift: Lift
  /// The set as the log has it.
  package var set: StrengthSet
  /// Everything that was lifted, including the body weight where the exercise moves the body.
  package var mass: LiftedMass
  /// The origin of the body weight in ``mass``; `nil` where none is part of it.
  package var bodyWeightOrigin: BodyWeightOrigin?
  /// The rest between this set and the one before it of the same exercise and session.
  ///
  /// - Units: seconds, in micro-units.
  package var restBefore: Quantity?
  /// The estimate of the one-repetition maximum; `nil` where the formula gives none.
  ///
  /// - Units: kilograms, in micro-units.
  package var estimate: Quantity?
  /// The load as a multiple of the body weight.
  package var inBodyWeights = RelativeLoad.none

  package init(
    day: CivilDay, session: Int, lift: Lift, set: StrengthSet, mass: LiftedMass,
    bodyWeightOrigin: BodyWeightOrigin? = nil, restBefore: Quantity? = nil,
    estimate: Quantity? = nil
  ) {
    (self.day, self.session, self.lift) = (day, session, lift)
    (self.set, self.mass, self.bodyWeightOrigin) = (set, mass, bodyWeightOrigin)
    (self.restBefore, self.estimate) = (restBefore, estimate)
  }

  /// The repetitions left in reserve, in tenths; 0 for a set to failure, `nil` where the effort is
  /// not stated.
  package var reserveTenths: Int? {
    self.set.effort?.reserveTenths ?? (set.kind == .failure ? 0 : nil)
  }

  /// The repetitions of a set that can make muscles grow.
  package static let hardRepetitions = 1...30
  /// The most repetitions in reserve of a set that makes muscles grow, in tenths.
  package static let hardReserveTenths = 40

  /// Whether the set is hard enough to make muscles grow: 1 to 30 repetitions with at most 4 in
  /// reserve; a set without a stated effort counts.
  package var isHard: Bool {
    guard let repetitions = set.repetitions, Self.hardRepetitions.contains(repetitions) else {
      return false
    }
    return (reserveTenths ?? 0) <= Self.hardReserveTenths
  }

  /// Whether the set was done without help, except for help that is part of the exercise itself.
  package var isUnaided: Bool {
    self.set.load?.meaning != .assistance || lift.exercise?.loadIsHelp == true
  }

  /// Load × repetitions in kilograms; `nil` where the load is not known.
  package var volume: Quantity? {
    guard let repetitions = set.repetitions, repetitions > 0 else { return .zero }
    switch mass {
    case .none: return .zero
    case .known(let mass): return Quantity(exactly: Int128(mass.microUnits) * Int128(repetitions))
    case .unitUnknown, .bodyWeightUnknown: return nil
    }
  }
}

/// The mass that is lifted in a set.
package enum LiftedMass: Hashable, Sendable {
  /// The mass in kilograms, as micro-units.
  /// - Units: kilograms, in micro-units.
  case known(Quantity)
  /// No mass, because only a part of the body moves.
  case none
  /// The log does not say whether the load is in kilograms or pounds.
  case unitUnknown
  /// The exercise moves the body, whose weight is not known.
  case bodyWeightUnknown

  /// The mass in kilograms, if it is known.
  package var kilograms: Quantity? {
    if case .known(let mass) = self { mass } else { nil }
  }
}

/// An exercise as one person does it: one of the table, or a name in the log that the table does
/// not have.
package struct Lift: Hashable, Comparable, Sendable {
  /// The exercise of the table; `nil` for a name that matches none.
  package var exercise: Exercise?
  /// The name of the exercise in the table, or the name in the log.
  package var name: String

  package init(_ exercise: Exercise?, named name: String) {
    self.exercise = exercise
    self.name = exercise?.name ?? name
  }

  /// Orders lifts by name; of equal names, those of the table come first.
  package static func < (a: Lift, b: Lift) -> Bool {
    (a.name, a.exercise == nil ? 1 : 0) < (b.name, b.exercise == nil ? 1 : 0)
  }
}

extension Lift {
  /// Hashes the name alone, because two lifts rarely share a name and the exercise has many
  /// members.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
  }
}

/// The load of a set as a multiple of the lifter's body weight; see Strength, "Multiples of body
/// weight".
package enum RelativeLoad: Hashable, Sendable {
  /// The set has no known load.
  case none
  /// The body weight is not known: it was not measured shortly before, and nobody stated it.
  case bodyWeightUnknown
  /// The multiple, rounded down to a millionth.
  case known(Quantity)
}
