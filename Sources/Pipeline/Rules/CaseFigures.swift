import DaymarkDocuments
import DaymarkModel

// The figures and sessions of the cases that `rules test --init` writes.

extension QualityGate {
  /// The line of a case with data that breaches the gate.
  var breach: String {
    switch measure {
    case .manualShare(let metric, let atMost), .lateShare(let metric, let atMost):
      "\(key): { \(metric.id): \(Quantity(percentOf: min(10_000, atMost + 100))) % }"
    case .flags(let codes, let atMost):
      "flags: [\(codes?.map(\.rawValue).min() ?? FlagCode.stepsPerMinute.rawValue) x\(atMost + 1)]"
    }
  }
}

extension DayValue {
  /// The values that a weighted sum adds, without their weights; for any other value that value.
  var amounts: [DayValue] {
    if case .weighted(let sum) = self { sum.terms.map(\.value) } else { [self] }
  }

  /// The number of parts, the unit of a bound, in a micro-unit of the first amount.
  var partsOfFirst: Int128 {
    guard case .weighted(let sum) = self, let first = sum.terms.first else { return 1 }
    return sum.parts(of: first)
  }
}

extension Leaf {
  /// Returns the figure of each of some days; for counted sessions their number, per week or in
  /// total.
  ///
  /// The figure satisfies the comparison exactly or by a wide margin, or misses it by one step.
  func figure(_ level: CaseDraft.Level, on days: [CivilDay]) -> Quantity {
    let own = value.amounts.first?.step ?? 1
    let step = Int128(max(own, value.unit == .count ? 1_000_000 : 10_000))
    var parts: Int128 = 1
    // Any other condition must be satisfied by each day alone.
    if case .total = measure.goal {
      parts = Int128(max(1, daysOfStretch(level, in: days)))
    }
    if case .window(let days) = measure.goal { parts = Int128(days) }
    if case .activities(.sessions, _) = value { parts = 1 }
    let (low, high) = (interval.low, interval.high)
    let grid = parts * step * value.partsOfFirst
    let isFloor = comparison.lower != nil
    let met = isFloor ? (low + grid - 1) / grid * step : (high ?? 0) / grid * step
    let amount =
      switch level {
      case .met: met
      case .missed: isFloor ? met - step : met + step
      case .exceeded where isFloor && high == nil: met * 2 + step
      case .exceeded: (low + (high ?? low)) / 2 / grid * step
      }
    return Quantity(exactly: min(max(0, amount), Int128(Quantity.limit.microUnits / 4))) ?? .limit
  }

  /// Returns the figure of each day before the period such that its multiple is at most the floor,
  /// or is about twice the floor.
  func figureBefore(_ baseline: Baseline, isAboveFloor: Bool) -> Quantity {
    let step = Int128(value.unit.dailyStep)
    let floor = Int128(floor.microUnits) * Int128(value.partsOfMicroUnit)
    let divisor = value.partsOfFirst * Int128(baseline.times.numerator) * step
    let most = floor * Int128(baseline.times.denominator) / divisor * step
    return Quantity(exactly: isAboveFloor ? 2 * most + step : most) ?? .zero
  }

  /// Returns the number of days that share a total: the days of one stretch, which may be a short
  /// or a long month, or all days.
  private func daysOfStretch(_ level: CaseDraft.Level, in all: [CivilDay]) -> Int {
    let selected = all.filter(days.contains)
    guard let recurrence = measure.recurrence, let first = all.first, let last = all.last else {
      return selected.count
    }
    let counts = recurrence.stretches(within: (days.from ?? first)...(days.to ?? last)).map {
      stretch in selected.count(where: stretch.contains)
    }
    return (level == .missed ? counts.max() : counts.min()) ?? recurrence.mostDays
  }

