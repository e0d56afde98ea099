package import DaymarkModel

/// A kind of value in documents: how it is written, read back, and described in a schema.
///
/// A kind of row lists its members in ``Members``, which gives a kind of value, too.
package struct Kind<Value>: Sendable {
  package let write: @Sendable (Value, inout JSONWriter) -> Void
  /// Reads a value; returns `nil` where the document has something else.
  package let read: @Sendable (inout JSONReader) -> Value?
  /// The JSON Schema of the value, which may refer to the shared definitions.
  package let schema: JSONValue
  /// The form of the value in a table's cell; `nil` for a kind that is not a single value.
  let cell: Cell?

  /// The form of a kind's values in a column of a table.
  struct Cell: Sendable {
    let kind: DataColumn.Kind
    let value: @Sendable (Value) -> DataValue

    init(_ kind: DataColumn.Kind, _ value: @escaping @Sendable (Value) -> DataValue) {
      (self.kind, self.value) = (kind, value)
    }
  }

  init(
    schema: JSONValue, cell: Cell? = nil,
    write: @escaping @Sendable (Value, inout JSONWriter) -> Void,
    read: @escaping @Sendable (inout JSONReader) -> Value?
  ) {
    (self.schema, self.cell, self.write, self.read) = (schema, cell, write, read)
  }

  /// The canonical JSON of a value.
  package func bytes(_ value: Value) -> [UInt8] {
    var writer = JSONWriter()
    write(value, &writer)
    return writer.bytes
  }

  /// A value as a JSON value.
  package func json(_ value: Value) -> JSONValue {
    (try? JSONValue(parsing: bytes(value))) ?? .null
  }

  /// Reads a document that consists of one value; `nil` for any other document.
  package func value(_ bytes: [UInt8]) -> Value? { JSONReader.read(bytes, read) }

  /// Reads the value from a part of a document; `nil` where the part is missing or is something
  /// else.
  package func value(of json: JSONValue?) -> Value? {
    json.flatMap { value($0.canonicalBytes()) }
  }

  /// A kind whose values are written as values of this kind.
  ///
  /// - Parameters:
  ///   - to: Converts a value that was read; `nil` refuses it.
  ///   - from: Returns the value that is written.
  package func converted<Other>(
    _ to: @escaping @Sendable (Value) -> Other?, _ from: @escaping @Sendable (Other) -> Value
  ) -> Kind<Other> {
    Kind<Other>(
      schema: schema, write: { write(from($0), &$1) }, read: { read(&$0).flatMap(to) })
  }

  /// Returns a kind that reads and writes as this one does, but with another schema.
  package func described(_ schema: JSONValue) -> Kind {
    Kind(schema: schema, cell: cell, write: write, read: read)
  }
}

/// A schema that refers to one of the shared definitions.
package func definition(_ name: String) -> JSONValue {
  .object(["$ref": .string("#/$defs/\(name)")])
}

// MARK: Texts

extension Kind {
  /// A kind whose values are written as text.
  ///
  /// - Parameters:
  ///   - text: Returns the text of a value.
  ///   - value: Returns the value of a text; `nil` refuses the text.
  package static func spelled(
    _ schema: JSONValue, _ text: @escaping @Sendable (Value) -> String,
    _ value: @escaping @Sendable (String) -> Value?
  ) -> Kind {
    Kind(
      schema: schema, cell: Cell(.text) { .text(text($0)) }, write: { $1.string(text($0)) },
      read: { $0.string().flatMap(value) })
  }
}

private let text = JSONValue.object(["type": .string("string")])

extension Kind where Value: RawRepresentable<String> & CaseIterable & Sendable {
  /// The kind of an enumeration, written as the raw value of its case.
  package static var word: Kind {
    spelled(
      .object(["enum": .array(Value.allCases.map { .string($0.rawValue) })]), { $0.rawValue },
      { Value(rawValue: $0) })
  }
}

extension Kind<String> {
  package static let text = spelled(DaymarkDocuments.text, { $0 }, { $0 })
}

