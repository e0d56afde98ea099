extension Leaf {
  /// - Parameter key: Of a rule file; see ``key``.
  init?(key: String, definition: JSONValue) {
    guard case .object(let members) = definition, let days = DaySelection(members: members) else {
      return nil
    }
    if key == "weekly" {
      self.init(weekly: definition, days)
      return
    }
    guard let measure = Measure(key: key, definition), let value = DayValue(members: members),
      let comparison = Comparison(members: members, of: value)
    else { return nil }
    self.init(measure, of: value, comparison, on: days)
  }

  private init?(weekly definition: JSONValue, _ days: DaySelection) {
    guard let weeks = definition.wholeNumber("weeks"),
      let test = definition["days"] ?? definition["activities"], case .object(let members) = test,
      let value = DayValue(members: members),
      let comparison = Comparison(members: members, of: value)
    else { return nil }
    var weekly = Weekly(
      weeks: weeks, goal: definition["days"] == nil ? .total : .days(DayCount(test)),
      countsPartialWeeks: definition["partialWeeks"] != nil)
    if case .string(let name)? = definition["weekStartsOn"] {
      guard let day = CivilDay.Weekday.allCases.first(where: { $0.key == name }) else { return nil }
      weekly.startsOn = day
    }
    self.init(.weekly(weekly), of: value, comparison, on: days)
  }
}

extension Leaf.Measure {
  fileprivate init?(key: String, _ definition: JSONValue) {
    switch key {
    case "total", "activities", "activityTotal": self = .total
    case "best": self = .best
    case "days": self = .days(Leaf.DayCount(definition))
    case "heartRate": self = .days(definition.wholeNumber("days").map { .atLeast($0) } ?? .every)
    case "streak":
      guard let days = definition.wholeNumber("days") else { return nil }
      self = .streak(days: days, misses: definition.wholeNumber("misses") ?? 0)
    case "window":
      guard let days = definition.wholeNumber("days") else { return nil }
      self = .window(days: days)
    case "average": self = .average(overRecordedDays: definition["over"] != nil)
    default: return nil
    }
  }
}

extension Leaf.DayCount {
  fileprivate init(_ definition: JSONValue) {
    self = definition.wholeNumber("count").map { .atLeast($0) } ?? .every
  }
}

extension DayValue {
  init?(members: [String: JSONValue]) {
    switch (members["metric"], members["statistic"]) {
    case (.string(let id)?, _):
      guard let metric = Metric(id: id) else { return nil }
      self = .metric(metric)
    case (_, .string(let name)?):
      guard let statistic = HeartRateStatistic(rawValue: name) else { return nil }
      self = .heartRate(statistic)
    default:
      var sum = ActivitySum.sessions
      if case .string(let name)? = members["sum"] {
        guard let named = ActivitySum(rawValue: name) else { return nil }
        sum = named
      }
      guard let test = ActivityTest(members: members) else { return nil }
      self = .activities(sum, of: test)
    }
  }
}

extension ActivityTest {
  fileprivate init?(members: [String: JSONValue]) {
    self.init()
    switch members["kind"] {
    case .string(let name)?: kinds = Set([name].compactMap(ActivityKind.init))
    case .array(let names)?:
      kinds = Set(ActivityKind.allCases.filter { names.contains(.string($0.rawValue)) })
    default: break
    }
    if case .bool(let indoor)? = members["indoor"] { isIndoor = indoor }
    guard case .object(let asked)? = members["where"] else { return }
    for (name, definition) in asked {
      guard let quantity = ActivityQuantity(rawValue: name),
        case .object(let members) = definition, let comparison = Comparison(members: members)
      else { return nil }
      requirements[quantity] = comparison
    }
  }
}

extension Comparison {
  /// A number of sessions is written as `count`.
  fileprivate init?(members: [String: JSONValue], of value: DayValue) {
    if case .activities(.sessions, _) = value, case .number(let count)? = members["count"],
      let count = Quantity(decimalText: ecmaScriptText(count))
    {
      self = .atLeast(count)
    } else {
      self.init(members: members)
    }
  }

  fileprivate init?(members: [String: JSONValue]) {
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
  init?(members: [String: JSONValue]) {
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
