import DaymarkModel

/// Writes RFC 8785 (canonical JSON): no white space, numbers as ECMAScript writes them, and only
/// the necessary escapes.
///
/// The caller must give the keys of an object in UTF-16 order.
package struct JSONWriter {
  /// The bytes written so far, as UTF-8 without a byte-order mark.
  package private(set) var bytes: [UInt8] = []
  private let escapesNonASCII: Bool

  /// Begins an empty document.
  ///
  /// - Parameter escapesNonASCII: Whether every character beyond ASCII is written as `\u` and four
  ///   digits, for documents that pass through software with another encoding.
  package init(escapesNonASCII: Bool = false) { self.escapesNonASCII = escapesNonASCII }

  /// Writes `{`, what `body` writes, and `}`.
  package mutating func object(_ body: (inout JSONWriter) -> Void) {
    beginValue()
    bytes.append(UInt8(ascii: "{"))
    body(&self)
    bytes.append(UInt8(ascii: "}"))
  }

  /// Writes `[`, what `body` writes, and `]`.
  package mutating func array(_ body: (inout JSONWriter) -> Void) {
    beginValue()
    bytes.append(UInt8(ascii: "["))
    body(&self)
    bytes.append(UInt8(ascii: "]"))
  }

  /// Writes the key of the value that is written next.
  package mutating func key(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
  }

  /// Writes the key of the next value, in the form that ``quotedKey(_:)`` returns.
  package mutating func key(quoted name: [UInt8]) {
    beginValue()
    bytes += name
  }

  /// A key with its quotes and colon, prepared once for many objects.
  package static func quotedKey(_ name: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.key(name)
    return writer.bytes
  }

  package mutating func null() { raw("null") }

  package mutating func bool(_ flag: Bool) { raw(flag ? "true" : "false") }

  package mutating func number(_ whole: Int) { raw(String(whole)) }

  /// Writes a number.
  ///
  /// - Precondition: The number is finite, because JSON has no others.
  package mutating func number(_ number: Double) { raw(ecmaScriptText(number)) }

  /// Writes text that is JSON already.
  package mutating func raw(_ json: some StringProtocol) {
    beginValue()
    bytes += json.utf8
  }

  package mutating func string(_ text: String) {
    beginValue()
    bytes.append(UInt8(ascii: "\""))
    if !writeUnescaped(text) { writeScalars(of: text) }
    bytes.append(UInt8(ascii: "\""))
  }

  package mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let flag): bool(flag)
    case .number(let value): number(value)
    case .string(let text): string(text)
    case .array(let elements):
      array { writer in
        for element in elements { writer.value(element) }
      }
    case .object(let members):
      let isASCII = members.keys.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }
      // ASCII strings can be ordered by their bytes, which is fast.
      let ordered = members.sorted { a, b in
        isASCII ? a.key < b.key : a.key.utf16.lexicographicallyPrecedes(b.key.utf16)
      }
      object { writer in
        for member in ordered {
          writer.key(member.key)
          writer.value(member.value)
        }
      }
    }
  }

  /// Writes the comma before a value that follows another.
  private mutating func beginValue() {
    switch bytes.last {
    case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): break
    default: bytes.append(UInt8(ascii: ","))
    }
  }

  /// Writes a text without escapes, and returns whether that was possible.
  private mutating func writeUnescaped(_ text: String) -> Bool {
    let last: UInt8 = escapesNonASCII ? 0x7F : 0xFF
    var text = text
    return text.withUTF8 { utf8 in
      let isPlain = utf8.allSatisfy { byte in
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") && byte <= last
      }
      if isPlain { bytes += utf8 }
      return isPlain
    }
  }

  private mutating func writeScalars(of text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": bytes += #"\""#.utf8
      case "\\": bytes += #"\\"#.utf8
      case "\u{8}": bytes += #"\b"#.utf8
      case "\t": bytes += #"\t"#.utf8
      case "\n": bytes += #"\n"#.utf8
      case "\u{C}": bytes += #"\f"#.utf8
      case "\r": bytes += #"\r"#.utf8
      case _ where scalar.value < 0x20 || (escapesNonASCII && !scalar.isASCII):
        for unit in String(scalar).utf16 { writeEscape(unit) }
      default: bytes += String(scalar).utf8
      }
    }
  }

  private mutating func writeEscape(_ unit: UInt16) {
    let digits = String(unit, radix: 16)
    bytes += (#"\u"# + String(repeating: "0", count: 4 - digits.count) + digits).utf8
  }
}

extension JSONValue {
  /// The RFC 8785 bytes of the document, as ``JSONWriter`` writes them.
  ///
  /// - Parameter escapingNonASCII: Whether every character beyond ASCII is escaped; see
  ///   ``JSONWriter/init(escapesNonASCII:)``. Parsed and canonicalised again, it gives the same
  ///   document.
  /// - Returns: UTF-8, without a byte-order mark.
  package func canonicalBytes(escapingNonASCII: Bool = false) -> [UInt8] {
    var writer = JSONWriter(escapesNonASCII: escapingNonASCII)
    writer.value(self)
    return writer.bytes
  }

  /// The document's RFC 8785 text.
  package var canonicalText: String { String(decoding: canonicalBytes(), as: UTF8.self) }
}
