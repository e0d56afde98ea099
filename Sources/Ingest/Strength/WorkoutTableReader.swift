import DaymarkModel

/// Reads a workout log that is one table, row by row.
struct WorkoutTableReader {
  /// The positions of the columns that mean something, in the order in which they count.
  ///
  /// Of a table whose rows hold several sets, those of one of them, or of all.
  private struct Place {
    var position: Int
    var field: LogField
    var unit: Unit?
  }

  private var shared: [Place] = []
  private var groups: [[Place]] = []

  /// Reads a document as the first table whose headings it has.
  ///
  /// - Throws: What reading and giving away throw.
  static func read(
    anyOf tables: [WorkoutTable], _ document: inout ArchiveReader, _ reading: inout InputReading
  ) throws {
    var rows = try CSVReader(detectingIn: &document)
    guard try rows.next(&document, &reading) else { return }
    let header = (0..<rows.row.count).map { headingName(rows.row.text($0)) }
    guard let table = tables.first(where: { $0.signature(of: header) != nil }) else { return }
    let reader = WorkoutTableReader(table, header)
    let order = table.signature(of: header).flatMap { table.dateOrders[$0] }
    var sets = try LogSets(
      table.source, commaIsDecimal: rows.separator != UInt8(ascii: ","), dateOrder: order,
      &reading)
    sets.liftsOnce = table.liftsOnce
    let date = table.isDatedByName ? reading.dateFromName() : nil
    if table.isDatedByName, date == nil { reading.find(.logDateMissing) }
    while try rows.next(&document, &reading) {
      let row = rows.row
      guard row.count == header.count else {
        reading.find(.csvMalformed, line: row.line, byte: row.byte)
        sets.skip(.malformed, line: row.line, byte: row.byte, isFound: true, &reading)
        continue
      }
      let entries = reader.entries(of: row)
      if entries.isEmpty { sets.skip(.nothingDone, line: row.line, byte: row.byte, &reading) }
      for var entry in entries {
        entry.session = date.map { .day($0) }
        try sets.take(entry, &reading)
      }
    }
    sets.skip(malformed: rows, &reading)
    try sets.finish(&reading)
  }

  private init(_ table: WorkoutTable, _ header: [String]) {
    var groups: [Int: [Place]] = [:]
    for column in table.columns {
      for (position, name) in header.enumerated() {
        for pattern in column.names {
          let number = column.isNumbered ? Self.match(name, pattern) : name == pattern ? 0 : nil
          guard let number else { continue }
          let place = Place(position: position, field: column.field, unit: column.unit)
          if column.isNumbered, pattern.contains("#") {
            groups[number, default: []].append(place)
          } else {
            shared.append(place)
          }
        }
      }
    }
    self.groups = groups.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The number that `#` stands for, 0 where there is none; `nil` when the heading is another.
  private static func match(_ name: String, _ pattern: String) -> Int? {
    let parts = pattern.split(separator: "#", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return name == pattern ? 0 : nil }
    guard name.hasPrefix(parts[0]), name.hasSuffix(parts[1]) else { return nil }
    return Int(name.dropFirst(parts[0].count).dropLast(parts[1].count))
  }

  /// One entry, or one for each group of columns that holds anything.
  private func entries(of row: CSVRow) -> [LogEntry] {
    var entry = LogEntry(line: row.line, byte: row.byte)
    Self.fill(&entry, from: row, shared)
    guard !groups.isEmpty else { return [entry] }
    return groups.compactMap { places in
      guard places.contains(where: { !row[$0.position].isEmpty }) else { return nil }
      var set = entry
      Self.fill(&set, from: row, places)
      return set
    }
  }

  /// Of two columns with one meaning the first that holds anything but zero counts.
  private static func fill(_ entry: inout LogEntry, from row: CSVRow, _ places: [Place]) {
    for place in places {
      let known = entry[place.field]
      guard known.isEmpty || LogNumber(known, commaIsDecimal: true)?.isZero == true else {
        continue
      }
      let text = comparableName(row.text(place.position)).trimmed
      if !text.isEmpty { entry.put(text, as: place.field, in: place.unit) }
    }
  }
}

extension InputReading {
  /// The date in the name of the document, which is noted as taken on trust.
  mutating func dateFromName() -> CivilDay? {
    let name = Array(documentName.utf8)
    guard name.count >= 10 else { return nil }
    for start in 0...(name.count - 10) {
      let text = String(decoding: name[start..<(start + 10)], as: UTF8.self)
      guard let day = CivilDay(text) else { continue }
      note(dayFromName: day)
      return day
    }
    return nil
  }
}
