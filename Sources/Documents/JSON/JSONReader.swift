import DaymarkModel

/// Reads one JSON document value by value, without trusting it.
///
/// It accepts RFC 8259 and nothing more: no trailing comma, no other number syntax, and no key
/// twice in an object. The caller asks for the value that must come next and gets `nil` where
/// another one stands; the whole document is then refused.
package struct JSONReader {
  private let bytes: [UInt8]
  private var index = 0
  private var depth = 0
  /// The keys that lead to the value that was refused, from the outermost to the innermost.
  package private(set) var refusedPath: [String] = []

  /// The greatest depth of nested values, which bounds how much of the stack is used.
  package static let greatestDepth = 512

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads a whole document.
  ///
  /// - Returns: `nil` where `read` returns it, and where anything but white space follows the
  ///   value.
  package static func read<Value>(
    _ bytes: [UInt8], _ read: (inout JSONReader) -> Value?
  ) -> Value? {
    var reader = JSONReader(bytes)
    guard let value = read(&reader), reader.isAtEnd else { return nil }
    return value
  }

  /// Whether nothing but white space is left to read.
  package var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return index == bytes.count
    }
  }

  /// The first byte of the next value; `nil` at the end.
  package var next: UInt8? {
    mutating get {
      skipSpace()
      return index < bytes.count ? bytes[index] : nil
    }
  }

  /// Records that the value of a member is not an acceptable one.
  package mutating func refuse(_ name: String) { refusedPath.insert(name, at: 0) }

  // MARK: Values

  /// Reads an object.
  ///
  /// - Parameter member: Gets the bytes of each key, and must read its value.
  /// - Returns: Whether there is an object and each of its values was read.
  package mutating func object(
    _ member: (inout JSONReader, ArraySlice<UInt8>) -> Bool
  ) -> Bool {
    sequence("{", "}") { reader in
      guard let key = reader.keyBytes(), reader.take(":") else { return false }
      return member(&reader, key)
    }
  }

  /// Reads an array.
  ///
  /// - Parameter element: Must read one element.
  /// - Returns: Whether there is an array and each of its elements was read.
  package mutating func array(_ element: (inout JSONReader) -> Bool) -> Bool {
    sequence("[", "]", element)
  }

  private mutating func sequence(
    _ first: Unicode.Scalar, _ last: Unicode.Scalar, _ part: (inout JSONReader) -> Bool
  ) -> Bool {
    guard depth < Self.greatestDepth, take(first) else { return false }
    depth += 1
    defer { depth -= 1 }
    if take(last) { return true }
    repeat {
      guard part(&self) else { return false }
    } while take(",")
    return take(last)
  }

  package mutating func null() -> Bool { word("null") }

  package mutating func bool() -> Bool? {
    if word("true") { return true }
    return word("false") ? false : nil
  }

  /// Reads a number and returns its characters.
  package mutating func number() -> ArraySlice<UInt8>? {
    skipSpace()
    let start = index
    if at("-") { index += 1 }
    let whole = digits()
    guard whole > 0, whole == 1 || bytes[index - whole] != UInt8(ascii: "0") else { return nil }
    if at(".") {
      index += 1
      guard digits() > 0 else { return nil }
    }
    if at("e") || at("E") {
      index += 1
      if at("+") || at("-") { index += 1 }
      guard digits() > 0 else { return nil }
    }
    return bytes[start..<index]
  }

  /// Reads a whole number written without point or exponent.
  package mutating func whole() -> Int? {
    guard let digits = number() else { return nil }
    let isNegative = digits.first == UInt8(ascii: "-")
    var value = 0
    for byte in isNegative ? digits.dropFirst() : digits {
      let (digit, isNoDigit) = byte.subtractingReportingOverflow(UInt8(ascii: "0"))
      let (tens, overflowsTens) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflows) = tens.addingReportingOverflow(Int(digit))
      guard digit < 10, !isNoDigit, !overflowsTens, !overflows else { return nil }
      value = sum
    }
    return isNegative ? -value : value
  }

  package mutating func string() -> String? {
    guard take("\"") else { return nil }
    let start = index
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index += 1
        return text(bytes[start..<index - 1])
      case UInt8(ascii: "\\"): return escapedString(bytes[start..<index])
      case 0..<0x20: return nil
      default: index += 1
      }
    }
    return nil
  }

  package mutating func value() -> JSONValue? {
    switch next {
    case UInt8(ascii: "{"):
      var members: [String: JSONValue] = [:]
      let isRead = object { reader, key in
        guard let name = reader.text(key), let value = reader.value() else { return false }
        return members.updateValue(value, forKey: name) == nil
      }
      return isRead ? .object(members) : nil
    case UInt8(ascii: "["):
      var elements: [JSONValue] = []
      let isRead = array { reader in
        guard let value = reader.value() else { return false }
        elements.append(value)
        return true
      }
      return isRead ? .array(elements) : nil
    case UInt8(ascii: "\""): return string().map { .string($0) }
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return bool().map { .bool($0) }
    case UInt8(ascii: "n"): return null() ? .null : nil
    default:
      guard let digits = number(), let number = Double(String(decoding: digits, as: UTF8.self)),
        number.isFinite
      else { return nil }
      return .number(number)
    }
  }

  /// Reads a value of any kind and drops it.
  package mutating func skip() -> Bool {
    switch next {
    case UInt8(ascii: "{"): object { reader, _ in reader.skip() }
    case UInt8(ascii: "["): array { $0.skip() }
    case UInt8(ascii: "\""): string() != nil
    case UInt8(ascii: "t"), UInt8(ascii: "f"): bool() != nil
    case UInt8(ascii: "n"): null()
    default: number() != nil
    }
  }

  // MARK: Bytes

  private mutating func skipSpace() {
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x0A, 0x0D, 0x09: index += 1
      default: return
      }
    }
  }

  private func at(_ scalar: Unicode.Scalar) -> Bool {
    index < bytes.count && bytes[index] == UInt8(ascii: scalar)
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    skipSpace()
    guard at(scalar) else { return false }
    index += 1
    return true
  }

  private mutating func word(_ word: StaticString) -> Bool {
    skipSpace()
    guard bytes.count - index >= word.utf8CodeUnitCount else { return false }
    for offset in 0..<word.utf8CodeUnitCount where bytes[index + offset] != word.utf8Start[offset] {
      return false
    }
    index += word.utf8CodeUnitCount
    return true
  }

  private mutating func digits() -> Int {
    let start = index
    while index < bytes.count, bytes[index] &- 48 < 10 { index += 1 }
    return index - start
  }

  /// Reads a key and returns the bytes of its text, without copying unless it has escapes.
  private mutating func keyBytes() -> ArraySlice<UInt8>? {
    skipSpace()
    guard at("\"") else { return nil }
    let start = index + 1
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
      if bytes[end] == UInt8(ascii: "\\") || bytes[end] < 0x20 {
        return string().map { Array($0.utf8)[...] }
      }
      end += 1
    }
    guard end < bytes.count else { return nil }
    index = end + 1
    return bytes[start..<end]
  }

  /// Decodes UTF-8; `nil` for bytes that are not valid UTF-8.
  private func text(_ utf8: ArraySlice<UInt8>) -> String? {
    // The validating initialiser costs a quarter of a millisecond at its first call, because it
    // looks up types.
    utf8.allSatisfy { $0 < 0x80 }
      ? String(decoding: utf8, as: UTF8.self) : String(validating: utf8, as: UTF8.self)
  }

  /// Reads the rest of a string from its first escape on.
  private mutating func escapedString(_ plain: ArraySlice<UInt8>) -> String? {
    var read = Array(plain)
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return text(read[...])
      case UInt8(ascii: "\\"):
        guard let scalar = escape() else { return nil }
        read += String(scalar).utf8
      case 0..<0x20: return nil
      default: read.append(byte)
      }
    }
    return nil
  }

  private mutating func escape() -> Unicode.Scalar? {
    guard index < bytes.count else { return nil }
    index += 1
    switch bytes[index - 1] {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return unicodeEscape()
    default: return nil
    }
  }

  private mutating func unicodeEscape() -> Unicode.Scalar? {
    guard let unit = utf16Unit() else { return nil }
    guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(UInt32(unit)) }
    guard at("\\") else { return nil }
    index += 1
    guard at("u") else { return nil }
    index += 1
    guard let trail = utf16Unit(), UTF16.isTrailSurrogate(trail) else { return nil }
    return Unicode.Scalar(0x10000 + (UInt32(unit) & 0x3FF) << 10 + UInt32(trail) & 0x3FF)
  }

  private mutating func utf16Unit() -> UInt16? {
    guard bytes.count - index >= 4 else { return nil }
    let digits = bytes[index..<index + 4]
    index += 4
    guard digits.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) else {
      return nil
    }
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}

extension JSONValue {
  /// The bytes are no JSON, nest deeper than ``JSONReader/greatestDepth``, or have a key twice in
  /// an object.
  package struct Malformed: Error {}

  /// Parses a whole document.
  package init(parsing bytes: some Sequence<UInt8>) throws(Malformed) {
    guard let value = JSONReader.read(Array(bytes), { $0.value() }) else { throw Malformed() }
    self = value
  }
}
