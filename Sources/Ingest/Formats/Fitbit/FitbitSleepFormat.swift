import DaymarkModel

/// The sleep of a Fitbit export, `Global Export Data/sleep-….json`.
///
/// Each log, of a night or a nap, is one record: its minutes asleep over the time from its start to
/// its end. Times are those of the clock on the wall.
enum FitbitSleepFormat: InputFormat {
  static let id = FormatID.accountExport(of: .fitbit)
  static let fileExtensions = ["json"]
  static let accountProvider: Provider? = .fitbit

  static func recognise(_ head: DocumentHead) -> Recognition {
    JSONOutline(head).recognition { outline in
      outline.has("[].dateOfSleep", "[].startTime", "[].minutesAsleep")
    }
  }

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    let source = try sink.source(.fitbit)
    try JSONElements("[]").read(&document, into: &sink) { element, sink in
      let item = element.item
      let record = Record(
        metric: .sleep, source: source, unit: .known(.minute),
        value: item["minutesAsleep"]?.decimal, start: time(item["startTime"]),
        end: time(item["endTime"]), isUserEntered: item["logType"]?.text == "manual",
        line: element.line, byte: element.byte)
      try sink.send(RecordBatch(clock: .wall, records: [record]))
    }
  }

  /// Reads a time such as `2026-03-01T23:10:30.000`.
  private static func time(_ item: JSONItem?) -> RecordTime {
    guard let item else { return .missing }
    return item.text.flatMap { Instant(rfc3339: $0 + "Z") }.map { .at($0) } ?? .malformed
  }
}

/// The sleep of a Google Health export: `Health Fitness Data_GoogleData/UserSleeps_….csv`.
enum FitbitSleepTableFormat: InputFormat {
  static let id = FormatID.accountExport(of: .fitbit)
  static let fileExtensions = ["csv"]
  static let accountProvider: Provider? = .fitbit

  static func recognise(_ head: DocumentHead) -> Recognition {
    let needed = ["sleep_id", "sleep_start", "sleep_end", "minutes_asleep"]
    return needed.allSatisfy(head.heading.names.contains) ? .recognised : .other
  }

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    guard var rows = try NamedRows(of: &document, &sink) else { return }
    let source = try sink.source(.fitbit)
    while let row = try rows.next(&document, &sink) {
      let record = Record(
        metric: .sleep, source: source, unit: .known(.minute),
        value: row["minutes_asleep"].flatMap { DecimalNumber($0) },
        start: FitbitExercisesFormat.time(row["sleep_start"]),
        end: FitbitExercisesFormat.time(row["sleep_end"]),
        isUserEntered: row["sleep_type"]?.uppercased() == "MANUAL", line: row.line,
        byte: row.byte)
      try sink.send(RecordBatch(records: [record]))
    }
  }
}
