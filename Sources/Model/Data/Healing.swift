/// What sound inputs make up for of damaged ones; see Semantics, "Damage that is healed".
///
/// Inputs are given by index.
package struct Healing: Hashable, Sendable {
  /// The damaged inputs that another input heals, each with that one.
  package var inputs: [Int: Int] = [:]
  /// The days that a sound export has whole, for each damaged input that none heals; each day with that export.
  package var days: [Int: [CivilDay: Int]] = [:]
  /// What the newest sound export lacks to heal a damaged input that none heals.
  package var gaps: [Int: HealingGap] = [:]

  package init() {}

  /// The days that lack nothing although the given inputs are damaged.
  package func soundDays(ofDamaged inputs: [Int]) -> Set<CivilDay> {
    guard let first = inputs.first else { return [] }
    return inputs.dropFirst().reduce(into: Set((days[first] ?? [:]).keys)) {
      $0.formIntersection((days[$1] ?? [:]).keys)
    }
  }
}

/// Something that a damaged export shows and a sound one lacks: the reason for which it does not heal that one.
package struct HealingGap: Hashable, Sendable {
  /// The sound export.
  package var export: Int
  /// The first day on which it lacks something.
  package var day: CivilDay
  /// The metric that it lacks; `nil` for a session.
  package var metric: Metric?
  /// The rank of the source of which it has nothing.
  package var source: UInt16

  package init(export: Int, day: CivilDay, metric: Metric?, source: UInt16) {
    (self.export, self.day, self.metric, self.source) = (export, day, metric, source)
  }
}
