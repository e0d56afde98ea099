import DaymarkModel

/// The causes in evidence for days that are stated as uncertain.
///
/// Where evidence has the figure of a day, the day may be stated as uncertain only with a cause:
/// damage, rejected records, a second figure, incomplete data, or an evaluation before the day's
/// end.
struct StatedCauses {
  private let ends: [CivilDay: Instant]
  let asOf: Instant
  let readsMissingAsZero: Bool
  /// Whether no more data is awaited for days that are over.
  private let isClosed: Bool
  private let aggregates: SubjectAggregates
  private let figures: [DayMetric: DailyAggregate]
  private let bounded: Set<DayMetric>
  private let undated: Set<Metric>

  private struct DayMetric: Hashable {
    let day: CivilDay
    let metric: Metric
  }

  /// Collects the causes.
  ///
  /// - Parameter isClosed: Whether no more data is awaited for days that are over.
  init(
    _ rule: Rule, on aggregates: SubjectAggregates, of challenge: Challenge, asOf: Instant,
    isClosed: Bool = false
  ) {
    let calendar = DayCalendar(zone: aggregates.zone.zone)
    let end = challenge.period.interval(in: calendar).end
    ends = Dictionary(
      challenge.period.days(in: calendar).map { ($0, min(calendar.interval(of: $0).end, end)) }
    ) { first, _ in first }
    (self.aggregates, self.asOf, self.isClosed) = (aggregates, asOf, isClosed)
    readsMissingAsZero = rule.adapted(to: aggregates).onMissing == .zero
    figures = Dictionary(
      aggregates.days.map { (DayMetric(day: $0.day, metric: $0.metric), $0) }
    ) { first, _ in first }
    bounded = Set(aggregates.bounds.map { DayMetric(day: $0.day, metric: $0.metric) })
    undated = Set(aggregates.undated.map(\.metric))
  }

  /// Whether evidence allows a day to stand as stated.
  ///
  /// - Parameters:
  ///   - day: A day of the leaf's node, whose value was already compared with evidence.
  ///   - leaf: The leaf.
  ///   - targetMayBeUncertain: Whether the target follows from the subject's own days before the period, so
  ///     that it may be uncertain.
  func allow(_ day: Explanation.Day, of leaf: Leaf, targetMayBeUncertain: Bool = false) -> Bool {
    let metrics = leaf.value.statedMetrics
    switch day.standing {
    case .counted, .short: return allowsAnswer(day, of: leaf, metrics)
    case .notOver: return !isOver(day.day)
    case .missing:
      return isOver(day.day) && (day.value == nil || leaf.value.mayLackSome)
    case .damaged: return isOver(day.day) && aggregates.mayBeDamaged(in: metrics)
    case .incomplete:
      return isOver(day.day) && (metrics?.contains { !isWhole(day.day, $0) } ?? true)
        && (day.value != nil || mayBeAwaited(leaf.value))
    case .rejected: return isOver(day.day) && mayBeRejected(day.day, metrics)
    case .twoFigures:
      return isOver(day.day)
        && metrics?.contains { figure(day.day, $0)?.measure.rivals != nil } ?? false
    // Only a session can lack a figure that the leaf asks about; an amount cannot.
    case .unknown: return metrics == nil || targetMayBeUncertain
    }
  }

  /// Whether the days of a value can be uncertain only because data is missing or ends too early.
  ///
  /// More data then only raises the value, without an upper bound.
  func leaveOnlyGaps(in value: DayValue) -> Bool {
    value.growsAlone && value.statedMetrics != nil && bounded.isEmpty && undated.isEmpty
      && aggregates.openings.isEmpty && !aggregates.mayBeDamaged(in: nil)
      && !figures.values.contains { $0.measure.rivals != nil }
  }

