import DaymarkModel

/// The days for which a provider gave records or totals of a metric.
///
/// The sessions of some providers count only on other days; see Semantics, "Sessions". Only those
/// providers are examined.
struct RecordedDays {
  private struct Series: Hashable {
    var provider: Provider
    var metric: Metric
  }

  private var days: [Series: Set<CivilDay>] = [:]

  init(of set: SampleSet, where sessions: [MergedSession], _ calendar: DayCalendar) {
    let sources = set.sources
    var isAsked = Array(repeating: false, count: sources.count)
    for session in sessions {
      if let source = session.sourceThatYieldsToRecords { isAsked[Int(source)] = true }
    }
    guard isAsked.contains(true) else { return }
    let providers = Set(zip(sources, isAsked).filter(\.1).map(\.0.provider))
    isAsked = sources.map { providers.contains($0.provider) }
    for (metric, list) in set.samples {
      var clock = ClippedDays(calendar: calendar, bounds: nil)
      var known: (source: UInt16, day: CivilDay)?
      list.visit { sample in
        guard isAsked[Int(sample.source)] else { return }
        var at = sample.start
        repeat {
          let (day, end) = clock.day(containing: at)
          if known?.source != sample.source || known?.day != day {
            insert(day, sources[Int(sample.source)].provider, metric)
            known = (sample.source, day)
          }
          at = end
        } while at < sample.end
      }
    }
    for total in set.totals where isAsked[Int(total.source)] {
      insert(total.day, sources[Int(total.source)].provider, total.metric)
    }
  }

  private mutating func insert(_ day: CivilDay, _ provider: Provider, _ metric: Metric) {
    days[Series(provider: provider, metric: metric), default: []].insert(day)
  }

  func contains(_ provider: Provider, _ metric: Metric, _ day: CivilDay) -> Bool {
    days[Series(provider: provider, metric: metric)]?.contains(day) ?? false
  }
}
