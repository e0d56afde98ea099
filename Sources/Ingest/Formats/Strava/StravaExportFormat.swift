import DaymarkModel

/// The table of activities in Strava's bulk export, in any language and of any year.
///
/// An activity whose file is also in the export occurs twice. The row may have steps and energy
/// that the file lacks, and is joined to it by time.
enum StravaExportFormat: InputFormat {
  static let id = FormatID.accountExport(of: .strava)
  static let fileExtensions = ["csv"]
  static let accountProvider: Provider? = .strava
  /// This turn is second, because rows use the start of their activity file where their date cannot
  /// be read.
  static let turn = DocumentTurn.second

  /// The number of bytes of rows that are kept until one shows the column of file names.
  private static let heldBytes = 4 << 20

  // MARK: Recognising

  static func recognise(_ head: DocumentHead) -> Recognition {
    // A table begins with text. This avoids copying the heads of thousands of other files.
    guard let first = head.bytes.first,
      first == UInt8(ascii: "\"") || first >= UInt8(ascii: "A"),
      first != UInt8(ascii: "["), first != UInt8(ascii: "{")
    else { return .other }
    let table = CSVReader.rows(of: head, atMost: 64)
    guard let header = table.first, header.count >= 10, !isNumber(header[0]) else { return .other }
    // A row may be malformed or cut.
    let rows = table.filter { isActivity($0) && $0.count == header.count }
    if hasEnglishNames(header) || rows.contains(where: { StravaColumns.file(in: $0) != nil }) {
      return .recognised
    }
    guard head.name == "activities.csv" else { return .other }
    return !rows.isEmpty ? .recognised : head.isWhole || table.count > 1 ? .other : .undecided
  }

  private static func hasEnglishNames(_ header: CSVRow) -> Bool {
    let names = [header.text(0), header.text(1)]
    return names == ["Activity ID", "Activity Date"] || names == ["id", "date"]
  }

  private static func isActivity(_ row: CSVRow) -> Bool {
    isNumber(row[0]) && row[StravaColumns.date].contains { (48...57).contains($0) }
  }

  private static func isNumber(_ field: ArraySlice<UInt8>) -> Bool {
    !field.isEmpty && field.allSatisfy { (48...57).contains($0) }
  }

  // MARK: Reading

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    var reader = CSVReader()
    guard try reader.next(&document, &sink) else { return }
    let count = reader.row.count
    let rows = StravaRows(source: try sink.source(.strava), files: StravaFiles(sink))
    var withoutRow = rows.files.ofExport
    func send(_ row: CSVRow, _ columns: StravaColumns, _ sink: inout InputSink) throws {
      withoutRow.remove(StravaFiles.key(row.text(columns.file)))
      try sink.send(rows.activity(of: row, columns, &sink))
    }
    var held: [CSVRow] = []
    var columns: StravaColumns?
    while try reader.next(&document, &sink) {
      guard reader.row.count == count else {
        // A separator is missing or not quoted, so that later fields are in wrong columns.
        sink.find(.csvMalformed, line: reader.row.line, byte: reader.row.byte)
        continue
      }
      if let columns {
        try send(reader.row, columns, &sink)
        continue
      }
      held.append(reader.row)
      let file = StravaColumns.file(in: reader.row)
      guard file != nil || reader.row.byte - held[0].byte > heldBytes else { continue }
      let found = StravaColumns(file: file, count: count)
      for row in held { try send(row, found, &sink) }
      (columns, held) = (found, [])
    }
    let assumed = StravaColumns(file: nil, count: count)
    for row in held { try send(row, assumed, &sink) }
    if !withoutRow.isEmpty { sink.find(.activityRowMissing, count: withoutRow.count) }
  }
}

extension Source {
  static let strava = Source(provider: .strava, name: "Strava", deviceClass: .app)
}
