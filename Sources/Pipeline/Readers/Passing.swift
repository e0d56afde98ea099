import DaymarkModel

/// What writes values as bytes, or reads them: members are listed once for both ways.
protocol Passing {
  /// Writes the number, or makes it the one that was read.
  mutating func pass(_ number: inout Int64)
  /// The same with bytes.
  mutating func pass(_ bytes: inout [UInt8])
  /// Says that a value is none that was written.
  mutating func refuse()
  /// Whether the values are none that were written.
  var isWrong: Bool { get }
  /// Whether values are made, and not taken.
  static var isReading: Bool { get }
}

struct PackedWriter: Passing {
  static let isReading = false
  private(set) var bytes: [UInt8] = []

  mutating func pass(_ number: inout Int64) {
    // Small numbers of either sign are short: seven bits a byte, the lowest first.
    var rest = UInt64(bitPattern: (number << 1) ^ (number >> 63))
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func pass(_ text: inout [UInt8]) {
    var count = text.count
    pass(&count)
    bytes += text
  }

  mutating func refuse() {}
  var isWrong: Bool { false }
}

struct PackedReader: Passing {
  static let isReading = true
  let bytes: [UInt8]
  private(set) var index = 0
  private(set) var isWrong = false

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func pass(_ number: inout Int64) {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard index < bytes.count, !isWrong else { return refuse() }
      let byte = bytes[index]
      index += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 {
        number = Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
        return
      }
    }
    refuse()
  }

  mutating func pass(_ text: inout [UInt8]) {
    var count = 0
    pass(&count)
    guard !isWrong, count >= 0, count <= bytes.count - index else { return refuse() }
    text = Array(bytes[index..<index + count])
    index += count
  }

  /// Whether every value was read, and nothing is left.
  var isAtEnd: Bool { !isWrong && index == bytes.count }

  mutating func refuse() {
    isWrong = true
    index = bytes.count
  }
}

extension Passing {
  mutating func pass(_ number: inout Int) {
    var value = Int64(number)
    pass(&value)
    number = Int(value)
  }

  mutating func pass(_ flag: inout Bool) {
    var value: Int64 = flag ? 1 : 0
    pass(&value)
    flag = value == 1
  }

  mutating func pass(_ quantity: inout Quantity) {
    pass(&quantity.microUnits)
    if Quantity(exactly: Int128(quantity.microUnits)) == nil { refuse() }
  }

  /// A value that may be missing.
  mutating func pass<Value>(
    _ value: inout Value?, blank: Value, _ each: (inout Self, inout Value) -> Void
  ) {
    var isThere = value != nil
    pass(&isThere)
    guard isThere else {
      value = nil
      return
    }
    var known = value ?? blank
    each(&self, &known)
    value = known
  }

  mutating func pass(_ quantity: inout Quantity?) {
    pass(&quantity, blank: .zero) { $0.pass(&$1) }
  }

  mutating func pass<Value>(
    _ list: inout [Value], blank: Value, _ each: (inout Self, inout Value) -> Void
  ) {
    var count = list.count
    pass(&count)
    guard Self.isReading else {
      for var value in list { each(&self, &value) }
      return
    }
    var passed: [Value] = []
    var index = 0
    while index < count, !isWrong {
      var value = index < list.count ? list[index] : blank
      each(&self, &value)
      passed.append(value)
      index += 1
    }
    list = passed
  }

  /// One of few values.
  mutating func pass<Value: CaseIterable & Equatable>(
    _ value: inout Value
  ) where Value.AllCases == [Value] {
    var index = Value.allCases.firstIndex(of: value) ?? 0
    pass(&index)
    guard Value.allCases.indices.contains(index) else { return refuse() }
    value = Value.allCases[index]
  }

  mutating func pass(_ text: inout String) {
    var bytes = Array(text.utf8)
    pass(&bytes)
    if Self.isReading { text = String(decoding: bytes, as: UTF8.self) }
  }

  mutating func pass(_ digest: inout Digest) {
    var bytes = digest.bytes
    pass(&bytes)
    guard let read = Digest(of32: bytes) else { return refuse() }
    digest = read
  }

  /// A value that has a text.
  mutating func pass<Value>(
    _ value: inout Value, as text: (Value) -> String, _ make: (String) -> Value?
  ) {
    var written = Self.isReading ? "" : text(value)
    pass(&written)
    guard Self.isReading, !isWrong else { return }
    guard let made = make(written) else { return refuse() }
    value = made
  }

  /// A number for each of some keys.
  mutating func pass<Key: Hashable & Comparable>(
    _ counts: inout [Key: Int], as text: (Key) -> String, _ make: (String) -> Key?
  ) {
    var pairs = counts.sorted { $0.key < $1.key }.map { (key: text($0.key), count: $0.value) }
    pass(&pairs, blank: ("", 0)) {
      $0.pass(&$1.key)
      $0.pass(&$1.count)
    }
    guard Self.isReading, !isWrong else { return }
    counts = [:]
    for (written, count) in pairs {
      guard let key = make(written) else { return refuse() }
      counts[key] = count
    }
  }
}
