/// A verdict rule: what a subject must have done; see rules, "Conditions".
public struct Rule: Hashable, Sendable {
  public var name: String
  /// Semantic version text.
  public var version: String
  public var title: String
  public var requires: Condition
  public var onMissing: MissingPolicy

  public init(
    name: String, version: String, title: String, requires: Condition,
    onMissing: MissingPolicy = .fail
  ) {
    self.name = name
    self.version = version
    self.title = title
    self.requires = requires
    self.onMissing = onMissing
  }
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
    case leaf(Leaf)
  }

  public var kind: Kind
  public var reason: String?

  public init(_ kind: Kind, reason: String? = nil) {
    self.kind = kind
    self.reason = reason
  }
}

/// One question about the days of one metric.
public struct Leaf: Hashable, Sendable {
  public enum Measure: Hashable, Sendable {
    /// The sum over the period.
    case total
    /// How many days each satisfy the comparison.
    case days(DayCount)
    /// The longest run of such days, with up to `misses` other days inside it that do not count.
    case streak(days: Int, misses: Int)
    /// The mean over calendar days, or over the days that have data.
    case average(overRecordedDays: Bool)
    /// The best single day.
    case best
  }

  public enum DayCount: Hashable, Sendable {
    case atLeast(Int)
    case every
  }

  public var measure: Measure
  public var metric: Metric
  public var comparison: Comparison
  public var days: DaySelection

  public init(
    _ measure: Measure, of metric: Metric, _ comparison: Comparison,
    on days: DaySelection = DaySelection()
  ) {
    self.measure = measure
    self.metric = metric
    self.comparison = comparison
    self.days = days
  }

  /// The key that a rule file writes: `total`, `days`, `streak`, `average`, `best`.
  public var key: String {
    switch measure {
    case .total: "total"
    case .days: "days"
    case .streak: "streak"
    case .average: "average"
    case .best: "best"
    }
  }
}

/// A comparison with a threshold, in micro-units of the metric's canonical unit.
public enum Comparison: Hashable, Sendable {
  case atLeast(Quantity)
  case moreThan(Quantity)
  case atMost(Quantity)
  case lessThan(Quantity)
  /// Both bounds included.
  case between(Quantity, Quantity)

  /// The key that a rule file writes.
  public var key: String {
    switch self {
    case .atLeast: "atLeast"
    case .moreThan: "moreThan"
    case .atMost: "atMost"
    case .lessThan: "lessThan"
    case .between: "between"
    }
  }
}

/// Which days of the period a leaf looks at.
public struct DaySelection: Hashable, Sendable {
  /// All when `nil`.
  public var weekdays: Set<CivilDay.Weekday>?
  public var from: CivilDay?
  public var to: CivilDay?

  public init(weekdays: Set<CivilDay.Weekday>? = nil, from: CivilDay? = nil, to: CivilDay? = nil) {
    self.weekdays = weekdays
    self.from = from
    self.to = to
  }

  public func contains(_ day: CivilDay) -> Bool {
    if let from, day < from { return false }
    if let to, day > to { return false }
    return weekdays?.contains(day.weekday) ?? true
  }
}

extension CivilDay.Weekday {
  /// `mon` to `sun`.
  public var key: String { String(String(describing: self).prefix(3)) }
}
