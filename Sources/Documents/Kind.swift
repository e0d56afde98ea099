package import DaymarkModel

/// How one kind of value stands in documents: how it is written, read again, and described.
///
/// A kind of row has a list of its members, ``Members``, and is a kind of value itself.
package struct Kind<Value>: Sendable {
  package let write: @Sendable (Value, inout JSONWriter) -> Void
  /// Gives `nil` where something else stands there.
  package let read: @Sendable (inout JSONReader) -> Value?
  /// Its JSON Schema, which may refer to the definitions that all schemas share.
  package let schema: JSONValue
  /// How it stands in a table; `nil` of what is no single value.
  let cell: Cell?

  /// The cells of a table's column.
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

  /// The value's canonical bytes.
  package func bytes(_ value: Value) -> [UInt8] {
    var writer = JSONWriter()
    write(value, &writer)
    return writer.bytes
  }

  /// The value as a JSON document.
  package func json(_ value: Value) -> JSONValue {
    (try? JSONValue(parsing: bytes(value))) ?? .null
  }

  /// The value of a document that holds nothing else; `nil` of any other.
  package func value(_ bytes: [UInt8]) -> Value? { JSONReader.read(bytes, read) }

  /// The value that a part of a document is; `nil` of any other, and where there is none.
  package func value(of json: JSONValue?) -> Value? {
    json.flatMap { value($0.canonicalBytes()) }
  }

  /// A value that is made of one of this kind.
  package func converted<Other>(
    _ to: @escaping @Sendable (Value) -> Other?, _ from: @escaping @Sendable (Other) -> Value
  ) -> Kind<Other> {
    Kind<Other>(
      schema: schema, write: { write(from($0), &$1) }, read: { read(&$0).flatMap(to) })
  }

  /// The same kind of value, described in another way.
  package func described(_ schema: JSONValue) -> Kind {
    Kind(schema: schema, cell: cell, write: write, read: read)
  }
}

/// A reference to a definition of a schema.
package func definition(_ name: String) -> JSONValue {
  .object(["$ref": .string("#/$defs/\(name)")])
}

// MARK: Texts

extension Kind {
  /// A value that a text stands for.
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
  /// One of a few words.
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
  /// 64 hexadecimal digits, in small letters: one digest has one text.
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
  /// RFC 3339, in UTC.
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
  /// A whole number within bounds; one beyond any archive would overflow where it is added up.
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
  /// A number of things, or the place of one in a list.
  package static let count = whole(0...1 << 42)
  /// A number of things of which there is one at least.
  package static let countFromOne = whole(1...1 << 42)
}

extension Kind<Int64> {
  /// A number of bytes.
  package static let bytes = whole(0...1 << 62)
}

extension Kind<Quantity> {
  /// An amount in canonical units, as a number with as many digits as it has.
  ///
  /// Of more than 15 digits, which daily values do not have, it is the nearest double, for RFC 8785 has no other
  /// numbers.
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

  /// An amount that may be below zero.
  package static let difference = amount.described(.object(["type": .string("number")]))

  /// An amount that is always a whole number.
  package static let wholeAmount = amount.described(DaymarkDocuments.whole(from: 0))

  /// An amount that comes back as it was, whatever it is: as text where a number of JSON has too few digits.
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
  /// Whether it has at most 15 significant digits, which a double gives back.
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
  /// Anything, as it is.
  package static let any = Kind(
    schema: .bool(true), write: { $1.value($0) }, read: { $0.value() })
}

// MARK: Several values

extension Kind {
  /// A list of one kind of value.
  ///
  /// - Parameters:
  ///   - element: The kind.
  ///   - least: The fewest that there are.
  ///   - forgives: Whether elements that cannot be read are left out.
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

  /// Values by what a text stands for.
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

  /// Values by words.
  package static func map<Word: Hashable & Sendable & RawRepresentable<String>, Element>(
    _ word: Word.Type, _ element: Kind<Element>, names: JSONValue? = nil
  ) -> Kind where Value == [Word: Element] {
    map({ $0.rawValue }, { Word(rawValue: $0) }, element, names: names)
  }

  /// Numbers of things by one of a few words.
  package static func counts<Word: Hashable & Sendable & RawRepresentable<String> & CaseIterable>(
    of word: Word.Type
  ) -> Kind where Value == [Word: Int] {
    map(word, .countFromOne, names: Kind<Word>.word.schema)
  }
}
