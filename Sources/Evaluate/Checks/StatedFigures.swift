import DaymarkModel

/// The figures of days as evidence states them.
struct StatedFigures {
  private var amounts: [Metric: [CivilDay: DailyAggregate]] = [:]
  private let activities: [CivilDay: [DailyActivities]]
  private let strength: [CivilDay: DailyStrength]
  private let feats: [CivilDay: [DailyFeat]]
  /// The metrics for which evidence has arrays of days.
  private let metrics: Set<Metric>

  /// Collects the figures.
  ///
  /// - Parameters:
  ///   - aggregates: What evidence states.
  ///   - metrics: The metrics for which evidence has arrays of days.
  init(_ aggregates: SubjectAggregates, of metrics: [Metric] = Metric.inEvidence) {
    self.metrics = Set(metrics)
    for day in aggregates.days { amounts[day.metric, default: [:]][day.day] = day }
    activities = Dictionary(grouping: aggregates.activities, by: \.day)
    strength = Dictionary(aggregates.strengthDays.map { ($0.day, $0) }) { first, _ in first }
    feats = Dictionary(grouping: aggregates.feats, by: \.day)
  }

  /// Whether a day's value follows from the figures, where the figures determine it.
  func agree(with value: Quantity?, of kind: DayValue, on day: CivilDay) -> Bool {
    switch kind {
    case .metric, .heartRate, .heartMinutes:
      return !isStated(kind, on: day) || value == self.value(of: kind, on: day)
    case .activities(let sum, let test):
      let total = total(of: sum, test, on: day) ?? 0
      let stated = value.map { Int128($0.microUnits) } ?? 0
      // Evidence does not say which sessions satisfy `where`, so the sum of all is only an upper
      // bound.
      return test.takesWholeKinds ? stated == total : stated <= total
    // A day without sets may have zero, or no data at all.
    case .strength, .lift, .feat: return (value ?? .zero) == self.value(of: kind, on: day) ?? .zero
    case .weighted(let sum):
      guard let exact = total(of: sum, on: day) else { return true }
      return value == nil
        ? exact == 0
        : value.map { Int128($0.microUnits) } == kind.quantity(exact).map { Int128($0.microUnits) }
    }
  }

  /// Whether evidence states the value of a day.
  func isStated(_ kind: DayValue, on day: CivilDay) -> Bool {
    switch kind {
    case .metric(let metric): metrics.contains(metric)
    case .heartRate, .heartMinutes: true
    case .weighted(let sum): total(of: sum, on: day) != nil
    case .activities(_, let test): test.takesWholeKinds
    case .strength, .lift, .feat: true
    }
  }

  /// The value of a day that evidence states; `nil` without data.
  func value(of kind: DayValue, on day: CivilDay) -> Quantity? {
    let heartRate = amounts[.heartRate]?[day]
    switch kind {
    case .metric(let metric): return amounts[metric]?[day]?.value
    case .heartRate(.average): return heartRate?.value
    case .heartRate(.min): return heartRate?.heartRate?.minimum
    case .heartRate(.max): return heartRate?.heartRate?.maximum
    case .heartMinutes(let above): return heartRate?.heartRate?.minutes(above: above)
    case .weighted(let sum):
      let hasData = sum.terms.contains { value(of: $0.value, on: day) != nil }
      return hasData ? total(of: sum, on: day).flatMap(kind.quantity) : nil
    case .activities(let sum, let test):
      return total(of: sum, test, on: day).flatMap(Quantity.init(exactly:))
    case .strength, .lift, .feat: return kind.least(of: strength[day], feats[day] ?? [])
    }
  }

  /// The sum over a day's sessions of fitting kinds, in micro-units; `nil` without any.
  private func total(of sum: ActivitySum, _ test: ActivityTest, on day: CivilDay) -> Int128? {
    let sessions = (activities[day] ?? []).filter {
      test.kinds?.contains($0.kind) ?? (test.names != nil || !$0.kind.isLogged)
    }
    guard !sessions.isEmpty else { return nil }
    return sessions.reduce(0) { $0 + Int128(sum.amount(in: $1).microUnits) }
  }

  /// A day's value in ``DayValue/partsOfMicroUnit``; `nil` where evidence does not state it.
  func exact(_ day: Explanation.Day, _ kind: DayValue) -> Int128? {
    guard case .weighted(let sum) = kind else { return day.value.map { Int128($0.microUnits) } }
    return total(of: sum, on: day.day)
  }

  private func total(of sum: WeightedSum, on day: CivilDay) -> Int128? {
    var total: Int128 = 0
    for term in sum.terms {
      guard case .metric(let metric) = term.value, metrics.contains(metric) else {
        return nil
      }
      total += Int128(amounts[metric]?[day]?.value?.microUnits ?? 0) * sum.parts(of: term)
    }
    return total
  }
}

extension ActivityTest {
  /// Whether every session of a fitting kind qualifies.
  fileprivate var takesWholeKinds: Bool {
    requirements.isEmpty && isIndoor == nil && names == nil
  }
}

extension ActivitySum {
  fileprivate func amount(in day: DailyActivities) -> Quantity {
    switch self {
    case .distance: day.distance ?? .zero
    case .duration: day.minutes
    case .energy: day.energy ?? .zero
    case .elevationGain: day.elevationGain ?? .zero
    case .sessions: Quantity(day.sessions)
    }
  }
}
