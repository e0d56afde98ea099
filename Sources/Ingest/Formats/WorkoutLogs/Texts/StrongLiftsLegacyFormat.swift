import DaymarkModel

/// The former export of StrongLifts: a row for each workout, with the columns of an exercise over and over.
///
/// A heading stands there for each exercise, so columns are told apart by their place alone.
enum StrongLiftsLegacyFormat: InputFormat {
  static let id: FormatID = "stronglifts-legacy"
  static let fileExtensions = ["csv"]

  static func recognise(_ head: DocumentHead) -> Recognition {
    let names = Set(head.heading.names)
    let isOwn = ["date", "workout", "body weight", "exercise 1", "set 1"].allSatisfy(names.contains)
    return isOwn ? .recognised : .other
  }

  /// The columns of one exercise.
  private struct Columns {
    let exercise: Int
    var kilograms: Int?
    var pounds: Int?
    var sets: [Int] = []
  }

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    var rows = try CSVReader(detectingIn: &document)
    guard try rows.next(&document, &sink) else { return }
    let header = (0..<rows.row.count).map { headingName(rows.row.text($0)) }
    let exercises = columns(of: header)
    let date = header.firstIndex(of: "date") ?? 0
    let bodyWeight = header.firstIndex(of: "body weight") ?? 0
    var sets = try LogSets(StrongLiftsFormat.table.source, &sink)
    while try rows.next(&document, &sink) {
      let row = rows.row
      guard row.count == header.count else {
        sink.find(.csvMalformed, line: row.line, byte: row.byte)
        sets.skip(.malformed, line: row.line, byte: row.byte, isFound: true, &sink)
        continue
      }
      var entry = LogEntry(line: row.line, byte: row.byte)
      entry[.date] = row.text(date).trimmed
      entry[.bodyWeight] = row.text(bodyWeight).trimmed
      var isEmpty = true
      for columns in exercises {
        for set in self.sets(of: row, columns, entry) {
          try sets.add(set, &sink)
          isEmpty = false
        }
      }
      if isEmpty { sets.skip(.nothingDone, line: row.line, byte: row.byte, &sink) }
    }
    sets.skip(malformed: rows, &sink)
    try sets.finish(&sink)
  }

  private static func columns(of header: [String]) -> [Columns] {
    var exercises: [Columns] = []
    for (position, name) in header.enumerated() {
      if name.hasPrefix("exercise ") {
        exercises.append(Columns(exercise: position))
        continue
      }
      guard let last = exercises.indices.last else { continue }
      switch name {
      case "weight (kg)": exercises[last].kilograms = position
      case "weight (lb)": exercises[last].pounds = position
      default: if name.hasPrefix("set ") { exercises[last].sets.append(position) }
      }
    }
    return exercises
  }

  private static func sets(of row: CSVRow, _ columns: Columns, _ entry: LogEntry) -> [LogEntry] {
    var entry = entry
    entry[.exercise] = row.text(columns.exercise).trimmed
    let kilograms = columns.kilograms.map { row.text($0).trimmed } ?? ""
    let pounds = columns.pounds.map { row.text($0).trimmed } ?? ""
    if !kilograms.isEmpty {
      entry.put(kilograms, as: .load, in: .kilogram)
    } else {
      entry.put(pounds, as: .load, in: .pound)
    }
    return columns.sets.compactMap { position in
      let repetitions = row.text(position).trimmed
      guard !repetitions.isEmpty else { return nil }
      var set = entry
      set[.repetitions] = repetitions
      return set
    }
  }
}
