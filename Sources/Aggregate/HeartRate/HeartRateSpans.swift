import DaymarkModel

/// Measures the time at each heart rate, day by day, while samples are added; see Semantics,
/// "Minutes above a heart rate".
///
/// A sample lasts until the next sample of its source begins, so a day is complete once no sample
/// of it can last any longer.
struct HeartRateSpans {
  /// A stretch of time in which one source has one rate.
  private struct Span {
    var interval: Interval
    let rate: Quantity
  }

  private var days: ClippedDays
  /// The last sample of each source, from the instant up to which it was not yet turned into spans.
  private var held: [Sample?]
  /// The spans of each source that are not counted yet, disjoint and ascending.
  private var spans: [[Span]]
  /// The first day that may have uncounted spans, with its part inside the period.
  private var first: (day: CivilDay, interval: Interval)?
  private var times: [CivilDay: HeartRateTimes] = [:]
  private let sessions: SessionIntervals
  private var ofSessions: [Int: HeartRateTimes] = [:]

  init(sources: Int, _ days: ClippedDays, _ sessions: SessionIntervals) {
    held = Array(repeating: nil, count: sources)
    spans = Array(repeating: [], count: sources)
    self.days = days
    self.sessions = sessions
  }

  /// Adds a sample.
  ///
  /// - Precondition: Samples are added by ascending start; those of one source and start follow
  ///   each other directly.
  mutating func add(_ sample: Sample) {
    // A rate over half a day says nothing about its single minutes.
    guard sample.duration < Record.shortestLong else { return }
    let source = Int(sample.source)
    if let begun = held[source], begun.start == sample.start {
      if sample.goesBefore(begun) { held[source] = sample }
      return
    }
    release(source, at: sample.start)
    countDays(knownUntil: sample.start.advanced(byMilliseconds: -HeartRate.longestHold))
    if let end = days.bounds?.end, sample.start >= end { return }
    held[source] = sample
    if first == nil { first = day(containing: sample.start) }
  }

  /// The time at each rate, of each day and of each session that has any; sessions by their index.
  consuming func finished() -> (days: [CivilDay: HeartRateTimes], sessions: [Int: HeartRateTimes]) {
    for source in held.indices { release(source, at: nil) }
    countDays(knownUntil: nil)
    return (times, ofSessions)
  }

  /// Ends the last sample of a source.
  ///
  /// - Parameter next: The start of the source's next sample; `nil` where there is none.
  private mutating func release(_ source: Int, at next: Instant?) {
    guard let sample = held[source] else { return }
    held[source] = nil
    var end = sample.end
    if sample.isInstant {
      guard let next, next.milliseconds - sample.start.milliseconds <= HeartRate.longestHold
      else { return }
      end = next
    }
    append(sample, of: source, until: next.map { min($0, end) } ?? end)
  }

  private mutating func append(_ sample: Sample, of source: Int, until end: Instant) {
    let start = max(sample.start, days.bounds?.start ?? sample.start)
    let end = min(end, days.bounds?.end ?? end)
    guard start < end else { return }
    spans[source].append(Span(interval: Interval(start, end), rate: sample.value))
  }

  /// Counts the days that end before an instant, or all days where it is `nil`.
  private mutating func countDays(knownUntil known: Instant?) {
    while let (day, interval) = first, known.map({ interval.end <= $0 }) ?? true {
      settle(before: interval.end)
      count(day, interval)
      let starts = spans.compactMap(\.first?.interval.start) + held.compactMap(\.?.start)
      first = starts.min().map { self.day(containing: $0) }
    }
  }

  private mutating func day(containing instant: Instant) -> (day: CivilDay, interval: Interval) {
    let inside = max(instant, days.bounds?.start ?? instant)
    let (day, end) = days.day(containing: inside)
    let start = days.calendar.start(of: day)
    return (day, Interval(max(start, days.bounds?.start ?? start), end))
  }

  /// Turns the held samples into spans up to the end of a day, once all later samples begin after
  /// that.
  private mutating func settle(before end: Instant) {
    for source in held.indices {
      guard var sample = held[source], sample.start < end else { continue }
      held[source] = nil
      // For a sample at an instant, the next sample is too far away to matter.
      if sample.isInstant { continue }
      append(sample, of: source, until: min(sample.end, end))
      guard sample.end > end else { continue }
      sample.start = end
      held[source] = sample
    }
  }

  /// Gives each instant of a day to the best source that has a rate then, and counts it.
  private mutating func count(_ day: CivilDay, _ interval: Interval) {
    var counted = HeartRateTimes()
    var inside: [Int: HeartRateTimes] = [:]
    let own = sessions.byDay[day] ?? []
    var free = [interval]
    for source in spans.indices where !spans[source].isEmpty {
      free = take(free, spans[source]) { part, rate in
        counted.add(part.duration, at: rate)
        for session in own {
          guard let shared = part.shared(with: sessions.intervals[session]) else { continue }
          inside[session, default: HeartRateTimes()].add(shared.duration, at: rate)
        }
      }
      spans[source].removeFirst(while: { $0.interval.end <= interval.end })
      if let rest = spans[source].first, rest.interval.start < interval.end {
        spans[source][0].interval.start = interval.end
      }
    }
    if !counted.isEmpty { times[day] = counted }
    for (session, times) in inside { ofSessions[session, default: HeartRateTimes()].add(times) }
  }

  /// Counts the spans of one source in the time that no better source has covered.
  ///
  /// - Parameters:
  ///   - free: That time, ascending.
  ///   - spans: The spans, ascending.
  ///   - count: Gets each part of a span in that time, with its heart rate.
  /// - Returns: The time that remains free.
  private func take(
    _ free: [Interval], _ spans: [Span], _ count: (Interval, Quantity) -> Void
  ) -> [Interval] {
    var rest: [Interval] = []
    var place = 0
    for gap in free {
      var start = gap.start
      while place < spans.count, spans[place].interval.start < gap.end {
        let span = spans[place].interval
        let part = Interval(max(span.start, start), min(span.end, gap.end))
        if part.start < part.end {
          if start < part.start { rest.append(Interval(start, part.start)) }
          count(part, spans[place].rate)
          start = part.end
        }
        // The span may reach into the next gap.
        if span.end > gap.end { break }
        place += 1
      }
      if start < gap.end { rest.append(Interval(start, gap.end)) }
    }
    return rest
  }
}

extension Array {
  /// Removes the elements before the first for which `belongs` is false.
  fileprivate mutating func removeFirst(while belongs: (Element) -> Bool) {
    removeFirst(prefix(while: belongs).count)
  }
}

extension Sample {
  /// Whether, of two samples of one source that begin at one instant, this one counts: that of the
  /// lower rate, and of equal rates the longer one.
  fileprivate func goesBefore(_ other: Sample) -> Bool {
    value != other.value ? value < other.value : end > other.end
  }
}
