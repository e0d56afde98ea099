/// An exercise of the table: what it is done with, and the muscles that do the work.
package struct Exercise: Hashable, Sendable, Identifiable {
  /// The stable id, such as `Barbell_Deadlift`.
  package var id: String
  /// The name that people read.
  package var name: String
  /// Whether the exercise moves more than one joint; `nil` where the table does not say.
  package var isCompound: Bool?
  /// The equipment, as the table names it; empty where the table does not say.
  package var equipment: String
  /// The muscles that the exercise is for.
  package var primaryMuscles: [String]
  /// The muscles that help.
  package var secondaryMuscles: [String]
  /// The part of the body weight that is lifted with every repetition, in percent; 0 where the load
  /// alone counts.
  package var bodyWeightPercent: Int
  /// Whether the load that logs state is help, which is subtracted from the body weight, as of a
  /// machine for assisted pull-ups.
  package var loadIsHelp: Bool

  package init(
    id: String, name: String, isCompound: Bool? = nil, equipment: String = "",
    primaryMuscles: [String] = [], secondaryMuscles: [String] = [], bodyWeightPercent: Int = 0,
    loadIsHelp: Bool = false
  ) {
    (self.id, self.name) = (id, name)
    (self.isCompound, self.equipment) = (isCompound, equipment)
    (self.primaryMuscles, self.secondaryMuscles) = (primaryMuscles, secondaryMuscles)
    (self.bodyWeightPercent, self.loadIsHelp) = (bodyWeightPercent, loadIsHelp)
  }

  /// The rest after a set that allows the next to be done in full: 180 s, or 90 s after an exercise
  /// that moves one joint.
  ///
  /// The longer rest holds for exercises that are not known.
  ///
  /// - Units: seconds, in micro-units.
  package static func fullRest(after exercise: Exercise?) -> Quantity {
    exercise?.isCompound == false ? Quantity(90) : Quantity(180)
  }

  /// The share of each muscle in one set, in halves: 2 for a primary muscle, 1 for a secondary one.
  package var halves: [(muscle: String, halves: Int)] {
    primaryMuscles.map { ($0, 2) } + secondaryMuscles.map { ($0, 1) }
  }

  /// The effort of a set divided among the muscles in the proportion of ``halves``, in per mille.
  ///
  /// The sum is 1000, or 0 for an exercise without muscles; see ``perMille(_:)``.
  package var shares: [(muscle: String, perMille: Int)] {
    perMille(halves.map { ($0.muscle, Quantity($0.halves)) })
  }
}

/// Divides 1000 among names in proportion to their amounts, by the method of the largest remainder.
///
/// Shares are rounded down, and what is left over goes one each to those that lost most, the
/// earlier first.
///
/// - Returns: Shares in the order of `parts` that sum to 1000; all 0 when the amounts are.
package func perMille(_ parts: [(name: String, amount: Quantity)]) -> [(String, perMille: Int)] {
  let total = parts.reduce(Int128(0)) { $0 + Int128($1.amount.microUnits) }
  guard total > 0 else { return parts.map { ($0.name, 0) } }
  let exact = parts.map {
    (1000 * Int128($0.amount.microUnits)).quotientAndRemainder(dividingBy: total)
  }
  var shares = exact.map { Int($0.quotient) }
  let order = exact.indices.sorted {
    (exact[$1].remainder, $0) < (exact[$0].remainder, $1)
  }
  for index in order.prefix(1000 - shares.reduce(0, +)) { shares[index] += 1 }
  return zip(parts, shares).map { ($0.name, $1) }
}

/// A muscle, or a group of muscles that the table does not distinguish, with the part of the body
/// it belongs to.
package struct Muscle: Hashable, Sendable {
  /// The name that exercises use.
  package var name: String
  /// The part of the body, such as `back`.
  package var group: String

  package init(name: String, group: String) {
    (self.name, self.group) = (name, group)
  }
}

/// A name that logs use for an exercise.
package struct ExerciseAlias: Hashable, Sendable {
  /// The name as it is written.
  package var name: String
  package var id: String

  package init(name: String, id: String) {
    (self.name, self.id) = (name, id)
  }
}

/// The known exercises with their muscles and the names that logs use for them.
package struct ExerciseTable: Sendable {
  /// The exercises, in the order of the table.
  package var exercises: [Exercise]
  /// The names that apps' logs use.
  package var aliases: [ExerciseAlias]
  /// The names whose meaning the operator states, which take precedence over all others.
  package var settled: [ExerciseAlias]
  /// The muscles, in the order of the table.
  package var muscles: [Muscle]

  package init(
    exercises: [Exercise], aliases: [ExerciseAlias] = [], settled: [ExerciseAlias] = [],
    muscles: [Muscle] = []
  ) {
    (self.exercises, self.aliases) = (exercises, aliases)
    (self.settled, self.muscles) = (settled, muscles)
  }
}

/// The weekly numbers of sets that a coach recommends for a muscle.
///
/// They are opinions, not measurements; see Strength, "Landmarks".
package struct Landmark: Hashable, Sendable {
  /// The name of the muscle group, such as `back`.
  package var name: String
  /// The muscles of the table to which the numbers apply together.
  package var muscles: [String]
  /// The sets that maintain muscle (MV).
  package var maintenance: Int
  /// The fewest sets that make muscle grow (MEV).
  package var leastEffective: Int
  /// The sets with which muscle grows most (MAV).
  package var mostAdaptive: ClosedRange<Int>
  /// The most sets from which a person recovers (MRV).
  package var mostRecoverable: Int
  /// The source of the numbers.
  package var source: String

  package init(
    name: String, muscles: [String], maintenance: Int, leastEffective: Int,
    mostAdaptive: ClosedRange<Int>, mostRecoverable: Int, source: String
  ) {
    (self.name, self.muscles) = (name, muscles)
    (self.maintenance, self.leastEffective) = (maintenance, leastEffective)
    (self.mostAdaptive, self.mostRecoverable) = (mostAdaptive, mostRecoverable)
    self.source = source
  }
}
