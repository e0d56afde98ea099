import DaymarkModel

/// The rows of a table whose columns are found by their headings.
///
/// A row with more or fewer fields than headings is left out (`csv.malformed`).
struct NamedRows {
  /// The headings as ``headingName(_:)`` returns them.
  let names: [String]
  /// The first field of the document, which is the name of the table if rows precede the headings.
  let title: String
  /// The headings as written.
  let heading: CSVRow
  private var reader: CSVReader
  private let positions: [String: Int]
  private let spareFields: Int

  /// Reads the rows of a document up to its headings.
  ///
  /// - Parameters:
  ///   - lines: The number of rows before the headings.
  ///   - spareFields: The maximum number of empty fields after the last one in each row.
  /// - Returns: The rows; `nil` where the document has no headings.
  /// - Throws: `csv.limit`; the errors of reading the document.
  init?(
    of document: inout ArchiveReader, _ sink: inout InputSink, behind lines: Int = 0,
    spareFields: Int = 0
  ) throws {
    reader = try CSVReader(detectingIn: &document)
    var title: String?
    for _ in 0...lines {
      guard try reader.next(&document, &sink) else { return nil }
      title = title ?? headingName(reader.row.text(0))
    }
    self.title = title ?? ""
    heading = reader.row
    let names = (0..<heading.count).map { [heading] in headingName(heading.text($0)) }
    self.names = names
    positions = Dictionary(zip(names, names.indices)) { first, _ in first }
    self.spareFields = spareFields
  }

  /// Returns the next complete row; `nil` at the end of the document.
  mutating func next(
    _ document: inout ArchiveReader, _ sink: inout InputSink
  ) throws -> NamedRow? {
    while try reader.next(&document, &sink) {
      let row = reader.row
      let spare = row.count - names.count
      if spare >= 0, spare <= spareFields, (names.count..<row.count).allSatisfy({ row[$0].isEmpty })
      {
        return NamedRow(row, positions)
      }
      sink.find(.csvMalformed, line: row.line, byte: row.byte)
    }
    return nil
  }
}

/// A row of a table with headings.
struct NamedRow {
  let row: CSVRow
  private let positions: [String: Int]

  fileprivate init(_ row: CSVRow, _ positions: [String: Int]) {
    (self.row, self.positions) = (row, positions)
  }

  var line: Int { row.line }
  var byte: Int { row.byte }

  /// The text under a heading without surrounding blanks; `nil` where it is empty or missing.
  subscript(name: String) -> String? {
    guard let position = positions[name] else { return nil }
    let text = row.text(position).trimmed
    return text.isEmpty ? nil : text
  }

  /// Returns the first cell from the left that satisfies a condition.
  func first(where holds: (String) -> Bool) -> String? {
    (0..<row.count).lazy.map(row.text).first(where: holds)
  }

  /// Returns the amount under a heading.
  ///
  /// It has no value if the text is not a number.
  ///
  /// - Parameter power: The power of ten by which the number is multiplied.
  func amount(_ name: String, _ unit: Unit, scaledBy power: Int = 0) -> WrittenAmount? {
    self[name].map {
      WrittenAmount(DecimalNumber($0)?.scaled(byPowerOfTen: power), .known(unit))
    }
  }

  /// Returns the amount under a heading where zero means that nothing was measured.
  func measured(_ name: String, _ unit: Unit, scaledBy power: Int = 0) -> WrittenAmount? {
    let amount = amount(name, unit, scaledBy: power)
    return amount?.value?.coefficient == 0 ? nil : amount
  }
}
