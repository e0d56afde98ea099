import DaymarkModel

/// The sessions of a WHOOP export, `workouts.csv`.
///
/// Its cycles are not read, because they are not days.
///
/// Energy includes that burned at rest, and is not read.
enum WhoopFormat: InputFormat {
  static let id: FormatID = "whoop-export"
  static let fileExtensions = ["csv"]

  static func recognise(_ head: DocumentHead) -> Recognition {
    let names = head.heading.names
    return ["cycle start time", "cycle end time", "cycle timezone"].allSatisfy(names.contains)
      ? .recognised : .other
  }

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    guard var rows = try NamedRows(of: &document, &sink) else { return }
    // A cycle begins in the evening, so that two of them may fall on one day and none on the next.
    guard rows.names.contains("workout start time") else { return sink.skip(.totals) }
    let source = try sink.source(
      Source(provider: "whoop", name: "WHOOP", deviceClass: .tracker))
    while let row = try rows.next(&document, &sink) {
      let sport = Sport(named: row["activity name"] ?? "")
      let offset = row["cycle timezone"].flatMap(Self.offset)
      let (start, end) = (
        time(row["workout start time"], offset), time(row["workout end time"], offset)
      )
      if let offset, let at = start.instant { sink.addOffset(seconds: offset, at: at) }
      let activity = ActivityRecord(
        kind: sport.kind, sportGap: sport.gap, isIndoor: sport.isIndoor, source: source,
        start: start, end: end,
        distance: row.measured("distance (meters)", .meter),
        averageHeartRate: row.measured("average hr (bpm)", .beatsPerMinute),
        maximumHeartRate: row.measured("max hr (bpm)", .beatsPerMinute),
        elevationGain: row.measured("altitude gain (meters)", .meter),
        contribution: .samplesWhereNoRecords, line: row.line, byte: row.byte)
      // Without a stated offset, the time is that of a wall clock.
      try sink.send(activity, clock: offset == nil ? .wall : .absolute)
    }
  }

  private static func time(_ text: String?, _ offset: Int?) -> RecordTime {
    guard let text else { return .missing }
    guard let wall = Instant(wallClock: text) else { return .malformed }
    return .at(wall.advanced(byMilliseconds: Int64(offset ?? 0) * -1000))
  }

  /// Returns the seconds of an offset such as `UTC-05:00` or `UTCZ`.
  private static func offset(_ text: String) -> Int? {
    guard text.hasPrefix("UTC") else { return nil }
    return Instant(rfc3339: "1970-01-01T00:00:00" + text.dropFirst(3))
      .map { -Int($0.secondsSince1970) }
  }
}
