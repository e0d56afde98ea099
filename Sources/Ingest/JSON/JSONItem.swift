import DaymarkDocuments
import DaymarkModel

/// A JSON value that a format needs.
///
/// Numbers remain the written decimals. If a key is repeated, its last value counts, as in most
/// programs, and `json.duplicate_key` reports it.
indirect enum JSONItem: Hashable {
  case object([String: JSONItem])
  case array([JSONItem])
  case string(String)
  case number(DecimalNumber)
  case bool(Bool)
  /// The value `null`, or one of the literals `NaN`, `Infinity` and `-Infinity`, which some apps
  /// write for a missing figure.
  case null

  /// The member of an object; `nil` where it is absent or `null`.
  subscript(key: String) -> JSONItem? {
    guard case .object(let members) = self, let member = members[key], member != .null else {
      return nil
    }
    return member
  }

  /// The elements of an array; empty for any other value.
  var elements: [JSONItem] { if case .array(let elements) = self { elements } else { [] } }

  /// The members of an object, without order; empty for any other value.
  var members: [String: JSONItem] { if case .object(let members) = self { members } else { [:] } }

  var text: String? { if case .string(let text) = self { text } else { nil } }

  var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }

  /// The value of a number, or of a text that contains one, because many web services quote
  /// numbers.
  var decimal: DecimalNumber? {
    switch self {
    case .number(let number): number
    case .string(let text): DecimalNumber(text)
    default: nil
    }
  }

  /// The value of ``decimal``, rounded to a whole number; `nil` beyond ±9 × 10¹².
  var integer: Int? {
    guard let decimal else { return nil }
    // Quantities are not negative.
    let magnitude =
      decimal.isNegative
      ? DecimalNumber(coefficient: decimal.coefficient, exponent: decimal.exponent) : decimal
    guard let quantity = try? magnitude.quantity(times: UnitRatio(1)) else { return nil }
    let rounded = Int(quantity.rounded(toMultipleOf: 1_000_000).microUnits / 1_000_000)
    return decimal.isNegative ? -rounded : rounded
  }

  /// Returns a member as an amount of a record; `nil` where it is missing.
  ///
  /// A member that is not a number gives an amount without a value, which `Normalize` rejects.
  func amount(_ key: String, _ unit: Unit) -> WrittenAmount? {
    self[key].map { WrittenAmount($0.decimal, .known(unit)) }
  }

  /// Returns a heart rate; `nil` for zero and negative numbers, which services write for none.
  func heartRate(_ key: String) -> WrittenAmount? {
    guard let rate = amount(key, .beatsPerMinute) else { return nil }
    return rate.value.map { $0.isNegative || $0.coefficient == 0 } == true ? nil : rate
  }
}

/// An element of a document, with its place.
struct JSONElement: Hashable {
  /// The index of the element's path among the given ones.
  var path: Int
  var item: JSONItem
  /// The line of the first byte, from 1.
  var line: Int
  /// The offset of the first byte, from 0.
  var byte: Int
  /// The first repeated key in the element, with its offset in the document; `nil` where there is
  /// none.
  var repeated: RepeatedJSONKey?
}

/// The error that bytes are not JSON, with their offset.
struct MalformedJSON: Error {
  var offset: Int
}

/// A key that its object contains a second time.
struct RepeatedJSONKey: Hashable {
  var key: String
  /// The offset of the second occurrence, from 0.
  var offset: Int
}

extension JSONItem {
  /// Reads one value, which only white space may follow.
  ///
  /// Invalid UTF-8 in a string becomes U+FFFD, and control characters are accepted except for NUL
  /// and line feeds. NUL, or two bytes 0xFF, come from a lost block. A number that exceeds
  /// ``DecimalNumber``, such as `1e400`, becomes its text.
  ///
  /// - Parameters:
  ///   - bytes: The bytes, whose depth is limited; see ``JSONScanner``.
  ///   - repeated: The first key that an object has twice.
  init(
    parsing bytes: UnsafeRawBufferPointer, repeated: inout RepeatedJSONKey?
  ) throws(MalformedJSON) {
    var parser = JSONItemParser(bytes: bytes)
    self = try parser.readDocument()
    repeated = parser.repeated
  }

  /// Reads one value as ``init(parsing:repeated:)`` does, without reporting repeated keys.
  init(parsing bytes: UnsafeRawBufferPointer) throws(MalformedJSON) {
    var repeated: RepeatedJSONKey?
    try self.init(parsing: bytes, repeated: &repeated)
  }
}

private struct JSONItemParser {
  let bytes: UnsafeRawBufferPointer
  private(set) var repeated: RepeatedJSONKey?
  private var index = 0

  init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  mutating func readDocument() throws(MalformedJSON) -> JSONItem {
    let item = try readValue()
    skipSpace()
    guard index == bytes.count else { throw MalformedJSON(offset: index) }
    return item
  }

  private mutating func skipSpace() {
    while index < bytes.count, bytes[index] <= 0x20, isSpace(bytes[index]) { index += 1 }
  }

  /// Returns the next byte that is not white space.
  private mutating func next() throws(MalformedJSON) -> UInt8 {
    skipSpace()
    guard index < bytes.count else { throw MalformedJSON(offset: index) }
    return bytes[index]
  }

  private mutating func readValue() throws(MalformedJSON) -> JSONItem {
    switch try next() {
    case UInt8(ascii: "{"): return .object(try readMembers())
    case UInt8(ascii: "["): return .array(try readElements())
    case UInt8(ascii: "\""): return .string(try readString())
    default: return try readScalar()
    }
  }

