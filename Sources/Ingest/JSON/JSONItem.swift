import DaymarkDocuments
import DaymarkModel

/// A JSON value that a format has asked for.
///
/// Numbers stay the decimals that were written. Of a key given twice the last value counts, as it
/// does for most programs, and `json.duplicate_key` says so.
indirect enum JSONItem: Hashable {
  case object([String: JSONItem])
  case array([JSONItem])
  case string(String)
  case number(DecimalNumber)
  case bool(Bool)
  /// Also the literals `NaN`, `Infinity` and `-Infinity`, which some apps write for a missing figure.
  case null

  /// The member of an object; `nil` when there is none or it is `null`.
  subscript(key: String) -> JSONItem? {
    guard case .object(let members) = self, let member = members[key], member != .null else {
      return nil
    }
    return member
  }

  /// Elements of an array, or nothing.
  var elements: [JSONItem] { if case .array(let elements) = self { elements } else { [] } }

  /// Members of an object, or nothing; in no order.
  var members: [String: JSONItem] { if case .object(let members) = self { members } else { [:] } }

  var text: String? { if case .string(let text) = self { text } else { nil } }

  var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }

  /// A number, or text that is one: many web services quote their numbers.
  var decimal: DecimalNumber? {
    switch self {
    case .number(let number): number
    case .string(let text): DecimalNumber(text)
    default: nil
    }
  }

  /// ``decimal`` rounded to a whole number; `nil` beyond ±9 × 10¹².
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

  /// An amount as a record carries it, or `nil` when the member is missing.
  ///
  /// A member that is no number gives an amount without value, which `Normalize` rejects.
  func amount(_ key: String, _ unit: Unit) -> WrittenAmount? {
    self[key].map { WrittenAmount($0.decimal, .known(unit)) }
  }

  /// A heart rate; zero and negative numbers, which services write for "none", are missing.
  func heartRate(_ key: String) -> WrittenAmount? {
    guard let rate = amount(key, .beatsPerMinute) else { return nil }
    return rate.value.map { $0.isNegative || $0.coefficient == 0 } == true ? nil : rate
  }
}

/// An element of a document, with its place.
struct JSONElement: Hashable {
  /// Index of the path that it stands at, among those asked for.
  var path: Int
  var item: JSONItem
  /// Line of its first byte, from 1.
  var line: Int
  /// Offset of its first byte, from 0.
  var byte: Int
  /// Somewhere in it; the offset is one in the document.
  var repeated: RepeatedJSONKey?
}

/// The offset at which bytes stop being JSON.
struct MalformedJSON: Error {
  var offset: Int
}

/// A key that stands in its object a second time.
struct RepeatedJSONKey: Hashable {
  var key: String
  /// Where it stands again, from 0.
  var offset: Int
}

extension JSONItem {
  /// Reads one value, with nothing but white space after it.
  ///
  /// A string's bytes are taken as they are: invalid UTF-8 becomes U+FFFD, and control characters but
  /// NUL and line feeds stand for themselves. NUL, or two bytes of 0xFF, are a block that was lost.
  /// A number that is no ``DecimalNumber``, such as `1e400`, becomes its text.
  ///
  /// - Parameters:
  ///   - bytes: Whose depth is bounded; see ``JSONScanner``.
  ///   - repeated: Set to the first key that an object has twice.
  init(
    parsing bytes: UnsafeRawBufferPointer, repeated: inout RepeatedJSONKey?
  ) throws(MalformedJSON) {
    var parser = JSONItemParser(bytes: bytes)
    self = try parser.readDocument()
    repeated = parser.repeated
  }

  /// The same, whatever keys it has.
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

  /// The next byte that is no white space.
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

  /// Whether a block that a disk or card lost stands here, rather than text.
  private func isLost(at index: Int) -> Bool {
    let byte = bytes[index]
    return byte == 0 || byte == 0xFF && index + 1 < bytes.count && bytes[index + 1] == 0xFF
  }

  /// The rest of a string that begins at `start` and has its first escape here.
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

  /// The scalar of a UTF-16 unit, taking the second half of a pair; U+FFFD for half a pair.
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
  /// Whether a number or a literal of JSON ends before this byte.
  @inline(__always)
  var endsJSONScalar: Bool {
    switch self {
    case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"),
      UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "\""), 0...0x20:
      true
    default: false
    }
  }

  /// Whether a value of JSON, or what some apps write for one, begins with this byte.
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
