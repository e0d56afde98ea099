import DaymarkModel

/// The tables of an Oura export: `dailyactivity.csv`, `workout.csv` and `heartrate.csv`.
///
/// `equivalent_walking_distance` is an estimate from energy, and not a distance. Oura's days last
/// from four in the morning to four the next morning.
enum OuraFormat: InputFormat {
  static let id: FormatID = "oura-export"
  static let fileExtensions = ["csv"]

  private static let days = ["day", "steps", "active_calories", "equivalent_walking_distance"]
  private static let workouts = ["activity", "start_datetime", "end_datetime", "source"]
  private static let rates = ["timestamp", "bpm", "source"]

  static func recognise(_ head: DocumentHead) -> Recognition {
    [days, workouts, rates].contains { $0.allSatisfy(head.heading.names.contains) }
      ? .recognised : .other
  }

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    guard var rows = try NamedRows(of: &document, &sink) else { return }
    let source = try sink.source(Source(provider: "oura", name: "Oura", deviceClass: .tracker))
    func has(_ columns: [String]) -> Bool { columns.allSatisfy(rows.names.contains) }
    let (areDays, areWorkouts) = (has(days), has(workouts))
    var batch = RecordBatch()
    while let row = try rows.next(&document, &sink) {
      if areDays {
        batch.totals += totals(row, by: source)
      } else if areWorkouts {
        batch.activities.append(workout(row, by: source, &sink))
      } else {
        batch.records.append(
          Record(
            metric: .heartRate, source: source, unit: .known(.beatsPerMinute),
            value: row["bpm"].flatMap { DecimalNumber($0) }, start: time(row["timestamp"], &sink),
            line: row.line, byte: row.byte))
      }
      guard batch.count >= 1024 else { continue }
      try sink.send(batch)
      batch = RecordBatch()
    }
    try sink.send(batch)
  }

  private static func totals(_ row: NamedRow, by source: UInt16) -> [DayTotalRecord] {
    let figures: [(Metric, WrittenAmount?)] = [
      (.steps, row.amount("steps", .count)),
      (.activeEnergy, row.amount("active_calories", .kilocalorie)),
    ]
    return figures.compactMap { metric, amount in
      amount.map {
        DayTotalRecord(
          source: source, day: row["day"].flatMap { CivilDay($0) }, metric: metric,
          figure: .sum($0), line: row.line, byte: row.byte)
      }
    }
  }

  private static func workout(
    _ row: NamedRow, by source: UInt16, _ sink: inout InputSink
  ) -> ActivityRecord {
    let sport = Sport(named: row["activity"] ?? "")
    return ActivityRecord(
      kind: sport.kind, sportGap: sport.gap, isIndoor: sport.isIndoor, source: source,
      start: time(row["start_datetime"], &sink), end: time(row["end_datetime"], &sink),
      distance: row.measured("distance", .meter), energy: row.measured("calories", .kilocalorie),
      isUserEntered: row["source"]?.lowercased() == "manual",
      contribution: .samplesWhereNoRecords, line: row.line, byte: row.byte)
  }

  private static func time(_ text: String?, _ sink: inout InputSink) -> RecordTime {
    guard let text else { return .missing }
    guard let time = WithingsTime(text) else { return .malformed }
    sink.addOffset(of: time)
    return .at(time.instant)
  }
}
