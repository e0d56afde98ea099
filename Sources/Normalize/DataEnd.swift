import DaymarkModel

/// The end of a subject's data, as far as items tell; see Semantics, "Incomplete days".
struct DataEnd {
  private var newest: Instant?
  private var newestTotal: CivilDay?

  mutating func reach(_ instant: Instant) {
    newest = max(newest ?? instant, instant)
  }

  /// Counts an activity that contributes something; any other is no data of any metric.
  mutating func reach(_ activity: Activity) {
    guard activity.contribution != .nothing else { return }
    reach(activity.end)
    if let last = activity.track.last { reach(last.at) }
  }

  /// - Parameter latest: A later time that the total claims to reach is not believed.
  mutating func reach(_ placed: PlacedTotal, latest: Instant) {
    newestTotal = max(newestTotal ?? placed.total.day, placed.total.day)
    if let until = placed.measuredUntil, until <= latest { reach(until) }
  }

  /// A total alone says that its day has begun, not that it was over when the figure was taken.
  func instant(by calendar: DayCalendar) -> Instant? {
    [newest, newestTotal.map(calendar.start(of:))].compactMap(\.self).max()
  }
}
