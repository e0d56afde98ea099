import DaymarkModel

/// Finds the samples of a health store that are really a source's total for a whole day; see
/// Semantics, "Day totals".
///
/// It is only about health stores: trackers' own files state the date of their totals, and a sample
/// at 23:59:59 in them is no total.
struct InstantTotals {
  private enum Kind {
    /// None of the source's instants is a total: it is a watch, a phone, or of another provider.
    case none
    case atDaysEnd
    /// At least half of the source's instants are at 23:59:59, so all of them are taken as totals.
    case all
  }

  private let calendar: DayCalendar
  private let kinds: [Kind]

  /// Examines the samples of one metric.
  ///
  /// - Parameter samples: All accepted samples of the metric, inside the period or not.
  init(_ samples: borrowing SampleList, _ sources: [Source], _ calendar: DayCalendar) {
    var instants = Array(repeating: 0, count: sources.count)
    var atDaysEnd = instants
    let mayTotal = sources.map {
      $0.provider.isHealthStore && ($0.deviceClass == .tracker || $0.deviceClass == .app)
    }
    if mayTotal.contains(true) {
      samples.visit { sample in
        let source = Int(sample.source)
        guard mayTotal[source], sample.isInstant else { return }
        instants[source] += 1
        if standsAtDaysEnd(sample, calendar) { atDaysEnd[source] += 1 }
      }
    }
    self.calendar = calendar
    kinds = sources.indices.map { source in
      guard mayTotal[source] else { return .none }
      return 2 * atDaysEnd[source] >= instants[source] ? .all : .atDaysEnd
    }
  }

  /// Whether a sample at an instant is a day total.
  func isTotal(_ sample: Sample) -> Bool {
    switch kinds[Int(sample.source)] {
    case .none: false
    case .atDaysEnd: standsAtDaysEnd(sample, calendar)
    case .all: true
    }
  }
}

private func standsAtDaysEnd(_ sample: Sample, _ calendar: DayCalendar) -> Bool {
  calendar.clockMilliseconds(at: sample.start) / 1000 == 86_399
}
