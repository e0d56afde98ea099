/// A writer of SQLite 3 database files with tables only, for samples.
///
/// Source: "Database File Format", https://www.sqlite.org/fileformat2.html.
package struct SQLiteWriter {
  /// A value of a row.
  package enum Value: Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
  }

  private struct Table {
    var sql: String
    var name: String
    var rows: [[Value]]
  }

  private static let pageSize = 1024
  private var tables: [Table] = []

  package init() {}

  /// Adds a table whose first column is the row number.
  ///
  /// - Parameters:
  ///   - columns: The other columns, with their types.
  ///   - rows: The values of these columns. Rows are numbered from 1.
  package mutating func add(_ name: String, columns: [String], rows: [[Value]]) {
    let list = (["row_id INTEGER PRIMARY KEY AUTOINCREMENT"] + columns).joined(separator: ", ")
    tables.append(
      Table(sql: "CREATE TABLE \(name) (\(list))", name: name, rows: rows.map { [.null] + $0 }))
  }

  /// Returns the bytes of the file.
  package func bytes() -> [UInt8] {
    var pages: [[UInt8]] = [[]]
    var schema: [[Value]] = []
    for table in tables {
      let root = Self.addTree(table.rows, to: &pages)
      schema.append([
        .text("table"), .text(table.name), .text(table.name), .integer(Int64(root)),
        .text(table.sql),
      ])
    }
    pages[0] = Self.schemaPage(schema, &pages)
    var header = Array("SQLite format 3\0".utf8)
    header += big(Self.pageSize, 2) + [1, 1, 0, 64, 32, 32] + big(1, 4) + big(pages.count, 4)
    header += big(0, 8) + big(1, 4) + big(4, 4) + big(0, 8) + big(1, 4)
    header += [UInt8](repeating: 0, count: 100 - header.count)
    pages[0].replaceSubrange(0..<100, with: header)
    return pages.flatMap(\.self)
  }

  /// Adds the pages of a table, and returns the number of its root page.
  private static func addTree(_ rows: [[Value]], to pages: inout [[UInt8]]) -> Int {
    let leaves = leaves(of: rows, room: pageSize - 8)
    if leaves.count == 1 {
      pages.append(page(leaves[0].cells, kind: 0x0D, start: 0))
      return pages.count
    }
    var children: [(page: Int, last: Int)] = []
    for leaf in leaves {
      pages.append(page(leaf.cells, kind: 0x0D, start: 0))
      children.append((pages.count, leaf.last))
    }
    pages.append(interior(children, start: 0))
    return pages.count
  }

  /// Returns the first page, which is a leaf or refers to several leaves.
  private static func schemaPage(_ rows: [[Value]], _ pages: inout [[UInt8]]) -> [UInt8] {
    let whole = leaves(of: rows, room: pageSize - 108)
    if whole.count == 1 { return page(whole[0].cells, kind: 0x0D, start: 100) }
    let children = leaves(of: rows, room: pageSize - 8).map { leaf in
      pages.append(page(leaf.cells, kind: 0x0D, start: 0))
      return (page: pages.count, last: leaf.last)
    }
    return interior(children, start: 100)
  }

  private static func interior(_ children: [(page: Int, last: Int)], start: Int) -> [UInt8] {
    let cells = children.dropLast().map { big($0.page, 4) + varint($0.last) }
    return page(Array(cells), kind: 0x05, start: start, last: children[children.count - 1].page)
  }

  private static func leaves(
    of rows: [[Value]], room: Int
  ) -> [(cells: [[UInt8]], last: Int)] {
    var leaves: [(cells: [[UInt8]], last: Int)] = [([], 0)]
    var left = room
    for (index, row) in rows.enumerated() {
      let record = record(row)
      let cell = varint(record.count) + varint(index + 1) + record
      precondition(cell.count + 2 <= pageSize - 40, "A row of a sample fits on a page.")
      if cell.count + 2 > left {
        leaves.append(([], 0))
        left = room
      }
      left -= cell.count + 2
      leaves[leaves.count - 1].cells.append(cell)
      leaves[leaves.count - 1].last = index + 1
    }
    return leaves
  }

  private static func page(
    _ cells: [[UInt8]], kind: UInt8, start: Int, last: Int? = nil
  ) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: pageSize)
    var end = pageSize
    var pointers: [UInt8] = []
    for cell in cells {
      end -= cell.count
      bytes.replaceSubrange(end..<end + cell.count, with: cell)
      pointers += big(end, 2)
    }
    let header =
      [kind] + big(0, 2) + big(cells.count, 2) + big(end, 2) + [0] + (last.map { big($0, 4) } ?? [])
    let head = header + pointers
    bytes.replaceSubrange(start..<start + head.count, with: head)
    return bytes
  }

  private static func record(_ values: [Value]) -> [UInt8] {
    var (types, body) = ([UInt8](), [UInt8]())
    for value in values {
      switch value {
      case .null: types += varint(0)
      case .integer(let integer):
        types += varint(6)
        body += big(Int(integer), 8)
      case .real(let real):
        types += varint(7)
        body += big(Int(Int64(bitPattern: real.bitPattern)), 8)
      case .text(let text):
        types += varint(13 + 2 * text.utf8.count)
        body += Array(text.utf8)
      }
    }
    // A header of less than 128 bytes states its length in one byte.
    return varint(types.count + 1) + types + body
  }

  private static func varint(_ value: Int) -> [UInt8] {
    var (groups, rest) = ([UInt8(value & 0x7F)], value >> 7)
    while rest > 0 {
      groups.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return groups.reversed()
  }
}

/// Returns the bytes of a number in big-endian order.
private func big(_ value: Int, _ count: Int) -> [UInt8] {
  (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}
