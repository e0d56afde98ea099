import DaymarkModel

/// The sessions of a Withings export, `activities.csv`.
///
/// The figures of a row are JSON in one cell. The heading of the sports, and the sports, are in the
/// account's language.
enum WithingsActivitiesFormat: InputFormat {
  static let id: FormatID = "withings-export"
  static let fileExtensions = ["csv"]

  private static let typeHeadings = [
    "activity type", "type d'activité", "type d’activité", "aktivitätstyp", "tipo de actividad",
    "tipo di attività",
  ]

  static func recognise(_ head: DocumentHead) -> Recognition {
    let names = head.heading.names
    return names.starts(with: ["from", "to"]) && names.contains(where: typeHeadings.contains)
      ? .recognised : .other
  }

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    guard var rows = try NamedRows(of: &document, &sink) else { return }
    let source = try sink.source(.withings)
    guard let type = rows.names.first(where: typeHeadings.contains) else { return }
    func time(_ text: String?, _ sink: inout InputSink) -> RecordTime {
      guard let text else { return .missing }
      guard let time = WithingsTime(text) else { return .malformed }
      sink.addOffset(of: time)
      return .at(time.instant)
    }
    while let row = try rows.next(&document, &sink) {
      let sport = Sport(named: row[type] ?? "")
      let text = Array((row.first { $0.hasPrefix("{") } ?? "{}").utf8)
      let figures = text.withUnsafeBytes { try? JSONItem(parsing: $0) } ?? .null
      // The documentation of the account's API says that the user entered these.
      let isTypedIn = ["manual_distance", "manual_calories"].contains {
        figures[$0]?.decimal.map { $0.coefficient != 0 } ?? false
      }
      try sink.send(
        ActivityRecord(
          kind: sport.kind, sportGap: sport.gap, isIndoor: sport.isIndoor, source: source,
          start: time(row["from"], &sink), end: time(row["to"], &sink),
          distance: figures.measured("distance", .meter), steps: figures.measured("steps", .count),
          averageHeartRate: figures.heartRate("hr_average"),
          maximumHeartRate: figures.heartRate("hr_max"),
          isUserEntered: isTypedIn, contribution: .samplesWhereNoRecords, line: row.line,
          byte: row.byte))
    }
  }
}

extension JSONItem {
  /// Returns an amount where zero means that nothing was measured.
  func measured(_ key: String, _ unit: Unit) -> WrittenAmount? {
    let amount = amount(key, unit)
    return amount?.value?.coefficient == 0 ? nil : amount
  }
}
