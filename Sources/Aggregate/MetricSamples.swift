import DaymarkModel
import DaymarkWork

/// All that the days of one metric are made of.
struct MetricSamples {
  let metric: Metric
  private var accepted: SampleList
  private var setAside: SampleList
  private let totals: DatedTotals

  /// Takes the samples of a metric out of a subject's.
  init(of metric: Metric, takenFrom samples: inout SampleSet, _ totals: DatedTotals) {
    self.metric = metric
    self.totals = totals
    accepted = samples.samples.removeValue(forKey: metric) ?? SampleList(of: metric)
    setAside = samples.manual.removeValue(forKey: metric) ?? SampleList(of: metric)
  }

  var count: Int { accepted.count }

  func show(to trace: DayTrace, _ days: ClippedDays) {
    trace.willMeasure(metric, accepted, totals, days)
  }

  /// The days, ascending.
  ///
  /// The samples are given back as they are used up.
  mutating func measuredDays(_ sources: [Source], _ days: ClippedDays) -> [MeasuredDay] {
    var (accepted, setAside) = (SampleList(of: metric), SampleList(of: metric))
    // Out of their place: where another copy is held, all of them would be copied.
    swap(&accepted, &self.accepted)
    swap(&setAside, &self.setAside)
    return metric.isCumulative
      ? cumulativeDays(of: metric, accepted, setAside, totals, sources, days)
      : heartRateDays(accepted, setAside, totals, sources, days)
  }
}

/// The days of each metric.
///
/// - Complexity: The time of the metric with the most samples, where there are as many cores.
func measuredDays(
  of metrics: consuming [MetricSamples], _ sources: [Source], _ days: ClippedDays
) -> [Metric: [MeasuredDay]] {
  let measured = forEach(metrics, weight: \.count) { samples in
    (samples.metric, samples.measuredDays(sources, days))
  }
  return Dictionary(uniqueKeysWithValues: measured)
}
