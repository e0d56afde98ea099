import DaymarkModel

/// The time at each heart rate of the days, while the samples go by; see Semantics, "Minutes above a heart rate".
///
/// A sample is over when the next of its source begins, so the time of a day is known once no sample of it can be held
/// any longer.
struct HeartRateSpans {
  /// The time of one source at one rate.
  private struct Span {
    var interval: Interval
    let rate: Quantity
  }

  private var days: ClippedDays
  /// The sample of each source that began last, from where it is not yet a span.
  private var held: [Sample?]
  /// The spans of each source that are not yet counted, disjoint and ascending.
  private var spans: [[Span]]
  /// The first day that may have spans, with its part in the period.
  private var first: (day: CivilDay, interval: Interval)?
  private var times: [CivilDay: HeartRateTimes] = [:]

  init(sources: Int, _ days: ClippedDays) {
    held = Array(repeating: nil, count: sources)
    spans = Array(repeating: [], count: sources)
    self.days = days
  }

  /// - Precondition: Samples come by ascending start, those of one source and start one after the other.
  mutating func add(_ sample: Sample) {
    // What is told of half a day tells of none of its minutes.
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

  /// The time of each day that has any.
  consuming func finished() -> [CivilDay: HeartRateTimes] {
    for source in held.indices { release(source, at: nil) }
    countDays(knownUntil: nil)
    return times
  }

  /// Ends what a source holds.
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

  /// Counts the days that end before an instant; all where there is none.
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

  /// Makes spans of what is held, up to the end of a day after which no sample can begin that is still to come.
  private mutating func settle(before end: Instant) {
    for source in held.indices {
      guard var sample = held[source], sample.start < end else { continue }
      held[source] = nil
      // The next one comes too late for one at an instant.
      if sample.isInstant { continue }
      append(sample, of: source, until: min(sample.end, end))
      guard sample.end > end else { continue }
      sample.start = end
      held[source] = sample
    }
  }

  /// Gives each instant of a day to the best source that has a rate then.
  private mutating func count(_ day: CivilDay, _ interval: Interval) {
    var counted = HeartRateTimes()
    var free = [interval]
    for source in spans.indices where !spans[source].isEmpty {
      free = take(free, spans[source], &counted)
      spans[source].removeFirst(while: { $0.interval.end <= interval.end })
      if let rest = spans[source].first, rest.interval.start < interval.end {
        spans[source][0].interval.start = interval.end
      }
    }
    if !counted.isEmpty { times[day] = counted }
  }

  /// Counts what a source has of the time that is free.
  ///
  /// - Returns: What is still free then.
  private func take(
    _ free: [Interval], _ spans: [Span], _ counted: inout HeartRateTimes
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
          counted.add(part.duration, at: spans[place].rate)
          start = part.end
        }
        // The next gap may have more of it.
        if span.end > gap.end { break }
        place += 1
      }
      if start < gap.end { rest.append(Interval(start, gap.end)) }
    }
    return rest
  }
}

extension Array {
  /// Removes the elements before the first that is not as asked.
  fileprivate mutating func removeFirst(while belongs: (Element) -> Bool) {
    removeFirst(prefix(while: belongs).count)
  }
}

extension Sample {
  /// Whether this is the one to believe of two of a source that begin at one instant: the lower, and of equal rates the
  /// longer.
  fileprivate func goesBefore(_ other: Sample) -> Bool {
    value != other.value ? value < other.value : end > other.end
  }
}
