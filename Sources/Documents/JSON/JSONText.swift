extension JSONValue {
  /// The document as text with one member on a line, keys in order; a value with at most one member
  /// stays on its line.
  package func indented(by margin: String = "") -> String {
    func lines(_ open: String, _ parts: [String], _ close: String) -> String {
      let inner = parts.map { "\(margin)  \($0)" }.joined(separator: ",\n")
      return "\(open)\n\(inner)\n\(margin)\(close)"
    }
    switch self {
    case .object(let members) where !members.isEmpty:
      let parts = members.sorted { $0.key < $1.key }.map { key, value in
        "\(JSONValue.string(key).oneLine): \(value.indented(by: margin + "  "))"
      }
      return lines("{", parts, "}")
    case .array(let elements) where elements.contains(where: \.isComposed):
      return lines("[", elements.map { $0.indented(by: margin + "  ") }, "]")
    default: return oneLine
    }
  }

  private var isComposed: Bool {
    switch self {
    case .object, .array: true
    default: false
    }
  }

  private var oneLine: String { String(decoding: canonicalBytes(), as: UTF8.self) }
}