  /// Whether enough is known of a day for an answer on it.
  private func allowsAnswer(
    _ day: Explanation.Day, of leaf: Leaf, _ metrics: [Metric]?
  ) -> Bool {
    guard let metrics else { return true }
    let isOver = isOver(day.day)
    let isSettled = isOver && (readsMissingAsZero || isWhole(day.day, leaf.value, metrics))
    guard leaf.asksEachDay else {
      // A day that is part of a sum cannot miss anything by itself.
      return day.standing == .counted && (isSettled || isOver && leaf.value.mayLackSome)
    }
    guard !isSettled, leaf.value.growsAlone, !leaf.interval.isEmpty else { return true }
    // More data can only raise the value, which settles whether it reaches a lower bound or exceeds
    // an upper one.
    return (day.standing == .counted) == (leaf.interval.high == nil)
  }

  private func isOver(_ day: CivilDay) -> Bool { ends[day].map { $0 <= asOf } ?? false }

  private func figure(_ day: CivilDay, _ metric: Metric) -> DailyAggregate? {
    figures[DayMetric(day: day, metric: metric)]
  }

  /// Whether the data of a metric on a day is complete; false where evidence has no figure.
  private func isWhole(_ day: CivilDay, _ metric: Metric) -> Bool {
    figure(day, metric)?.isComplete ?? false
  }

  /// Whether the data of all metrics that a value needs is complete on a day.
  private func isWhole(_ day: CivilDay, _ value: DayValue, _ metrics: [Metric]) -> Bool {
    guard value.takesEither else { return metrics.allSatisfy { isWhole(day, $0) } }
    // No device records both amounts; see Rules, "Weighted sums".
    let recorded = metrics.filter { figure(day, $0) != nil }
    return !recorded.isEmpty && recorded.allSatisfy { isWhole(day, $0) }
  }

  /// Whether data may still come for a day without any; afterwards such a day is missing, unless
  /// something that was handed in is open.
  private func mayBeAwaited(_ value: DayValue) -> Bool {
    !isClosed || value.mayLackSome || !aggregates.openings.isEmpty
  }

  private func mayBeRejected(_ day: CivilDay, _ metrics: [Metric]?) -> Bool {
    guard let metrics else {
      return !bounded.isEmpty || !undated.isEmpty || !aggregates.openings.isEmpty
    }
    return metrics.contains {
      bounded.contains(DayMetric(day: day, metric: $0)) || undated.contains($0)
    }
      || aggregates.openings.contains { opening in
        opening.mayHold(day) && metrics.contains(where: opening.metrics.contains)
      }
  }
}

extension SubjectAggregates {
  /// Whether evidence names damage that may have changed days of some metrics; `nil` means any
  /// metric.
  func mayBeDamaged(in metrics: [Metric]?) -> Bool {
    isDamaged || !damage.isEmpty
      || undated.contains { $0.areDamage && metrics?.contains($0.metric) ?? true }
  }
}

extension DayValue {
  /// The metrics of which the value is made; `nil` where evidence does not have the figures of all
  /// of them.
  fileprivate var statedMetrics: [Metric]? {
    switch self {
    case .metric(let metric): return Metric.inEvidence.contains(metric) ? [metric] : nil
    case .heartRate, .heartMinutes: return [.heartRate]
    case .weighted(let sum):
      let metrics = sum.terms.compactMap { term -> Metric? in
        if case .metric(let metric) = term.value, Metric.inEvidence.contains(metric) {
          metric
        } else {
          nil
        }
      }
      return metrics.count == sum.terms.count ? metrics : nil
    case .activities, .strength, .lift, .feat: return nil
    }
  }

  /// Whether a day may have a value although one of its parts has no data.
  fileprivate var mayLackSome: Bool { if case .weighted = self { true } else { false } }

  /// Whether a day needs only one of the value's amounts.
  fileprivate var takesEither: Bool {
    if case .weighted(let sum) = self { sum.takesEither } else { false }
  }

  /// Whether more data can only raise the value.
  fileprivate var growsAlone: Bool {
    switch self {
    case .metric(.heartRate), .heartRate: false
    default: true
    }
  }
}
