/// A set with what was lifted in it.
package struct LiftedSet: Hashable, Sendable {
  /// The day of its session.
  package var day: CivilDay
  /// The position of its session among the subject's.
  package var session: Int
  /// The exercise.
  package var lift: Lift
  /// The set as the log has it.
  package var set: StrengthSet
  /// All that was lifted, the body's weight with it where it moves.
  package var mass: LiftedMass
  /// The source of the body's weight in ``mass``; `nil` where there is none in it.
  package var bodyWeightOrigin: BodyWeightOrigin?
  /// The rest before it: after the set of the same exercise and session that it follows.
  ///
  /// - Units: seconds, in micro-units.
  package var restBefore: Quantity?
  /// The estimate of the greatest load; `nil` where the formula gives none.
  ///
  /// - Units: kilograms, in micro-units.
  package var estimate: Quantity?
  /// The load as a multiple of the body's weight.
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

  /// The repetitions left in reserve, in tenths; 0 of a set to failure, `nil` where nobody says.
  package var reserveTenths: Int? {
    self.set.effort?.reserveTenths ?? (set.kind == .failure ? 0 : nil)
  }

  /// The repetitions of sets that make muscles grow.
  package static let hardRepetitions = 1...30
  /// The most repetitions in reserve, in tenths, of a set that makes muscles grow.
  package static let hardReserveTenths = 40

  /// Whether it is hard enough to make muscles grow: 1 to 30 repetitions, at most 4 in reserve; one whose
  /// effort nobody says counts.
  package var isHard: Bool {
    guard let repetitions = set.repetitions, Self.hardRepetitions.contains(repetitions) else {
      return false
    }
    return (reserveTenths ?? 0) <= Self.hardReserveTenths
  }

  /// Whether no help was taken that its exercise does not have.
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

/// All that is lifted in a set.
package enum LiftedMass: Hashable, Sendable {
  /// - Units: kilograms, in micro-units.
  case known(Quantity)
  /// Nothing: a part of the body alone moves.
  case none
  /// Nobody says whether the load is kilograms or pounds.
  case unitUnknown
  /// The body's weight is lifted, and nobody says what it is.
  case bodyWeightUnknown

  /// The kilograms, where they are known.
  package var kilograms: Quantity? {
    if case .known(let mass) = self { mass } else { nil }
  }
}

/// An exercise as one person does it: of the table, or by the name in the log where the table has none.
package struct Lift: Hashable, Comparable, Sendable {
  /// The exercise of the table; `nil` for a name that matches none.
  package var exercise: Exercise?
  /// The name of the exercise, or the name in the log.
  package var name: String

  package init(_ exercise: Exercise?, named name: String) {
    self.exercise = exercise
    self.name = exercise?.name ?? name
  }

  /// Orders lifts by name; those of the table come first.
  package static func < (a: Lift, b: Lift) -> Bool {
    (a.name, a.exercise == nil ? 1 : 0) < (b.name, b.exercise == nil ? 1 : 0)
  }
}

extension Lift {
  /// By name alone: two of one name are rare, and the table's facts long.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
  }
}

/// The load of a set as a multiple of the weight of the body that lifts it; see Strength, "Multiples of body weight".
package enum RelativeLoad: Hashable, Sendable {
  /// The set has no load that anybody knows.
  case none
  /// Nobody measured the body in time, or said its weight.
  case bodyWeightUnknown
  /// The multiple, rounded down to a millionth.
  case known(Quantity)
}
