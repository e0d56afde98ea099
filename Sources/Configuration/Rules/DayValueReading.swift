import DaymarkModel

// What a leaf looks at, and what it compares with.

extension LeafReader {
  func value(_ key: String) -> DayValue? {
    switch key {
    case "heartRate":
      return mapping.choice("statistic", HeartRateStatistic.self).map { .heartRate($0) }
    case "activities": return sessions().map { .activities(.sessions, of: $0) }
    case "activityTotal":
      let sum = mapping.choice("sum", ActivitySum.self)
      guard let test = sessions(), let sum else { return nil }
      return .activities(sum, of: test)
    default: return metric().map { .metric($0) }
    }
  }

  private func metric() -> Metric? { mapping.metric("metric") }

  private func sessions() -> ActivityTest? {
    let kinds = mapping.has("kind") ? self.kinds().map { Set($0) as Set? } : .some(nil)
    let indoor: Bool?? =
      mapping.has("indoor")
      ? mapping.read("indoor") { ["true": true, "false": false][$0] }.map { $0 as Bool? }
      : .some(nil)
    let requirements = mapping.has("where") ? self.requirements() : [:]
    guard let kinds, let indoor, let requirements else { return nil }
    return ActivityTest(kinds: kinds, isIndoor: indoor, requirements: requirements)
  }

  /// One kind or a list of them.
  private func kinds() -> [ActivityKind]? {
    guard mapping["kind"]?.elements != nil else {
      return mapping.choice("kind", ActivityKind.self).map { [$0] }
    }
    return mapping.distinctList("kind", ActivityKind.init(rawValue:))
  }

  private func requirements() -> [ActivityQuantity: Comparison]? {
    guard let asked = mapping.mapping("where", .requirements) else { return nil }
    var requirements: [ActivityQuantity: Comparison] = [:]
    var isGood = true
    let written = asked.any(of: ActivityQuantity.allCases.map(\.rawValue))
    for quantity in ActivityQuantity.allCases where written.contains(quantity.rawValue) {
      guard case .mapping(let table)? = asked.table[quantity.rawValue]?.form,
        let bounds = asked.mapping(quantity.rawValue, table),
        let comparison = LeafReader(bounds, nil).comparison(in: quantity.unit)
      else {
        isGood = false
        continue
      }
      requirements[quantity] = comparison
    }
    return isGood && !written.isEmpty ? requirements : nil
  }

  /// What days, or sums of them, are compared with.
  ///
  /// Without a value no threshold can be judged.
  func comparison(of value: DayValue?) -> Comparison? {
    comparison(in: value?.unit, step: value?.step)
  }

  /// - Parameters:
  ///   - unit: The canonical unit of what is compared.
  ///   - step: What thresholds in other units are rounded to, if days are: 1 mi is 1609.34 m, as on a day.
  private func comparison(in unit: Unit?, step: Int64? = nil) -> Comparison? {
    guard let key = mapping.only(of: Comparison.keys), let value = mapping[key], let unit else {
      return nil
    }
    if key == "between" { return between(value, in: unit, step) }
    guard let bound = threshold(key, value, in: unit, step) else { return nil }
    switch key {
    case "atLeast": return .atLeast(bound)
    case "moreThan": return .moreThan(bound)
    case "atMost": return .atMost(bound)
    default:
      guard bound == .zero else { return .lessThan(bound) }
      mapping.reject(key, value, expected: .thresholdAboveZero)
      return nil
    }
  }

  private func between(_ value: Value, in unit: Unit, _ step: Int64?) -> Comparison? {
    guard let bounds = value.elements, bounds.count == 2 else {
      mapping.reject("between", value)
      return nil
    }
    let read = bounds.map { threshold("between", $0, in: unit, step) }
    guard let low = read[0], let high = read[1] else { return nil }
    guard low <= high else {
      mapping.reject("between", bounds[1], expected: .thresholdNotBelowFirst)
      return nil
    }
    return .between(low, high)
  }

  private func threshold(
    _ key: String, _ value: Value, in unit: Unit, _ step: Int64?
  ) -> Quantity? {
    if let quantity = value.text.flatMap({ thresholdQuantity($0, in: unit, step: step) }) {
      return quantity
    }
    let units = units(of: unit)
    mapping.reject(
      key, value, expected: .thresholdWithUnit(unit, units: units),
      suggestion: value.text.flatMap { self.unit(meantBy: $0, in: units) })
    return nil
  }

  /// A unit that is only written in another way (a short one is near to any other), or the threshold
  /// with the space before it.
  private func unit(meantBy text: String, in units: [String]) -> String? {
    guard let match = text.wholeMatch(of: #/([0-9.:]+)( *)([A-Za-z].*)/#) else { return nil }
    let written = String(match.3)
    if match.2.isEmpty, units.contains(written) { return "\(match.1) \(written)" }
    return units.first { $0.lowercased() == written.lowercased() && $0 != written }
      ?? alias(of: written, among: units)
  }
}

// The days.
extension LeafReader {
  func selection() -> DaySelection? {
    let from = day("from")
    let to = day("to")
    let weekdays = mapping.has("on") ? mapping.distinctList("on", weekday) : nil
    guard mapping.has("on") == (weekdays != nil), mapping.has("from") == (from != nil),
      mapping.has("to") == (to != nil)
    else { return nil }
    if let from, let to, to < from, let value = mapping["to"] {
      mapping.reject("to", value, expected: .dayNotBefore(from))
      return nil
    }
    let selection = DaySelection(weekdays: weekdays.map(Set.init), from: from, to: to)
    if let possible, possible.fewest(in: selection) == 0 {
      mapping.findings.add(
        .configBadValue, at: mapping.has("on") ? mapping.place(of: "on") : mapping.place,
        key: "on", expected: .anyDayOfPeriod)
      return nil
    }
    return selection
  }

  private func day(_ key: String) -> CivilDay? {
    guard let day = mapping.read(key, { CivilDay($0) }) else { return nil }
    guard let possible, !possible.span.contains(day), let value = mapping[key] else { return day }
    mapping.reject(
      key, value,
      expected: .dayOfPeriod(from: possible.span.lowerBound, to: possible.span.upperBound))
    return nil
  }
}

/// `mon` to `sun`.
func weekday(_ name: String) -> CivilDay.Weekday? {
  CivilDay.Weekday.allCases.first { $0.key == name }
}
