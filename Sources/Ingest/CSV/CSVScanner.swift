import DaymarkDocuments
import DaymarkModel

/// A scanner of rows in the part of a CSV document that is in memory.
struct CSVScanner {
  enum Step: Equatable {
    case row
    /// A malformed row was skipped.
    case malformed(line: Int, byte: Int)
    /// The row ends after the bytes in memory.
    case needsMore
    case end
    case tooLong(limit: ReadLimit, Int)
  }

  private(set) var row = CSVRow()
  /// The separator of fields, which the first line of the document may state.
  private(set) var separator: UInt8
  private var window: [UInt8]
  /// The buffer for bytes that are read from the document.
  private var buffer: [UInt8] = []
  /// The offset of the window in the document.
  private var offset = 0
  /// The start of the next row in the window.
  ///
  /// ``line`` is its line number.
  private var start = 0
  private var line = 1
  /// Whether the row has quotes, so that it may extend over several lines.
  private var hasQuotes = false
  /// Whether the window extends to the end of the document.
  private var isFinal: Bool
  /// The last byte in memory; `nil` before the first.
  private var last: UInt8?

  init(separator: UInt8) {
    (self.separator, window, isFinal) = (separator, [], false)
  }

  init(separator: UInt8, text: some Sequence<UInt8>, isWhole: Bool) {
    (self.separator, window, isFinal) = (separator, Array(text), isWhole)
    last = window.last
  }

  /// Whether the last line in memory has a line end.
  ///
  /// This is true for an empty document.
  var endsWithLine: Bool { last.map { $0 == lineFeed || $0 == carriageReturn } ?? true }

  /// Reads more of the document into memory.
  ///
  /// - Parameter read: The function that fills a buffer, only partly at the end of the document.
  mutating func fill(
    _ count: Int, _ read: (UnsafeMutableRawBufferPointer) throws -> Int
  ) rethrows {
    // The bytes that were read are dropped only when they are many, because dropping them moves all
    // others.
    if start >= max(count, 1 << 16) {
      window.removeFirst(start)
      offset += start
      start = 0
    }
    if buffer.count < count { buffer = [UInt8](repeating: 0, count: count) }
    let got = try buffer.withUnsafeMutableBytes {
      try read(UnsafeMutableRawBufferPointer(rebasing: $0[..<count]))
    }
    window.append(contentsOf: buffer[..<got])
    isFinal = got == 0
    if got > 0 { last = window.last }
  }

  /// Moves to the next row.
  mutating func next(_ limits: ReadLimits) -> Step {
    if offset + start == 0, !passBeginning() { return .needsMore }
    while start < window.count {
      row.begin(line: line, byte: offset + start)
      var at = start
      switch scanFields(from: &at, limits) {
      case .row:
        guard let next = endOfLine(at) else { return .needsMore }
        let bytes = window[start..<at]
        if bytes.holdLostBytes { return passLine(limits) }
        if bytes.contains(where: { $0 >= 0x80 }), String(validating: bytes, as: UTF8.self) == nil {
          row.decodeWindows1252()
        }
        // An empty line is not a row with one empty field.
        let isBlank = at == start
        line += hasQuotes ? lineBreaks(in: start..<next) : 1
        start = next
        if !isBlank { return .row }
      case .malformed: return passLine(limits)
      case let step: return step
      }
    }
    return isFinal ? .end : .needsMore
  }

  /// Skips a byte order mark, and a line that states the separator for a spreadsheet (`sep=;`).
  ///
  /// - Returns: Whether enough bytes are in memory to decide.
  private mutating func passBeginning() -> Bool {
    let mark = [UInt8].byteOrderMark
    let first = window.starts(with: mark) ? mark.count : 0
    let head = window.prefix(first + Self.separatorLineBytes)
    let lineEnd = head[first...].firstIndex { $0 == lineFeed || $0 == carriageReturn }
    guard lineEnd != nil || isFinal || head.count == first + Self.separatorLineBytes else {
      return false
    }
    start = first
    let stated = UInt8(statingSeparator: head[first..<(lineEnd ?? head.count)])
    guard let stated else { return true }
    guard let next = endOfLine(lineEnd ?? head.count) else {
      start = 0
      return false
    }
    (separator, start, line) = (stated, next, 2)
    return true
  }

