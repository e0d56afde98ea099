import DaymarkModel

/// The figures in the CSV files of a Fitbit export.
///
/// Its JSON files repeat them, and are never added.
final class FitbitTwins: DocumentNotes {
  /// The days in UTC on which a series has figures, as numbers of days since 1970.
  private var days: [FitbitSeries: Set<Int64>] = [:]
  private var lastAdded: (series: FitbitSeries, day: Int64)?
  /// The figures of the ``compared`` series by minute since 1970, in micro-units.
  private var minutes: [FitbitSeries: [Int64: Int64]] = [:]
  /// The days for which active energy was computed.
  private var derivedDays: Set<Int64> = []
  /// The days whose minutes are all known, and all at rest.
  private var daysAtRest: Set<Int64> = []
  /// The clock of the JSON files; `nil` until one of them shows it.
  private(set) var clock: FitbitClock?

  /// The series whose figures differ enough to identify a minute.
  private static let compared: Set<FitbitSeries> = [.steps, .distance, .calories]

  /// Adds a figure of a CSV file.
  func add(_ figure: FitbitFigure, of series: FitbitSeries) {
    guard let at = figure.start.instant else { return }
    let day = at.utcDay
    if lastAdded?.series != series || lastAdded?.day != day {
      days[series, default: []].insert(day)
      lastAdded = (series, day)
    }
    guard Self.compared.contains(series) else { return }
    minutes[series, default: [:]][at.minute] = figure.comparable(in: series.unit)
  }

  /// Whether a CSV file has figures of a series for the day of an instant.
  func haveFigures(_ series: FitbitSeries, at instant: Instant) -> Bool {
    days[series]?.contains(instant.utcDay) ?? false
  }

  /// Whether the CSV files make the JSON figures of a series needless for the day of an instant.
  ///
  /// Figures of calories are needless once the day's active energy is known. A CSV file of calories
  /// alone is not enough, because it may leave out the minutes at rest, from which active energy is
  /// computed.
  func makeNeedless(_ series: FitbitSeries, at instant: Instant) -> Bool {
    let day = instant.utcDay
    return series == .calories
      ? hasActiveEnergy(onDay: day) || daysAtRest.contains(day) : haveFigures(series, at: instant)
  }

  /// Whether active energy of a day is known, from a file or by computation.
  func hasActiveEnergy(onDay day: Int64) -> Bool {
    derivedDays.contains(day) || days[.activeEnergy]?.contains(day) ?? false
  }

  /// Adds a day for which active energy was computed.
  func addDerived(_ day: Int64) { derivedDays.insert(day) }

  /// Adds a day whose minutes are all known, and all at rest.
  func addDayAtRest(_ day: Int64) { daysAtRest.insert(day) }

  /// Whether the day's calories are known only together with those burned at rest.
  ///
  /// On such a day the energy that exercises state is not used.
  func lackActiveEnergy(at instant: Instant) -> Bool {
    haveFigures(.calories, at: instant) && !hasActiveEnergy(onDay: instant.utcDay)
  }

  /// Determines the clock of the figures in a JSON file.
  ///
  /// Times have no zone: UTC was found in one export and the wall clock in another. The clock is
  /// the offset at which more than half of the minutes equal those in CSV, or else UTC.
  func learnClock(
    from figures: [FitbitFigure], of series: FitbitSeries, in unit: Unit
  ) {
    guard let twins = minutes[series] else { return }
    // Only minutes of days in CSV are compared. Minutes at rest all have the same calories and show
    // nothing.
    let rest = series == .calories ? figures.mostFrequentValue(in: unit) : nil
    var sample: [(minute: Int64, value: Int64)] = []
    for figure in figures {
      guard let at = figure.start.instant, haveFigures(series, at: at),
        let value = figure.comparable(in: unit), value > 0, value != rest
      else { continue }
      sample.append((at.minute, value))
      if sample.count == 2000 { break }
    }
    var best: (offset: Int64, count: Int) = (0, 0)
    for offset in Self.offsets {
      let count = sample.count { twins[$0.minute - offset] == $0.value }
      if count > best.count { best = (offset, count) }
    }
    // A few minutes are equal by chance at some offset.
    guard 2 * best.count > sample.count, best.offset == 0 || best.count >= 10 else { return }
    clock = FitbitClock(offsetMinutes: best.offset)
  }

  /// The possible offsets of clocks in minutes.
  private static let offsets: [Int64] = Array(stride(from: -14 * 60, through: 14 * 60, by: 15))
    .sorted { abs($0) < abs($1) }
}

/// The clock of the times in the JSON files of a Fitbit export.
struct FitbitClock: Hashable {
  /// The offset from UTC, as far as the figures show it; 0 where the times are in UTC.
  var offsetMinutes: Int64

  var recordClock: RecordClock { offsetMinutes == 0 ? .absolute : .wall }
}

extension InputSink {
  /// The CSV figures of the present export.
  var fitbitTwins: FitbitTwins { mutating get { earlier.notes(FitbitTwins.self) } }
}

extension FitbitFigure {
  fileprivate func comparable(in unit: Unit) -> Int64? {
    (try? value?.quantity(times: unit.ratio))?.microUnits
  }
}

extension [FitbitFigure] {
  fileprivate func mostFrequentValue(in unit: Unit) -> Int64? {
    let counts = reduce(into: [Int64: Int]()) { counts, figure in
      if let value = figure.comparable(in: unit) { counts[value, default: 0] += 1 }
    }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }
}

extension Instant {
  fileprivate var minute: Int64 { secondsSince1970 / 60 }
}
