extension Leaf {
  var definition: JSONValue {
    var members = days.definition
    let test = value.definition.merging([comparison.key: comparison.definition(in: value.unit)]) {
      own, _ in own
    }
    switch measure {
    case .weekly(let weekly):
      members["weeks"] = .number(weekly.weeks)
      if weekly.startsOn != .monday { members["weekStartsOn"] = .string(weekly.startsOn.key) }
      if weekly.countsPartialWeeks { members["partialWeeks"] = .string("count") }
      switch weekly.goal {
      case .days(let count):
        members["days"] = .object(test.merging([count.definition]) { own, _ in own })
      case .total:
        members["activities"] = .object(activityCount(test))
      }
      return .object(members)
    case .total where key == "activities":
      return .object(members.merging(activityCount(test)) { own, _ in own })
    case .total, .best: break
    case .days(.atLeast(let count)) where key == "heartRate": members["days"] = .number(count)
    case .days(let count): members.merge([count.definition]) { own, _ in own }
    case .streak(let days, let misses):
      members["days"] = .number(days)
      if misses > 0 { members["misses"] = .number(misses) }
    case .window(let days): members["days"] = .number(days)
    case .average(let overRecordedDays):
      if overRecordedDays { members["over"] = .string("recordedDays") }
    }
    return .object(members.merging(test) { own, _ in own })
  }

  /// A number of sessions is written as `count`.
  private func activityCount(_ test: [String: JSONValue]) -> [String: JSONValue] {
    guard case .atLeast(let count) = comparison else { return test }
    var members = test
    members["sum"] = nil
    members[comparison.key] = nil
    members["count"] = .number(count)
    return members
  }
}

extension Leaf.DayCount {
  fileprivate var definition: (String, JSONValue) {
    switch self {
    case .atLeast(let count): ("count", .number(count))
    case .every: ("every", .bool(true))
    }
  }
}

extension DayValue {
  var definition: [String: JSONValue] {
    switch self {
    case .metric(let metric): return ["metric": .string(metric.id)]
    case .heartRate(let statistic): return ["statistic": .string(statistic.rawValue)]
    case .activities(let sum, let test):
      var members = test.definition
      members["sum"] = .string(sum.rawValue)
      return members
    }
  }
}

extension ActivityTest {
  fileprivate var definition: [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    if let kinds {
      let names = kinds.map(\.rawValue).sorted().map { JSONValue.string($0) }
      members["kind"] = names.count == 1 ? names[0] : .array(names)
    }
    if let isIndoor { members["indoor"] = .bool(isIndoor) }
    if !requirements.isEmpty {
      let pairs = requirements.map { quantity, comparison in
        let bound = comparison.definition(in: quantity.unit)
        return (quantity.rawValue, JSONValue.object([comparison.key: bound]))
      }
      members["where"] = .object(Dictionary(uniqueKeysWithValues: pairs))
    }
    return members
  }
}

extension DaySelection {
  var definition: [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    if let weekdays {
      let ordered = weekdays.sorted { $0.rawValue < $1.rawValue }
      members["on"] = .array(ordered.map { .string($0.key) })
    }
    if let from { members["from"] = .string("\(from)") }
    if let to { members["to"] = .string("\(to)") }
    return members
  }
}

extension Comparison {
  func definition(in unit: Unit) -> JSONValue {
    func threshold(_ quantity: Quantity) -> JSONValue {
      unit == .count ? .number(quantity) : .string("\(quantity) \(unit.rawValue)")
    }
    return switch self {
    case .atLeast(let bound), .moreThan(let bound), .atMost(let bound), .lessThan(let bound):
      threshold(bound)
    case .between(let low, let high): .array([threshold(low), threshold(high)])
    }
  }
}
