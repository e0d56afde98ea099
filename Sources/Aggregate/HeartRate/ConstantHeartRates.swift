import DaymarkModel

/// The longest time between two samples of one run of equal heart rates.
///
/// A watch at rest measures every five minutes, and equal rates so far apart are not unusual.
///
/// - Units: milliseconds.
private let longestGap: Int64 = 60_000

/// Measures the longest time of a day during which one source reports exactly the same heart rate.
struct ConstantHeartRates {
  private struct Run {
    var day: CivilDay
    var value: Quantity
    var first: Instant
    var last: Instant
  }

  /// The run of equal rates that is not over yet, by source.
  private var runs: [Run?]
  /// The longest run of the day so far.
  ///
  /// - Units: milliseconds.
  private var longest: Int64 = 0

  init(sources: Int) {
    runs = Array(repeating: nil, count: sources)
  }

  /// Adds a sample.
  ///
  /// - Precondition: Samples are added by ascending start.
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
  /// - Returns: The longest run, in minutes.
  mutating func endDay() -> Quantity {
    defer { longest = 0 }
    return .qualityFigure(Int128(longest) * 1000, dividedBy: 60)
  }
}
