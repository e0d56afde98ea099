import DaymarkModel

/// An export as the checks look at it: the records of each device in the order of time.
struct ExaminedExport {
  /// The records of one metric of one watch or phone, ascending by start, each measurement once; none that a person typed
  /// in, and none of an app on it.
  struct Series {
    var metric: Metric
    var source: UInt16
    var records: [Sample]
  }

  let facts: InputFacts
  let sources: [Source]
  let calendar: DayCalendar
  /// The records of each metric as the document has them, ascending by byte.
  let written: [Metric: [Sample]]
  /// The bytes at which workouts begin, ascending.
  let workouts: [Int]
  /// Those of watches and phones, ascending by metric, then source.
  let series: [Series]
  let statedDays: [StatedDay]
  /// The days before the one on which it was made.
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

  /// The records of each day, by their starts; days without any are absent.
  ///
  /// - Parameter records: Ascending by start.
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

  /// The place of a record.
  func place(_ record: Sample, _ metric: Metric) -> CheckPlace {
    CheckPlace(
      day: calendar.day(containing: record.start), metric: metric,
      source: name(of: record.source),
      place: facts.location(line: Int(record.line), byte: record.byte))
  }
}

/// What a check found so far; of the places the earliest are kept.
struct CheckTally {
  var looked = 0
  private(set) var unusual = 0
  /// Ascending by start, then byte.
  private var places: [(record: Sample, metric: Metric)] = []

  /// Adds what is not as usual.
  ///
  /// - Parameters:
  ///   - record: Where it stands.
  ///   - count: How many stand there.
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

  /// - Returns: `nil` where there was nothing to look at.
  func result(
    _ check: ExportCheck, _ level: CheckResult.Level, in export: ExaminedExport
  ) -> CheckResult? {
    if looked == 0 { return nil }
    return CheckResult(
      check, unusual == 0 ? .usual : level, looked: looked, unusual: unusual,
      places: places.map { export.place($0.record, $0.metric) })
  }
}
