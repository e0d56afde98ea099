package import DaymarkDocuments
import DaymarkModel

/// Validates against the keywords of JSON Schema 2020-12 that the shipped schemas use; a keyword it
/// does not know is an error, so that none goes unchecked.
package struct SchemaValidator {
  struct UnknownKeyword: Error { let keyword: String }
  struct UnknownReference: Error { let name: String }

  private let root: JSONValue
  private let patterns = Patterns()

  /// Compiled once each: a document is tried against the same ones again and again.
  private final class Patterns {
    var compiled: [String: Regex<AnyRegexOutput>] = [:]

    func regex(_ pattern: String) throws -> Regex<AnyRegexOutput> {
      if let known = compiled[pattern] { return known }
      let regex = try Regex(pattern)
      compiled[pattern] = regex
      return regex
    }
  }

  package init(_ text: String) throws {
    root = try JSONValue(parsing: text.utf8)
  }

  package func accepts(_ value: JSONValue) throws -> Bool { try accepts(value, root) }

  private func accepts(_ value: JSONValue, _ schema: JSONValue) throws -> Bool {
    guard case .object(let keywords) = schema else { return schema != .bool(false) }
    return try keywords.allSatisfy { try holds($0.key, $0.value, of: value, in: keywords) }
  }

  private func holds(
    _ keyword: String, _ argument: JSONValue, of value: JSONValue, in schema: [String: JSONValue]
  ) throws -> Bool {
    switch keyword {
    case "$schema", "$defs", "title", "description", "contentEncoding": return true
    case "$ref":
      let name = argument.string.split(separator: "/").last.map(String.init) ?? ""
      guard let definition = root["$defs"]?[name] else { throw UnknownReference(name: name) }
      return try accepts(value, definition)
    case "type":
      return argument.elements.isEmpty
        ? value.has(type: argument.string)
        : argument.elements.contains { value.has(type: $0.string) }
    case "const": return value == argument
    case "enum": return argument.elements.contains(value)
    case "allOf": return try argument.elements.allSatisfy { try accepts(value, $0) }
    case "anyOf": return try argument.elements.contains { try accepts(value, $0) }
    case "if":
      return try !accepts(value, argument) || accepts(value, schema["then"] ?? .bool(true))
    case "then": return true
    case "oneOf": return try argument.elements.filter { try accepts(value, $0) }.count == 1
    case "pattern":
      guard case .string(let text) = value else { return true }
      return try text.contains(patterns.regex(argument.string))
    case "minimum": return value.number.map { $0 >= argument.number ?? 0 } ?? true
    case "maximum": return value.number.map { $0 <= argument.number ?? 0 } ?? true
    case "exclusiveMinimum": return value.number.map { $0 > argument.number ?? 0 } ?? true
    case "minItems", "maxItems", "items", "uniqueItems":
      return try holds(keyword, argument, of: value)
    case "properties", "required", "dependentRequired", "propertyNames", "additionalProperties",
      "minProperties":
      guard case .object(let members) = value else { return true }
      return try holds(keyword, argument, of: members, in: schema)
    default: throw UnknownKeyword(keyword: keyword)
    }
  }

  private func holds(_ keyword: String, _ argument: JSONValue, of value: JSONValue) throws -> Bool {
    guard case .array(let elements) = value else { return true }
    return switch keyword {
    case "minItems": elements.count >= Int(argument.number ?? 0)
    case "uniqueItems": Set(elements).count == elements.count
    case "maxItems": elements.count <= Int(argument.number ?? 0)
    default: try elements.allSatisfy { try accepts($0, argument) }
    }
  }

  private func holds(
    _ keyword: String, _ argument: JSONValue, of members: [String: JSONValue],
    in schema: [String: JSONValue]
  ) throws -> Bool {
    switch keyword {
    case "minProperties": members.count >= Int(argument.number ?? 0)
    case "required": argument.elements.allSatisfy { members[$0.string] != nil }
    case "dependentRequired":
      argument.members.allSatisfy { name, others in
        members[name] == nil || others.elements.allSatisfy { members[$0.string] != nil }
      }
    case "propertyNames": try members.keys.allSatisfy { try accepts(.string($0), argument) }
    case "properties":
      try members.allSatisfy { name, member in
        try argument[name].map { try accepts(member, $0) } ?? true
      }
    default:
      try members.allSatisfy { name, member in
        try schema["properties"]?[name] != nil || accepts(member, argument)
      }
    }
  }
}

extension JSONValue {
  fileprivate var string: String { if case .string(let text) = self { text } else { "" } }

  fileprivate var number: Double? { if case .number(let number) = self { number } else { nil } }

  fileprivate var elements: [JSONValue] {
    if case .array(let elements) = self { elements } else { [] }
  }

  fileprivate var members: [String: JSONValue] {
    if case .object(let members) = self { members } else { [:] }
  }

  fileprivate func has(type: String) -> Bool {
    switch (self, type) {
    case (.object, "object"), (.array, "array"), (.string, "string"), (.number, "number"),
      (.bool, "boolean"), (.null, "null"):
      true
    case (.number(let number), "integer"): number == number.rounded()
    default: false
    }
  }
}
