extension Rule {
  /// The rule of a ``definition``, as it stands inside evidence.
  ///
  /// Nothing is ignored or assumed: a key too many, a missing one or a threshold in another unit than
  /// the metric's canonical one gives `nil`, so that a rule read back is the rule that was written.
  public init?(definition: JSONValue) {
    guard case .string(let identity)? = definition["rule"],
      let at = identity.lastIndex(of: "@"),
      case .string(let title)? = definition["title"],
      let requires = definition["requires"].flatMap({ Condition(definition: $0) }),
      case .string(let policy)? = definition["onMissing"],
      let onMissing = MissingPolicy(rawValue: policy)
    else { return nil }
    self.init(
      name: String(identity[..<at]), version: String(identity[identity.index(after: at)...]),
      title: title, requires: requires, onMissing: onMissing)
    // Whatever was not read above is missing on this side.
    guard self.definition == definition else { return nil }
  }
}

extension Condition {
  fileprivate init?(definition: JSONValue) {
    guard case .object(let members) = definition,
      let entry = members.first(where: { $0.key != "reason" }),
      let kind = Kind(key: entry.key, definition: entry.value)
    else { return nil }
    var reason: String?
    if case .string(let text)? = members["reason"] { reason = text }
    self.init(kind, reason: reason)
  }
}

extension Condition.Kind {
  fileprivate init?(key: String, definition: JSONValue) {
    func parts() -> [Condition]? {
      guard case .array(let elements) = definition else { return nil }
      let parts = elements.compactMap { Condition(definition: $0) }
      return parts.count == elements.count ? parts : nil
    }
    switch key {
    case "all":
      guard let parts = parts() else { return nil }
      self = .all(parts)
    case "any":
      guard let parts = parts() else { return nil }
      self = .any(parts)
    case "not":
      guard let part = Condition(definition: definition) else { return nil }
      self = .not(part)
    default:
      guard let leaf = Leaf(key: key, definition: definition) else { return nil }
      self = .leaf(leaf)
    }
  }
}

extension Leaf {
  fileprivate init?(key: String, definition: JSONValue) {
    guard case .object(let members) = definition,
      let measure = Measure(key: key, members: members),
      case .string(let id)? = members["metric"], let metric = Metric(id: id),
      let comparison = Comparison(members: members, of: metric),
      let days = DaySelection(members: members)
    else { return nil }
    self.init(measure, of: metric, comparison, on: days)
  }
}

extension Leaf.Measure {
  fileprivate init?(key: String, members: [String: JSONValue]) {
    // None that is written is below 1, and evaluation subtracts from what stands here.
    func count(_ key: String) -> Int? {
      guard case .number(let number)? = members[key], number >= 1 else { return nil }
      return Int(exactly: number)
    }
    switch key {
    case "total": self = .total
    case "best": self = .best
    case "days": self = .days(count("count").map { .atLeast($0) } ?? .every)
    case "streak":
      guard let days = count("days") else { return nil }
      self = .streak(days: days, misses: count("misses") ?? 0)
    case "average": self = .average(overRecordedDays: members["over"] != nil)
    default: return nil
    }
  }
}

extension Comparison {
  fileprivate init?(members: [String: JSONValue], of metric: Metric) {
    func quantity(_ value: JSONValue) -> Quantity? {
      switch value {
      case .number(let number): Quantity(decimalText: ecmaScriptText(number))
      case .string(let text): Quantity(decimalText: text.prefix { $0 != " " })
      default: nil
      }
    }
    if case .array(let bounds)? = members["between"] {
      guard bounds.count == 2, let low = quantity(bounds[0]), let high = quantity(bounds[1]) else {
        return nil
      }
      self = .between(low, high)
      return
    }
    let kinds: [(String, (Quantity) -> Comparison)] = [
      ("atLeast", Comparison.atLeast), ("moreThan", Comparison.moreThan),
      ("atMost", Comparison.atMost), ("lessThan", Comparison.lessThan),
    ]
    guard let (key, make) = kinds.first(where: { members[$0.0] != nil }),
      let bound = members[key].flatMap(quantity)
    else { return nil }
    self = make(bound)
  }
}

extension DaySelection {
  fileprivate init?(members: [String: JSONValue]) {
    func day(_ key: String) -> CivilDay? {
      if case .string(let text)? = members[key] { CivilDay(text) } else { nil }
    }
    var weekdays: Set<CivilDay.Weekday>?
    if case .array(let keys)? = members["on"] {
      weekdays = Set(
        CivilDay.Weekday.allCases.filter { keys.contains(.string($0.key)) })
    }
    self.init(weekdays: weekdays, from: day("from"), to: day("to"))
  }
}
