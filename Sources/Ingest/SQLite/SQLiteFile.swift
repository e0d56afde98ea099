import DaymarkModel

#if canImport(Glibc)
  import Glibc
#endif

/// A database file of SQLite 3 that somebody handed in, as far as its tables can be read row by row.
///
/// The library of SQLite is not asked: a database is a program that it runs, and it opens files. This reads the pages of
/// tables alone, out of a temporary file, and follows no index, view or trigger. What it believes of a page it checks
/// first. Source: "Database File Format", https://www.sqlite.org/fileformat2.html.
final class SQLiteFile {
  /// What a database begins with; SQLite's file format, section 1.3.
  static let signature = Array("SQLite format 3\0".utf8)

  private let file: SpooledFile
  private let size: Int
  let pageSize: Int
  /// The bytes of a page that hold something; SQLite, section 1.3.4.
  let usableSize: Int
  let pageCount: Int
  /// Whether the file ends before the database does.
  let isCut: Bool
  private let isUTF8: Bool
  private let limits: ReadLimits

  /// Copies a document to a temporary file.
  ///
  /// - Throws: ``SQLiteDamage`` where it is no whole database; `archive.limit`; `file.unwritable`; what reading the
  ///   document throws.
  init(_ document: inout ArchiveReader, _ sink: inout InputSink) throws {
    let budget = document.budget
    limits = budget.limits
    file = try SpooledFile(in: budget.files)
    var size = 0
    let (file, location) = (file, document.location)
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
    isUTF8 = header[59] == 1
    guard pageSize >= 512, pageSize & (pageSize - 1) == 0, usableSize >= 480 else {
      throw SQLiteDamage(page: 1)
    }
    pageCount = size / pageSize
    let pages = header[28..<32].reduce(0) { $0 << 8 | Int($1) }
    // Older programs leave the count of pages out.
    isCut = size % pageSize != 0 || pages > pageCount
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

  /// The bytes of a page; SQLite, section 1.2.
  func page(_ number: Int) throws(SQLiteDamage) -> [UInt8] {
    guard number >= 1, number <= pageCount else { throw SQLiteDamage(page: number) }
    let bytes = Self.read(file, at: (number - 1) * pageSize, count: pageSize)
    guard bytes.count == pageSize else { throw SQLiteDamage(page: number) }
    return bytes
  }

  /// Text of the database; `nil` where it is in UTF-16, as no phone writes it.
  func text(_ bytes: ArraySlice<UInt8>) -> String? {
    isUTF8 ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// The longest row that is read; one that is longer is passed over.
  var longestRow: Int { limits.rowBytes }

  // MARK: Tables

  /// The tables that have rows by number, each with its root page and its columns.
  func tables() throws -> [String: SQLiteTable] {
    var tables: [String: SQLiteTable] = [:]
    let schema = SQLiteTable(root: 1, columns: ["type", "name", "tbl_name", "rootpage", "sql"])
    try forEachRow(of: schema) { row throws(SQLiteDamage) in
      guard row["type"]?.text == "table", let name = row["name"]?.text,
        let root = row["rootpage"]?.integer, let sql = row["sql"]?.text,
        let columns = SQLiteTable.columns(in: sql)
      else { return }
      guard root > 1, root <= pageCount, tables.count < limits.columns else {
        throw SQLiteDamage(page: 1)
      }
      tables[name] = SQLiteTable(root: Int(root), columns: columns)
    }
    return tables
  }

  /// Visits the rows of a table in the order of their numbers.
  ///
  /// - Throws: ``SQLiteDamage`` where a page is none of a table, or is met twice; what `body` throws.
  func forEachRow(of table: SQLiteTable, _ body: (SQLiteRow) throws -> Void) throws {
    var walk = SQLiteTreeWalk(self, root: table.root)
    while let cell = try walk.next() {
      guard let payload = cell.payload else { continue }
      try body(SQLiteRow(number: cell.number, payload, table, self))
    }
  }
}

/// A page that is not what it should be.
struct SQLiteDamage: Error {
  let page: Int
}

/// A table of a database.
struct SQLiteTable {
  let root: Int
  /// The columns by their places.
  let positions: [String: Int]
  /// The place of the column that is the row's number.
  let numberColumn: Int?

  init(root: Int, columns: [String], numberColumn: Int? = nil) {
    (self.root, self.numberColumn) = (root, numberColumn)
    positions = Dictionary(zip(columns, columns.indices)) { first, _ in first }
  }

  init(root: Int, columns: (names: [String], number: Int?)) {
    self.init(root: root, columns: columns.names, numberColumn: columns.number)
  }

  func has(_ columns: String...) -> Bool { columns.allSatisfy { positions[$0] != nil } }

  /// The names of the columns in the text of `CREATE TABLE`, and which of them is the row's number.
  ///
  /// - Returns: `nil` for a table without rows by number, or a text that is none.
  static func columns(in sql: String) -> (names: [String], number: Int?)? {
    guard let open = sql.firstIndex(of: "("), let close = sql.lastIndex(of: ")"), open < close,
      !sql[close...].uppercased().contains("WITHOUT")
    else { return nil }
    var (depth, quote, part) = (0, Character?.none, "")
    var parts: [String] = []
    for character in sql[sql.index(after: open)..<close] {
      if let mark = quote {
        if character == mark { quote = nil }
      } else if "\"'`".contains(character) {
        quote = character
      } else if character == "(" {
        depth += 1
      } else if character == ")" {
        depth -= 1
      } else if character == ",", depth == 0 {
        parts.append(part)
        part = ""
        continue
      }
      part.append(character)
    }
    parts.append(part)
    let constraints: Set = ["CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"]
    var (names, number) = ([String](), Int?.none)
    for part in parts {
      let words = part.split(whereSeparator: \.isWhitespace)
      guard let first = words.first, !constraints.contains(first.uppercased()) else { continue }
      let type = words.dropFirst().joined(separator: " ").uppercased()
      if type.hasPrefix("INTEGER PRIMARY KEY") { number = names.count }
      names.append(first.filter { !"\"'`[]".contains($0) })
    }
    return (names, number)
  }
}
