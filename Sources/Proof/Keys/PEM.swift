import DaymarkDocuments

/// One PEM block: its label and its bytes.
///
/// Source: RFC 7468. Text before and after the block is ignored, so that people can note there
/// whose key it is.
package struct PEM: Hashable, Sendable {
  package var label: String
  package var der: [UInt8]

  package init(_ label: String, _ der: [UInt8]) { (self.label, self.der) = (label, der) }

  /// Reads a block.
  ///
  /// - Returns: `nil` without a block, with a second one, or where its contents are no Base64.
  package init?(_ text: [UInt8]) {
    let lines = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map(\.trimmed)
    let begins = lines.indices.filter { lines[$0].hasPrefix("-----BEGIN ") }
    guard begins.count == 1, let begin = begins.first, lines[begin].hasSuffix("-----") else {
      return nil
    }
    label = String(lines[begin].dropFirst(11).dropLast(5))
    guard let end = lines[begin...].firstIndex(of: "-----END \(label)-----"),
      let der = Base64.bytes(of: lines[begin + 1..<end].joined())
    else { return nil }
    self.der = der
  }

  package var text: String {
    var lines: [String] = []
    var rest = Base64.text(of: der)[...]
    while !rest.isEmpty {
      lines.append(String(rest.prefix(64)))
      rest = rest.dropFirst(64)
    }
    return "-----BEGIN \(label)-----\n\(lines.joined(separator: "\n"))\n-----END \(label)-----\n"
  }
}

extension Substring {
  /// The text without white space at its ends.
  fileprivate var trimmed: Substring {
    let rest = drop(while: \.isWhitespace)
    return rest.lastIndex { !$0.isWhitespace }.map { rest[...$0] } ?? ""
  }
}