  /// The maximum length of a line that states the separator, in bytes.
  private static let separatorLineBytes = 64

  // MARK: Fields

  /// Reads fields into ``row`` and moves `at` to the line break or the end of the document.
  ///
  /// - Returns: `.row`, `.malformed`, `.needsMore` or `.tooLong`. The place in `.malformed` is not
  ///   used.
  private mutating func scanFields(from at: inout Int, _ limits: ReadLimits) -> Step {
    let malformed = Step.malformed(line: row.line, byte: row.byte)
    let bound = start + limits.rowBytes
    hasQuotes = false
    while true {
      if at < window.count, window[at] == quote {
        hasQuotes = true
        guard scanQuoted(from: &at, bound) else {
          return at >= window.count && !isFinal && at <= bound ? .needsMore : malformed
        }
      } else {
        scanPlain(from: &at, bound)
      }
      row.endField()
      guard at < window.count || isFinal else { return .needsMore }
      if at > bound { return malformed }
      guard row.count <= limits.columns else { return .tooLong(limit: .columns, limits.columns) }
      if at == window.count { return .row }
      switch window[at] {
      case separator: at += 1
      case lineFeed, carriageReturn: return .row
      default: return malformed
      }
    }
  }

  /// Reads a field without quotes, up to its end or the bound.
  private mutating func scanPlain(from at: inout Int, _ bound: Int) {
    let (from, end) = (at, min(bound, window.count))
    while at < end {
      let byte = window[at]
      if byte == separator || byte == lineFeed || byte == carriageReturn { break }
      at += 1
    }
    row.append(window[from..<at])
  }

  /// Reads a quoted field and moves `at` behind its closing quote.
  ///
  /// - Returns: Whether the quote is closed before the bound and the end of memory.
  private mutating func scanQuoted(from at: inout Int, _ bound: Int) -> Bool {
    at += 1
    var from = at
    let end = min(bound, window.count)
    while at < end {
      guard window[at] == quote else {
        at += 1
        continue
      }
      row.append(window[from..<at])
      at += 1
      if at == window.count { return isFinal }
      guard window[at] == quote else { return true }
      // A doubled quote stands for one, so the second one begins the following text.
      from = at
      at += 1
    }
    return false
  }

  // MARK: Lines

  /// Skips the first line of a malformed row, which may have absorbed valid rows after it.
  private mutating func passLine(_ limits: ReadLimits) -> Step {
    let malformed = Step.malformed(line: row.line, byte: row.byte)
    let end = min(start + limits.rowBytes + 1, window.count)
    let found = window[start..<end].firstIndex { $0 == lineFeed || $0 == carriageReturn }
    if found == nil {
      if end < window.count || end - start > limits.rowBytes {
        return .tooLong(limit: .rowBytes, limits.rowBytes)
      }
      if !isFinal { return .needsMore }
    }
    guard let next = endOfLine(found ?? window.count) else { return .needsMore }
    start = next
    line += 1
    return malformed
  }

  /// Returns the position after the line break at `at`; `nil` where the break may continue after
  /// the bytes in memory.
  private func endOfLine(_ at: Int) -> Int? {
    guard at < window.count else { return at }
    guard window[at] == carriageReturn else { return at + 1 }
    if at + 1 == window.count { return isFinal ? at + 1 : nil }
    return window[at + 1] == lineFeed ? at + 2 : at + 1
  }

  private func lineBreaks(in range: Range<Int>) -> Int {
    var count = 0
    var last: UInt8 = 0
    for index in range {
      let byte = window[index]
      if byte == lineFeed && last != carriageReturn || byte == carriageReturn { count += 1 }
      last = byte
    }
    return count
  }
}

extension ArraySlice<UInt8> {
  /// Whether the bytes include some that no text has, which come from a lost block of a disk or
  /// card.
  fileprivate var holdLostBytes: Bool {
    var last: UInt8 = 0x20
    for byte in self {
      if byte == 0 || byte & last == 0xFF { return true }
      last = byte
    }
    return false
  }
}

