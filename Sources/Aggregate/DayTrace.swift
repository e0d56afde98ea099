import DaymarkModel

/// Records how one day is measured: the samples and totals of each source, for each metric.
final class DayTrace {
  private var explanation: DayExplanation
  private var shares: [Metric: [SourceShare]] = [:]
  private var totals: Set<Metric> = []
  private var stated: [StatedSession]
  /// The sum of the records during each session of `stated`, in micro-units.
  private var recorded: [Int128]

  /// Begins a record.
  ///
  /// - Parameters:
  ///   - explanation: The day, without its metrics.
  ///   - activities: The activities of all days.
  init(_ explanation: DayExplanation, _ activities: [Activity]) {
    self.explanation = explanation
    stated =
      activities
      .filter {
        explanation.interval.contains($0.start)
          && explanation.sources[Int($0.source)].provider.isHealthStore
      }
      .sorted { ($0.start, $0.source) < ($1.start, $1.source) }.flatMap(\.stated)
    recorded = stated.map { _ in 0 }
  }

  /// Records the samples and totals of a metric before they are measured.
  func willMeasure(
    _ metric: Metric, _ samples: borrowing SampleList, _ long: [Sample], _ dated: DatedTotals,
    _ days: ClippedDays
  ) {
    let instantTotals = InstantTotals(samples, explanation.sources, days.calendar)
    var shares = explanation.sources.map { _ in SourceShare() }
    let sessions = stated.indices.filter { stated[$0].metric == metric }
    samples.visit { sample in
      for index in sessions where Int(sample.source) == stated[index].source {
        recorded[index] += sample.amount(during: stated[index].interval)
      }
      guard let part = days.part(of: sample) else { return }
      if metric.isCumulative, sample.isInstant, instantTotals.isTotal(sample) {
        shares[Int(sample.source)].add(total: sample.value)
      } else {
        shares[Int(sample.source)].add(sample, part)
      }
    }
    var longParts: [(Sample, Interval)] = []
    for sample in long {
      if sample.isDayLongTotal(explanation.sources) {
        guard days.calendar.day(containing: sample.middle) == explanation.day else { continue }
        shares[Int(sample.source)].add(total: sample.value)
      } else if let part = days.part(of: sample) {
        longParts.append((sample, part))
      }
    }
    for total in dated.days[explanation.day] ?? [] {
      shares[Int(total.source)].add(total: total.sum, of: total.part)
    }
    for total in dated.alternates[explanation.day] ?? [] {
      shares[Int(total.source)].add(uncertainTotal: total.sum)
    }
    if metric.isCumulative { cover(&shares, longParts) }
    self.shares[metric] = shares
  }

  func didMeasure(_ metric: Metric, _ measured: MeasuredDay) {
    if measured.isTotal { totals.insert(metric) }
  }

  /// Works out which source covers which.
  ///
  /// - Parameter long: The long records, in the order in which they take free time; they cover only
  ///   longer ones.
  private func cover(_ shares: inout [SourceShare], _ long: [(Sample, Interval)]) {
    var covering = CoveringSources()
    for index in shares.indices {
      for (sample, part) in shares[index].samples {
        shares[index].covered.merge(covering.covered(of: sample, in: part), uniquingKeysWith: +)
      }
      let intervals = shares[index].samples.filter { !$0.0.isInstant }.map(\.1)
      covering.add(intervals, of: UInt16(index))
    }
    for (sample, part) in long {
      let index = Int(sample.source)
      shares[index].covered.merge(covering.covered(of: sample, in: part), uniquingKeysWith: +)
      shares[index].add(sample, part)
      covering.add([part], of: sample.source)
    }
  }

