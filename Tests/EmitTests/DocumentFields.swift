import DaymarkDocuments
import DaymarkModel

/// A member of an object somewhere in a document.
struct Field {
  /// Names and indices from the root to the object that holds the member.
  let path: [String]
  let name: String
  let value: JSONValue
  /// All names of the object.
  let siblings: [String]

  /// The nearest name above, indices left out.
  var parent: String { path.last { Int($0) == nil } ?? "" }

  var description: String { (path + [name]).joined(separator: ".") }

  /// Whether the object is a map, whose keys are data, and not a row of an array of that name.
  var isMapEntry: Bool { path.last == parent }

  var isThreshold: Bool {
    path.contains("requires")
      && ["atLeast", "moreThan", "atMost", "lessThan", "between", "above", "upTo"].contains(name)
  }
}

/// Every member of every object in a document.
func fields(of document: JSONValue, at path: [String] = []) -> [Field] {
  switch document {
  case .object(let members):
    members.flatMap { name, value in
      [Field(path: path, name: name, value: value, siblings: Array(members.keys))]
        + fields(of: value, at: path + [name])
    }
  case .array(let elements):
    elements.enumerated().flatMap { fields(of: $1, at: path + ["\($0)"]) }
  default: []
  }
}

extension JSONValue {
  /// The document with the object that holds `field` changed.
  func changing(_ field: Field, _ change: (inout [String: JSONValue]) -> Void) -> JSONValue {
    changing(at: field.path[...], change)
  }

  private func changing(
    at path: ArraySlice<String>, _ change: (inout [String: JSONValue]) -> Void
  ) -> JSONValue {
    switch self {
    case .object(var members):
      if let name = path.first {
        members[name] = members[name]?.changing(at: path.dropFirst(), change)
      } else {
        change(&members)
      }
      return .object(members)
    case .array(var elements):
      if let index = path.first.flatMap({ Int($0) }) {
        elements[index] = elements[index].changing(at: path.dropFirst(), change)
      }
      return .array(elements)
    default: return self
    }
  }

  func hasSameType(as other: JSONValue) -> Bool {
    switch (self, other) {
    case (.object, .object), (.array, .array), (.string, .string), (.number, .number),
      (.bool, .bool), (.null, .null):
      true
    default: false
    }
  }
}
