import DaymarkModel

/// Reads one leaf: its metric, comparison and days, and what its kind asks for beside.
struct LeafReader {
  private let mapping: Mapping
  private let possible: PossibleDays?

  init(_ mapping: Mapping, _ possible: PossibleDays?) {
    (self.mapping, self.possible) = (mapping, possible)
  }

  func days() -> Leaf? {
    leaf { selection in
      switch mapping.only(of: ["count", "every"]) {
      case "count": dayNumber("count", of: selection).map { .days(.atLeast($0)) }
      case "every": mapping.read("every") { $0 == "true" ? .days(.every) : nil }
      default: nil
      }
    }
  }

  func streak() -> Leaf? {
    leaf { selection in
      let days = dayNumber("days", of: selection)
      let misses = mapping.has("misses") ? mapping.read("misses") { wholeNumber($0) } : 0
      guard let days, let misses else { return nil }
      return .streak(days: days, misses: misses)
    }
  }

  func average() -> Leaf? {
    leaf { _ in
      guard mapping.has("over") else { return .average(overRecordedDays: false) }
      return mapping.read("over") {
        switch $0 {
        case "calendarDays": .average(overRecordedDays: false)
        case "recordedDays": .average(overRecordedDays: true)
        default: nil
        }
      }
    }
  }

  /// - Parameter measure: Reads the keys of the leaf's kind, given its days where they are known.
  func leaf(_ measure: (DaySelection?) -> Leaf.Measure?) -> Leaf? {
    let metric = self.metric()
    let comparison = self.comparison(of: metric)
    let selection = self.selection()
    let measure = measure(selection)
    guard let metric, let comparison, let selection, let measure else { return nil }
    return Leaf(measure, of: metric, comparison, on: selection)
  }

  private func metric() -> Metric? {
    guard let value = mapping["metric"] else { return nil }
    let cumulative = Metric.allCases.filter(\.isCumulative).map(\.id)
    let written = value.text
    if let metric = written.flatMap({ Metric(id: $0) }), metric.isCumulative { return metric }
    mapping.reject(
      "metric", value, expected: "one of \(cumulative.joined(separator: ", "))",
      suggestion: written.flatMap { suggestion(for: $0, among: cumulative) })
    return nil
  }

  private func comparison(of metric: Metric?) -> Comparison? {
    guard let key = mapping.only(of: comparisonKeys), let metric else { return nil }
    func bound(_ make: (Quantity) -> Comparison) -> Comparison? {
      mapping[key].flatMap { threshold(key, $0, of: metric) }.map(make)
    }
    switch key {
    case "atLeast": return bound(Comparison.atLeast)
    case "moreThan": return bound(Comparison.moreThan)
    case "atMost": return bound(Comparison.atMost)
    case "lessThan": return lessThan(bound(Comparison.lessThan))
    default: return between(of: metric)
    }
  }

  private func lessThan(_ comparison: Comparison?) -> Comparison? {
    guard comparison == .lessThan(.zero), let value = mapping["lessThan"] else { return comparison }
    mapping.reject("lessThan", value, expected: "a threshold above 0, as nothing is below")
    return nil
  }

  private func between(of metric: Metric) -> Comparison? {
    guard let value = mapping["between"] else { return nil }
    guard let bounds = value.elements, bounds.count == 2 else {
      mapping.reject("between", value)
      return nil
    }
    let read = bounds.map { threshold("between", $0, of: metric) }
    guard let low = read[0], let high = read[1] else { return nil }
    guard low <= high else {
      mapping.reject("between", bounds[1], expected: "a threshold not below the first")
      return nil
    }
    return .between(low, high)
  }

  private func threshold(_ key: String, _ value: Value, of metric: Metric) -> Quantity? {
    if let quantity = value.text.flatMap({ thresholdQuantity($0, of: metric) }) { return quantity }
    let units = Unit.allCases.filter { metric.ratio(of: $0) != nil }.map(\.rawValue)
    mapping.reject(
      key, value,
      expected: metric.canonicalUnit == .count
        ? "a number from 0, bare or with count"
        : "a number from 0 and a unit of \(units.joined(separator: ", "))")
    return nil
  }

  private func selection() -> DaySelection? {
    let from = day("from")
    let to = day("to")
    var weekdays: [CivilDay.Weekday]?
    if mapping.has("on") {
      weekdays = mapping.readList("on") { name in
        CivilDay.Weekday.allCases.first { $0.key == name }
      }
      guard let weekdays else { return nil }
      if Set(weekdays).count < weekdays.count { reportRepeatedWeekday() }
    }
    guard mapping.has("from") == (from != nil), mapping.has("to") == (to != nil) else { return nil }
    if let from, let to, to < from, let value = mapping["to"] {
      mapping.reject("to", value, expected: "a day not before \(from)")
      return nil
    }
    let selection = DaySelection(weekdays: weekdays.map(Set.init), from: from, to: to)
    if let possible, possible.fewest(in: selection) == 0 {
      mapping.findings.add(
        .configBadValue, at: mapping.has("on") ? mapping.place(of: "on") : mapping.place,
        ["key": "on", "expected": "at least one day of the period"])
      return nil
    }
    return selection
  }

  private func day(_ key: String) -> CivilDay? {
    guard let day = mapping.read(key, { CivilDay($0) }) else { return nil }
    guard let possible, !possible.span.contains(day), let value = mapping[key] else { return day }
    mapping.reject(
      key, value,
      expected: "a day of the period, \(possible.span.lowerBound) to \(possible.span.upperBound)")
    return nil
  }

  private func reportRepeatedWeekday() {
    var seen: Set<String> = []
    for element in mapping["on"]?.elements ?? [] {
      guard let name = element.text, !seen.insert(name).inserted else { continue }
      mapping.findings.add(.configDuplicate, at: element.place, ["key": name])
    }
  }

  /// A number of days, no more than there are.
  private func dayNumber(_ key: String, of selection: DaySelection?) -> Int? {
    guard let value = mapping[key],
      let number = mapping.read(key, { text in wholeNumber(text).flatMap { $0 > 0 ? $0 : nil } })
    else { return nil }
    if let selection, let most = possible?.most(in: selection), number > most {
      mapping.reject(key, value, expected: "at most \(most), the days there are")
      return nil
    }
    return number
  }
}
