/// A number read exactly from decimal text, before any unit is applied.
///
/// The value is ±(`coefficient` + `tail` × 10⁻²⁷) × 10^`exponent`. `coefficient` has up to 37 digits,
/// and `tail` the further ones of a text that has more: none may be dropped, because the decimals of
/// a boundary between two roundings may never end (half a micro-unit in miles).
///
/// Source of the accepted grammar: Semantics, "Quantities".
@usableFromInline
package struct DecimalNumber: Hashable, Sendable {
  /// Whether there is a minus sign, as in `-0`, too.
  @usableFromInline package let isNegative: Bool
  /// The power of ten of the last digit of ``coefficient``.
  @usableFromInline package let exponent: Int
  /// Up to 37 digits as one whole number, without sign and point.
  @usableFromInline package let coefficient: UInt128
  @usableFromInline let tail: UInt128

  /// Makes ±`coefficient` × 10^`exponent`, such as for formats that store scaled integers.
  @inlinable
  package init(isNegative: Bool = false, coefficient: UInt128, exponent: Int = 0) {
    self.init(isNegative: isNegative, coefficient: coefficient, tail: 0, exponent: exponent)
  }

  @inlinable
  init(isNegative: Bool, coefficient: UInt128, tail: UInt128, exponent: Int) {
    self.isNegative = isNegative && coefficient != 0
    self.exponent = exponent
    self.coefficient = coefficient
    self.tail = tail
  }

  /// The exact product of this number and 10^`places`.
  package func scaled(byPowerOfTen places: Int) -> DecimalNumber {
    DecimalNumber(
      isNegative: isNegative, coefficient: coefficient, tail: tail, exponent: exponent + places)
  }

  /// The longest text that is still a number, in bytes without the white space around it.
  static let maximumTextLength = 64
  /// The greatest magnitude of a written exponent.
  static let maximumExponent = 30
  static let maximumDigits = 37
  static let maximumTailDigits = 27

  /// Reads `[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?` with ASCII white space around it ignored.
  ///
  /// - Returns: `nil` for anything else, for text longer than ``maximumTextLength``, and for an
  ///   exponent beyond ±``maximumExponent``.
  package init?(utf8 text: UnsafeBufferPointer<UInt8>) {
    if let number = Self.readFewDigits(text) {
      self = number
      return
    }
    var reader = DecimalReader(text)
    guard let number = reader.read() else { return nil }
    self = number
  }

  /// Reads up to 18 digits with at most one point, which is the usual text; `nil` for anything
  /// else.
  @inline(__always)
  private static func readFewDigits(_ text: UnsafeBufferPointer<UInt8>) -> DecimalNumber? {
    // 18 digits always fit into 64 bits.
    guard text.count <= 18 else { return nil }
    var (coefficient, digits): (UInt64, Int) = (0, 0)
    var digitsBeforePoint: Int?
    for byte in text {
      let digit = byte &- 48
      if digit < 10 {
        coefficient = coefficient &* 10 &+ UInt64(digit)
        digits += 1
      } else if byte == UInt8(ascii: "."), digitsBeforePoint == nil {
        digitsBeforePoint = digits
      } else {
        return nil
      }
    }
    guard digits > 0 else { return nil }
    return DecimalNumber(
      coefficient: UInt128(coefficient), exponent: (digitsBeforePoint ?? digits) - digits)
  }

  /// Reads decimal text; see ``init(utf8:)``.
  package init?(_ text: some StringProtocol) {
    var bytes = Array(text.utf8)
    guard let number = bytes.withUnsafeMutableBufferPointer({ DecimalNumber(utf8: .init($0)) })
    else { return nil }
    self = number
  }

  /// The reason for which a number cannot be an amount.
  package enum ConversionFailure: Error, Hashable {
    /// The number is below zero.
    case negative
    /// The number is above ``Quantity/limit``.
    case tooLarge
  }

  /// Converts this number of a written unit into micro-units of the canonical one: `decimal × ratio
  /// × 10⁶`, rounded once.
  ///
  /// - Parameter ratio: Canonical units per written unit.
  /// - Returns: Micro-units of the canonical unit, rounded half away from zero.
  /// - Throws: ``ConversionFailure`` for a value that no sample may have.
  package func quantity(times ratio: UnitRatio) throws(ConversionFailure) -> Quantity {
    guard coefficient != 0 else { return .zero }
    guard !isNegative else { throw .negative }
    let shift = exponent + 6
    // This is a fast path: the usual record has few digits and few decimals.
    if coefficient <= 0xFFFF_FFFF, tail == 0, shift >= 0, shift <= 8 {
      let scaled = UInt64(coefficient) * UInt64(powersOfTen64[shift])
      let (product, overflow) = scaled.multipliedReportingOverflow(by: UInt64(ratio.numerator))
      if !overflow, product < 1 << 62 {
        let by = UInt64(ratio.denominator)
        // Most units are multiples of the canonical one, and division is slow.
        if by == 1 { return Quantity(microUnits: Int64(product)) }
        let (quotient, remainder) = product.quotientAndRemainder(dividingBy: by)
        let micro = quotient + (remainder >= by - remainder ? 1 : 0)
        return Quantity(microUnits: Int64(micro))
      }
    }
    return try scaledExactly(by: ratio, shift: shift)
  }

  private func scaledExactly(
    by ratio: UnitRatio, shift: Int
  ) throws(ConversionFailure) -> Quantity {
    // 64 digits times a ratio below 10⁷ and 10^shift need more than 128 bits, so digits are
    // multiplied and divided one at a time, as on paper.
    var digits = String(coefficient).utf8.map { UInt64($0 - 48) }
    var shift = shift
    if tail != 0 {
      let further = String(tail).utf8.map { UInt64($0 - 48) }
      digits += Array(repeating: 0, count: Self.maximumTailDigits - further.count) + further
      shift -= Self.maximumTailDigits
    }
    guard digits.count + shift <= 30 else { throw .tooLarge }
    var carry: UInt64 = 0
    for index in digits.indices.reversed() {
      let product = digits[index] * UInt64(ratio.numerator) + carry
      digits[index] = product % 10
      carry = product / 10
    }
    while carry > 0 {
      digits.insert(carry % 10, at: 0)
      carry /= 10
    }
    var wholeDigits = digits.count + shift
    if wholeDigits < 0 {
      // The amount is below a tenth of a micro-unit, whatever the ratio's denominator is.
      return .zero
    }
    if shift > 0 { digits += Array(repeating: 0, count: shift) }
    wholeDigits = min(wholeDigits, digits.count)
    let divisor = UInt64(ratio.denominator)
    var quotient: UInt128 = 0
    var remainder: UInt64 = 0
    for digit in digits.prefix(wholeDigits) {
      let dividend = remainder * 10 + digit
      quotient = quotient * 10 + UInt128(dividend / divisor)
      remainder = dividend % divisor
      guard quotient <= UInt128(Quantity.limit.microUnits) else { throw .tooLarge }
    }
    if fractionReachesHalf(digits.dropFirst(wholeDigits), remainder: remainder, divisor: divisor) {
      quotient += 1
    }
    guard quotient <= UInt128(Quantity.limit.microUnits) else { throw .tooLarge }
    return Quantity(microUnits: Int64(quotient))
  }

  /// Whether (`remainder` + 0.`fraction`) / `divisor` is at least one half.
  ///
  /// The elements of `fraction` are decimal digits after the point.
  private func fractionReachesHalf(
    _ fraction: ArraySlice<UInt64>, remainder: UInt64, divisor: UInt64
  ) -> Bool {
    // Compares twice the remainder, with twice the fraction carried in, with the divisor.
    var carry: UInt64 = 0
    for digit in fraction.reversed() { carry = (digit * 2 + carry) / 10 }
    return remainder * 2 + carry >= divisor
  }
}

