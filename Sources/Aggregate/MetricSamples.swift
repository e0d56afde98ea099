import DaymarkModel
import DaymarkWork

/// Everything from which the days of one metric are made.
struct MetricSamples {
  let metric: Metric
  private var accepted: SampleList
  private var setAside: SampleList
  /// The records of four hours or more, in the order in which they take free time.
  private let long: [Sample]
  private let totals: DatedTotals
  private let prioritised: Set<UInt16>
  private let rejected: [RejectedRecord]
  private let rejectedTotals: DatedTotals
  /// The sessions whose heart rates are counted by themselves.
  private let sessions: SessionIntervals
  /// The days of the metric.
  private let days: ClippedDays

  /// Moves the samples of a metric out of a subject's data.
  init(
    of metric: Metric, takenFrom samples: inout SampleSet, long: [Sample], _ totals: DatedTotals,
    rejectedTotals: DatedTotals, _ days: ClippedDays, sessions: SessionIntervals
  ) {
    self.metric = metric
    self.sessions = sessions
    self.totals = totals
    self.long = long.byLength
    prioritised = samples.prioritised
    (self.rejectedTotals, self.days) = (rejectedTotals, days)
    rejected = samples.rejectedRecords.filter { $0.metric == metric }
    accepted = samples.samples.removeValue(forKey: metric) ?? SampleList(of: metric)
    if metric.isOfNights { accepted.countOnceBySource() }
    setAside = samples.manual.removeValue(forKey: metric) ?? SampleList(of: metric)
  }

  var count: Int { accepted.count }

  func show(to trace: DayTrace) {
    trace.willMeasure(metric, accepted, long, totals, days)
  }

  /// Measures the days, ascending, and the bounds of those that rejected records make uncertain.
  ///
  /// The memory of the samples is freed as they are used.
  mutating func measuredDays(_ sources: [Source]) -> MeasuredMetric {
    var (accepted, setAside) = (SampleList(of: metric), SampleList(of: metric))
    // Moved out first: if a second reference existed, changing the list would copy all of it.
    swap(&accepted, &self.accepted)
    swap(&setAside, &self.setAside)
    var opened = OpenedDays(of: metric, rejected, rejectedTotals)
    opened.look(at: accepted, totals, days)
    let undated = opened.undatedRecords
    guard metric.isCumulative else {
      let (measured, times) = heartRateDays(
        accepted, setAside, totals, sources, days, sessions, open: opened.heldTime(days))
      let ofSessions = sessions.heartRates(times, open: opened.heldTimes)
      return MeasuredMetric(
        days: measured, bounds: opened.bounds(of: measured, totals) { _, _ in [] },
        undated: undated, sessions: ofSessions)
    }
    let (metric, days) = (metric, days)
    let (long, totals, prioritised) = (long, totals, prioritised)
    let instants = InstantTotals(accepted, sources, days.calendar)
    func measure(
      _ samples: consuming SampleList, _ setAside: consuming SampleList, _ totals: DatedTotals
    ) -> (days: [MeasuredDay], overlaps: [RecordOverlap]) {
      cumulativeDays(
        of: metric, samples, long: long, setAside, totals, instants, sources,
        prioritised: prioritised, days)
    }
    let measured = measure(accepted, setAside, totals)
    return MeasuredMetric(
      days: measured.days,
      bounds: opened.bounds(of: measured.days, totals) {
        var samples = $0
        if metric.isOfNights { samples.countOnceBySource() }
        return measure(samples, SampleList(of: metric), $1).days
      },
      undated: undated,
      overlaps: measured.overlaps.filter { sources[$0.source].provider.isHealthStore })
  }
}

/// The days of one metric, and the bounds of those that rejected records make uncertain.
struct MeasuredMetric {
  var days: [MeasuredDay]
  var bounds: [DayBounds]
  var undated: UndatedRecords?
  /// The number of records that overlap others of their source.
  ///
  /// It is counted for Health exports only, because other files may have one device's sessions
  /// twice.
  var overlaps: [RecordOverlap] = []
  /// The heart rate within sessions, by their index.
  var sessions: [Int: SessionHeartRate] = [:]
}

/// Measures the days of every metric, several metrics at once.
///
/// - Complexity: The time of the metric with the most samples, where there are as many cores as
///   metrics.
func measuredDays(
  of metrics: consuming [MetricSamples], _ sources: [Source]
) -> [Metric: MeasuredMetric] {
  let measured = forEach(metrics, weight: \.count) { samples in
    (samples.metric, samples.measuredDays(sources))
  }
  return Dictionary(uniqueKeysWithValues: measured)
}
