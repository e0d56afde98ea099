import DaymarkDocuments
import DaymarkModel
import Foundation

@testable import DaymarkConfiguration

/// A YAML document that tests change, write and show to a schema.
indirect enum YAMLTree: Sendable {
  /// As written; `isQuoted` keeps other readers from taking it for a number.
  case scalar(String, isQuoted: Bool = false)
  case list([YAMLTree])
  case mapping([Entry])

  struct Entry: Sendable {
    var key: String
    var value: YAMLTree
  }

  init(_ value: YAMLValue) {
    if let entries = value.entries {
      self = .mapping(entries.map { Entry(key: $0.key.text ?? "", value: YAMLTree($0.value)) })
    } else if let elements = value.elements {
      self = .list(elements.map(YAMLTree.init))
    } else {
      self = .scalar(value.text ?? "", isQuoted: !value.isPlain)
    }
  }

  /// One flow document, which every reader of YAML reads alike.
  var text: String {
    switch self {
    case .scalar(let text, let isQuoted):
      let special = "[]{},#&*!|>'\"%@`:?-\\"
      let isSafe =
        !text.contains { "[]{},#\"\\\n".contains($0) } && !text.contains(": ")
        && !text.hasSuffix(":") && !text.hasPrefix(" ") && !text.hasSuffix(" ")
        && (text.first.map { !special.contains($0) } ?? true)
      if isSafe && !isQuoted { return text }
      // A JSON string is a YAML one.
      return String(decoding: JSONValue.string(text).canonicalBytes(), as: UTF8.self)
    case .list(let elements): return "[" + elements.map(\.text).joined(separator: ", ") + "]"
    case .mapping(let entries):
      return "{" + entries.map { "\($0.key): \($0.value.text)" }.joined(separator: ", ") + "}"
    }
  }
}

extension JSONValue {
  /// What an editor shows to a schema: scalars in quotes are strings, those without are what the
  /// core schema of YAML 1.2 (section 10.3.2) says: null, truths, numbers, else strings.
  ///
  /// Dates stay strings.
  init(asEditorsRead value: YAMLValue) {
    if let entries = value.entries {
      self = .object(
        Dictionary(entries.map { ($0.key.text ?? "", JSONValue(asEditorsRead: $0.value)) }) { $1 })
    } else if let elements = value.elements {
      self = .array(elements.map(JSONValue.init(asEditorsRead:)))
    } else {
      let text = value.text ?? ""
      self = value.isPlain ? Self.core(text) : .string(text)
    }
  }

  private static func core(_ text: String) -> JSONValue {
    switch text {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE": return .bool(true)
    case "false", "False", "FALSE": return .bool(false)
    default: break
    }
    let decimal = #/[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?/#
    if text.wholeMatch(of: decimal) != nil {
      let digits = text.hasPrefix("+") ? String(text.dropFirst()) : text
      return Double(digits).map { .number($0) } ?? .string(text)
    }
    if text.wholeMatch(of: #/0x[0-9a-fA-F]+/#) != nil {
      return UInt64(text.dropFirst(2), radix: 16).map { .number(Double($0)) } ?? .number(1e77)
    }
    return .string(text)
  }
}