@usableFromInline
let powersOfTen64: [UInt64] = [
  1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000,
]

/// One pass over the text of a decimal number.
private struct DecimalReader {
  private let text: UnsafeBufferPointer<UInt8>
  private var position: Int
  private let end: Int

  init(_ text: UnsafeBufferPointer<UInt8>) {
    var start = 0
    var end = text.count
    while start < end, isWhiteSpace(text[start]) { start += 1 }
    while end > start, isWhiteSpace(text[end - 1]) { end -= 1 }
    self.text = text
    position = start
    self.end = end
  }

  mutating func read() -> DecimalNumber? {
    guard end - position <= DecimalNumber.maximumTextLength else { return nil }
    let isNegative = readSign()
    var coefficient: UInt64 = 0
    var wide: UInt128 = 0
    var isWide = false
    var significantDigits = 0
    var digitCount = 0
    var exponent = 0
    var isFraction = false
    var tail: UInt128 = 0
    var tailDigits = 0
    while position < end {
      let byte = text[position]
      if byte == UInt8(ascii: "."), !isFraction {
        isFraction = true
        position += 1
        continue
      }
      let digit = byte &- 48
      guard digit < 10 else { break }
      position += 1
      digitCount += 1
      if significantDigits < 18 {
        coefficient = coefficient &* 10 &+ UInt64(digit)
        if coefficient != 0 { significantDigits += 1 }
        if isFraction { exponent -= 1 }
      } else if significantDigits < DecimalNumber.maximumDigits {
        if !isWide {
          wide = UInt128(coefficient)
          isWide = true
        }
        wide = wide * 10 + UInt128(digit)
        significantDigits += 1
        if isFraction { exponent -= 1 }
      } else {
        tail = tail * 10 + UInt128(digit)
        tailDigits += 1
        if !isFraction { exponent += 1 }
      }
    }
    guard digitCount > 0, let written = readExponent(), position == end else { return nil }
    for _ in tailDigits..<DecimalNumber.maximumTailDigits where tail != 0 { tail *= 10 }
    return DecimalNumber(
      isNegative: isNegative, coefficient: isWide ? wide : UInt128(coefficient), tail: tail,
      exponent: exponent + written)
  }

  private mutating func readSign() -> Bool {
    guard position < end else { return false }
    switch text[position] {
    case UInt8(ascii: "-"):
      position += 1
      return true
    case UInt8(ascii: "+"):
      position += 1
      return false
    default:
      return false
    }
  }

  private mutating func readExponent() -> Int? {
    guard position < end, text[position] | 0x20 == UInt8(ascii: "e") else { return 0 }
    position += 1
    let isNegative = readSign()
    guard position < end else { return nil }
    var exponent = 0
    while position < end {
      let digit = text[position] &- 48
      guard digit < 10 else { return nil }
      exponent = min(exponent * 10 + Int(digit), 1000)
      position += 1
    }
    guard exponent <= DecimalNumber.maximumExponent else { return nil }
    return isNegative ? -exponent : exponent
  }
}

@inline(__always)
private func isWhiteSpace(_ byte: UInt8) -> Bool {
  byte == 0x20 || (byte >= 0x09 && byte <= 0x0D && byte != 0x0B && byte != 0x0C)
}
