import DaymarkModel

/// The day totals of one metric by the date that trackers give them; see Semantics, "Day totals".
struct DatedTotals {
  /// The totals that may be the day's value.
  private(set) var days: [CivilDay: [DayTotal]] = [:]
  /// The distances for which the file does not state whether they were covered on foot or by
  /// bicycle, on days where the difference matters.
  private(set) var alternates: [CivilDay: [DayTotal]] = [:]

  /// Sorts totals by metric and day.
  ///
  /// - Parameters:
  ///   - totals: The totals of one subject.
  ///   - sources: The sources of the subject.
  ///   - sessions: All sessions, which show on what days the subject rode a bicycle.
  ///   - days: The period.
  /// - Returns: The totals of days that lie wholly inside the period, because a total cannot be
  ///   divided.
  static func byMetric(
    _ totals: [DayTotal], _ sources: [Source], _ sessions: [MergedSession], _ days: ClippedDays
  ) -> [Metric: DatedTotals] {
    guard !totals.isEmpty else { return [:] }
    struct Monitoring: Hashable {
      var provider: Provider
      var day: CivilDay
    }
    var monitored: Set<Monitoring> = []
    for total in totals where total.part != .whole {
      monitored.insert(
        Monitoring(provider: sources[Int(total.source)].provider, day: total.day))
    }
    var calendarDays = ClippedDays(calendar: days.calendar, bounds: nil)
    let cycled = Set(
      sessions.filter { $0.activity.kind == .cycle }
        .map { calendarDays.day(containing: $0.activity.start).day })
    var byMetric: [Metric: DatedTotals] = [:]
    for total in totals where total.isOfItsMetric && days.containsWhole(total.day) {
      let provider = sources[Int(total.source)].provider
      let isUncertain =
        total.isOfAnyMode
        && (cycled.contains(total.day)
          || monitored.contains(Monitoring(provider: provider, day: total.day)))
      if isUncertain {
        byMetric[total.metric, default: DatedTotals()].alternates[total.day, default: []]
          .append(total)
      } else {
        byMetric[total.metric, default: DatedTotals()].days[total.day, default: []].append(total)
      }
    }
    return byMetric
  }
}

extension DatedTotals {
  /// The number of totals of each source.
  var counts: [UInt16: Int] {
    [days, alternates].flatMap(\.values).joined().reduce(into: [:]) {
      $0[$1.source, default: 0] += 1
    }
  }

  /// Returns these totals together with others that may be a day's value.
  func adding(_ others: DatedTotals) -> DatedTotals {
    var all = self
    all.days.merge(others.days, uniquingKeysWith: +)
    return all
  }
}

extension DayTotal {
  fileprivate var isOfItsMetric: Bool {
    switch figure {
    case .sum: metric.isCumulative
    case .heartRate: metric == .heartRate
    }
  }

  /// The figure of a total of a cumulative metric; zero for heart rate, which is not added up.
  var sum: Quantity {
    if case .sum(let sum) = figure { sum } else { .zero }
  }
}

extension ClippedDays {
  /// Whether a day exists in the zone and lies inside the period from its first instant to its
  /// last.
  func containsWhole(_ day: CivilDay) -> Bool {
    let interval = calendar.interval(of: day)
    guard interval.start < interval.end else { return false }
    guard let bounds else { return true }
    return bounds.start <= interval.start && interval.end <= bounds.end
  }
}
