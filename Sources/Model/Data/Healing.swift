/// The damaged inputs that sound inputs replace, wholly or for some days; see Semantics, "Damage
/// that is healed".
///
/// Inputs are given by index.
package struct Healing: Hashable, Sendable {
  /// For each damaged input that is healed as a whole, the input that heals it.
  package var inputs: [Int: Int] = [:]
  /// For each damaged input that is not healed as a whole, the days that a sound export covers
  /// entirely, each with that export.
  package var days: [Int: [CivilDay: Int]] = [:]
  /// For each damaged input that is not healed as a whole, the first item that it has and the
  /// newest sound export lacks.
  package var gaps: [Int: HealingGap] = [:]

  package init() {}

  /// The days on which nothing is lost although all of the given inputs are damaged, because sound
  /// exports cover them.
  package func soundDays(ofDamaged inputs: [Int]) -> Set<CivilDay> {
    guard let first = inputs.first else { return [] }
    return inputs.dropFirst().reduce(into: Set((days[first] ?? [:]).keys)) {
      $0.formIntersection((days[$1] ?? [:]).keys)
    }
  }
}

/// Something that a damaged export has and a sound one lacks, so that the sound one does not heal
/// it.
package struct HealingGap: Hashable, Sendable {
  /// Index of the sound export.
  package var export: Int
  /// The first day on which the sound export lacks something.
  package var day: CivilDay
  /// The metric that is lacking; `nil` for a session.
  package var metric: Metric?
  /// The rank of the source whose data is lacking.
  package var source: UInt16

  package init(export: Int, day: CivilDay, metric: Metric?, source: UInt16) {
    (self.export, self.day, self.metric, self.source) = (export, day, metric, source)
  }
}
