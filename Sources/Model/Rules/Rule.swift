/// A rule: what a subject must have done to pass; see Rules, "Conditions".
package struct Rule: Hashable, Sendable {
  /// The name, of the characters a-z, 0-9 and -.
  package var name: String
  /// The version, as Semantic Versioning writes it.
  package var version: String
  /// The title that people read.
  package var title: String
  /// The condition that must hold for a pass.
  package var requires: Condition
  /// The treatment of a verdict that only days without data leave open.
  package var onMissing: MissingPolicy
  /// The score by which subjects are ranked; `nil` for a rule without ranks.
  package var score: Score?
  /// The demands on the data's quality that a pass must meet.
  package var quality: [QualityGate]

  /// Makes a rule without the checks that the rule file applies.
  package init(
    name: String, version: String, title: String, requires: Condition,
    onMissing: MissingPolicy = .fail, score: Score? = nil, quality: [QualityGate] = []
  ) {
    self.name = name
    self.version = version
    self.title = title
    self.requires = requires
    self.onMissing = onMissing
    self.score = score
    self.quality = quality
  }
}

extension Rule {
  /// The name and version, which verdicts state.
  package var versionedName: VersionedName { VersionedName(name: name, version: version) }
}

/// The treatment of a verdict that only days without data leave open.
package enum MissingPolicy: String, CaseIterable, Hashable, Sendable {
  case fail, undetermined, zero
}

/// A node of a rule: a leaf or a combination of conditions, with the author's own sentence for its
/// failure.
package struct Condition: Hashable, Sendable {
  /// The combination of other conditions, or a leaf.
  package indirect enum Kind: Hashable, Sendable {
    case all([Condition])
    case any([Condition])
    case not(Condition)
    /// At least this many of the conditions.
    case some(count: Int, of: [Condition])
    /// Leaves that must hold in the same weeks, months or stretches of days.
    case jointly(JointLeaves)
    case leaf(Leaf)
  }

  package var kind: Kind
  /// The author's sentence for a failure; `nil` for Daymark's own.
  package var reason: String?
  /// The name under `conditions:`, where `use:` refers to the condition by it.
  package var name: String?

  /// Makes a condition without the checks that the rule file applies.
  package init(_ kind: Kind, reason: String? = nil, name: String? = nil) {
    self.kind = kind
    self.reason = reason
    self.name = name
  }
}

/// The number by which subjects are ranked, such as their total steps; more is better.
package struct Score: Hashable, Sendable {
  /// The way in which the days' values become the score, which must give an amount.
  package var measure: Leaf.Measure
  /// The value of each day.
  package var value: DayValue
  /// The days of the period that count.
  package var days: DaySelection

  package init(_ measure: Leaf.Measure, of value: DayValue, on days: DaySelection = DaySelection())
  {
    self.measure = measure
    self.value = value
    self.days = days
  }
}
