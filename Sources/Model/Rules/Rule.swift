/// A verdict rule: what a subject must have done; see Rules, "Conditions".
package struct Rule: Hashable, Sendable {
  /// The name, of a-z, 0-9 and -.
  package var name: String
  /// Semantic version text.
  package var version: String
  /// The title that people read.
  package var title: String
  /// The condition that must hold for a pass.
  package var requires: Condition
  /// The policy for an answer that only missing days hold open.
  package var onMissing: MissingPolicy
  /// Ranks subjects.
  package var score: Score?
  /// The gates that the data must pass for a pass to stand.
  package var quality: [QualityGate]

  /// Makes a rule without the checks that a rule's file must pass.
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
  /// The name and version, which a verdict states.
  package var versionedName: VersionedName { VersionedName(name: name, version: version) }
}

/// The effect of missing days on an answer that only they hold open.
package enum MissingPolicy: String, CaseIterable, Hashable, Sendable {
  case fail, undetermined, zero
}

/// A node of a rule: a composition or a leaf, with the author's own words for its failure.
package struct Condition: Hashable, Sendable {
  /// The ways to combine conditions, and the leaf.
  package indirect enum Kind: Hashable, Sendable {
    case all([Condition])
    case any([Condition])
    case not(Condition)
    /// At least so many of them.
    case some(count: Int, of: [Condition])
    /// Leaves that must hold in the same weeks, months or stretches of days.
    case jointly(JointLeaves)
    case leaf(Leaf)
  }

  /// The combination or leaf that this condition is.
  package var kind: Kind
  /// The author's own sentence for a failure; `nil` for the program's.
  package var reason: String?
  /// The name under `conditions:` that `use:` put here.
  package var name: String?

  /// Makes a condition without the checks that a rule's file must pass.
  package init(_ kind: Kind, reason: String? = nil, name: String? = nil) {
    self.kind = kind
    self.reason = reason
    self.name = name
  }
}

/// The number that ranks subjects: a leaf without its comparison; more is better.
package struct Score: Hashable, Sendable {
  /// The way in which days become the score, one that gives an amount.
  package var measure: Leaf.Measure
  /// The value that each day has.
  package var value: DayValue
  /// The days that count.
  package var days: DaySelection

  /// Makes a score; more is better.
  package init(_ measure: Leaf.Measure, of value: DayValue, on days: DaySelection = DaySelection())
  {
    self.measure = measure
    self.value = value
    self.days = days
  }
}
