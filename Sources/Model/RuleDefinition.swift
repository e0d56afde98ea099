extension Rule {
  /// The rule as JSON with every threshold in canonical units, so that two spellings of one rule have
  /// one digest. It stands in evidence, which so explains itself.
  public var definition: JSONValue {
    .object([
      "rule": .string("\(name)@\(version)"), "title": .string(title),
      "requires": requires.definition, "onMissing": .string(onMissing.rawValue),
    ])
  }

  /// SHA-256 of the canonical bytes of ``definition``.
  public var digest: Digest { Digest(of: definition.canonicalBytes()) }
}

extension Condition {
  var definition: JSONValue {
    var members: [String: JSONValue] =
      switch kind {
      case .all(let parts): ["all": .array(parts.map(\.definition))]
      case .any(let parts): ["any": .array(parts.map(\.definition))]
      case .not(let part): ["not": part.definition]
      case .leaf(let leaf): [leaf.key: leaf.definition]
      }
    if let reason { members["reason"] = .string(reason) }
    return .object(members)
  }
}

extension Leaf {
  var definition: JSONValue {
    var members: [String: JSONValue] = [
      "metric": .string(metric.id), comparison.key: comparison.definition(of: metric),
    ]
    switch measure {
    case .total, .best: break
    case .days(.atLeast(let count)): members["count"] = .number(count)
    case .days(.every): members["every"] = .bool(true)
    case .streak(let days, let misses):
      members["days"] = .number(days)
      if misses > 0 { members["misses"] = .number(misses) }
    case .average(let overRecordedDays):
      if overRecordedDays { members["over"] = .string("recordedDays") }
    }
    if let weekdays = days.weekdays {
      let ordered = weekdays.sorted { $0.rawValue < $1.rawValue }
      members["on"] = .array(ordered.map { .string($0.key) })
    }
    if let from = days.from { members["from"] = .string("\(from)") }
    if let to = days.to { members["to"] = .string("\(to)") }
    return .object(members)
  }
}

extension Comparison {
  func definition(of metric: Metric) -> JSONValue {
    func threshold(_ quantity: Quantity) -> JSONValue {
      let unit = metric.canonicalUnit
      return unit == .count ? .number(quantity) : .string("\(quantity) \(unit.rawValue)")
    }
    return switch self {
    case .atLeast(let bound), .moreThan(let bound), .atMost(let bound), .lessThan(let bound):
      threshold(bound)
    case .between(let low, let high): .array([threshold(low), threshold(high)])
    }
  }
}