  /// Returns the days for sessions, in groups that each have all that is required.
  ///
  /// The groups are the stretches that must satisfy the leaf, or all stretches where the leaf must
  /// fail, or one group of all days.
  func sessionGroups(
    of selected: [CivilDay], in days: [CivilDay], _ level: CaseDraft.Level
  ) -> [[CivilDay]] {
    guard let recurrence = measure.recurrence, let first = days.first, let last = days.last else {
      return selected.isEmpty ? [] : [selected]
    }
    let bounds = max(first, self.days.from ?? first)...min(last, self.days.to ?? last)
    let stretches = recurrence.stretches(within: bounds).compactMap { stretch in
      let own = selected.filter(stretch.contains)
      return own.isEmpty ? nil : (days: stretch, element: own)
    }
    let apart = recurrence.counted(stretches) { _ in true }.map { stretches[$0].element }
    // Between two stretches that share no day there may be a third that contains the sessions of
    // both.
    if level == .missed, case .days = recurrence.stretch { return Array(apart.prefix(1)) }
    return level == .missed ? apart : Array(apart.prefix(recurrence.count))
  }
}

extension ActivityTest {
  /// Writes a session that passes the test, as a line of a case.
  ///
  /// - Parameter zones: The zones that the rule asks for, each of which a session states if there
  ///   are several.
  func session(
    on day: CivilDay, _ sums: [ActivitySum: Quantity], in zones: Set<HeartRateZone>
  ) -> String {
    var figures = requirements.mapValues { $0.satisfied(step: 10_000) }
    for (sum, amount) in sums {
      if let quantity = ActivityQuantity(rawValue: sum.rawValue) {
        figures[quantity] = max(figures[quantity] ?? .zero, amount)
      }
    }
    // Without a required distance a pace or speed is that of five kilometers.
    let meters = figures[.distance] ?? Quantity(5000)
    let distance = Int128(meters.microUnits)
    if let pace = figures.removeValue(forKey: .pace), figures[.duration] == nil {
      figures[.distance] = meters
      figures[.duration] = Quantity(exactly: distance * Int128(pace.microUnits) / 60_000_000_000)
    }
    if let speed = figures.removeValue(forKey: .speed), figures[.duration] == nil, speed > .zero {
      figures[.distance] = meters
      figures[.duration] = Quantity(exactly: distance * 1_000_000 / Int128(speed.microUnits) / 60)
    }
    let other: ActivityKind = names == nil ? .run : .learning
    let kind = kinds?.map(\.rawValue).min() ?? other.rawValue
    let minutes = figures[.heartMinutes]
    if zones.count > 1 { figures[.heartMinutes] = nil }
    var given = ActivityQuantity.allCases.compactMap { quantity in
      figures[quantity].map { "\(quantity.rawValue): \($0)" }
    }
    if zones.count > 1 {
      // Minutes in the test's own zone are also in each zone that contains it.
      let entries = zones.sorted { ($0.above, $0.end) < ($1.above, $1.end) }.map { other in
        let holds = zone.map(other.contains) ?? false
        let upTo = other.upTo.map { ", \(HeartRateZone.upToKey): \($0) bpm" } ?? ""
        let figure = holds ? minutes ?? .zero : .zero
        return "{ above: \(other.above) bpm\(upTo), minutes: \(figure) }"
      }
      given.append("heartMinutes: [\(entries.joined(separator: ", "))]")
    }
    let isIndoor = isIndoor.map { ["indoor: \($0)"] } ?? []
    let name = names?.min().map { ["name: \(JSONValue.string($0).canonicalText)"] } ?? []
    return (["day: \(day)", "kind: \(kind)"] + name + isIndoor + given).joined(separator: ", ")
  }
}

extension HeartRateZone {
  /// The highest rate of the zone.
  fileprivate var end: Int { upTo ?? HeartRate.wholeRates.upperBound }

  /// Whether each rate of another zone is in this one.
  fileprivate func contains(_ other: HeartRateZone) -> Bool {
    above <= other.above && end >= other.end
  }
}

extension Comparison {
  /// Returns the amount next to the bound that satisfies the comparison.
  fileprivate func satisfied(step: Int64) -> Quantity {
    let bound = thresholds.last?.microUnits ?? 0
    return switch self {
    case .atLeast, .atMost, .between: Quantity(microUnits: bound)
    case .moreThan: Quantity(microUnits: bound + step)
    case .lessThan: Quantity(microUnits: max(0, bound - step))
    }
  }
}
