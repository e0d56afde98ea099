import DaymarkDocuments
package import DaymarkModel

/// Reads the tables that a `columns.yaml` describes; see Strength, "Other tables".
///
/// - Throws: ``ConfigurationError`` with every error of the file.
package func loadColumns(at path: String) throws -> [LogTable] {
  try loadColumns(in: loadOperatorFile(.columns, at: path))
}

/// Reads the tables that a `columns.yaml`, already loaded, describes.
///
/// - Throws: ``ConfigurationError`` with every error of the file.
package func loadColumns(in file: OperatorFile) throws -> [LogTable] {
  let findings = FindingCollector()
  let tables = readColumns(in: file, findings)
  guard let tables, findings.isEmpty else { throw findings.error() }
  return tables.sets
}

/// Reads the session logs that a `columns.yaml`, already loaded, describes; see Formats, "Session
/// logs".
///
/// - Throws: ``ConfigurationError`` with every error of the file.
package func loadSessionTables(in file: OperatorFile) throws -> [SessionTable] {
  let findings = FindingCollector()
  guard let read = readColumns(in: file, findings), findings.isEmpty else {
    throw findings.error()
  }
  return read.sessions
}

extension KeyTable {
  static let columns = KeyTable(
    [
      .optional("tables", .list(.mapping(logTable), of: .table)),
      .optional("sessions", .list(.mapping(sessionTable), of: .table)),
    ], atLeastOneOf: ["tables", "sessions"])

  static let logTable = KeyTable([
    .needed("name", .text), .needed("columns", .mapping(logColumns)),
    .optional("units", .mapping(logUnits)),
    .optional("dateOrder", .choice(DateOrder.allCases.map(\.rawValue))),
  ])

  /// The keys under `columns`, each of which names the heading of a column.
  static let logColumns = KeyTable(
    LogColumn.allCases.map {
      [.date, .exercise].contains($0)
        ? .needed($0.rawValue, .text) : .optional($0.rawValue, .text)
    }, atLeastOneOf: workColumns)

  static let logUnits = KeyTable(
    LogColumn.allCases.compactMap { column in
      column.units.map { .optional(column.rawValue, .choice($0.map(\.rawValue))) }
    })
}

/// The columns that say what was done, of which a table has at least one.
private let workColumns = [LogColumn.repetitions, .duration, .distance].map(\.rawValue)

/// Reads a `columns.yaml` and reports errors.
func readColumns(
  in file: OperatorFile, _ findings: FindingCollector
) -> (sets: [LogTable], sessions: [SessionTable])? {
  guard let root = readYAML(file.text, file: file.path, findings),
    let file = YAMLMapping(root, .columns, findings),
    !file.any(of: KeyTable.columns.atLeastOneOf).isEmpty
  else { return nil }
  return (
    readTables("tables", .logTable, of: file, readLogTable),
    readTables("sessions", .sessionTable, of: file, readSessionTable)
  )
}

/// Reads the tables of a list; empty where the list is not written.
private func readTables<Table>(
  _ key: String, _ table: KeyTable, of file: YAMLMapping, _ read: (YAMLMapping) -> Table?
) -> [Table] {
  guard let list = file[key] else { return [] }
  guard let elements = list.elements, !elements.isEmpty else {
    file.reject(key, list)
    return []
  }
  return elements.compactMap { YAMLMapping($0, table, key: key, file.findings).flatMap(read) }
}

private func readLogTable(_ mapping: YAMLMapping) -> LogTable? {
  let name = mapping.read("name", freeText)
  let headings = mapping.mapping("columns", .logColumns).map { (columns) -> [LogColumn: String] in
    readHeadings(columns, atLeastOneOf: workColumns)
  }
  let units = mapping.mapping("units", .logUnits).map(readUnits)
  let dateOrder = mapping.choice("dateOrder", DateOrder.self)
  guard let name, let headings else { return nil }
  return LogTable(name: name, headings: headings, units: units ?? [:], dateOrder: dateOrder)
}

/// Reads the headings of a table's columns; a heading that stands under two keys is reported.
///
/// - Parameter needed: The columns of which a table must have at least one.
func readHeadings<Column: CaseIterable & Hashable & RawRepresentable<String>>(
  _ mapping: YAMLMapping, atLeastOneOf needed: [String]
) -> [Column: String] {
  _ = mapping.any(of: needed)
  var headings: [Column: String] = [:]
  for column in Column.allCases {
    guard let heading = mapping.read(column.rawValue, freeText),
      let place = mapping[column.rawValue]?.place
    else { continue }
    if headings.values.contains(heading) {
      mapping.findings.add(.configDuplicate, at: place, key: heading)
    }
    headings[column] = heading
  }
  return headings
}

private func readUnits(_ mapping: YAMLMapping) -> [LogColumn: Unit] {
  LogColumn.allCases.reduce(into: [:]) { units, column in
    guard let known = column.units else { return }
    units[column] = mapping.read(column.rawValue) { word in
      known.first { $0.rawValue == word }
    }
  }
}