  func explanation(with aggregates: SubjectAggregates) -> DayExplanation {
    explanation.sessions = aggregates.sessions
    explanation.statedSessions = zip(stated, recorded).map { stated, amount in
      var session = stated
      session.recorded = (Quantity(exactly: amount) ?? .limit)
        .rounded(toMultipleOf: stated.metric.dailyStep)
      return session
    }
    explanation.bounds = aggregates.bounds.filter { $0.day == explanation.day }
    explanation.openings = aggregates.openings.filter { $0.mayHold(explanation.day) }
    explanation.metrics = aggregates.days.map { aggregate in
      let counted = Dictionary(
        uniqueKeysWithValues: aggregate.measure.contributions.map { ($0.source, $0.contributed) })
      let shares = shares[aggregate.metric] ?? []
      return MetricExplanation(
        aggregate: aggregate, isTotal: totals.contains(aggregate.metric),
        stated: aggregates.statedDays.first {
          $0.day == aggregate.day && $0.metric == aggregate.metric
        }?.amount,
        sources: shares.enumerated().filter { !$1.isEmpty }.map { source, share in
          share.explanation(
            of: aggregate.metric, source: source, counted: counted[source] ?? .zero)
        })
    }
    return explanation
  }
}

/// The data of one source for one metric of the day.
private struct SourceShare {
  /// The samples that overlap the day, each with the part inside the day.
  var samples: [(Sample, Interval)] = []
  var covered: [UInt16: Int128] = [:]
  private var whole: Quantity?
  private var parts: [UInt8: Quantity] = [:]
  private var uncertain: Quantity?

  mutating func add(uncertainTotal total: Quantity) { uncertain = max(uncertain ?? .zero, total) }

  mutating func add(_ sample: Sample, _ part: Interval) { samples.append((sample, part)) }

  mutating func add(total: Quantity, of part: DayTotalPart = .whole) {
    switch part {
    case .whole: whole = max(whole ?? .zero, total)
    case .activityType(let type): parts[type] = max(parts[type] ?? .zero, total)
    }
  }

  var isEmpty: Bool { samples.isEmpty && whole == nil && parts.isEmpty && uncertain == nil }

  private var total: Int128? {
    if !parts.isEmpty { return parts.values.reduce(0) { $0 + Int128($1.microUnits) } }
    return whole.map { Int128($0.microUnits) }
  }

  func explanation(of metric: Metric, source: Int, counted: Quantity) -> SourceExplanation {
    func figure(_ microUnits: Int128) -> Quantity {
      (Quantity(exactly: microUnits) ?? .limit).rounded(toMultipleOf: metric.dailyStep)
    }
    let offered =
      metric.isCumulative
      ? samples.reduce(Int128(0)) { $0 + $1.0.amount(inside: $1.1) } : 0
    var span: Interval?
    if let start = samples.map(\.1.start).min(), let end = samples.map(\.1.end).max() {
      span = Interval(start, end)
    }
    return SourceExplanation(
      source: source, samples: samples.count, span: span, offered: figure(offered),
      counted: counted,
      covered: covered.sorted { $0.key < $1.key }.filter { $0.value != 0 }.map {
        .init(source: Int($0.key), amount: figure($0.value))
      },
      total: metric.isCumulative ? total.map(figure) : nil,
      uncertainTotal: uncertain?.rounded(toMultipleOf: metric.dailyStep))
  }
}

extension Sample {
  fileprivate func amount(inside part: Interval) -> Int128 {
    isInstant ? Int128(value.microUnits) : amount(from: part.start, to: part.end)
  }

  /// The sample's amount during a time, in micro-units; zero where they do not overlap.
  fileprivate func amount(during time: Interval) -> Int128 {
    if isInstant { return time.contains(start) ? Int128(value.microUnits) : 0 }
    let (from, to) = (max(start, time.start), min(end, time.end))
    return from < to ? amount(from: from, to: to) : 0
  }
}

extension Activity {
  /// The totals that a workout itself states of cumulative metrics, without the sums of its
  /// records.
  fileprivate var stated: [StatedSession] {
    let totals = [
      (kind.distanceMetric, values[.distanceMeters]), (.activeEnergy, values[.kilocalories]),
    ]
    return totals.compactMap { metric, total in
      guard let metric, let total else { return nil }
      return StatedSession(
        kind: kind, interval: interval, source: Int(source), metric: metric,
        stated: total.rounded(toMultipleOf: metric.dailyStep), recorded: .zero)
    }
  }
}
