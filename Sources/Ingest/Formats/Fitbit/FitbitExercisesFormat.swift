import DaymarkModel

/// The exercises of a Google Health export: `Health Fitness Data_GoogleData/UserExercises_….csv`.
///
/// Calories include those burned at rest, and are not read. A zero means that nothing was measured.
enum FitbitExercisesFormat: InputFormat {
  static let id = FormatID.accountExport(of: .fitbit)
  static let fileExtensions = ["csv"]
  static let accountProvider: Provider? = .fitbit
  static let turn = DocumentTurn.third

  static func recognise(_ head: DocumentHead) -> Recognition {
    let needed = ["exercise_id", "exercise_start", "exercise_end", "activity_name", "log_type"]
    return needed.allSatisfy(head.heading.names.contains) ? .recognised : .other
  }

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    guard var rows = try NamedRows(of: &document, &sink) else { return }
    let source = try sink.source(.fitbit)
    while let row = try rows.next(&document, &sink) {
      // The user has deleted this exercise.
      if row["deletion_reason"] != nil { continue }
      let sport = Sport(fitbit: row["activity_name"] ?? "")
      let start = time(row["exercise_start"])
      if let at = start.instant, let offset = row["utc_offset"].flatMap(offset) {
        sink.addOffset(seconds: offset, at: at)
      }
      let activity = ActivityRecord(
        kind: sport.kind, sportGap: sport.gap, isIndoor: sport.isIndoor, source: source,
        start: start, end: time(row["exercise_end"]),
        distance: row.measured("tracker_total_distance_mm", .meter, scaledBy: -3),
        steps: row.measured("tracker_total_steps", .count),
        averageHeartRate: row.measured("tracker_avg_heart_rate", .beatsPerMinute),
        maximumHeartRate: row.measured("tracker_peak_heart_rate", .beatsPerMinute),
        isUserEntered: isTypedIn(row), contribution: .samplesWhereNoRecords, line: row.line,
        byte: row.byte)
      try sink.send(activity)
    }
  }

  /// Whether the row, or some of its figures, were logged by hand.
  private static func isTypedIn(_ row: NamedRow) -> Bool {
    let figures = [
      "manually_logged_total_calories", "manually_logged_total_steps",
      "manually_logged_total_distance_mm",
    ]
    return row["log_type"]?.uppercased() == "MANUAL"
      || figures.contains { row.measured($0, .count) != nil }
  }

  /// Reads a time such as `2026-07-02T10:00:00Z`, or with ` +0000` at its end.
  static func time(_ text: String?) -> RecordTime {
    guard let text else { return .missing }
    guard let time = HealthAutoExportTime(text.replacing("Z", with: " +0000")),
      let instant = time.instant
    else { return .malformed }
    return .at(instant)
  }

  /// Returns the seconds of an offset such as `+02:00`.
  private static func offset(_ text: String) -> Int? {
    Instant(rfc3339: "1970-01-01T00:00:00" + text).map { -Int($0.secondsSince1970) }
  }
}
