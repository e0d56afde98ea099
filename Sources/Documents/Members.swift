/// The list of the members of one kind of row, which is the only place where they are named.
///
/// Writing and reading the row as JSON, its JSON Schema, and its columns in tables are derived from
/// it.
package struct Members<Row: Sendable>: Sendable {
  /// The members in the order of the declaration, which is also the order of columns.
  package let declared: [Member<Row>]
  /// The row as a kind of value, for documents that contain such rows.
  package let kind: Kind<Row>
  private let blank: Row
  /// Further keywords of the row's JSON Schema.
  private let keywords: [String: JSONValue]

  /// Lists the members of a row.
  ///
  /// - Parameters:
  ///   - blank: A row whose members have the values that may be left out.
  ///   - keywords: Further keywords of the JSON Schema.
  ///   - lists: The members.
  package init(_ blank: Row, keywords: [String: JSONValue] = [:], _ lists: [Member<Row>]...) {
    let declared = lists.flatMap { $0 }
    (self.blank, self.declared, self.keywords) = (blank, declared, keywords)
    let members = OrderedMembers(declared, blank)
    kind = Kind(
      schema: .object(members.schema.merging(keywords) { $1 }),
      write: { members.write($0, &$1) }, read: { members.read(&$0) })
  }

  /// The row as a kind of value whose schema is the shared definition of this name.
  package func kind(_ name: String) -> Kind<Row> { kind.described(definition(name)) }

  /// The list without the members that have one of some names.
  package func without(_ names: Set<String>) -> Members {
    Members(blank, keywords: keywords, declared.filter { !names.contains($0.name) })
  }

  /// The members as members of a row that contains this one, at a key path.
  package func inside<Outer: Sendable>(_ path: MemberKeyPath<Outer, Row>) -> [Member<Outer>] {
    declared.map { $0.inside(path, blank) }
  }

  /// The columns of the members that are part of tables.
  package var table: Columns<Row> { Columns(declared) }

  /// The columns for a table of rows that may contain this one.
  package func columns<Outer: Sendable>(ifAny path: any KeyPath<Outer, Row?> & Sendable) -> [Member<
    Outer
  >] {
    declared.compactMap { $0.column?.inside(path) }
  }
}

/// The columns of a kind of row in exported tables.
package struct Columns<Row: Sendable>: Sendable {
  private let list: [Member<Row>.Column]

  /// Collects the columns of members.
  ///
  /// - Parameter members: The members; those without a column are left out.
  package init(_ members: [Member<Row>]) { list = members.compactMap(\.column) }

  package var columns: [DataColumn] { list.map(\.column) }

  /// A row's values, one for each column.
  package func values(of row: Row) -> [DataValue] { list.map { $0.value(row) } }
}

/// The members of a row in the order of their keys, as canonical JSON needs it.
private struct OrderedMembers<Row: Sendable>: Sendable {
  private let members: [Member<Row>]
  private let blank: Row

  init(_ declared: [Member<Row>], _ blank: Row) {
    self.blank = blank
    members = declared.filter { $0.write != nil }
      .sorted { $0.name.utf16.lexicographicallyPrecedes($1.name.utf16) }
    precondition(members.count <= UInt64.bitWidth)
  }

  func write(_ row: Row, _ writer: inout JSONWriter) {
    writer.object { writer in
      for member in members { member.write?(row, blank, &writer) }
    }
  }

  func read(_ reader: inout JSONReader) -> Row? {
    var row = blank
    var found: UInt64 = 0
    // Members mostly arrive in this order, so the search begins with the likely one.
    var likely = 0
    let isRead = reader.object { reader, key in
      guard let place = place(of: key, likely) else { return reader.skip() }
      likely = place + 1
      guard found & 1 << UInt64(place) == 0, members[place].read(&row, &reader) else {
        reader.refuse(members[place].name)
        return false
      }
      found |= 1 << UInt64(place)
      return true
    }
    guard isRead else { return nil }
    for (place, member) in members.enumerated() where member.isNeeded {
      guard found & 1 << UInt64(place) != 0 else {
        reader.refuse(member.name)
        return nil
      }
    }
    return row
  }

  private func place(of key: ArraySlice<UInt8>, _ likely: Int) -> Int? {
    if likely < members.count, key.elementsEqual(members[likely].key) { return likely }
    return members.firstIndex { key.elementsEqual($0.key) }
  }

  var schema: [String: JSONValue] {
    var keywords: [String: JSONValue] = [
      "type": .string("object"), "additionalProperties": .bool(false),
      "properties": .object(Dictionary(members.map { ($0.name, $0.schema) }) { $1 }),
    ]
    let needed = members.filter(\.isWritten).map { JSONValue.string($0.name) }
    if !needed.isEmpty { keywords["required"] = .array(needed) }
    return keywords
  }
}

