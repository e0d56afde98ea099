import DaymarkModel

/// The former export of StrongLifts: a row for each workout, with the columns of an exercise
/// repeated.
///
/// The headings repeat for each exercise, so that only positions distinguish the columns.
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
    /// The columns of loads, each with its unit.
    ///
    /// The first with a value counts.
    var loads: [(position: Int, unit: Unit)] = []
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
    if exercises.contains(where: \.loads.isEmpty) {
      sink.find(.logLoadMissing, line: rows.row.line, byte: rows.row.byte)
    }
    while try rows.next(&document, &sink) {
      let row = rows.row
      guard row.count == header.count else {
        let isDated = row.count > date + 1
        sets.skip(brokenRow: row, date: isDated ? row.text(date).trimmed : "", on: nil, &sink)
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
      let heading = UnitHeading(name)
      if heading.name == "weight", let unit = heading.unit(of: .load) {
        exercises[last].loads.append((position, unit))
      } else if name.hasPrefix("set ") {
        exercises[last].sets.append(position)
      }
    }
    return exercises
  }

  private static func sets(of row: CSVRow, _ columns: Columns, _ entry: LogEntry) -> [LogEntry] {
    var entry = entry
    entry[.exercise] = row.text(columns.exercise).trimmed
    entry.hasUnknownLoad = columns.loads.isEmpty
    if let (position, unit) = columns.loads.first(where: { !row.text($0.position).trimmed.isEmpty })
    {
      entry.put(row.text(position).trimmed, as: .load, in: unit)
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
