import DaymarkModel

/// An export in the form that the checks use: the records of each device in chronological order.
struct ExaminedExport {
  /// The records of one metric of one watch or phone, ascending by start, each measurement once.
  ///
  /// Typed-in records and those of apps on the device are left out.
  struct Series {
    var metric: Metric
    var source: UInt16
    var records: [Sample]
  }

  let facts: InputFacts
  let sources: [Source]
  let calendar: DayCalendar
  /// The records of each metric in document order, ascending by byte.
  let written: [Metric: [Sample]]
  /// The byte offsets at which workouts begin, ascending.
  let workouts: [Int]
  /// The series of watches and phones, ascending by metric, then source.
  let series: [Series]
  let statedDays: [StatedDay]
  /// The last day before the day of the export.
  let lastWholeDay: CivilDay

  init(_ export: ExportContents, sources: [Source], zone: Zone, end: Instant) {
    (facts, self.sources, statedDays) = (export.facts, sources, export.statedDays)
    calendar = DayCalendar(zone: zone)
    workouts = export.sessions.map(\.byte).sorted()
    lastWholeDay = calendar.day(containing: end).advanced(by: -1)
    written = export.records.mapValues { records in
      zip(records, records.dropFirst()).allSatisfy { $0.byte <= $1.byte }
        ? records : records.sorted { $0.byte < $1.byte }
    }
    let devices = export.devices(among: sources)
    var series: [Series] = []
    for metric in Metric.allCases {
      var bySource: [UInt16: [Sample]] = [:]
      for record in export.records[metric] ?? [] where !record.isUserEntered {
        guard devices.contains(record.source) else { continue }
        bySource[record.source, default: []].append(record)
      }
      series += bySource.sorted { $0.key < $1.key }.map {
        Series(metric: metric, source: $0, records: distinct($1))
      }
    }
    self.series = series
  }

  func name(of source: UInt16) -> String {
    sources.indices.contains(Int(source)) ? sources[Int(source)].name : ""
  }

  /// Returns the records of each day, by their starts.
  ///
  /// Days without records are absent.
  ///
  /// - Parameter records: The records, ascending by start.
  func byDay(_ records: [Sample]) -> [(day: CivilDay, records: ArraySlice<Sample>)] {
    var days: [(day: CivilDay, records: ArraySlice<Sample>)] = []
    var rest = records[...]
    while let first = rest.first {
      let day = calendar.day(containing: first.start)
      let end = calendar.interval(of: day).end
      let own = rest.prefix { $0.start < end }
      days.append((day, own))
      rest = rest.dropFirst(own.count)
    }
    return days
  }

  /// Returns the place of a record in the export.
  func place(_ record: Sample, _ metric: Metric) -> CheckPlace {
    CheckPlace(
      day: calendar.day(containing: record.start), metric: metric,
      source: name(of: record.source),
      place: facts.location(line: Int(record.line), byte: record.byte))
  }
}

/// The count of a check so far, with the earliest of the places it found.
struct CheckTally {
  var looked = 0
  private(set) var unusual = 0
  /// The earliest places, ascending by start, then byte.
  private var places: [(record: Sample, metric: Metric)] = []

  /// Counts unusual records.
  ///
  /// - Parameters:
  ///   - record: The record at the place that is listed.
  ///   - count: The number of unusual records there.
  mutating func add(_ record: Sample, _ metric: Metric, count: Int = 1) {
    unusual += count
    func isBefore(_ other: Sample) -> Bool {
      (record.start, record.byte) < (other.start, other.byte)
    }
    if places.count == CheckResult.mostPlaces {
      guard let last = places.last, isBefore(last.record) else { return }
      places.removeLast()
    }
    let index = places.firstIndex { isBefore($0.record) } ?? places.count
    places.insert((record, metric), at: index)
  }

  /// Returns the result of a check with the counts so far; `nil` where there was nothing to check.
  ///
  /// - Parameter level: The level of the result if anything unusual was found.
  func result(
    _ check: ExportCheck, _ level: CheckResult.Level, in export: ExaminedExport
  ) -> CheckResult? {
    if looked == 0 { return nil }
    return CheckResult(
      check, unusual == 0 ? .usual : level, looked: looked, unusual: unusual,
      places: places.map { export.place($0.record, $0.metric) })
  }
}
