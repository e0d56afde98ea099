import DaymarkModel

// What conditions mean on days that are all known, in the plainest words.

extension Condition {
  func holds(in period: KnownPeriod) -> Bool {
    switch kind {
    case .leaf(let leaf): leaf.answer(in: period) == .pass
    case .all(let parts): parts.allSatisfy { $0.holds(in: period) }
    case .any(let parts): parts.contains { $0.holds(in: period) }
    case .not(let part): !part.holds(in: period)
    case .some(let count, let parts): parts.count { $0.holds(in: period) } >= count
    }
  }
}

extension Leaf {
  /// Undetermined only where there is nothing to take a mean of.
  func answer(in period: KnownPeriod) -> Outcome {
    let selected = period.days.indices.filter { days.contains(period.first.advanced(by: $0)) }
    let values = selected.map { value.amount(on: period.days[$0]) }
    let recorded = values.compactMap { $0 }
    let holds: Bool
    switch measure {
    case .total: holds = comparison.holds(recorded.reduce(0, +))
    case .best: holds = comparison.holds(recorded.max() ?? 0)
    case .average(let overRecordedDays):
      let count = overRecordedDays ? recorded.count : selected.count
      guard count > 0 || period.readsMissingAsZero else { return .undetermined }
      holds = comparison.holds(recorded.reduce(0, +), dividedBy: max(count, 1))
    case .days(.every): holds = recorded.allSatisfy { comparison.holds($0) }
    case .days(.atLeast(let count)): holds = recorded.count { comparison.holds($0) } >= count
    case .streak(let days, let misses): holds = hasRun(of: days, misses: misses, in: recorded)
    case .window(let days):
      let sums = (0...recorded.count - days).map { recorded[$0..<$0 + days].reduce(0, +) }
      holds = sums.contains { comparison.holds($0) }
    case .weekly(let weekly):
      holds = weeks(of: weekly, in: period).count { meets(weekly.goal, $0) } >= weekly.weeks
    }
    return holds ? .pass : .fail
  }

  private func hasRun(of days: Int, misses: Int, in values: [Int]) -> Bool {
    let qualifies = values.map { comparison.holds($0) }
    for first in qualifies.indices {
      for last in qualifies.indices[first...] {
        let good = qualifies[first...last].count { $0 }
        if good >= days, last - first + 1 - good <= misses { return true }
      }
    }
    return false
  }

  /// The values of the looked-at days of each week that counts.
  private func weeks(of weekly: Weekly, in period: KnownPeriod) -> [[Int]] {
    let within = DaySelection(from: days.from, to: days.to)
    let all = period.days.indices.filter { within.contains(period.first.advanced(by: $0)) }
    func weekStart(_ index: Int) -> Int {
      let weekday = period.first.advanced(by: index).weekday.rawValue
      return index - (weekday - weekly.startsOn.rawValue + 7) % 7
    }
    return Dictionary(grouping: all, by: weekStart).values.compactMap { week in
      guard weekly.countsPartialWeeks || week.count == 7 else { return nil }
      return week.filter { days.contains(period.first.advanced(by: $0)) }
        .compactMap { value.amount(on: period.days[$0]) }
    }
  }

  private func meets(_ goal: Weekly.Goal, _ values: [Int]) -> Bool {
    switch goal {
    case .days(.every): !values.isEmpty && values.allSatisfy { comparison.holds($0) }
    case .days(.atLeast(let count)): values.count { comparison.holds($0) } >= count
    case .total: comparison.holds(values.reduce(0, +))
    }
  }
}

extension DayValue {
  func amount(on day: KnownPeriod.Day) -> Int? {
    switch self {
    case .metric(let metric): return day.amounts[metric]
    case .heartRate(let statistic): return day.heartRates[statistic]
    // No random rule asks for strength training.
    case .strength, .lift, .feat: return nil
    case .activities(let sum, let test):
      let fitting = day.sessions.filter { test.fits($0) }
      guard let field = sum.field else {
        return fitting.reduce(0) { $0 + $1.times } * 1_000_000
      }
      // By day and kind, rounded to 0.01 of the unit; active time is held in seconds.
      let divisor = sum == .duration ? 600_000 : 10_000
      return Dictionary(grouping: fitting, by: \.kind).values.reduce(0) { total, sessions in
        let exact = sessions.reduce(0) { $0 + ($1.value(field) ?? 0) * $1.times }
        return total + (exact + divisor / 2) / divisor * 10_000
      }
    }
  }
}

extension ActivityTest {
  func fitsKind(of session: KnownSession) -> Bool {
    (kinds?.contains(session.kind) ?? true) && (isIndoor.map { $0 == session.isIndoor } ?? true)
  }

  /// - Parameter session: Has all that is asked about.
  func fits(_ session: KnownSession) -> Bool {
    fitsKind(of: session)
      && requirements.allSatisfy { quantity, comparison in
        let values = quantity.fields.map { Int128(session.value($0) ?? 0) }
        switch quantity {
        // Seconds by kilometers, meters by seconds, both rounded to a micro-unit.
        case .pace:
          return comparison.holds(halfUp(values[0] * 1_000_000_000, by: values[1]), dividedBy: 1)
        case .speed:
          return comparison.holds(halfUp(values[1] * 1_000_000, by: values[0]), dividedBy: 1)
        case .duration: return comparison.holds(values[0], dividedBy: 60)
        default: return comparison.holds(values[0], dividedBy: 1)
        }
      }
  }
}

/// Above everything by nothing: on the spot a kilometer takes for ever.
private func halfUp(_ dividend: Int128, by divisor: Int128) -> Int128 {
  divisor == 0 ? .max : (2 * dividend + divisor) / (2 * divisor)
}

extension Comparison {
  func holds(_ value: Int, dividedBy count: Int = 1) -> Bool {
    holds(Int128(value), dividedBy: Int128(count))
  }

  func holds(_ value: Int128, dividedBy divisor: Int128) -> Bool {
    func scaled(_ bound: Quantity) -> Int128 { Int128(bound.microUnits) * divisor }
    return switch self {
    case .atLeast(let bound): value >= scaled(bound)
    case .moreThan(let bound): value > scaled(bound)
    case .atMost(let bound): value <= scaled(bound)
    case .lessThan(let bound): value < scaled(bound)
    case .between(let low, let high): value >= scaled(low) && value <= scaled(high)
    }
  }

  /// Micro-units.
  var bounds: [Int] {
    switch self {
    case .atLeast(let a), .moreThan(let a), .atMost(let a), .lessThan(let a): [Int(a.microUnits)]
    case .between(let a, let b): [Int(a.microUnits), Int(b.microUnits)]
    }
  }
}
