import DaymarkModel

/// Reads one leaf: what it looks at, its comparison and days, and what its kind asks for beside.
struct LeafReader {
  let mapping: Mapping
  let possible: PossibleDays?

  init(_ mapping: Mapping, _ possible: PossibleDays?) {
    (self.mapping, self.possible) = (mapping, possible)
  }

  /// - Parameter key: What the condition calls it.
  func leaf(_ key: String) -> Leaf? {
    if key == "weekly" { return weekly() }
    let selection = self.selection()
    let value = self.value(key)
    let comparison = key == "activities" ? sessionCount() : self.comparison(of: value)
    guard let measure = measure(key, over: selection), let value, let comparison, let selection
    else { return nil }
    return Leaf(measure, of: value, comparison, on: selection)
  }

  /// A leaf without comparison.
  func score(_ key: String) -> Score? {
    let selection = self.selection()
    let value = self.value(key)
    let measure: Score.Measure? =
      switch self.measure(key, over: selection) {
      case .total: .total
      case .best: .best
      case .window(let days): .window(days: days)
      case .average(let overRecordedDays): .average(overRecordedDays: overRecordedDays)
      default: nil
      }
    guard let measure, let value, let selection else { return nil }
    return Score(measure, of: value, on: selection)
  }

  private func measure(_ key: String, over selection: DaySelection?) -> Leaf.Measure? {
    switch key {
    case "days": return dayCount("count", of: selection).map { .days($0) }
    case "heartRate": return dayCount("days", of: selection).map { .days($0) }
    case "streak":
      let days = dayNumber("days", of: selection)
      let misses = mapping.has("misses") ? mapping.read("misses", wholeNumber) : 0
      guard let days, let misses else { return nil }
      return .streak(days: days, misses: misses)
    case "window": return dayNumber("days", of: selection).map { .window(days: $0) }
    case "average":
      guard mapping.has("over") else { return .average(overRecordedDays: false) }
      return mapping.read("over") {
        switch $0 {
        case "calendarDays": .average(overRecordedDays: false)
        case "recordedDays": .average(overRecordedDays: true)
        default: nil
        }
      }
    case "best": return .best
    default: return .total
    }
  }

  /// So many days, under `key`, or every one.
  private func dayCount(_ key: String, of selection: DaySelection?) -> Leaf.DayCount? {
    switch mapping.only(of: [key, "every"]) {
    case key: dayNumber(key, of: selection).map { .atLeast($0) }
    case "every": mapping.read("every") { $0 == "true" ? .every : nil }
    default: nil
    }
  }

  /// A number of days, no more than there are.
  private func dayNumber(_ key: String, of selection: DaySelection?) -> Int? {
    guard let value = mapping[key], let number = positiveNumber(key) else { return nil }
    if let selection, let most = possible?.most(in: selection), number > most {
      mapping.reject(key, value, expected: .atMost(most, .days))
      return nil
    }
    return number
  }

  private func positiveNumber(_ key: String) -> Int? {
    mapping.read(key) { text in wholeNumber(text).flatMap { $0 > 0 ? $0 : nil } }
  }

  func sessionCount() -> Comparison? {
    positiveNumber("count").map { .atLeast(Quantity($0)) }
  }

  // MARK: Weeks

  private func weekly() -> Leaf? {
    let selection = self.selection()
    let goal = weekGoal(of: selection)
    let startsOn =
      mapping.has("weekStartsOn") ? mapping.read("weekStartsOn", weekday) : .monday
    let partial =
      mapping.has("partialWeeks")
      ? mapping.read("partialWeeks") { $0 == "count" ? true : nil } : false
    let weeks = startsOn.flatMap { startsOn in
      partial.flatMap { self.weeks(of: selection, startingOn: startsOn, partial: $0) }
    }
    guard let goal, let startsOn, let partial, let weeks, let selection else { return nil }
    let weekly = Weekly(
      weeks: weeks, goal: goal.goal, startsOn: startsOn, countsPartialWeeks: partial)
    return Leaf(.weekly(weekly), of: goal.value, goal.comparison, on: selection)
  }

  private func weeks(
    of selection: DaySelection?, startingOn weekday: CivilDay.Weekday, partial: Bool
  ) -> Int? {
    guard let value = mapping["weeks"], let weeks = positiveNumber("weeks") else { return nil }
    if let selection, let possible {
      let most = possible.mostWeeks(in: selection, startingOn: weekday, partial: partial)
      if weeks > most {
        mapping.reject("weeks", value, expected: .atMost(most, partial ? .weeks : .wholeWeeks))
        return nil
      }
    }
    return weeks
  }

  /// What a week must have.
  private func weekGoal(
    of selection: DaySelection?
  ) -> (goal: Weekly.Goal, value: DayValue, comparison: Comparison)? {
    guard let key = mapping.only(of: ["days", "activities"]),
      case .mapping(let table)? = mapping.table[key]?.form,
      let inner = mapping.mapping(key, table).map({ LeafReader($0, nil) })
    else { return nil }
    guard key == "days" else {
      guard let value = inner.value("activities"), let comparison = inner.sessionCount() else {
        return nil
      }
      return (.total, value, comparison)
    }
    let count = inner.weekDayCount(most: selection?.weekdays?.count ?? 7)
    let value = inner.value(key)
    let comparison = inner.comparison(of: value)
    guard let count, let value, let comparison else { return nil }
    return (.days(count), value, comparison)
  }

  private func weekDayCount(most: Int) -> Leaf.DayCount? {
    guard let count = dayCount("count", of: nil) else { return nil }
    if case .atLeast(let number) = count, number > most, let value = mapping["count"] {
      mapping.reject("count", value, expected: .atMost(most, .weekDays))
      return nil
    }
    return count
  }
}
