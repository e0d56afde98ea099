import DaymarkModel

/// The days of one week that a leaf looks at.
struct WeekFacts {
  /// Within the days that the leaf may look at.
  let days: ClosedRange<CivilDay>
  /// Not empty.
  let facts: [DayFact]
}

extension Weekly {
  /// The weeks that count, ascending: whole ones, unless partial ones are asked for too.
  ///
  /// A week none of whose days is looked at has nothing to show.
  func weeks(of facts: [DayFact], within bounds: ClosedRange<CivilDay>) -> [WeekFacts] {
    var weeks: [WeekFacts] = []
    var rest = facts[...]
    while let day = rest.first?.day {
      let since = (day.weekday.rawValue - startsOn.rawValue + 7) % 7
      let (first, last) = (day.advanced(by: -since), day.advanced(by: 6 - since))
      let week = rest.prefix { $0.day <= last }
      rest.removeFirst(week.count)
      let isWhole = bounds.contains(first) && bounds.contains(last)
      guard isWhole || countsPartialWeeks else { continue }
      weeks.append(
        WeekFacts(
          days: max(first, bounds.lowerBound)...min(last, bounds.upperBound), facts: Array(week)))
    }
    return weeks
  }
}

extension Leaf {
  func result(_ weekly: Weekly, on weeks: [WeekFacts]) -> LeafResult {
    let seen = weeks.map { week($0, weekly.goal) }
    let prospect = Prospect(reaching: weekly.weeks, seen.map(\.prospect)) { $0.count { $0 } }
    var result = LeafResult(
      prospect, required: weekly.weeks, actual: seen.count { $0.prospect.shown })
    result.weeks = zip(weeks, seen).map { week, seen in
      Explanation.Week(
        days: week.days, actual: Quantity(exactly: seen.actual) ?? .limit,
        answer: seen.prospect.answer)
    }
    return result
  }

  private func week(
    _ week: WeekFacts, _ goal: Weekly.Goal
  ) -> (prospect: Prospect, actual: Int128) {
    switch goal {
    case .total:
      let sum = week.facts.sum
      return (Prospect(of: sum, in: interval), sum.recorded)
    case .days(let count):
      let required = if case .atLeast(let days) = count { days } else { week.facts.count }
      let days = prospects(of: week.facts)
      return (
        Prospect(reaching: required, days) { $0.count { $0 } },
        Int128(days.count { $0.shown }) * 1_000_000
      )
    }
  }
}
