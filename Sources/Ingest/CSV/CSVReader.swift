import DaymarkModel

/// A reader of CSV rows as the document arrives: RFC 4180, with the deviations of real exports.
///
/// Lines end with LF, CRLF or CR. A byte order mark, a first line with the separator (`sep=;`),
/// blank lines and rows of separators alone are skipped. A quote inside a field that does not begin
/// with one is text. A row that is not UTF-8 is read as Windows-1252.
///
/// A row is malformed if text follows a closing quote, if a quote is not closed before the end of
/// the document or the row's limit of bytes, or if it contains NUL or two bytes 0xFF, as a lost
/// block has them. It is left out with `csv.malformed`, and reading continues with the line after
/// the row's first line, so that a bad quote costs only one row.
///
/// A last line without an end, which RFC 4180 allows, is complete if it has as many fields as the
/// other rows; otherwise it is `csv.truncated`. A cut within the last field, or after the end of a
/// row, therefore cannot be detected.
struct CSVReader {
  /// The row that was read last.
  var row: CSVRow { scanner.row }
  /// The separator of fields.
  ///
  /// A first line may state another one than expected.
  var separator: UInt8 { scanner.separator }
  /// The number of malformed rows so far.
  private(set) var malformedCount = 0
  private var scanner: CSVScanner
  private var text: DecodedText?
  private var rowCount = 0
  /// The number of fields in the last row.
  private var fields = 0
  /// The smallest number of fields in the rows before the last one.
  ///
  /// The heading counts only while it is the only such row.
  private var fewestFields = 0
  /// Whether the last line is part of a malformed row.
  private var endsMalformed = false

  init(separator: UInt8 = UInt8(ascii: ",")) {
    scanner = CSVScanner(separator: separator)
  }

  /// Makes a reader that detects the separator in the first line, and also reads UTF-16.
  ///
  /// - Throws: The errors of reading the document.
  init(detectingIn document: inout ArchiveReader) throws {
    var text = DecodedText()
    scanner = CSVScanner(separator: .separator(in: try text.firstLine(of: &document)))
    self.text = text
  }

  /// Reads the next row.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: `csv.limit`; the errors of reading the document.
  mutating func next(
    _ document: inout ArchiveReader, _ sink: inout InputSink
  ) throws -> Bool {
    let limits = sink.options.limits
    while true {
      switch scanner.next(limits) {
      case .row where row.isBlank: continue
      case .row:
        if row.isDecoded { sink.find(.csvEncodingAssumed, line: row.line, byte: row.byte) }
        if rowCount > 0 { fewestFields = rowCount > 2 ? min(fewestFields, fields) : fields }
        (rowCount, fields, endsMalformed) = (rowCount + 1, row.count, false)
        return true
      case .end:
        end(&sink)
        return false
      case .needsMore:
        try scanner.fill(sink.options.chunkBytes) {
          guard text != nil else { return try document.read(into: $0) }
          return try text?.read(into: $0, from: &document) ?? 0
        }
        sink.progress(document.position)
      case .malformed(let line, let byte):
        (malformedCount, endsMalformed) = (malformedCount + 1, true)
        sink.find(.csvMalformed, line: line, byte: byte)
      case .tooLong(let limit, let value):
        let place = sink.place(line: row.line, byte: row.byte)
        throw DaymarkError(.csvLimit, at: place, limit: limit, value)
      }
    }
  }

  /// Reports columns that the header, the last row read, names twice.
  ///
  /// The first of each is used.
  func checkHeader(for columns: [String], _ sink: inout InputSink) {
    for name in columns where row.count(of: name) > 1 {
      sink.find(.csvDuplicateColumn, line: row.line, byte: row.byte) { $0.key = name }
    }
  }

  private func end(_ sink: inout InputSink) {
    let isWhole =
      scanner.endsWithLine || (rowCount > 1 && !endsMalformed && fields >= fewestFields)
    if !isWhole {
      sink.find(.csvTruncated, line: row.line, byte: row.byte)
    } else if rowCount == 1 {
      sink.find(.csvNoRows, line: row.line, byte: row.byte)
    }
  }

  /// Returns the first rows of a document that its head contains completely.
  ///
  /// - Parameter count: The maximum number of rows.
  static func rows(
    of head: DocumentHead, separator: UInt8 = UInt8(ascii: ","), atMost count: Int
  ) -> [CSVRow] {
    var scanner = CSVScanner(separator: separator, text: head.bytes, isWhole: head.isWhole)
    var rows: [CSVRow] = []
    while rows.count < count, case .row = scanner.next(ReadLimits()) { rows.append(scanner.row) }
    return rows
  }
}
