import DaymarkModel

/// The longest time between samples that stand for one run of the same heart rate.
///
/// Five minutes apart, as a watch measures at rest, equal rates are nothing unusual.
///
/// - Units: milliseconds.
private let longestGap: Int64 = 60_000

/// The longest time of a day for which one source has had the very same heart rate.
struct ConstantHeartRates {
  private struct Run {
    var day: CivilDay
    var value: Quantity
    var first: Instant
    var last: Instant
  }

  /// The run that goes on, by source.
  private var runs: [Run?]
  /// - Units: milliseconds.
  private var longest: Int64 = 0

  init(sources: Int) {
    runs = Array(repeating: nil, count: sources)
  }

  /// - Precondition: Samples come by ascending start.
  mutating func add(_ sample: Sample, on day: CivilDay) {
    let source = Int(sample.source)
    if var run = runs[source], run.value == sample.value, run.day == day,
      sample.start.milliseconds - run.last.milliseconds <= longestGap
    {
      run.last = sample.start
      runs[source] = run
      longest = max(longest, run.last.milliseconds - run.first.milliseconds)
    } else {
      runs[source] = Run(day: day, value: sample.value, first: sample.start, last: sample.start)
    }
  }

  /// Ends the day.
  ///
  /// - Returns: In minutes.
  mutating func endDay() -> Quantity {
    defer { longest = 0 }
    return .qualityFigure(Int128(longest) * 1000, dividedBy: 60)
  }
}
