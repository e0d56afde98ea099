import DaymarkModel

/// The causes that evidence has for how its days stand.
///
/// Where a day's figure stands in an array of the evidence, its standing needs a cause there: damage, rejected records,
/// a second figure, data that is not whole, or an instant before the day's end.
struct StatedCauses {
  private let ends: [CivilDay: Instant]
  let asOf: Instant
  private let readsMissingAsZero: Bool
  private let aggregates: SubjectAggregates
  private let figures: [DayMetric: DailyAggregate]
  private let bounded: Set<DayMetric>
  private let undated: Set<Metric>

  private struct DayMetric: Hashable {
    let day: CivilDay
    let metric: Metric
  }

  init(_ rule: Rule, on aggregates: SubjectAggregates, of challenge: Challenge, asOf: Instant) {
    let calendar = DayCalendar(zone: aggregates.zone.zone)
    let end = challenge.period.interval(in: calendar).end
    ends = Dictionary(
      challenge.period.days(in: calendar).map { ($0, min(calendar.interval(of: $0).end, end)) }
    ) { first, _ in first }
    (self.aggregates, self.asOf) = (aggregates, asOf)
    readsMissingAsZero = rule.applied(to: aggregates).onMissing == .zero
    figures = Dictionary(
      aggregates.days.map { (DayMetric(day: $0.day, metric: $0.metric), $0) }
    ) { first, _ in first }
    bounded = Set(aggregates.bounds.map { DayMetric(day: $0.day, metric: $0.metric) })
    undated = Set(aggregates.undated.map(\.metric))
  }

  /// Whether a day may stand as it does.
  ///
  /// - Parameters:
  ///   - day: A day in the leaf's node, whose value is the one that evidence has.
  ///   - isOwnTarget: Whether what is asked is not known for sure.
  func allow(_ day: Explanation.Day, of leaf: Leaf, isOwnTarget: Bool = false) -> Bool {
    let metrics = leaf.value.statedMetrics
    switch day.standing {
    case .counted, .short: return allowsAnswer(day, of: leaf, metrics)
    case .notOver: return !isOver(day.day)
    case .missing:
      return isOver(day.day) && (day.value == nil || leaf.value.mayLackSome)
    case .damaged: return isOver(day.day) && aggregates.mayBeDamaged(in: metrics)
    case .incomplete:
      return isOver(day.day) && (metrics?.contains { !isWhole(day.day, $0) } ?? true)
    case .rejected: return isOver(day.day) && mayBeRejected(day.day, metrics)
    case .twoFigures:
      return isOver(day.day)
        && metrics?.contains { figure(day.day, $0)?.measure.rivals != nil } ?? false
    // A session lacks what is asked; an amount lacks nothing.
    case .unknown: return metrics == nil || isOwnTarget
    }
  }

  /// Whether enough is known of a day for an answer on it.
  private func allowsAnswer(
    _ day: Explanation.Day, of leaf: Leaf, _ metrics: [Metric]?
  ) -> Bool {
    guard let metrics else { return true }
    let isOver = isOver(day.day)
    let isSettled = isOver && (readsMissingAsZero || metrics.allSatisfy { isWhole(day.day, $0) })
    guard leaf.asksEachDay else {
      // Of what is added up no day falls short.
      return day.standing == .counted && (isSettled || isOver && leaf.value.mayLackSome)
    }
    guard !isSettled, leaf.value.growsAlone, !leaf.interval.isEmpty else { return true }
    // More data can only add to it: it reaches what has no upper bound, and goes beyond what has one.
    return (day.standing == .counted) == (leaf.interval.high == nil)
  }

  private func isOver(_ day: CivilDay) -> Bool { ends[day].map { $0 <= asOf } ?? false }

  private func figure(_ day: CivilDay, _ metric: Metric) -> DailyAggregate? {
    figures[DayMetric(day: day, metric: metric)]
  }

  /// Whether all is recorded of a metric on a day; without a figure evidence does not tell.
  private func isWhole(_ day: CivilDay, _ metric: Metric) -> Bool {
    figure(day, metric)?.isComplete ?? false
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
  /// Whether evidence names damage that a day of metrics may suffer from; of any metric with `nil`.
  func mayBeDamaged(in metrics: [Metric]?) -> Bool {
    isDamaged || !damage.isEmpty
      || undated.contains { $0.areDamage && metrics?.contains($0.metric) ?? true }
  }
}

extension DayValue {
  /// The metrics that the value is made of, where evidence has the figures of all.
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

  /// Whether a day may have a value although something of it has no data.
  fileprivate var mayLackSome: Bool { if case .weighted = self { true } else { false } }

  /// Whether more data can only make it larger.
  fileprivate var growsAlone: Bool {
    switch self {
    case .metric(.heartRate), .heartRate: false
    default: true
    }
  }
}
