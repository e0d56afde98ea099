/// One set of a strength session, normalised: of a workout log, or counted by a device.
///
/// A member that is `nil` is not stated. See Semantics, "Workout logs".
package struct StrengthSet: Hashable, Sendable {
  /// The instant at which it starts.
  package var start: Instant?
  /// The exercise, as the file names it; `nil` when a device does not name it.
  package var exercise: String?
  /// The number of the set among those of its exercise and session, from 1, in the order of the
  /// file.
  package var ordinal = 1
  /// The purpose of the set, such as a warm-up.
  package var kind = SetKind.working
  /// The side of the body that works alone.
  package var side: BodySide?
  /// The number of completed repetitions.
  package var repetitions: Int?
  /// The load, whose mass may be unknown; `nil` when there is none.
  package var load: StrengthLoad?
  /// The distance covered.
  ///
  /// - Units: meters, in micro-units.
  package var distance: Quantity?
  /// The length of the set.
  ///
  /// - Units: seconds, in micro-units.
  package var duration: Quantity?
  /// The effort, as the lifter rates it.
  package var effort: Effort?
  /// The rest after the set.
  ///
  /// - Units: seconds, in micro-units.
  package var rest: Quantity?
  /// The tempo of a repetition.
  package var tempo: Tempo?

  package init() {}
}

extension [StrengthSet] {
  /// Sets the ordinals of the sets of one session, counting from 1 for each exercise.
  package mutating func number() {
    var counts: [String?: Int] = [:]
    for index in indices {
      counts[self[index].exercise, default: 0] += 1
      self[index].ordinal = counts[self[index].exercise, default: 0]
    }
  }
}

/// The purpose of a set.
package enum SetKind: String, CaseIterable, Hashable, Sendable {
  case warmUp, working, drop, failure, restPause
}

/// The side of the body that works alone.
package enum BodySide: String, CaseIterable, Hashable, Sendable {
  case left, right
}

/// The load of a set.
package struct StrengthLoad: Hashable, Sendable {
  /// The mass; `nil` when the file states a number without saying whether it is in kilograms or
  /// pounds.
  ///
  /// - Units: kilograms, in micro-units.
  package var mass: Quantity?
  /// The meaning of the mass, such as in addition to the body weight.
  package var meaning: LoadMeaning

  /// Makes a load; `nil` as the mass means that its unit is unknown.
  package init(_ mass: Quantity?, _ meaning: LoadMeaning = .external) {
    self.mass = mass
    self.meaning = meaning
  }

  /// The greatest load that is accepted, which is more than anybody ever moved.
  ///
  /// - Units: kilograms, in micro-units.
  package static let greatest = Quantity(3000)
}

/// The meaning of a set's load.
package enum LoadMeaning: String, CaseIterable, Hashable, Sendable {
  /// The load is all that is lifted, or the exercise itself says whether the body weight is added.
  case external
  /// The load is added to the body weight.
  case added
  /// The load is help, and is subtracted from the body weight.
  case assistance
}

/// The effort of a set as the lifter rates it, in tenths.
package enum Effort: Hashable, Sendable {
  /// The rate of perceived exertion, 1 to 10.
  case perceived(tenths: Int)
  /// The repetitions left in reserve.
  case reserve(tenths: Int)

  /// The number as it was written, in tenths.
  package var tenths: Int {
    switch self {
    case .perceived(let tenths), .reserve(let tenths): tenths
    }
  }

  /// Whether the number counts repetitions left in reserve.
  package var isReserve: Bool { if case .reserve = self { true } else { false } }

  /// The repetitions left in reserve, in tenths; a rate of perceived exertion is subtracted from
  /// ten.
  package var reserveTenths: Int {
    switch self {
    case .perceived(let tenths): 100 - tenths
    case .reserve(let tenths): tenths
    }
  }
}
