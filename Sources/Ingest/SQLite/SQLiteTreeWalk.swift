/// A walk through the pages of a table, leaf by leaf; SQLite's file format, section 1.6.
///
/// It limits the depth, visits no page twice, and requires rows in order. Therefore it always ends,
/// and reads no more than the file contains.
struct SQLiteTreeWalk {
  /// A row in the form of its page.
  struct Cell {
    let number: Int64
    let payload: [UInt8]
  }

  private let file: SQLiteFile
  /// The pages to visit with their depths; the next one is last.
  private var waiting: [(page: Int, depth: Int)]
  private var visited: Set<Int> = []
  private var leaf: [UInt8] = []
  private var leafPage = 0
  private var cells: ArraySlice<Int> = []
  /// The number of bytes of the leaf that its remaining rows may take.
  private var room = 0
  private var last: Int64?

  /// The maximum depth, beyond that of any table: each page has at least two pages below it.
  private static let deepest = 40

  init(_ file: SQLiteFile, root: Int) {
    self.file = file
    waiting = [(root, 0)]
  }

  /// Returns the next row; `nil` after the last.
  mutating func next() throws(SQLiteDamage) -> Cell? {
    while cells.isEmpty {
      guard let (page, depth) = waiting.popLast() else { return nil }
      guard depth < Self.deepest, visited.insert(page).inserted else {
        throw SQLiteDamage(page: page)
      }
      try open(page, depth)
    }
    return try cell(at: cells.removeFirst())
  }

  private mutating func open(_ page: Int, _ depth: Int) throws(SQLiteDamage) {
    let bytes = try file.page(page)
    let start = page == 1 ? 100 : 0
    let kind = bytes[start]
    let count = bytes.integer(at: start + 3, 2)
    let pointers = start + (kind == 0x05 ? 12 : 8)
    guard kind == 0x05 || kind == 0x0D, pointers + 2 * count <= file.usableSize else {
      throw SQLiteDamage(page: page)
    }
    let places = (0..<count).map { bytes.integer(at: pointers + 2 * $0, 2) }
    let first = pointers + 2 * count
    guard places.allSatisfy({ $0 >= first && $0 + 4 <= file.usableSize }) else {
      throw SQLiteDamage(page: page)
    }
    guard kind == 0x05 else {
      (leaf, leafPage, cells, room) = (bytes, page, places[...], file.usableSize - first)
      return
    }
    // The last child has the greatest numbers, and is therefore visited last.
    waiting.append((bytes.integer(at: start + 8, 4), depth + 1))
    for place in places.reversed() { waiting.append((bytes.integer(at: place, 4), depth + 1)) }
  }

  private mutating func cell(at place: Int) throws(SQLiteDamage) -> Cell {
    var reader = SQLiteBytes(leaf[..<file.usableSize], from: place)
    guard let length = reader.varint(), let number = reader.varint(), length >= 0,
      length <= Int64(file.longestRow), last.map({ $0 < number }) ?? true
    else { throw SQLiteDamage(page: leafPage) }
    last = number
    let size = Int(length)
    let local = localBytes(of: size)
    let overflow = local < size ? 4 : 0
    guard var payload = reader.bytes(local).map(Array.init), let next = reader.bytes(overflow)
    else { throw SQLiteDamage(page: leafPage) }
    // Rows that share bytes would otherwise be larger than the file.
    room -= reader.position - place
    guard room >= 0 else { throw SQLiteDamage(page: leafPage) }
    if overflow > 0 { try follow(Array(next).integer(at: 0, 4), into: &payload, upTo: size) }
    return Cell(number: number, payload: payload)
  }

  /// Returns the number of a row's bytes on its leaf; SQLite, section 1.6, on cells.
  private func localBytes(of size: Int) -> Int {
    let most = file.usableSize - 35
    if size <= most { return size }
    let least = (file.usableSize - 12) * 32 / 255 - 23
    let fitting = least + (size - least) % (file.usableSize - 4)
    return fitting <= most ? fitting : least
  }

