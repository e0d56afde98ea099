/// An exercise of the table: what moves, what it is done with, and the muscles that do the work.
package struct Exercise: Hashable, Sendable, Identifiable {
  /// The stable name, as in `Barbell_Deadlift`.
  package var id: String
  /// The name for people.
  package var name: String
  /// Whether it moves more than one joint; `nil` where the table does not say.
  package var isCompound: Bool?
  /// The thing that it is done with, as the table names it; empty where it does not say.
  package var equipment: String
  /// The muscles that it is for.
  package var primaryMuscles: [String]
  /// The muscles that help.
  package var secondaryMuscles: [String]
  /// The part of the body's weight that is lifted with every repetition, in percent; 0 where the load
  /// alone counts.
  package var bodyWeightPercent: Int
  /// Whether the load that logs state is help, which is taken off the body's weight, as of a machine
  /// for assisted pull-ups.
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

  /// The rest after a set with which the next can be done in full: 180 s, and 90 s of an exercise that
  /// moves one joint; of one that nobody knows it is the longer.
  ///
  /// - Units: seconds, in micro-units.
  package static func fullRest(after exercise: Exercise?) -> Quantity {
    exercise?.isCompound == false ? Quantity(90) : Quantity(180)
  }

  /// The part that each muscle has in one set: 2 halves of a primary one, 1 of a secondary one.
  package var halves: [(muscle: String, halves: Int)] {
    primaryMuscles.map { ($0, 2) } + secondaryMuscles.map { ($0, 1) }
  }

  /// The effort divided among the muscles, per mille: in the proportion of ``halves``, rounded down, and
  /// what is left over one each to those that lost most, the earlier first.
  ///
  /// The sum is 1000, or 0 without muscles.
  package var shares: [(muscle: String, perMille: Int)] {
    perMille(halves.map { ($0.muscle, Quantity($0.halves)) })
  }
}

/// Divides 1000 among names in the proportion of their amounts by the method of the largest remainder.
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

/// A muscle, or a group of them that the table does not tell apart, and what it belongs to.
package struct Muscle: Hashable, Sendable {
  /// The name, as exercises give it.
  package var name: String
  /// The part of the body.
  package var group: String

  package init(name: String, group: String) {
    (self.name, self.group) = (name, group)
  }
}

/// A name that logs use for an exercise.
package struct ExerciseAlias: Hashable, Sendable {
  /// The name as it is written.
  package var name: String
  /// The exercise.
  package var id: String

  package init(name: String, id: String) {
    (self.name, self.id) = (name, id)
  }
}

/// The exercises that are known, their muscles, and the names that logs give them.
package struct ExerciseTable: Sendable {
  /// The exercises, in the order of the table.
  package var exercises: [Exercise]
  /// The names that logs use.
  package var aliases: [ExerciseAlias]
  /// The names that the operator settled, which go before all others.
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

/// The weekly numbers of sets that somebody recommends for a muscle.
///
/// Opinions of coaches, not measurements; see Strength, "Landmarks".
package struct Landmark: Hashable, Sendable {
  /// The name of what it is for: `back`.
  package var name: String
  /// The muscles of the table that it holds for together.
  package var muscles: [String]
  /// The sets that keep what there is (MV).
  package var maintenance: Int
  /// The fewest from which something grows (MEV).
  package var leastEffective: Int
  /// The sets with which most grows (MAV).
  package var mostAdaptive: ClosedRange<Int>
  /// The most that a person recovers from (MRV).
  package var mostRecoverable: Int
  /// The place that the numbers are from.
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
