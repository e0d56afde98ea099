import DaymarkModel

/// A table of workouts by Health Auto Export.
///
/// The first four headings are in English, and the others in the language of the phone. Times are
/// those of a wall clock.
enum HealthAutoExportWorkoutsFormat: InputFormat {
  static let id = FormatID.healthAutoExport
  static let fileExtensions = ["csv"]

  private static let firstHeadings = ["workout type", "start", "end", "duration"]

  static func recognise(_ head: DocumentHead) -> Recognition {
    head.heading.names.starts(with: firstHeadings) ? .recognised : .other
  }

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    guard var rows = try NamedRows(of: &document, &sink) else { return }
    let source = try sink.source(.healthAutoExport)
    let columns = WorkoutColumns(rows.heading)
    var days: ClosedRange<CivilDay>?
    while let row = try rows.next(&document, &sink) {
      let workout = try columns.workout(row, by: source, &sink)
      if let start = workout.start.instant {
        let day = CivilDay(ordinal: Int32(clamping: start.utcDay))
        days = days.map { min($0.lowerBound, day)...max($0.upperBound, day) } ?? day...day
      }
      try sink.send(workout, clock: .wall)
    }
    if let days { columns.openUnknown(days, rows.heading, &sink) }
  }
}

/// The columns in a table of workouts.
private struct WorkoutColumns {
  private struct Column {
    let position: Int
    let unit: String?
  }

  private var columns: [ActivityField: Column] = [:]
  /// The unknown headings with a unit of distance or energy.
  private var unknown: [(field: ActivityField, name: String)] = []

  init(_ heading: CSVRow) {
    for position in 4..<max(4, heading.count) {
      let quantity = QuantityHeading(heading.text(position))
      if let field = Self.fields[quantity.name] {
        columns[field] =
          columns[field] ?? Column(position: position, unit: quantity.unit)
      } else if let field = Self.field(ofUnit: quantity.unit) {
        unknown.append((field, quantity.name))
      }
    }
  }

  func workout(
    _ row: NamedRow, by source: UInt16, _ sink: inout InputSink
  ) throws -> ActivityRecord {
    let sport = Sport(named: row["workout type"] ?? "")
    func time(_ name: String) -> RecordTime {
      row[name].map { HealthAutoExportTime($0).map { .at($0.wall) } ?? .malformed } ?? .missing
    }
    func amount(_ field: ActivityField) throws -> WrittenAmount? {
      guard let column = columns[field], !row.row[column.position].isEmpty else { return nil }
      let unit = try column.unit.map { try sink.unit($0) }
      return WrittenAmount(
        row.row.number(column.position), unit ?? (field == .steps ? .known(.count) : .missing))
    }
    return ActivityRecord(
      kind: sport.kind, sportGap: sport.gap, isIndoor: sport.isIndoor, source: source,
      start: time("start"), end: time("end"),
      duration: row["duration"].map {
        WrittenAmount(DecimalNumber(secondsOfClock: $0), .known(.second))
      },
      distance: try amount(.distanceMeters), energy: try amount(.kilocalories),
      steps: try amount(.steps), averageHeartRate: try amount(.averageBPM),
      maximumHeartRate: try amount(.maximumBPM),
      elevationGain: try amount(.elevationGainMeters), contribution: .samplesWhereNoRecords,
      line: row.line, byte: row.byte)
  }

  /// Marks the sessions whose distance or energy may be under a heading in another language.
  func openUnknown(
    _ days: ClosedRange<CivilDay>, _ heading: CSVRow, _ sink: inout InputSink
  ) {
    let missing = unknown.filter { columns[$0.field] == nil }
    guard let first = missing.first else { return }
    sink.find(.totalUnread, line: heading.line, byte: heading.byte) { $0.key = first.name }
    sink.facts.unread.append(Opening(.totalUnread, days: days, sessions: .many))
  }

  private static func field(ofUnit symbol: String?) -> ActivityField? {
    switch symbol.flatMap({ Unit(rawValue: $0) }) {
    case .kilometer, .mile: .distanceMeters
    case .kilocalorie, .kilojoule: .kilocalories
    default: nil
    }
  }

  private static let fields: [String: ActivityField] = {
    let names: [(ActivityField, String)] = [
      (.distanceMeters, "distance|distancia|distância|distanz|strecke|distanza|afstand"),
      (.kilocalories, "active energy|energía activa|energia ativa|aktive energie|énergie active"),
      (.kilocalories, "energia attiva|actieve energie"),
      (.steps, "step count|conteo de pasos|contagem de passos|schrittzahl|nombre de pas"),
      (.averageBPM, "avg. heart rate|avg heart rate|frecuencia cardíaca promedio"),
      (.averageBPM, "freq. cardíaca média"),
      (.maximumBPM, "max. heart rate|max heart rate|frecuencia cardíaca máxima"),
      (.maximumBPM, "freq. cardíaca máxima"),
      (.elevationGainMeters, "elevation ascended|elevación ascendida"),
    ]
    return names.reduce(into: [:]) { fields, row in
      for name in row.1.split(separator: "|") { fields[String(name)] = row.0 }
    }
  }()
}
