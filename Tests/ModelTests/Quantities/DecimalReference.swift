import DaymarkModel

/// The decimal conversion of Semantics, "Quantities", once more: whole numbers of any size as
/// decimal digits, multiplied, compared and subtracted as on paper.
///
/// Slow, and without one line of the code under test.
struct BigNumber {
  /// Least digit first, without zeros in front; empty for zero.
  private(set) var digits: [Int]

  init(_ text: some StringProtocol) {
    digits = text.reversed().compactMap(\.wholeNumberValue)
    trim()
  }

  init(_ value: Int64) { self.init(String(value)) }

  private mutating func trim() { while digits.last == 0 { digits.removeLast() } }

  func times(_ other: BigNumber) -> BigNumber {
    var product = BigNumber("")
    product.digits = Array(repeating: 0, count: digits.count + other.digits.count + 1)
    for (i, a) in digits.enumerated() {
      for (j, b) in other.digits.enumerated() {
        var (place, carry) = (i + j, a * b)
        while carry > 0 {
          carry += product.digits[place]
          product.digits[place] = carry % 10
          carry /= 10
          place += 1
        }
      }
    }
    product.trim()
    return product
  }

  static func powerOfTen(_ exponent: Int) -> BigNumber {
    BigNumber("1" + String(repeating: "0", count: exponent))
  }

  func isLess(than other: BigNumber) -> Bool {
    digits.count != other.digits.count
      ? digits.count < other.digits.count
      : digits.reversed().lexicographicallyPrecedes(other.digits.reversed())
  }

  private func minus(_ other: BigNumber) -> BigNumber {
    var difference = self
    for place in digits.indices {
      difference.digits[place] -= place < other.digits.count ? other.digits[place] : 0
      if difference.digits[place] < 0 {
        difference.digits[place] += 10
        difference.digits[place + 1] -= 1
      }
    }
    difference.trim()
    return difference
  }

  func dividedRoundingHalfUp(by divisor: BigNumber) -> BigNumber {
    var (quotient, remainder) = ("", BigNumber(""))
    for digit in digits.reversed() {
      remainder.digits.insert(digit, at: 0)
      remainder.trim()
      var count = 0
      while !remainder.isLess(than: divisor) {
        remainder = remainder.minus(divisor)
        count += 1
      }
      quotient += String(count)
    }
    let roundsUp = !remainder.times(BigNumber("2")).isLess(than: divisor)
    return BigNumber(quotient).plusOne(if: roundsUp)
  }

  private func plusOne(if condition: Bool) -> BigNumber {
    guard condition else { return self }
    var (sum, place) = (self, 0)
    while place < sum.digits.count, sum.digits[place] == 9 {
      sum.digits[place] = 0
      place += 1
    }
    if place == sum.digits.count { sum.digits.append(0) }
    sum.digits[place] += 1
    return sum
  }

  var text: String {
    digits.isEmpty ? "0" : digits.reversed().map(String.init).joined()
  }
}

/// Micro-units of a number text, or `nil` when it is more than the limit.
///
/// - Parameter text: An unsigned number in the accepted grammar.
func referenceMicroUnits(of text: String, _ ratio: UnitRatio) -> String? {
  let parts = text.lowercased().split(separator: "e")
  let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
  let fraction = mantissa.count > 1 ? mantissa[1] : ""
  let exponent = (parts.count > 1 ? Int(parts[1]) ?? 0 : 0) - fraction.count + 6
  var numerator = BigNumber(mantissa[0] + fraction).times(BigNumber(ratio.numerator))
  var denominator = BigNumber(ratio.denominator)
  if exponent >= 0 {
    numerator = numerator.times(.powerOfTen(exponent))
  } else {
    denominator = denominator.times(.powerOfTen(-exponent))
  }
  let quotient = numerator.dividedRoundingHalfUp(by: denominator)
  return BigNumber("9000000000000000000").isLess(than: quotient) ? nil : quotient.text
}
