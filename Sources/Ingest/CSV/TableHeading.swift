import DaymarkModel

/// The first line of a document, if it can be one of a table.
struct TableHeading {
  /// The fields as headings are compared.
  let names: [String]
  /// The byte between two fields.
  let separator: UInt8
  /// The first rows behind it, as many of ``mostRows`` as are near.
  let rows: [CSVRow]

  /// Rows that are looked at beside a heading whose language is not known.
  static let mostRows = 4
  /// Bytes of a heading at most.
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

/// A heading as headings are compared: in lower case, without white space around it.
func headingName(_ text: String) -> String {
  comparableName(text).lowercased().trimmed.replacing("\u{FEFF}", with: "")
}

extension StringProtocol {
  /// The text without white space at its ends.
  var trimmed: String {
    // Most have none, and to look at whole characters takes long.
    let ends = [unicodeScalars.first, unicodeScalars.last].compactMap(\.self)
    if ends.allSatisfy({ (0x21..<0x7F).contains($0.value) }) { return String(self) }
    let start = drop { $0.isWhitespace }
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}
