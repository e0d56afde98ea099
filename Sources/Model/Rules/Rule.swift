/// A verdict rule: what a subject must have done; see Rules, "Conditions".
public struct Rule: Hashable, Sendable {
  public var name: String
  /// Semantic version text.
  public var version: String
  public var title: String
  public var requires: Condition
  public var onMissing: MissingPolicy
  /// Ranks subjects.
  public var score: Score?
  /// What the data must be like for a pass to stand.
  public var quality: [QualityGate]

  public init(
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
  public var versionedName: VersionedName { VersionedName(name: name, version: version) }
}

/// What an answer becomes that only missing days hold open.
public enum MissingPolicy: String, CaseIterable, Hashable, Sendable {
  case fail, undetermined, zero
}

/// A node of a rule: a composition or a leaf, with the author's own words for its failure.
public struct Condition: Hashable, Sendable {
  public indirect enum Kind: Hashable, Sendable {
    case all([Condition])
    case any([Condition])
    case not(Condition)
    /// At least so many of them.
    case some(count: Int, of: [Condition])
    case leaf(Leaf)
  }

  public var kind: Kind
  public var reason: String?
  /// The name under `conditions:` that `use:` put here.
  public var name: String?

  public init(_ kind: Kind, reason: String? = nil, name: String? = nil) {
    self.kind = kind
    self.reason = reason
    self.name = name
  }
}

/// The number that ranks subjects: a leaf without its comparison; more is better.
public struct Score: Hashable, Sendable {
  public enum Measure: Hashable, Sendable {
    case total
    case average(overRecordedDays: Bool)
    case best
    case window(days: Int)
  }

  public var measure: Measure
  public var value: DayValue
  public var days: DaySelection

  public init(_ measure: Measure, of value: DayValue, on days: DaySelection = DaySelection()) {
    self.measure = measure
    self.value = value
    self.days = days
  }
}
