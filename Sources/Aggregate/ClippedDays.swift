import DaymarkModel

/// The civil days of a zone, cut to a period.
///
/// The last result is remembered, because samples mostly come in the order of time, and many belong
/// to one day.
struct ClippedDays {
  let calendar: DayCalendar
  /// The period; `nil` for all time.
  let bounds: Interval?
  private var last: (day: CivilDay, interval: Interval)?

  init(calendar: DayCalendar, bounds: Interval?) {
    self.calendar = calendar
    self.bounds = bounds
  }

  func contains(_ instant: Instant) -> Bool { bounds?.contains(instant) ?? true }

  /// The part of a sample that lies inside the period; `nil` when there is none.
  func part(of sample: Sample) -> Interval? {
    guard let bounds else { return Interval(sample.start, sample.end) }
    if sample.isInstant {
      return bounds.contains(sample.start) ? Interval(sample.start, sample.end) : nil
    }
    let (start, end) = (max(sample.start, bounds.start), min(sample.end, bounds.end))
    return start < end ? Interval(start, end) : nil
  }

  /// The interval of a day, up to the end of the period where that is earlier.
  func interval(of day: CivilDay) -> Interval {
    let interval = calendar.interval(of: day)
    return Interval(interval.start, min(interval.end, bounds?.end ?? interval.end))
  }

  /// The day to which an instant of the period belongs, with the day's end, or the period's where
  /// that is earlier.
  mutating func day(containing instant: Instant) -> (day: CivilDay, end: Instant) {
    if let last, last.interval.contains(instant) { return (last.day, last.interval.end) }
    let day = calendar.day(containing: instant)
    let interval = interval(of: day)
    last = (day, interval)
    return (day, interval.end)
  }
}
