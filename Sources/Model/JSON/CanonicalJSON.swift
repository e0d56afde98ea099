extension JSONValue {
  /// The document's RFC 8785 bytes: keys in UTF-16 order, ECMAScript number text, no white space.
  ///
  /// - Parameter escapingNonASCII: Writes everything beyond ASCII as `\u` and four digits, for bodies
  ///   that pass through software of unknown encoding. Parsed and canonicalised again it is the same
  ///   document.
  /// - Returns: UTF-8, without a byte-order mark.
  package func canonicalBytes(escapingNonASCII: Bool = false) -> [UInt8] {
    var writer = CanonicalWriter(escapingNonASCII: escapingNonASCII)
    writer.write(self)
    return writer.bytes
  }

  /// ``canonicalBytes(escapingNonASCII:)`` as text.
  package var canonicalText: String { String(decoding: canonicalBytes(), as: UTF8.self) }
}

/// The writer of RFC 8785 bytes.
private struct CanonicalWriter {
  var bytes: [UInt8] = []
  let escapingNonASCII: Bool

  mutating func write(_ value: JSONValue) {
    switch value {
    case .null: bytes += "null".utf8
    case .bool(let flag): bytes += (flag ? "true" : "false").utf8
    case .number(let number): bytes += ecmaScriptText(number).utf8
    case .string(let text): write(text)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(element)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members): write(members)
    }
  }

  private mutating func write(_ members: [String: JSONValue]) {
    let isASCII = members.keys.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }
    // Of ASCII the order of strings is that of bytes, and fast.
    let ordered = members.sorted { a, b in
      isASCII ? a.key < b.key : a.key.utf16.lexicographicallyPrecedes(b.key.utf16)
    }
    bytes.append(UInt8(ascii: "{"))
    for (index, member) in ordered.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      write(member.key)
      bytes.append(UInt8(ascii: ":"))
      write(member.value)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    if !writeUnescaped(text) { writeScalars(of: text) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a text as it is, unless something in it must be escaped.
  private mutating func writeUnescaped(_ text: String) -> Bool {
    let last: UInt8 = escapingNonASCII ? 0x7F : 0xFF
    var text = text
    return text.withUTF8 { utf8 in
      let isPlain = utf8.allSatisfy { byte in
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
          && byte <= last
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
      case _ where scalar.value < 0x20 || (escapingNonASCII && !scalar.isASCII):
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

/// `Number::toString` of ECMA-262, section 6.1.6.1.20, which RFC 8785 asks for.
///
/// - Precondition: `number` is finite; JSON has no other.
func ecmaScriptText(_ number: Double) -> String {
  // Nearly all are whole numbers that a double holds exactly.
  if number.magnitude < 9e15, let whole = Int64(exactly: number) { return String(whole) }
  // Swift gives the shortest digits that read back as the same double, as ECMAScript wants; only
  // the place of the point and the exponent differ.
  let parts = number.magnitude.description.split(separator: "e")
  let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
  let fraction = mantissa.count > 1 ? String(mantissa[1]) : ""
  var digits = String(mantissa[0]) + fraction
  var point = mantissa[0].count + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
  let leadingZeros = digits.prefix { $0 == "0" }.count
  digits.removeFirst(leadingZeros)
  point -= leadingZeros
  while digits.last == "0" { digits.removeLast() }
  let sign = number < 0 ? "-" : ""
  return sign + ecmaScriptText(digits: digits, point: point)
}

/// The text of `0.digits` × 10^`point`, where `digits` begins and ends with no zero.
///
/// `point` is the specification's *n*; a whole number, a fraction, or one with an exponent.
private func ecmaScriptText(digits: String, point: Int) -> String {
  if point > 21 || point < -5 {
    let exponent = point - 1
    let fraction = digits.count > 1 ? "." + digits.dropFirst() : ""
    return digits.prefix(1) + fraction + "e" + (exponent < 0 ? "" : "+") + String(exponent)
  }
  if point >= digits.count {
    return digits + String(repeating: "0", count: point - digits.count)
  }
  if point > 0 {
    return digits.prefix(point) + "." + digits.dropFirst(point)
  }
  return "0." + String(repeating: "0", count: -point) + digits
}
