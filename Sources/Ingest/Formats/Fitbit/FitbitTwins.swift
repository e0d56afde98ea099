import DaymarkModel

/// The figures that the CSV files of a Fitbit export gave; its JSON files are their twins, and are never
/// added.
final class FitbitTwins: DocumentNotes {
  /// Days in UTC.
  private var days: [FitbitSeries: Set<Int64>] = [:]
  private var lastAdded: (series: FitbitSeries, day: Int64)?
  /// The figures of ``compared`` by minute since 1970, in micro-units.
  private var minutes: [FitbitSeries: [Int64: Int64]] = [:]
  /// The days whose active energy could be derived.
  private var derivedDays: Set<Int64> = []
  /// The days of which all minutes are known, and none is active.
  private var daysAtRest: Set<Int64> = []
  /// The clock of the JSON files, once one of them has shown it.
  private(set) var clock: FitbitClock?

  /// The series that tell one minute from another.
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

  /// Whether a CSV file has figures of a day, so that no JSON file is needed for it.
  func cover(_ series: FitbitSeries, at instant: Instant) -> Bool {
    days[series]?.contains(instant.utcDay) ?? false
  }

  /// Whether no figure of a JSON file is needed for a day.
  ///
  /// A table of calories may leave out the minutes at rest, by which what is active is told from what is not.
  func makeNeedless(_ series: FitbitSeries, at instant: Instant) -> Bool {
    let day = instant.utcDay
    return series == .calories
      ? hasActiveEnergy(onDay: day) || daysAtRest.contains(day) : cover(series, at: instant)
  }

  /// Whether active energy of a day is known, be it written so or derived.
  func hasActiveEnergy(onDay day: Int64) -> Bool {
    derivedDays.contains(day) || days[.activeEnergy]?.contains(day) ?? false
  }

  /// Adds a day whose active energy could be derived.
  func addDerived(_ day: Int64) { derivedDays.insert(day) }

  /// Adds a day of which all minutes are known, and none is active.
  func addDayAtRest(_ day: Int64) { daysAtRest.insert(day) }

  /// Whether the minutes of a day tell all the calories that were burned, and none that are active.
  func deny(activeEnergyAt instant: Instant) -> Bool {
    cover(.calories, at: instant) && !hasActiveEnergy(onDay: instant.utcDay)
  }

  /// Finds out by which clock the figures of a JSON file were written.
  ///
  /// Times carry no zone, and who has looked found UTC in one export and the wall clock in another. It is
  /// the offset at which more than half of the minutes are the same in CSV: UTC where that is none.
  func learnClock(
    from figures: [FitbitFigure], of series: FitbitSeries, in unit: Unit
  ) {
    guard let twins = minutes[series] else { return }
    // Enough of them, and of days that CSV has. Minutes at rest are all the same.
    let rest = series == .calories ? figures.mostFrequentValue(in: unit) : nil
    var sample: [(minute: Int64, value: Int64)] = []
    for figure in figures {
      guard let at = figure.start.instant, cover(series, at: at),
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
    // A few minutes are the same by chance at some offset or other.
    guard 2 * best.count > sample.count, best.offset == 0 || best.count >= 10 else { return }
    clock = FitbitClock(offsetMinutes: best.offset)
  }

  /// The offsets that clocks may be set to, none first.
  private static let offsets: [Int64] = Array(stride(from: -14 * 60, through: 14 * 60, by: 15))
    .sorted { abs($0) < abs($1) }
}

/// The clock by which the JSON files of a Fitbit export write.
struct FitbitClock: Hashable {
  /// Its distance from UTC where it was looked at; no offset is UTC.
  var offsetMinutes: Int64

  var recordClock: RecordClock { offsetMinutes == 0 ? .absolute : .wall }
}

extension InputSink {
  /// The twins of the export that is being read.
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
