import DaymarkModel
import Dispatch
import Synchronization

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

  func show(to watch: DayWatch, _ days: ClippedDays) {
    watch.willMeasure(metric, accepted, totals, days)
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

/// The fewest samples of a subject that are worth a second thread.
private let worthThreads = 100_000

/// The days of each metric, measured side by side: none depends on another's.
///
/// - Complexity: The time of the metric with the most samples, where there are as many cores.
func measuredDays(
  of metrics: consuming [MetricSamples], _ sources: [Source], _ days: ClippedDays
) -> [Metric: [MeasuredDay]] {
  let count = metrics.count
  let isLarge = metrics.reduce(0) { $0 + $1.count } >= worthThreads
  metrics.sort { $0.count < $1.count }
  let waiting = Mutex(metrics)
  let measured = Mutex<[Metric: [MeasuredDay]]>([:])
  @Sendable func measureNext() {
    // The largest first, so that none is left for the end.
    guard var next = waiting.withLock({ $0.popLast() }) else { return }
    let measuredDays = next.measuredDays(sources, days)
    measured.withLock { $0[next.metric] = measuredDays }
  }
  if isLarge {
    DispatchQueue.concurrentPerform(iterations: count) { _ in measureNext() }
  } else {
    for _ in 0..<count { measureNext() }
  }
  return measured.withLock { $0 }
}
