import DaymarkModel

#if canImport(Glibc)
  import Glibc
#endif

/// An SQLite 3 database file that was handed in, whose tables are read row by row.
///
/// SQLite's own library is not used, because a database can make it run code and open files. This
/// reader reads only the pages of tables, from a temporary file, and follows no index, view or
/// trigger. It checks every page before using it. Source: "Database File Format",
/// https://www.sqlite.org/fileformat2.html.
final class SQLiteFile {
  /// The first bytes of a database; SQLite's file format, section 1.3.
  static let signature = Array("SQLite format 3\0".utf8)

  private let file: SpooledFile
  private let size: Int
  let pageSize: Int
  /// The number of bytes of a page that hold content; SQLite, section 1.3.4.
  let usableSize: Int
  let pageCount: Int
  /// Whether the file is shorter than the database.
  let isCut: Bool
  private let encoding: Encoding
  private let budget: ReadBudget

  /// Copies a document to a temporary file.
  ///
  /// - Throws: ``SQLiteDamage`` where it is not a complete database; `archive.limit`;
  ///   `file.unwritable`; the errors of reading the document.
  init(_ document: inout ArchiveReader, _ sink: inout InputSink) throws {
    budget = document.budget
    file = try SpooledFile(in: budget.files)
    var size = 0
    let (budget, file, location) = (budget, file, document.location)
    while true {
      let count = try withUnsafeTemporaryAllocation(byteCount: 1 << 18, alignment: 16) { buffer in
        let count = try document.read(into: buffer)
        try budget.spend(count, of: .nestedBytes, at: location)
        try file.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        return count
      }
      if count == 0 { break }
      size += count
      sink.progress(document.position)
    }
    self.size = size
    let header = Self.read(file, at: 0, count: min(100, size))
    guard header.count == 100, header.starts(with: Self.signature) else {
      throw SQLiteDamage(page: 1)
    }
    let stated = Int(header[16]) << 8 | Int(header[17])
    pageSize = stated == 1 ? 65_536 : stated
    usableSize = pageSize - Int(header[20])
    guard pageSize >= 512, pageSize & (pageSize - 1) == 0, usableSize >= 480,
      let encoding = Encoding(rawValue: header[59])
    else { throw SQLiteDamage(page: 1) }
    self.encoding = encoding
    pageCount = size / pageSize
    let pages = header[28..<32].reduce(0) { $0 << 8 | Int($1) }
    // Programs older than this count did not update it. A second counter beside it shows whether it
    // is valid.
    let isCounted = pages > 0 && header[24..<28] == header[92..<96]
    isCut = isCounted ? pages > pageCount : size % pageSize != 0
  }

  // The temporary file is deleted here.
  deinit { budget.refund(size, of: .nestedBytes) }

  /// The encodings of text.
  ///
  /// A database without tables states none; SQLite, section 1.3.13.
  private enum Encoding: UInt8 {
    case none, utf8, utf16LittleEndian, utf16BigEndian
  }

