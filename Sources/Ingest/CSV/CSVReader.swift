import DaymarkModel

/// Reads the rows of a CSV document as they come: RFC 4180, with what real exports do beside it.
///
/// Lines end with LF, CRLF or CR; a byte order mark, a first line that states the separator (`sep=;`), blank lines and rows of
/// separators alone are passed over; a quote inside a field that does not begin with one is text; a row that is no UTF-8 is taken
/// for Windows-1252. A row is malformed when something stands behind a closing
/// quote, when a quote is not closed before the document, or a row's limit of bytes, ends, or when it has
/// NUL bytes or two of 0xFF, as a block that was lost has them. It is left out with `csv.malformed`, and
/// reading goes on with the line behind the row's first, so that one bad quote costs one row.
///
/// A last line without an end, which RFC 4180 allows, is whole when it has as many fields as the other rows, else
/// `csv.truncated`. So a cut within the last field, or behind a row's end, shows in nothing.
struct CSVReader {
  /// The row that was read last.
  var row: CSVRow { scanner.row }
  /// The byte between two fields; a first line may state another than was expected.
  var separator: UInt8 { scanner.separator }
  /// Malformed rows that were passed over.
  private(set) var malformedCount = 0
  private var scanner: CSVScanner
  private var text: DecodedText?
  private var rowCount = 0
  /// The fields of the last row.
  private var fields = 0
  /// The fewest fields of the rows before the last one; of the heading where that alone stands before it.
  private var fewestFields = 0
  /// Whether the last line that was read is part of a malformed row.
  private var endsMalformed = false

  init(separator: UInt8 = UInt8(ascii: ",")) {
    scanner = CSVScanner(separator: separator)
  }

  /// A reader that finds out the separator by the first line, and takes UTF-16, too.
  ///
  /// - Throws: What reading the document throws.
  init(detectingIn document: inout ArchiveReader) throws {
    var text = DecodedText()
    scanner = CSVScanner(separator: .separator(in: try text.firstLine(of: &document)))
    self.text = text
  }

  /// Reads the next row.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: `csv.limit`; what reading the document throws.
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

  /// Reports those of the columns that the header, which was read last, names twice: the first is read.
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

  /// The first rows of a document, as far as its head holds them whole.
  ///
  /// - Parameter count: At most so many.
  static func rows(
    of head: DocumentHead, separator: UInt8 = UInt8(ascii: ","), atMost count: Int
  ) -> [CSVRow] {
    var scanner = CSVScanner(separator: separator, text: head.bytes, isWhole: head.isWhole)
    var rows: [CSVRow] = []
    while rows.count < count, case .row = scanner.next(ReadLimits()) { rows.append(scanner.row) }
    return rows
  }
}
