package import DaymarkModel

/// A JSON document, or a value in one.
package indirect enum JSONValue: Hashable, Sendable {
  case object([String: JSONValue])
  case array([JSONValue])
  case string(String)
  case number(Double)
  case bool(Bool)
  case null

  /// A whole number.
  package static func number(_ value: Int) -> JSONValue { .number(Double(value)) }

  /// A quantity as a number in canonical units.
  ///
  /// Daily values have at most 15 significant digits, which a double holds exactly enough to give
  /// them back.
  package static func number(_ quantity: Quantity) -> JSONValue {
    .number(Double("\(quantity)") ?? 0)
  }

  /// An object of those members whose value is not `nil`.
  package static func object(present members: [String: JSONValue?]) -> JSONValue {
    .object(members.compactMapValues { $0 })
  }

  /// The value of a key; `nil` when this is no object or does not have the key.
  package subscript(key: String) -> JSONValue? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  /// The text of a member; `nil` when the member is missing or no text.
  package func string(_ key: String) -> String? {
    if case .string(let text)? = self[key] { text } else { nil }
  }

  /// The elements of a member; empty when the member is missing or no array.
  package func elements(_ key: String) -> [JSONValue] {
    if case .array(let elements)? = self[key] { elements } else { [] }
  }
}