  /// Appends the bytes on overflow pages, each of which belongs to one row; SQLite, section 1.7.
  private mutating func follow(
    _ first: Int, into payload: inout [UInt8], upTo size: Int
  ) throws(SQLiteDamage) {
    var page = first
    while payload.count < size {
      guard visited.insert(page).inserted else { throw SQLiteDamage(page: page) }
      let bytes = try file.page(page)
      payload += bytes[4..<min(file.usableSize, 4 + size - payload.count)]
      page = bytes.integer(at: 0, 4)
    }
  }
}

/// A row of a table, which is a record of values; SQLite's file format, section 2.1.
struct SQLiteRow {
  let number: Int64
  private let table: SQLiteTable
  private let values: [SQLiteValue]

  /// Reads the values of a row from its bytes.
  ///
  /// - Throws: ``SQLiteDamage`` where the values take more bytes than the row has.
  init(
    number: Int64, _ payload: [UInt8], _ table: SQLiteTable, _ file: SQLiteFile
  ) throws(SQLiteDamage) {
    (self.number, self.table) = (number, table)
    let damage = SQLiteDamage(page: table.root)
    var length = SQLiteBytes(payload[...], from: 0)
    guard let end = length.varint(), end >= Int64(length.position), end <= Int64(payload.count)
    else { throw damage }
    var header = SQLiteBytes(payload[..<Int(end)], from: length.position)
    var body = SQLiteBytes(payload[...], from: Int(end))
    var values: [SQLiteValue] = []
    while header.position < Int(end), values.count < table.columnCount {
      guard let type = header.varint(), let value = SQLiteValue(type, &body, file) else {
        throw damage
      }
      values.append(value)
    }
    self.values = values
  }

  /// The value of a column; `nil` where there is none.
  subscript(column: String) -> SQLiteValue? {
    guard let position = table.positions[column] else { return nil }
    // Older rows have no value for a column that was added later.
    guard position < values.count, values[position] != .null else { return nil }
    return values[position]
  }
}

/// A value of a row.
enum SQLiteValue: Equatable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob

  /// Reads a value of a serial type from a row's bytes.
  ///
  /// - Parameter type: The serial type.
  /// - Returns: The value; `nil` where the bytes end before it does.
  fileprivate init?(_ type: Int64, _ body: inout SQLiteBytes, _ file: SQLiteFile) {
    switch type {
    case 0: self = .null
    case 1...6:
      let sizes = [1, 2, 3, 4, 6, 8]
      guard let bytes = body.bytes(sizes[Int(type) - 1]), let first = bytes.first else {
        return nil
      }
      let sign: UInt64 = first >= 0x80 ? .max : 0
      self = .integer(Int64(bitPattern: bytes.reduce(sign) { $0 << 8 | UInt64($1) }))
    case 7:
      guard let bytes = body.bytes(8) else { return nil }
      self = .real(Double(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) }))
    case 8, 9: self = .integer(type - 8)
    case 12...:
      guard let bytes = body.bytes(Int(clamping: (type - 12) / 2)) else { return nil }
      self = type % 2 == 0 ? .blob : .text(file.text(bytes))
    default: return nil
    }
  }

  var integer: Int64? { if case .integer(let integer) = self { integer } else { nil } }

  var text: String? { if case .text(let text) = self { text } else { nil } }
}

/// The bytes of a page or row, read in order and never beyond their end.
struct SQLiteBytes {
  private let bytes: ArraySlice<UInt8>
  private(set) var position: Int

  init(_ bytes: ArraySlice<UInt8>, from position: Int) {
    (self.bytes, self.position) = (bytes, position)
  }

  /// Reads a number of one to nine bytes; SQLite, section 1.6, on integers.
  mutating func varint() -> Int64? {
    var value: UInt64 = 0
    for index in 0..<9 {
      guard position < bytes.endIndex else { return nil }
      let byte = bytes[position]
      position += 1
      if index == 8 { return Int64(bitPattern: value << 8 | UInt64(byte)) }
      value = value << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { return Int64(bitPattern: value) }
    }
    return nil
  }

  mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= bytes.endIndex - position else { return nil }
    defer { position += count }
    return bytes[position..<position + count]
  }
}

extension [UInt8] {
  /// Returns a big-endian number of `count` bytes.
  fileprivate func integer(at index: Int, _ count: Int) -> Int {
    self[index..<index + count].reduce(0) { $0 << 8 | Int($1) }
  }
}