/// The key path of a member.
package typealias MemberKeyPath<Row, Value> = any WritableKeyPath<Row, Value> & Sendable

/// Gets the value of a member from a row.
///
/// A stored member is read at its offset. Going through the key path instead took a twelfth of all
/// instructions for a subject with little data.
private struct MemberGetter<Row, Value>: Sendable {
  private let path: MemberKeyPath<Row, Value>
  /// The member's offset in the row; `nil` for a member that is computed or observed.
  private let offset: Int?

  init(_ path: MemberKeyPath<Row, Value>) {
    (self.path, offset) = (path, MemoryLayout<Row>.offset(of: path))
  }

  func callAsFunction(_ row: Row) -> Value {
    guard let offset else { return row[keyPath: path] }
    return withUnsafeBytes(of: row) { $0.load(fromByteOffset: offset, as: Value.self) }
  }
}

/// One member of a kind of row.
package struct Member<Row: Sendable>: Sendable {
  package let name: String
  /// The name as UTF-8.
  let key: [UInt8]
  /// Whether a row without the member cannot be read.
  let isNeeded: Bool
  /// Whether every row that is written has the member.
  let isWritten: Bool
  let schema: JSONValue
  /// Writes the member; `nil` for a member that only tables have.
  let write: (@Sendable (_ row: Row, _ blank: Row, inout JSONWriter) -> Void)?
  let read: @Sendable (inout Row, inout JSONReader) -> Bool
  package let column: Column?

  /// A member as a column of tables.
  package struct Column: Sendable {
    package let column: DataColumn
    package let value: @Sendable (Row) -> DataValue

    fileprivate init(_ column: DataColumn, _ value: @escaping @Sendable (Row) -> DataValue) {
      (self.column, self.value) = (column, value)
    }

    /// The column for a table of rows that may contain this one.
    fileprivate func inside<Outer: Sendable>(_ path: any KeyPath<Outer, Row?> & Sendable) -> Member<
      Outer
    > {
      let column = DataColumn(column.name, column.kind, isOptional: true)
      return Member<Outer>(column: .init(column) { $0[keyPath: path].map(value) ?? .none })
    }

    /// Makes a column of a kind of value.
    ///
    /// - Parameter cell: How the value stands in a cell; `nil` for a kind that is not a single
    ///   value, and that no table has.
    fileprivate init<Value>(
      _ name: String, _ cell: Kind<Value>.Cell?, isOptional: Bool,
      _ value: @escaping @Sendable (Row) -> Value?
    ) {
      self.init(DataColumn(name, cell?.kind ?? .text, isOptional: isOptional)) { row in
        value(row).flatMap { value in cell.map { $0.value(value) } } ?? .none
      }
    }
  }

  private init<Value>(
    _ name: String, _ kind: Kind<Value>, _ sentence: String, isNeeded: Bool, isWritten: Bool,
    column: Column? = nil, value: @escaping @Sendable (Row, Row) -> Value?,
    read: @escaping @Sendable (inout Row, inout JSONReader) -> Bool
  ) {
    var schema = kind.schema
    if !sentence.isEmpty, case .object(var keywords) = schema {
      keywords["description"] = .string(sentence)
      schema = .object(keywords)
    }
    let quoted = JSONWriter.quotedKey(name)
    self.init(
      name, Array(name.utf8), schema, isNeeded: isNeeded, isWritten: isWritten,
      write: { row, blank, writer in
        guard let value = value(row, blank) else { return }
        writer.key(quoted: quoted)
        kind.write(value, &writer)
      }, read: read, column: column)
  }

  private static func reading<Value>(
    _ path: MemberKeyPath<Row, Value>, _ kind: Kind<Value>
  ) -> @Sendable (inout Row, inout JSONReader) -> Bool {
    { row, reader in
      guard let value = kind.read(&reader) else { return false }
      row[keyPath: path] = value
      return true
    }
  }

  /// A member that every row has.
  package static func needed<Value>(
    _ name: String, _ path: MemberKeyPath<Row, Value>, _ kind: Kind<Value>,
    column: String? = nil, _ sentence: String = ""
  ) -> Member {
    let value = MemberGetter(path)
    return Member(
      name, kind, sentence, isNeeded: true, isWritten: true,
      column: column.map { Column($0, kind.cell, isOptional: false) { value($0) } },
      value: { row, _ in value(row) }, read: reading(path, kind))
  }

  /// A member that every new row has and older documents may lack.
  package static func always<Value>(
    _ name: String, _ path: MemberKeyPath<Row, Value>, _ kind: Kind<Value>, _ sentence: String = ""
  ) -> Member {
    let value = MemberGetter(path)
    return Member(
      name, kind, sentence, isNeeded: false, isWritten: true, value: { row, _ in value(row) },
      read: reading(path, kind))
  }

  /// A member that rows may lack.
  package static func optional<Value>(
    _ name: String, _ path: MemberKeyPath<Row, Value?>, _ kind: Kind<Value>,
    column: String? = nil, _ sentence: String = ""
  ) -> Member {
    maybe(name, path, kind, column, sentence, isNeeded: false)
  }

  /// The same as ``optional(_:_:_:column:_:)``, but reading fails where the member is missing.
  package static func needed<Value>(
    _ name: String, _ path: MemberKeyPath<Row, Value?>, _ kind: Kind<Value>,
    column: String? = nil, _ sentence: String = ""
  ) -> Member {
    maybe(name, path, kind, column, sentence, isNeeded: true)
  }

  private static func maybe<Value>(
    _ name: String, _ path: MemberKeyPath<Row, Value?>, _ kind: Kind<Value>,
    _ column: String?, _ sentence: String, isNeeded: Bool
  ) -> Member {
    let value = MemberGetter(path)
    return Member(
      name, kind, sentence, isNeeded: isNeeded, isWritten: isNeeded,
      column: column.map { Column($0, kind.cell, isOptional: true) { value($0) } },
      value: { row, _ in value(row) },
      read: { row, reader in
        if !isNeeded, reader.next == UInt8(ascii: "n") { return reader.null() }
        guard let value = kind.read(&reader) else { return false }
        row[keyPath: path] = value
        return true
      })
  }

  /// A member that is not written where it has the value of the blank row.
  package static func unlessEmpty<Value: Equatable & Sendable>(
    _ name: String, _ path: MemberKeyPath<Row, Value>, _ kind: Kind<Value>,
    column: String? = nil, _ sentence: String = ""
  ) -> Member {
    let value = MemberGetter(path)
    return Member(
      name, kind, sentence, isNeeded: false, isWritten: false,
      column: column.map { Column($0, kind.cell, isOptional: false) { value($0) } },
      value: { row, blank in
        let own = value(row)
        return own == value(blank) ? nil : own
      },
      read: reading(path, kind))
  }

  /// A member that is computed from others for the reader of a document, and is not read back.
  package static func derived<Value>(
    _ name: String, _ kind: Kind<Value>, sentence: String = "",
    _ value: @escaping @Sendable (Row) -> Value
  ) -> Member {
    Member(
      name, kind, sentence, isNeeded: false, isWritten: true, value: { row, _ in value(row) },
      read: { $1.skip() })
  }

  /// A text that identifies the kind of document; a document with another text, or without it,
  /// cannot be read.
  package static func mark(_ name: String, _ text: String) -> Member {
    Member(
      name, Kind<String>.constant(text), "", isNeeded: true, isWritten: true,
      value: { _, _ in text }, read: { $1.string() == text })
  }

  /// A computed member, as of ``derived(_:_:sentence:_:)``, that rows may lack.
  package static func derivedIfAny<Value>(
    _ name: String, _ kind: Kind<Value>, sentence: String = "",
    _ value: @escaping @Sendable (Row) -> Value?
  ) -> Member {
    Member(
      name, kind, sentence, isNeeded: false, isWritten: false, value: { row, _ in value(row) },
      read: { $1.skip() })
  }

  /// The member as a member of a row that contains this one.
  fileprivate func inside<Outer: Sendable>(
    _ path: MemberKeyPath<Outer, Row>, _ blank: Row
  ) -> Member<Outer> {
    var writeInside: (@Sendable (Outer, Outer, inout JSONWriter) -> Void)?
    if let write {
      let inner = MemberGetter(path)
      writeInside = { row, _, writer in write(inner(row), blank, &writer) }
    }
    return Member<Outer>(
      name, key, schema, isNeeded: isNeeded, isWritten: isWritten, write: writeInside,
      read: { row, reader in read(&row[keyPath: path], &reader) }, column: nil)
  }

  private init(
    _ name: String, _ key: [UInt8], _ schema: JSONValue, isNeeded: Bool, isWritten: Bool,
    write: (@Sendable (Row, Row, inout JSONWriter) -> Void)?,
    read: @escaping @Sendable (inout Row, inout JSONReader) -> Bool, column: Column?
  ) {
    (self.name, self.key, self.schema) = (name, key, schema)
    (self.isNeeded, self.isWritten) = (isNeeded, isWritten)
    (self.write, self.read, self.column) = (write, read, column)
  }

  /// A column that documents do not have, or have in another place.
  package static func column<Value>(
    _ name: String, _ kind: Kind<Value>, isOptional: Bool = true,
    _ value: @escaping @Sendable (Row) -> Value?
  ) -> Member {
    Member(column: Column(name, kind.cell, isOptional: isOptional, value))
  }

  fileprivate init(column: Column) {
    self.init(
      column.column.name, [], .null, isNeeded: false, isWritten: false, write: nil,
      read: { $1.skip() }, column: column)
  }
}
