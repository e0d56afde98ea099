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
    case .jointly(let joint): joint.holds(in: period)
    }
  }
}

extension Leaf {
  /// Undetermined only where there is nothing to take a mean of.
  func answer(in period: KnownPeriod) -> Outcome {
    let selected = period.days.indices.filter { days.contains(period.first.advanced(by: $0)) }
    let values = selected.map { value.amount(on: period.days[$0]) }
    let recorded = values.compactMap { $0 }
    switch measure {
    case .average(true) where recorded.isEmpty && !period.readsMissingAsZero: return .undetermined
    case .recurring(let recurrence, let goal):
      let stretches = recurrence.stretches(of: period, from: days.from, to: days.to)
      let answers = stretches.map { meets(goal, recurrence, $0, in: period) }
      return recurrence.number(of: answers) >= recurrence.count ? .pass : .fail
    default: return holds(measure, recorded, of: selected.count) ? .pass : .fail
    }
  }

  /// - Parameter count: How many days there are, with values or without.
  private func holds(_ measure: Measure, _ values: [Int], of count: Int) -> Bool {
    switch measure {
    case .total: comparison.holds(values.reduce(0, +))
    case .best: comparison.holds(values.max() ?? 0)
    case .average(let overRecordedDays):
      comparison.holds(
        values.reduce(0, +), dividedBy: max(overRecordedDays ? values.count : count, 1))
    case .days(.every): values.allSatisfy { comparison.holds($0) }
    case .days(.atLeast(let days)): values.count { comparison.holds($0) } >= days
    case .streak(let days, let misses): hasRun(of: days, misses: misses, in: values)
    case .window(let days):
      days <= values.count
        && (0...values.count - days).contains {
          comparison.holds(values[$0..<$0 + days].reduce(0, +))
        }
    case .recurring: false
    }
  }

  /// Whether the looked-at days of a stretch have what is asked; without one they have not.
  func meets(
    _ goal: Measure, _ recurrence: Recurrence, _ stretch: [Int], in period: KnownPeriod
  ) -> Bool {
    let selected = stretch.filter { days.contains(period.first.advanced(by: $0)) }
    let values = selected.compactMap { value.amount(on: period.days[$0]) }
    return !selected.isEmpty && holds(goal, values, of: selected.count)
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
}

extension Recurrence {
  /// The places of the days of each stretch that counts, ascending; of days that start on any day, one for each start.
  func stretches(of period: KnownPeriod, from: CivilDay?, to: CivilDay?) -> [[Int]] {
    let within = DaySelection(from: from, to: to)
    let all = period.days.indices.filter { within.contains(period.first.advanced(by: $0)) }
    if case .days(let length) = stretch {
      return all.filter { all.contains($0 + length - 1) }.map { Array($0..<$0 + length) }
    }
    func start(_ index: Int) -> String {
      let day = period.first.advanced(by: index)
      guard case .week(let first) = stretch else { return String("\(day)".prefix(7)) }
      var start = day
      while start.weekday != first { start = start.advanced(by: -1) }
      return "\(start)"
    }
    let groups = Dictionary(grouping: all, by: start).sorted { $0.key < $1.key }.map(\.value)
    return groups.filter { days in
      countsPartial
        || start(days[0] - 1) != start(days[0])
          && start(days[days.count - 1] + 1) != start(days[0])
    }
  }

  /// How many of such stretches count.
  func number(of answers: [Bool]) -> Int {
    if case .days(let length) = stretch {
      // The most from each start on: without that one, or with it and what shares no day with it.
      var most = [Int](repeating: 0, count: answers.count + length)
      for start in answers.indices.reversed() {
        most[start] = max(most[start + 1], answers[start] ? 1 + most[start + length] : 0)
      }
      return most[0]
    }
    guard isInARow else { return answers.count { $0 } }
    let rows = answers.map { $0 ? "1" : "0" }.joined().split(separator: "0")
    return rows.map(\.count).max() ?? 0
  }
}

extension JointLeaves {
  func holds(in period: KnownPeriod) -> Bool {
    let stretches = recurrence.stretches(of: period, from: days.from, to: days.to)
    let answers = stretches.map { stretch in
      let parts = leaves.map { $0.meets($0.measure.goal, recurrence, stretch, in: period) }
      return needsAll ? !parts.contains(false) : parts.contains(true)
    }
    return recurrence.number(of: answers) >= recurrence.count
  }
}

extension DayValue {
  func amount(on day: KnownPeriod.Day) -> Int? {
    switch self {
    case .metric(let metric): return day.amounts[metric]
    case .heartRate(let statistic): return day.heartRates[statistic]
    // No random rule asks for strength training, or for minutes above a heart rate.
    case .heartMinutes, .strength, .lift, .feat, .weighted: return nil
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
