import DaymarkModel
import GRDB

/// The error of a row whose columns do not hold what this version writes there.
struct UnreadableRow: Error {
  var table: String
}

/// A reader of one row that does not trust it: GRDB's own subscripts trap on a value of another kind.
struct RowReader {
  let table: String
  let row: Row
  /// Shared by rows whose JSON often repeats; `nil` parses each.
  var parsed: ParsedTexts?

  func text(_ column: String) throws -> String {
    guard let text = String.fromDatabaseValue(value(column)) else { throw failure }
    return text
  }

  func integer(_ column: String) throws -> Int64 {
    guard let integer = Int64.fromDatabaseValue(value(column)) else { throw failure }
    return integer
  }

  /// A number or a position; one beyond any archive would overflow where it is added up.
  func count(_ column: String) throws -> Int {
    let count = try integer(column)
    guard (0...1 << 42).contains(count) else { throw failure }
    return Int(count)
  }

  func flag(_ column: String) throws -> Bool { try integer(column) != 0 }

  func quantity(_ column: String) throws -> Quantity {
    Quantity(microUnits: try integer(column))
  }

  func instant(_ column: String) throws -> Instant {
    Instant(milliseconds: try integer(column))
  }

  /// The value of a column that has one, else `nil`.
  func optional<Value>(_ column: String, _ read: (String) throws -> Value) throws -> Value? {
    value(column).isNull ? nil : try read(column)
  }

  func day(_ column: String = "day") throws -> CivilDay { try require(CivilDay(text(column))) }

  /// The days of a JSON list.
  func days(_ column: String) throws -> [CivilDay] {
    guard case .array(let days) = try json(column) else { throw failure }
    return try days.map { day in
      guard case .string(let text) = day else { throw failure }
      return try require(CivilDay(text))
    }
  }

  func digest(_ column: String) throws -> Digest { try require(Digest(hex: text(column))) }

  /// The numbers by word of a JSON object; none without one.
  func counts<Word: RawRepresentable<String>>(_ column: String) throws -> [Word: Int] {
    try require([Word: Int](json: optional(column, json)))
  }

  func json(_ column: String) throws -> JSONValue {
    let text = try text(column)
    do {
      return try parsed?.value(of: text) ?? JSONValue(parsing: text.utf8)
    } catch {
      throw failure
    }
  }

  func require<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw failure }
    return value
  }

  var failure: UnreadableRow { UnreadableRow(table: table) }

  private func value(_ column: String) -> DatabaseValue {
    row[column] as DatabaseValue? ?? .null
  }
}

/// JSON documents that are parsed once each: verdicts of many subjects have the same reasons and flags.
final class ParsedTexts {
  // By bytes, for texts of other bytes can be equal: an é has two forms.
  private var values: [[UInt8]: JSONValue] = [:]

  func value(of text: String) throws -> JSONValue {
    let bytes = Array(text.utf8)
    if let value = values[bytes] { return value }
    let value = try JSONValue(parsing: bytes)
    values[bytes] = value
    return value
  }
}

extension Database {
  /// Inserts a row, or replaces the one with the same key.
  func put(_ table: String, _ row: KeyValuePairs<String, (any DatabaseValueConvertible)?>) throws {
    let columns = row.map { "\"\($0.key)\"" }.joined(separator: ", ")
    let marks = row.map { _ in "?" }.joined(separator: ", ")
    let statement = try cachedStatement(
      sql: "INSERT OR REPLACE INTO \(table) (\(columns)) VALUES (\(marks))")
    try statement.execute(arguments: StatementArguments(row.map(\.value)))
  }

  /// The first row that a query of a table gives.
  func row(
    of table: String, _ sql: String, _ arguments: StatementArguments
  ) throws -> RowReader? {
    try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments).map {
      RowReader(table: table, row: $0)
    }
  }

  /// The subject's rows of a table, in the order of the key.
  func rows(
    of table: String, _ key: SubjectKey, by order: String, _ receive: (RowReader) throws -> Void
  ) throws {
    let statement = try cachedStatement(
      sql: "SELECT * FROM \(table) WHERE challenge = ? AND subject = ? ORDER BY \(order)")
    let rows = try Row.fetchCursor(statement, arguments: [key.challenge, key.subject])
    while let row = try rows.next() { try receive(RowReader(table: table, row: row)) }
  }
}
