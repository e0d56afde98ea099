import DaymarkModel

/// A table of sets whose columns the operator names in `columns.yaml`; see Strength, "Other
/// tables".
enum ColumnsFormat: InputFormat {
  static let id: FormatID = "named-columns"
  static let fileExtensions = ["csv"]

  static func recognise(_ head: DocumentHead) -> Recognition {
    head.isDescribed ? .recognised : .other
  }

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    let tables = sink.options.tables.map { WorkoutTable($0) }
    try WorkoutTableReader.read(anyOf: tables, &document, &sink)
  }
}

extension DocumentHead {
  /// Whether the document begins with a table that the operator describes.
  var isDescribed: Bool { tables.contains { WorkoutTable($0).hasSignature(heading.names) } }
}

extension WorkoutTable {
  /// Makes the table that the operator describes, which has every named heading.
  fileprivate init(_ table: LogTable) {
    let columns = LogColumn.allCases.compactMap { column in
      table.headings[column].map {
        Column(heading: $0, is: column.field, in: table.units[column])
      }
    }
    self.init(
      app: table.name, of: "named-columns", signatures: [columns.flatMap(\.names)],
      columns: columns, dateOrder: table.dateOrder)
  }
}

extension LogColumn {
  fileprivate var field: LogField {
    switch self {
    case .date: .date
    case .time: .clock
    case .end: .end
    case .sessionDuration: .sessionDuration
    case .setTime: .setTime
    case .bodyWeight: .bodyWeight
    case .exercise: .exercise
    case .set: .mark
    case .kind: .kind
    case .warmUp: .isWarmUp
    case .skipped: .isSkipped
    case .sets: .setCount
    case .repetitions: .repetitions
    case .load: .load
    case .loadUnit: .loadUnit
    case .distance: .distance
    case .distanceUnit: .distanceUnit
    case .duration: .duration
    case .rpe: .perceivedEffort
    case .rir: .reserve
    case .rest: .rest
    case .tempo: .tempo
    case .side: .side
    }
  }
}