extension Kind<Digest> {
  /// A digest, as 64 lower-case hexadecimal digits; other spellings are not accepted.
  package static let digest = spelled(definition("sha256"), \.hex) { text in
    Digest(hex: text).flatMap { $0.hex == text ? $0 : nil }
  }
}

extension Kind<CivilDay> {
  package static let day = Kind(
    schema: definition("date"), cell: Cell(.day) { .day($0) }, write: { $1.string("\($0)") },
    read: { $0.string().flatMap { CivilDay($0) } })
}

extension Kind<Instant> {
  /// An instant in RFC 3339, in UTC.
  package static let instant = Kind(
    schema: definition("instant"), cell: Cell(.instant) { .instant($0) },
    write: { $1.string("\($0)") }, read: { $0.string().flatMap { Instant(rfc3339: $0) } })
}

extension Kind<Zone> {
  package static let zone = spelled(definition("zoneID"), \.id) { Zone(id: $0) }
}

extension Kind<Metric> {
  package static let metric = spelled(definition("metric"), \.id) { Metric(id: $0) }
}

extension Kind<FindingCode> {
  package static let code = spelled(definition("findingCode"), \.rawValue, FindingCode.init)
}

extension Kind<FormatID> {
  package static let format = spelled(DaymarkDocuments.text, \.text) { FormatID($0) }
}

extension Kind<Provider> {
  package static let provider = spelled(DaymarkDocuments.text, \.id) { Provider($0) }
}

extension Kind<DeviceClass> {
  package static let deviceClass = spelled(
    .object(["enum": .array(DeviceClass.allCases.map { .string($0.id) })]), \.id,
    DeviceClass.init(id:))
}

extension Kind<VersionedName> {
  package static let versionedName = spelled(
    DaymarkDocuments.text, \.description, VersionedName.init)
}

extension Kind<RulePath> {
  package static let rulePath = spelled(
    DaymarkDocuments.text, \.description, RulePath.init(parsing:))
}

// MARK: Numbers

private func whole(from least: Int) -> JSONValue {
  .object(["type": .string("integer"), "minimum": .number(least)])
}

extension Kind<Bool> {
  package static let flag = Kind(
    schema: .object(["type": .string("boolean")]), cell: Cell(.flag) { .flag($0) },
    write: { $1.bool($0) }, read: { $0.bool() })
}

extension Kind where Value: FixedWidthInteger & Sendable {
  /// A whole number within bounds, which prevent that sums of numbers from untrusted documents
  /// overflow.
  package static func whole(_ range: ClosedRange<Value>) -> Kind {
    Kind(
      schema: DaymarkDocuments.whole(from: Int(clamping: range.lowerBound)),
      cell: Cell(.whole) { .whole(Int($0)) },
      write: { $1.number(Int($0)) },
      read: { reader in
        reader.whole().flatMap { Value(exactly: $0) }.flatMap { range.contains($0) ? $0 : nil }
      })
  }
}

extension Kind<Int> {
  /// A number of things, or an index in a list.
  package static let count = whole(0...1 << 42)
  /// A number of things, at least one.
  package static let countFromOne = whole(1...1 << 42)
}

extension Kind<Int64> {
  /// A number of bytes.
  package static let bytes = whole(0...1 << 62)
}

extension Kind<Quantity> {
  /// An amount in canonical units, written as a number with exactly its digits.
  ///
  /// An amount of more than 15 significant digits, which no daily value has, is written as the
  /// nearest double, because RFC 8785 has no other numbers.
  package static let amount = Kind(
    schema: definition("amount"), cell: Cell(.amount) { .amount($0) },
    write: { amount, writer in
      if amount.fitsDouble {
        writer.raw("\(amount)")
      } else {
        writer.number(Double("\(amount)") ?? 0)
      }
    },
    read: { $0.amount() })

  /// An amount that may be negative.
  package static let difference = amount.described(.object(["type": .string("number")]))

  /// An amount that is always a whole number.
  package static let wholeAmount = amount.described(DaymarkDocuments.whole(from: 0))

