/// One set of a strength session, normalised: of a workout log, or counted by a device.
///
/// What is left out is not stated. See Semantics, "Workout logs".
package struct StrengthSet: Hashable, Sendable {
  /// The instant at which it starts.
  package var start: Instant?
  /// The exercise as the file names it; `nil` when a device does not say.
  package var exercise: String?
  /// The number of the set among those of its exercise and session, from 1, in the order of the file.
  package var ordinal = 1
  /// The part that it plays in the session.
  package var kind = SetKind.working
  /// The side of the body that works alone.
  package var side: BodySide?
  /// The number of completed repetitions.
  package var repetitions: Int?
  /// The load, whose amount may be unknown; `nil` when there is none.
  package var load: StrengthLoad?
  /// - Units: meters, in micro-units.
  package var distance: Quantity?
  /// - Units: seconds, in micro-units.
  package var duration: Quantity?
  /// The effort as the lifter rates it.
  package var effort: Effort?
  /// The rest after the set.
  ///
  /// - Units: seconds, in micro-units.
  package var rest: Quantity?
  /// The pace of a repetition.
  package var tempo: Tempo?

  package init() {}
}

extension [StrengthSet] {
  /// Numbers the sets of one session, from 1 for each exercise, in their order.
  package mutating func number() {
    var counts: [String?: Int] = [:]
    for index in indices {
      counts[self[index].exercise, default: 0] += 1
      self[index].ordinal = counts[self[index].exercise, default: 0]
    }
  }
}

/// The parts that a set can play in its session.
package enum SetKind: String, CaseIterable, Hashable, Sendable {
  case warmUp, working, drop, failure, restPause
}

/// The side of the body that works alone.
package enum BodySide: String, CaseIterable, Hashable, Sendable {
  case left, right
}

/// The load of a set.
package struct StrengthLoad: Hashable, Sendable {
  /// The mass; `nil` when the file says a number, and nobody says whether it is kilograms or pounds.
  ///
  /// - Units: kilograms, in micro-units.
  package var mass: Quantity?
  /// The way in which the mass counts.
  package var meaning: LoadMeaning

  /// Makes a load; without a mass its unit is unknown.
  package init(_ mass: Quantity?, _ meaning: LoadMeaning = .external) {
    self.mass = mass
    self.meaning = meaning
  }

  /// The greatest load that is believed: beyond any that was ever moved.
  ///
  /// - Units: kilograms, in micro-units.
  package static let greatest = Quantity(3000)
}

/// The ways in which the load of a set counts.
package enum LoadMeaning: String, CaseIterable, Hashable, Sendable {
  /// It is all there is, or the exercise says whether the body's weight comes to it.
  case external
  /// It comes to the body's weight.
  case added
  /// It is help, and goes off the body's weight.
  case assistance
}

/// The effort of a set as the lifter rates it, in tenths.
package enum Effort: Hashable, Sendable {
  /// The rate of perceived exertion, 1 to 10.
  case perceived(tenths: Int)
  /// The repetitions left in reserve.
  case reserve(tenths: Int)

  /// The number that was written, in tenths.
  package var tenths: Int {
    switch self {
    case .perceived(let tenths), .reserve(let tenths): tenths
    }
  }

  /// Whether the number is that of repetitions left in reserve.
  package var isReserve: Bool { if case .reserve = self { true } else { false } }

  /// The repetitions left in reserve, in tenths: ten less the rate of perceived exertion.
  package var reserveTenths: Int {
    switch self {
    case .perceived(let tenths): 100 - tenths
    case .reserve(let tenths): tenths
    }
  }
}
