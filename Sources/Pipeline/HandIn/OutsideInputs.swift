import DaymarkModel

/// Makes one `input.outside_period` for each input that has data, but none of the period.
///
/// An input that repeats data of another one makes none, because that data is counted of the other.
///
/// - Parameter facts: The facts of the inputs, in the order of the inputs.
/// - Complexity: O(*n*) in the number of samples.
func outsideFindings(
  of samples: borrowing SampleSet, _ facts: [InputFacts], _ period: Period
) -> [Finding] {
  // A sample cannot distinguish inputs beyond this number.
  guard samples.inputsOfSamples.count <= Sample.lastInput else { return [] }
  let calendar = DayCalendar(zone: samples.zone.zone)
  let bounds = period.interval(in: calendar)
  let inputs = samples.inputsOfSamples
  var spans = [RecordedSpan](repeating: RecordedSpan(), count: facts.count)
  for list in samples.samples.values {
    list.visit { spans[inputs[$0.input]].add(from: $0.start, to: $0.end, bounds) }
  }
  for (input, time) in samples.passedSpans {
    spans[input].add(from: time.start, to: time.end, bounds)
  }
  for activity in samples.activities {
    spans[activity.input].add(from: activity.start, to: activity.end, bounds)
  }
  for total in samples.totals {
    let day = calendar.interval(of: total.day)
    spans[total.input].add(from: day.start, to: day.end.advanced(byMilliseconds: -1), bounds)
  }
  for session in samples.strength {
    let start = session.start ?? calendar.start(of: session.day)
    spans[session.input].add(from: start, to: session.end ?? start, bounds)
  }
  return facts.indices.compactMap { input in
    let span = spans[input]
    guard !span.isInside, !samples.repeatingInputs.contains(input), let first = span.first,
      let last = span.last
    else { return nil }
    return Finding(.inputOutsidePeriod, at: InputLocation(file: facts[input].shownName)) {
      $0.from = calendar.day(containing: first)
      $0.to = calendar.day(containing: last)
    }
  }
}

/// The time from an input's first data to its last, and whether any of it lies in a period.
private struct RecordedSpan {
  private(set) var first: Instant?
  private(set) var last: Instant?
  private(set) var isInside = false

  mutating func add(from start: Instant, to end: Instant, _ bounds: Interval) {
    if isInside { return }
    isInside = start < bounds.end && (end > bounds.start || start >= bounds.start)
    first = min(first ?? start, start)
    last = max(last ?? end, end)
  }
}