  /// An amount that is always read back exactly, because it is written as text where a JSON number
  /// would lose digits.
  package static let exactAmount = Kind(
    schema: .object(["type": .array([.string("number"), .string("string")])]),
    cell: Cell(.amount) { .amount($0) },
    write: { amount, writer in
      if amount.fitsDouble { writer.raw("\(amount)") } else { writer.string("\(amount)") }
    },
    read: { reader in
      reader.next == UInt8(ascii: "\"")
        ? reader.string().flatMap { Quantity(decimalText: $0) } : reader.amount()
    })
}

extension Quantity {
  /// Whether the amount has at most 15 significant digits, which a double gives back.
  fileprivate var fitsDouble: Bool {
    microUnits.magnitude < 1_000_000_000_000_000 || microUnits.isMultiple(of: Self.hundredth)
  }
}

extension JSONReader {
  fileprivate mutating func amount() -> Quantity? {
    number().flatMap { Quantity(decimalText: String(decoding: $0, as: UTF8.self)) }
  }
}

extension Kind<JSONValue> {
  /// Any JSON value, kept as it is.
  package static let any = Kind(
    schema: .bool(true), write: { $1.value($0) }, read: { $0.value() })
}

// MARK: Several values

extension Kind {
  /// A list of values of one kind.
  ///
  /// - Parameters:
  ///   - element: The kind of the elements.
  ///   - least: The fewest elements that are accepted.
  ///   - forgives: Whether elements that cannot be read are left out instead of refusing the list.
  package static func list<Element>(
    _ element: Kind<Element>, atLeast least: Int = 0, forgives: Bool = false
  ) -> Kind where Value == [Element] {
    var schema: [String: JSONValue] = ["type": .string("array"), "items": element.schema]
    if least > 0 { schema["minItems"] = .number(least) }
    return Kind(
      schema: .object(schema),
      write: { elements, writer in
        writer.array { writer in
          for value in elements { element.write(value, &writer) }
        }
      },
      read: { reader in
        var elements: [Element] = []
        let isRead = reader.array { reader in
          let start = reader
          if let value = element.read(&reader) {
            elements.append(value)
            return true
          }
          guard forgives else { return false }
          reader = start
          return reader.skip()
        }
        return isRead ? elements : nil
      })
  }

  /// A dictionary whose keys are written as text.
  ///
  /// - Parameters:
  ///   - text: Returns the text of a key.
  ///   - key: Returns the key of a text; `nil` for a text that is none.
  ///   - element: The kind of the values.
  ///   - names: The schema of the texts.
  package static func map<Key: Hashable & Sendable, Element>(
    _ text: @escaping @Sendable (Key) -> String, _ key: @escaping @Sendable (String) -> Key?,
    _ element: Kind<Element>, names: JSONValue? = nil
  ) -> Kind where Value == [Key: Element] {
    var schema: [String: JSONValue] = [
      "type": .string("object"), "additionalProperties": element.schema,
    ]
    schema["propertyNames"] = names
    return Kind(
      schema: .object(schema),
      write: { values, writer in
        let ordered = values.map { (name: text($0.key), value: $0.value) }
          .sorted { $0.name.utf16.lexicographicallyPrecedes($1.name.utf16) }
        writer.object { writer in
          for (name, value) in ordered {
            writer.key(name)
            element.write(value, &writer)
          }
        }
      },
      read: { reader in
        var values: [Key: Element] = [:]
        let isRead = reader.object { reader, name in
          guard let key = key(String(decoding: name, as: UTF8.self)),
            let value = element.read(&reader)
          else { return false }
          return values.updateValue(value, forKey: key) == nil
        }
        return isRead ? values : nil
      })
  }

  /// A dictionary whose keys are the cases of an enumeration.
  package static func map<Word: Hashable & Sendable & RawRepresentable<String>, Element>(
    _ word: Word.Type, _ element: Kind<Element>, names: JSONValue? = nil
  ) -> Kind where Value == [Word: Element] {
    map({ $0.rawValue }, { Word(rawValue: $0) }, element, names: names)
  }

  /// A dictionary of numbers of things, at least one each, by the cases of an enumeration.
  package static func counts<Word: Hashable & Sendable & RawRepresentable<String> & CaseIterable>(
    of word: Word.Type
  ) -> Kind where Value == [Word: Int] {
    map(word, .countFromOne, names: Kind<Word>.word.schema)
  }
}
