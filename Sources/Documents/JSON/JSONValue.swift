package import DaymarkModel

/// A JSON document as a value.
package indirect enum JSONValue: Hashable, Sendable {
  case object([String: JSONValue])
  case array([JSONValue])
  case string(String)
  case number(Double)
  case bool(Bool)
  case null

  /// A whole number.
  package static func number(_ value: Int) -> JSONValue { .number(Double(value)) }

  /// A quantity in canonical units.
  ///
  /// Daily values have at most 15 significant digits, which a double holds and gives back.
  package static func number(_ quantity: Quantity) -> JSONValue {
    .number(Double("\(quantity)") ?? 0)
  }

  /// An object of the members that are there.
  package static func object(present members: [String: JSONValue?]) -> JSONValue {
    .object(members.compactMapValues { $0 })
  }

  /// The value of a key; `nil` when this is no object or lacks it.
  package subscript(key: String) -> JSONValue? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  /// The text of a member; `nil` when it is not there or no text.
  package func string(_ key: String) -> String? {
    if case .string(let text)? = self[key] { text } else { nil }
  }

  /// The elements of a member; none when it is not there or no list.
  package func elements(_ key: String) -> [JSONValue] {
    if case .array(let elements)? = self[key] { elements } else { [] }
  }
}
