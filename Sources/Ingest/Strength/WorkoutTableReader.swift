import DaymarkModel

/// A reader of a workout log that consists of one table, row by row.
struct WorkoutTableReader {
  /// The position of a column with a meaning.
  ///
  /// Positions are in the order of precedence.
  ///
  /// For a table whose rows have several sets, it belongs to one of the sets or to all.
  private struct Place {
    var position: Int
    var field: LogField
    var unit: Unit?
    /// The word in the heading that is an unknown unit; `nil` where there is none.
    var unknownUnit: String?
  }

  private var headings: WorkoutTable.Headings
  private var shared: [Place] = []
  private var groups: [[Place]] = []
  /// Whether the app writes loads, but no column of the table contains them.
  private var lacksLoads = false

  /// Reads a document as the first table with matching headings.
  ///
  /// - Throws: The errors of reading and of sending.
  static func read(
    anyOf tables: [WorkoutTable], _ document: inout ArchiveReader, _ sink: inout InputSink
  ) throws {
    var rows = try CSVReader(detectingIn: &document)
    guard try rows.next(&document, &sink) else { return }
    let heading = rows.row
    let header = (0..<heading.count).map { headingName(heading.text($0)) }
    var first: [CSVRow] = []
    if !tables.contains(where: { $0.hasSignature(header) }) {
      while first.count < TableHeading.mostRows, try rows.next(&document, &sink) {
        first.append(rows.row)
      }
    }
    let found = tables.lazy.compactMap { table in
      table.headings(of: header, first).map { (table: table, headings: $0) }
    }.first
    guard let found else { return }
    let reader = WorkoutTableReader(found.table, found.headings)
    if reader.lacksLoads { sink.find(.logLoadMissing, line: heading.line, byte: heading.byte) }
    var sets = try LogSets(
      found.table.source, commaIsDecimal: rows.separator != UInt8(ascii: ","),
      dateOrder: found.table.dateOrder, &sink)
    sets.liftsOnce = found.table.liftsOnce
    let date = found.table.isDatedByName ? sink.dateFromName() : nil
    if found.table.isDatedByName, date == nil { sink.find(.logDateMissing) }
    var joining = reader.joining(separator: rows.separator)
    for row in first { try reader.add(row, on: date, &joining, to: &sets, &sink) }
    while try rows.next(&document, &sink) {
      try reader.add(rows.row, on: date, &joining, to: &sets, &sink)
    }
    sets.skip(malformed: rows, &sink)
    try sets.finish(&sink)
  }

  private func add(
    _ row: CSVRow, on date: CivilDay?, _ joining: inout RowJoining, to sets: inout LogSets,
    _ sink: inout InputSink
  ) throws {
    let isWhole = row.count == joining.count
    guard let whole = isWhole ? row : joining.joined(row) else {
      return sets.skip(brokenRow: row, date: dateText(of: row), on: date, &sink)
    }
    let entries = entries(of: whole)
    if entries.isEmpty { sets.skip(.nothingDone, line: row.line, byte: row.byte, &sink) }
    for var entry in entries {
      entry.session = date.map { .day($0) }
      entry.hasUnknownLoad = lacksLoads
      entry.hasForeignMark = headings.areForeign
      try sets.add(entry, &sink)
    }
  }