  private static func read(_ file: SpooledFile, at offset: Int, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let rest = UnsafeMutableBufferPointer(rebasing: buffer[filled...])
        let got = pread(file.descriptor, rest.baseAddress, rest.count, off_t(offset + filled))
        if got == -1, errno == EINTR { continue }
        guard got > 0 else { return }
        filled += got
      }
    }
  }

  /// Returns the bytes of a page; SQLite, section 1.2.
  func page(_ number: Int) throws(SQLiteDamage) -> [UInt8] {
    guard number >= 1, number <= pageCount else { throw SQLiteDamage(page: number) }
    let bytes = Self.read(file, at: (number - 1) * pageSize, count: pageSize)
    guard bytes.count == pageSize else { throw SQLiteDamage(page: number) }
    return bytes
  }

  /// Decodes text of the database.
  func text(_ bytes: ArraySlice<UInt8>) -> String {
    if encoding == .none || encoding == .utf8 { return String(decoding: bytes, as: UTF8.self) }
    let first = encoding == .utf16LittleEndian ? 0 : 1
    let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map {
      UInt16(bytes[$0 + first]) | UInt16(bytes[$0 + 1 - first]) << 8
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// The maximum length of a row, in bytes.
  var longestRow: Int { budget.limits.rowBytes }

  // MARK: Tables

  /// Returns the tables by name; `nil` for a table whose rows cannot be read.
  func tables() throws -> [String: SQLiteTable?] {
    var tables: [String: SQLiteTable?] = [:]
    let schema = SQLiteTable(root: 1, columns: ["type", "name", "tbl_name", "rootpage", "sql"])
    try forEachRow(of: schema) { row throws(SQLiteDamage) in
      // A virtual table has no page.
      guard row["type"]?.text == "table", let name = row["name"]?.text,
        let root = row["rootpage"]?.integer, root != 0
      else { return }
      guard root > 1, root <= pageCount, tables.count < budget.limits.columns else {
        throw SQLiteDamage(page: 1)
      }
      let columns = row["sql"]?.text.flatMap(SQLiteTable.columns)
      tables[name] = .some(columns.map { SQLiteTable(root: Int(root), columns: $0) })
    }
    return tables
  }

  /// Visits the rows of a table in the order of their numbers.
  ///
  /// - Throws: ``SQLiteDamage`` where a page does not belong to a table or occurs twice, or rows
  ///   are not in order; the errors of `body`.
  func forEachRow(of table: SQLiteTable, _ body: (SQLiteRow) throws -> Void) throws {
    var walk = SQLiteTreeWalk(self, root: table.root)
    while let cell = try walk.next() {
      try body(SQLiteRow(number: cell.number, cell.payload, table, self))
    }
  }
}

/// The error of an invalid page.
struct SQLiteDamage: Error {
  let page: Int
}

/// A table of a database.
struct SQLiteTable {
  let root: Int
  /// The number of columns.
  let columnCount: Int
  /// The positions of the columns, by name.
  let positions: [String: Int]

  init(root: Int, columns: [String]) {
    (self.root, columnCount) = (root, columns.count)
    positions = Dictionary(zip(columns, columns.indices)) { first, _ in first }
  }

  /// Returns the names of the columns that rows contain, from the text of `CREATE TABLE`.
  ///
  /// A generated column is not contained in rows, unless it is `STORED`. Android adds two generated
  /// columns to each table of intervals.
  ///
  /// - Returns: The names; `nil` for a table without numbered rows, and for any other text.
  static func columns(in sql: String) -> [String]? {
    guard let open = sql.firstIndex(of: "("), let close = sql.lastIndex(of: ")"), open < close,
      !sql[close...].uppercased().contains("WITHOUT")
    else { return nil }
    let constraints: Set = ["CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"]
    var names: [String] = []
    for part in parts(of: sql[sql.index(after: open)..<close]) {
      let words = outerWords(of: part)
      guard let first = words.first else { return nil }
      if constraints.contains(first) { continue }
      if words.dropFirst().contains("AS"), !words.contains("STORED") { continue }
      guard let name = name(part) else { return nil }
      names.append(name)
    }
    return names
  }

  /// Returns the words of a column's definition outside of brackets and quotes.
  ///
  /// The first is the column's name.
  private static func outerWords(of part: String) -> [String] {
    var (depth, quote, text) = (0, Character?.none, "")
    for character in part {
      if let mark = quote {
        if character == mark { quote = nil }
      } else if let mark = quotes[character] {
        quote = mark
        // A quoted text is one word.
        if depth == 0 { text.append("\"") }
      } else if character == "(" {
        depth += 1
        text.append(" ")
      } else if character == ")" {
        depth -= 1
      } else if depth == 0 {
        text.append(character)
      }
    }
    return text.split(whereSeparator: \.isWhitespace).map { $0.uppercased() }
  }

  /// Returns the name at the beginning of a column's definition; `nil` where its quote is not
  /// closed.
  private static func name(_ part: String) -> String? {
    let part = part.drop(while: \.isWhitespace)
    guard let first = part.first, let mark = quotes[first] else {
      return String(part.prefix { !$0.isWhitespace && $0 != "(" })
    }
    guard let end = part.dropFirst().firstIndex(of: mark) else { return nil }
    return String(part[part.index(after: part.startIndex)..<end])
  }

  /// The closing character for each opening quote.
  private static let quotes: [Character: Character] = ["\"": "\"", "'": "'", "`": "`", "[": "]"]

  /// Returns the definitions between commas, without comments.
  private static func parts(of text: Substring) -> [String] {
    var (depth, quote, parts) = (0, Character?.none, [""])
    var rest = text
    while let character = rest.popFirst() {
      if quote == nil, character == "-", rest.first == "-" {
        rest = rest.drop { !$0.isNewline }
        continue
      }
      if quote == nil, character == "/", rest.first == "*" {
        rest = rest.dropFirst().firstRange(of: "*/").map { rest[$0.upperBound...] } ?? ""
        continue
      }
      if let mark = quote {
        if character == mark { quote = nil }
      } else if let mark = quotes[character] {
        quote = mark
      } else if character == "(" {
        depth += 1
      } else if character == ")" {
        depth -= 1
      } else if character == ",", depth == 0 {
        parts.append("")
        continue
      }
      parts[parts.count - 1].append(character)
    }
    return parts
  }
}