  private mutating func readElements() throws(MalformedJSON) -> [JSONItem] {
    var elements: [JSONItem] = []
    index += 1
    if try next() == UInt8(ascii: "]") {
      index += 1
      return elements
    }
    repeat {
      elements.append(try readValue())
    } while try readSeparator(closing: UInt8(ascii: "]"))
    return elements
  }

  private mutating func readMembers() throws(MalformedJSON) -> [String: JSONItem] {
    var members: [String: JSONItem] = [:]
    index += 1
    if try next() == UInt8(ascii: "}") {
      index += 1
      return members
    }
    repeat {
      guard try next() == UInt8(ascii: "\"") else { throw MalformedJSON(offset: index) }
      let start = index
      let key = try readString()
      guard try next() == UInt8(ascii: ":") else { throw MalformedJSON(offset: index) }
      index += 1
      if members.updateValue(try readValue(), forKey: key) != nil, repeated == nil {
        repeated = RepeatedJSONKey(key: key, offset: start)
      }
    } while try readSeparator(closing: UInt8(ascii: "}"))
    return members
  }

  /// Whether another value follows.
  private mutating func readSeparator(closing: UInt8) throws(MalformedJSON) -> Bool {
    let byte = try next()
    guard byte == UInt8(ascii: ",") || byte == closing else { throw MalformedJSON(offset: index) }
    index += 1
    return byte != closing
  }

  // MARK: Scalars

  private mutating func readScalar() throws(MalformedJSON) -> JSONItem {
    let start = index
    while index < bytes.count, isScalarByte(bytes[index]) { index += 1 }
    let text = UnsafeRawBufferPointer(rebasing: bytes[start..<index])
    if let first = text.first, first == UInt8(ascii: "-") || first &- 48 < 10,
      text.last != UInt8(ascii: ".")
    {
      if let number = DecimalNumber(utf8: text.bindMemory(to: UInt8.self)) {
        return .number(number)
      }
      if text.allSatisfy(isNumberByte) { return .string(String(decoding: text, as: UTF8.self)) }
    }
    for (literal, item) in literals where text.elementsEqual(literal.utf8) { return item }
    throw MalformedJSON(offset: start)
  }

  private mutating func readString() throws(MalformedJSON) -> String {
    index += 1
    let start = index
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        defer { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
      case UInt8(ascii: "\\"): return try readEscapedString(from: start)
      case UInt8(ascii: "\n"): throw MalformedJSON(offset: index)
      case _ where isLost(at: index): throw MalformedJSON(offset: index)
      default: index += 1
      }
    }
    throw MalformedJSON(offset: index)
  }

  /// Whether a lost block of a disk or card begins here instead of text.
  private func isLost(at index: Int) -> Bool {
    let byte = bytes[index]
    return byte == 0 || byte == 0xFF && index + 1 < bytes.count && bytes[index + 1] == 0xFF
  }

  /// Reads the rest of a string that begins at `start` and has its first escape here.
  private mutating func readEscapedString(from start: Int) throws(MalformedJSON) -> String {
    var text = Array(bytes[start..<index])
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text += String(try readEscape()).utf8
      case UInt8(ascii: "\n"): throw MalformedJSON(offset: index)
      case _ where isLost(at: index): throw MalformedJSON(offset: index)
      default:
        text.append(byte)
        index += 1
      }
    }
    throw MalformedJSON(offset: index)
  }

  private mutating func readEscape() throws(MalformedJSON) -> Unicode.Scalar {
    let start = index
    guard index + 1 < bytes.count else { throw MalformedJSON(offset: start) }
    let letter = bytes[index + 1]
    index += 2
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      guard let unit = readHex() else { throw MalformedJSON(offset: start) }
      return scalar(of: unit)
    default: throw MalformedJSON(offset: start)
    }
  }

  /// Returns the scalar of a UTF-16 unit, including the second half of a pair; U+FFFD for half a
  /// pair.
  private mutating func scalar(of unit: UInt32) -> Unicode.Scalar {
    if let scalar = Unicode.Scalar(unit) { return scalar }
    let mark = index
    guard unit < 0xDC00, index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u")
    else { return "\u{FFFD}" }
    index += 2
    guard let low = readHex(), low >= 0xDC00, low < 0xE000,
      let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    else {
      index = mark
      return "\u{FFFD}"
    }
    return scalar
  }

  private mutating func readHex() -> UInt32? {
    guard index + 4 <= bytes.count else { return nil }
    var unit: UInt32 = 0
    for byte in bytes[index..<(index + 4)] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        return nil
      }
      unit = unit << 4 | UInt32(digit)
    }
    index += 4
    return unit
  }
}

private let literals: [(String, JSONItem)] = [
  ("null", .null), ("true", .bool(true)), ("false", .bool(false)),
  ("NaN", .null), ("Infinity", .null), ("-Infinity", .null),
]

private func isSpace(_ byte: UInt8) -> Bool {
  byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
}

private func isScalarByte(_ byte: UInt8) -> Bool {
  isNumberByte(byte) || byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
}

private func isNumberByte(_ byte: UInt8) -> Bool {
  byte &- 48 < 10 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
    || byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e")
}

extension UInt8 {
  /// Whether the byte ends a number or a literal of JSON.
  @inline(__always)
  var endsJSONScalar: Bool {
    switch self {
    case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"),
      UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "\""), 0...0x20:
      true
    default: false
    }
  }

  /// Whether the byte begins a JSON value, or one of the literals of some apps.
  var beginsJSONValue: Bool {
    switch self {
    case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "\""), UInt8(ascii: "-"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "t"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "I"):
      true
    default: false
    }
  }
}
