import DaymarkModel

/// The first line of a document that may be the heading of a table.
struct TableHeading {
  /// The fields as ``headingName(_:)`` returns them.
  let names: [String]
  /// The separator of fields.
  let separator: UInt8
  /// The rows after the heading, at most ``mostRows`` and only as far as the head of the document
  /// contains them.
  let rows: [CSVRow]

  /// The maximum number of rows that are examined if the language of the heading is unknown.
  static let mostRows = 4
  /// The maximum length of a heading, in bytes.
  private static let maximumBytes = 1 << 14

  init(of bytes: UnsafeBufferPointer<UInt8>) {
    guard let first = bytes.first, first != UInt8(ascii: "{"), first != UInt8(ascii: "["),
      first != UInt8(ascii: "<"), first != 0x0E, !bytes.prefix(64).starts(with: zipSignature)
    else {
      (names, separator, rows) = ([], UInt8(ascii: ","), [])
      return
    }
    let prefix = UnsafeBufferPointer(rebasing: bytes.prefix(Self.maximumBytes))
    let text = DecodedText.decoded(prefix)
    let rest = text.drop { $0 <= 0x20 }
    let line = rest.prefix { $0 != 0x0A && $0 != 0x0D }
    var scanner = CSVScanner(separator: .separator(in: line), text: rest, isWhole: true)
    let step = scanner.next(ReadLimits())
    separator = scanner.separator
    guard case .row = step else {
      (names, rows) = ([], [])
      return
    }
    let row = scanner.row
    names = (0..<row.count).map { headingName(row.text($0)) }
    var rows: [CSVRow] = []
    while rows.count < Self.mostRows, case .row = scanner.next(ReadLimits()) {
      rows.append(scanner.row)
    }
    self.rows = rows
  }
}

/// Returns a heading in the form for comparisons: in lower case, without surrounding white space.
func headingName(_ text: String) -> String {
  comparableName(text).lowercased().trimmed.replacing("\u{FEFF}", with: "")
}

extension StringProtocol {
  /// The text without surrounding white space.
  var trimmed: String {
    // This is a fast path: most texts have no such space, and whole characters are slow to compare.
    let ends = [unicodeScalars.first, unicodeScalars.last].compactMap(\.self)
    if ends.allSatisfy({ (0x21..<0x7F).contains($0.value) }) { return String(self) }
    let start = drop { $0.isWhitespace }
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}