extension UInt8 {
  /// Reads the separator in the first line of a spreadsheet: `sep=;`, with or without quotes.
  ///
  /// If a spreadsheet has rewritten the file, further separators follow, and these are the file's
  /// own.
  ///
  /// - Returns: The separator; `nil` for any other line.
  fileprivate init?(statingSeparator line: ArraySlice<UInt8>) {
    var text = line.filter { $0 != quote }
    guard text.count >= 5, String(decoding: text.prefix(4), as: UTF8.self).lowercased() == "sep="
    else { return nil }
    text.removeFirst(4)
    let known: [UInt8] = [0x2C, 0x3B, 0x09, 0x7C]
    guard text.allSatisfy(known.contains), Set(text.dropFirst()).count <= 1 else { return nil }
    self = text.count > 1 ? text[1] : text[0]
  }
}

private let quote = UInt8(ascii: "\"")
private let lineFeed = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")

/// A row of a CSV document: its fields without quotes, and its place.
struct CSVRow {
  /// The line of the first byte, from 1.
  private(set) var line = 1
  /// The offset of the first byte in the document, from 0.
  private(set) var byte = 0
  /// Whether the text was not UTF-8 and was read as Windows-1252.
  private(set) var isDecoded = false
  /// The bytes of all fields, one after another.
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  init() {}

  /// Makes a row of fields.
  init(_ fields: [String], line: Int, byte: Int) {
    begin(line: line, byte: byte)
    for field in fields {
      append(Array(field.utf8)[...])
      endField()
    }
  }

  /// The number of fields.
  var count: Int { ends.count }

  /// Whether all fields are empty.
  var isBlank: Bool { bytes.isEmpty }

  /// The bytes of a field, which may not be UTF-8.
  ///
  /// They are empty where the row has fewer fields.
  subscript(column: Int) -> ArraySlice<UInt8> {
    guard ends.indices.contains(column) else { return [] }
    return bytes[(column == 0 ? 0 : ends[column - 1])..<ends[column]]
  }

  /// Returns a field as text, with replacement characters for bytes that are not UTF-8.
  func text(_ column: Int) -> String { String(decoding: self[column], as: UTF8.self) }

  /// Returns a field as an exact number; `nil` where it is not a number.
  func number(_ column: Int) -> DecimalNumber? {
    self[column].withUnsafeBufferPointer { DecimalNumber(utf8: $0) }
  }

  /// Returns the first field with exactly this text.
  func column(of text: String) -> Int? {
    ends.indices.first { self[$0].elementsEqual(text.utf8) }
  }

  /// Returns the number of fields with exactly this text.
  func count(of text: String) -> Int {
    ends.indices.count { self[$0].elementsEqual(text.utf8) }
  }

  // MARK: Filling

  /// Empties the row for a new one, and keeps its memory.
  mutating func begin(line: Int, byte: Int) {
    (self.line, self.byte, isDecoded) = (line, byte, false)
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  mutating func append(_ part: ArraySlice<UInt8>) { bytes.append(contentsOf: part) }

  mutating func endField() { ends.append(bytes.count) }

  /// Converts the fields to UTF-8 from Windows-1252, in which Western spreadsheets save CSV files.
  mutating func decodeWindows1252() {
    let fields = ends.indices.map { self[$0].flatMap { String(windows1252: $0).utf8 } }
    begin(line: line, byte: byte)
    isDecoded = true
    for field in fields {
      append(field[...])
      endField()
    }
  }
}

extension String {
  /// Decodes a byte of Windows-1252, which is ISO 8859-1 except for 0x80 to 0x9F.
  ///
  /// Five of these are not characters.
  fileprivate init(windows1252 byte: UInt8) {
    guard (0x80..<0xA0).contains(byte) else {
      self.init(Unicode.Scalar(byte))
      return
    }
    self.init(windows1252Signs[Int(byte) - 0x80])
  }
}

/// The characters for 0x80 to 0x9F.
private let windows1252Signs = Array("€�‚ƒ„…†‡ˆ‰Š‹Œ�Ž��‘’“”•–—˜™š›œ�žŸ")