  private init(_ table: WorkoutTable, _ headings: WorkoutTable.Headings) {
    self.headings = headings
    var groups: [Int: [Place]] = [:]
    func add(_ place: Place, _ number: Int, _ isGrouped: Bool) {
      if isGrouped { groups[number, default: []].append(place) } else { shared.append(place) }
    }
    func hasPlace(_ isMeant: (Place) -> Bool) -> Bool {
      shared.contains(where: isMeant) || groups.values.contains { $0.contains(where: isMeant) }
    }
    func has(_ field: LogField) -> Bool { hasPlace { $0.field == field } }
    func isTaken(_ position: Int) -> Bool { hasPlace { $0.position == position } }
    /// The columns whose heading consists of a column name and an apparent unit.
    func addUnits(_ column: WorkoutTable.Column, _ place: (UnitHeading, Int) -> Place?) {
      for (position, text) in headings.names.enumerated() {
        let heading = UnitHeading(text)
        guard let place = place(heading, position) else { continue }
        for pattern in column.names {
          guard let number = Self.match(heading.name, pattern, column) else { continue }
          add(place, number, column.isNumbered)
        }
      }
    }
    for column in table.columns {
      if column.takesUnits {
        addUnits(column) { heading, position in
          heading.unit(of: column.field).map {
            .init(position: position, field: column.field, unit: $0)
          }
        }
      }
      for (position, name) in headings.names.enumerated() {
        for pattern in column.names {
          guard let number = Self.match(name, pattern, column) else { continue }
          let place = Place(position: position, field: column.field, unit: column.unit)
          add(place, number, column.isNumbered)
        }
      }
    }
    for column in table.columns where column.takesUnits && column.field.unitField != nil {
      guard !has(column.field) else { continue }
      // A word in brackets is a unit, even an unknown one.
      addUnits(column) { heading, position in
        guard heading.isBracketed, !isTaken(position) else { return nil }
        return .init(position: position, field: column.field, unknownUnit: heading.word)
      }
      guard !has(column.field) else { continue }
      for (position, name) in headings.names.enumerated() {
        let heading = UnitHeading(name)
        guard heading.name.isEmpty, !isTaken(position), let unit = heading.unit(of: column.field)
        else { continue }
        shared.append(Place(position: position, field: column.field, unit: unit))
      }
    }
    let declaresLoads = table.columns.contains { $0.field == .load }
    lacksLoads = table.saysLoads && declaresLoads && !has(.load)
    self.groups = groups.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Returns the way to repair a row with too many fields.
  private func joining(separator: UInt8) -> RowJoining {
    let places = shared + groups.flatMap(\.self)
    let fields = Dictionary(places.map { ($0.position, $0.field) }) { first, _ in first }
    let dates: Set<LogField> = [.date, .end, .setTime]
    return RowJoining(
      count: headings.names.count, separator: separator,
      name: shared.first { $0.field == .exercise }?.position, read: Set(fields.keys),
      figures: Set(fields.filter { $0.value != .exercise && !dates.contains($0.value) }.keys),
      fits: { column, text in fields[column].map { $0.fits(text) } ?? true })
  }

  /// Returns the date of a row with the wrong number of fields; empty where it may be cut, or a
  /// number from another column.
  private func dateText(of row: CSVRow) -> String {
    let place = shared.first { $0.field == .date } ?? shared.first { $0.field == .setTime }
    guard let place, place.position + 1 < row.count else { return "" }
    let text = row.text(place.position).trimmed
    return text.allSatisfy(\.isNumber) ? "" : text
  }

  /// Returns the number in the place of `#`, or 0 without one; `nil` where the heading differs.
  private static func match(
    _ name: String, _ pattern: String, _ column: WorkoutTable.Column
  ) -> Int? {
    let parts = pattern.split(separator: "#", omittingEmptySubsequences: false)
    guard column.isNumbered, parts.count == 2 else { return name == pattern ? 0 : nil }
    guard name.hasPrefix(parts[0]), name.hasSuffix(parts[1]) else { return nil }
    return Int(name.dropFirst(parts[0].count).dropLast(parts[1].count))
  }

  /// Returns one entry, or one for each group of columns with a value.
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

  /// Fills an entry.
  ///
  /// If two columns have the same meaning, the first one with a value other than zero counts.
  private static func fill(_ entry: inout LogEntry, from row: CSVRow, _ places: [Place]) {
    for place in places {
      let known = entry[place.field]
      guard known.isEmpty || LogNumber(known, commaIsDecimal: true)?.isZero == true else {
        continue
      }
      let text = comparableName(row.text(place.position)).trimmed
      guard !text.isEmpty else { continue }
      entry.put(text, as: place.field, in: place.unit)
      if let unknown = place.unknownUnit, let field = place.field.unitField, entry[field].isEmpty {
        entry[field] = unknown
      }
    }
  }
}

extension InputSink {
  /// Returns the date in the name of the document, and records that it comes from there.
  mutating func dateFromName() -> CivilDay? {
    let name = Array(documentName.utf8)
    guard name.count >= 10 else { return nil }
    for start in 0...(name.count - 10) {
      let text = String(decoding: name[start..<(start + 10)], as: UTF8.self)
      guard let day = CivilDay(text) else { continue }
      addDay(fromName: day)
      return day
    }
    return nil
  }
}
