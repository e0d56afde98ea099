import DaymarkModel

/// A quantity for which Fitbit exports figures during the day.
enum FitbitSeries: String, CaseIterable {
  case steps, distance, floors, calories
  case heartRate = "heart_rate"
  case activeEnergy = "active_energy_burned"

  var metric: Metric {
    switch self {
    case .steps: .steps
    // A minute does not state how the distance was covered. Fitbit computes it from the steps, and
    // the distance of a ride is in its exercise.
    case .distance: .distanceWalkingRunning
    case .floors: .flightsClimbed
    case .calories, .activeEnergy: .activeEnergy
    case .heartRate: .heartRate
    }
  }

  /// The unit in all files that do not state another one.
  var unit: Unit {
    switch self {
    case .steps, .floors: .count
    case .distance: .meter
    case .calories, .activeEnergy: .kilocalorie
    case .heartRate: .beatsPerMinute
    }
  }
}

/// A figure of a series, with its place.
struct FitbitFigure {
  var start: RecordTime
  var value: DecimalNumber?
  var line: Int
  var byte: Int
}

extension Source {
  /// The source of a figure whose file does not name one.
  static let fitbit = Source(provider: .fitbit, name: "Fitbit", deviceClass: .tracker)
}

/// A converter of the figures in one document to records, which are sent in batches.
struct FitbitRecords {
  let series: FitbitSeries
  private let unit: RecordUnit
  /// The time that one figure covers.
  private let milliseconds: Int64
  private var batch: RecordBatch
  private var energy = FitbitEnergy()

  private static let batchSize = 1024

  init(_ series: FitbitSeries, unit: Unit? = nil, clock: RecordClock = .absolute, seconds: Int = 60)
  {
    self.series = series
    self.unit = .known(unit ?? series.unit)
    milliseconds = series == .heartRate ? 0 : Int64(seconds) * 1000
    batch = RecordBatch(clock: clock)
  }

  mutating func add(
    _ figure: FitbitFigure, by source: UInt16, to sink: inout InputSink
  ) throws {
    // Invalid values are kept, so that they are rejected like any other.
    if series == .calories, energy.add(figure, by: source) { return }
    try append(figure, by: source, to: &sink)
  }

  /// Sends the remaining records.
  mutating func finish(_ sink: inout InputSink) throws {
    for day in energy.takeDays() where !sink.fitbitTwins.hasActiveEnergy(onDay: day.day) {
      guard let first = day.figures.first else {
        sink.fitbitTwins.addDayAtRest(day.day)
        continue
      }
      sink.fitbitTwins.addDerived(day.day)
      sink.find(.energyDerived, line: first.line, byte: first.byte)
      for figure in day.figures { try append(figure, by: day.source, to: &sink) }
    }
    if !batch.records.isEmpty { try sink.send(batch) }
    batch.records = []
  }

  private mutating func append(
    _ figure: FitbitFigure, by source: UInt16, to sink: inout InputSink
  ) throws {
    let end = figure.start.instant.map { $0.advanced(byMilliseconds: milliseconds) }
    batch.records.append(
      Record(
        metric: series.metric, source: source, unit: unit, value: figure.value,
        start: figure.start, end: end.map { .at($0) } ?? .missing, line: figure.line,
        byte: figure.byte))
    guard batch.records.count >= Self.batchSize else { return }
    try sink.send(batch)
    batch.records.removeAll(keepingCapacity: true)
  }
}
