import DaymarkModel

/// The civil days of a zone, clipped to a period.
///
/// Remembers the day it gave last: samples come in the order of time, many to a day.
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

  /// The part of a sample inside the period, `nil` when there is none.
  func part(of sample: Sample) -> Interval? {
    guard let bounds else { return Interval(sample.start, sample.end) }
    if sample.isInstant {
      return bounds.contains(sample.start) ? Interval(sample.start, sample.end) : nil
    }
    let (start, end) = (max(sample.start, bounds.start), min(sample.end, bounds.end))
    return start < end ? Interval(start, end) : nil
  }

  /// The day that an instant of the period belongs to, and its end or the period's.
  mutating func day(containing instant: Instant) -> (day: CivilDay, end: Instant) {
    if let last, last.interval.contains(instant) { return (last.day, last.interval.end) }
    let day = calendar.day(containing: instant)
    var interval = calendar.interval(of: day)
    if let bounds { interval.end = min(interval.end, bounds.end) }
    last = (day, interval)
    return (day, interval.end)
  }
}
