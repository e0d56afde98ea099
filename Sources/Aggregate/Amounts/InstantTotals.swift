import DaymarkModel

/// The samples of a health store that are a source's figure for a whole day; see Semantics, "Day
/// totals".
///
/// Trackers' own files date their totals; what a tracker measured at 23:59:59 is no total.
struct InstantTotals {
  private enum Kind {
    /// A watch, a phone or another provider: no instant is a total.
    case none
    case atDaysEnd
    /// At least half of its instants stand at 23:59:59, so all of them are totals.
    case all
  }

  private let calendar: DayCalendar
  private let kinds: [Kind]

  /// - Parameter samples: All accepted samples of one metric, inside the period or not.
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

  /// Whether an instant sample is a total.
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
