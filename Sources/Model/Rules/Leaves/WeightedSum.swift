/// A sum of values of a day in one unit, each times a number, such as the distance on foot plus a
/// third of that by bicycle.
package struct WeightedSum: Hashable, Sendable {
  /// One value of the sum and its factor.
  package struct Term: Hashable, Sendable {
    package let value: DayValue
    /// The factor of the value.
    package let weight: Weight

    package init(_ value: DayValue, times weight: Weight = Weight(1)) {
      self.value = value
      self.weight = weight
    }
  }

  /// The values with their factors; each value stands once.
  package let terms: [Term]

  /// The greatest number of terms, so that no sum over years of days overflows.
  package static let mostTerms = 3

  /// Makes a sum; `nil` for no terms, too many, a value that stands twice, or values in different
  /// units.
  package init?(_ terms: [Term]) {
    guard let unit = terms.first?.value.unit, terms.count <= Self.mostTerms,
      terms.allSatisfy({ $0.value.unit == unit }),
      Set(terms.map(\.value)).count == terms.count
    else { return nil }
    self.terms = terms
  }

  /// Steps plus wheelchair pushes, which the watch of a wheelchair user counts in place of steps.
  package static let stepsOrPushes = WeightedSum([
    Term(.metric(.steps)), Term(.metric(.wheelchairPushes)),
  ])

  /// Whether a day is complete with only one of the amounts recorded, because no device records
  /// both.
  package var takesEither: Bool { self == .stepsOrPushes }

  /// The text that names ``stepsOrPushes`` under `metric:` in rules.
  package static let stepsOrPushesID = "stepsOrPushes"

  package var unit: Unit { terms.first?.value.unit ?? .count }

  /// The parts into which a micro-unit is divided, so that every sum is a whole number of them.
  package var partsOfMicroUnit: Int64 {
    terms.reduce(1) { leastCommonMultiple($0, $1.weight.denominator) }
  }

  /// The number of the sum's parts that one micro-unit of a term's value contributes.
  package func parts(of term: Term) -> Int128 {
    Int128(term.weight.numerator) * Int128(partsOfMicroUnit / term.weight.denominator)
  }

  /// The step between possible sums, in parts.
  package var step: Int64 {
    terms.reduce(0) { greatestCommonDivisor($0, Int64(parts(of: $1)) * $1.value.step) }
  }
}

/// A positive fraction in lowest terms, kept exactly.
package struct Weight: Hashable, Sendable {
  package let numerator: Int64
  package let denominator: Int64

  /// The accepted spellings: a fraction, or a number with up to two decimals.
  package static let pattern = Pattern(
    "^([1-9][0-9]{0,2}/[1-9][0-9]{0,2}|(?=.*[1-9])[0-9]{1,2}(\\.[0-9]{1,2})?)$")

  /// Makes a whole factor, from 1 up.
  package init(_ whole: Int64) { (numerator, denominator) = (whole, 1) }

  /// Makes a fraction; `nil` where a rule cannot write it.
  package init?(_ numerator: Int64, over denominator: Int64) {
    let divisor = greatestCommonDivisor(numerator, denominator)
    self.init("\(numerator / divisor)/\(denominator / divisor)")
  }

  /// Reads a factor such as `1/3`, `0.25` or `2`.
  package init?(_ text: String) {
    guard Self.pattern.matches(text) else { return nil }
    let fraction = text.split(separator: "/").compactMap { Int64($0) }
    let decimals = text.split(separator: ".").dropFirst().first ?? ""
    let below = fraction.count == 2 ? fraction[1] : decimals.reduce(1) { power, _ in power * 10 }
    let above = fraction.count == 2 ? fraction[0] : Int64(text.filter { $0 != "." }) ?? 0
    let divisor = greatestCommonDivisor(above, below)
    (numerator, denominator) = (above / divisor, below / divisor)
  }

  /// The factor to the nearest millionth, which no other factor shares.
  ///
  /// Two factors differ by a millionth and more, for no denominator exceeds 999.
  package var toMillionths: Quantity {
    Quantity(
      microUnits: Int64(
        dividedRounding(Int128(numerator) * 1_000_000, by: Int128(denominator))))
  }
}

extension Weight: CustomStringConvertible {
  /// The factor as text that can be read back, such as `1/3` or `2`.
  ///
  /// It is written as `12.37` where the fraction has too many digits for that, and as `250/1` where
  /// the number has.
  package var description: String {
    let most: Int64 = 999
    if numerator > most {
      // Only a factor written as a number with two decimals has so large a numerator.
      let hundredths = numerator * 100 / denominator
      return "\(hundredths / 100).\(hundredths % 100 / 10)\(hundredths % 10)"
    }
    return denominator == 1 && numerator < 100 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }
}

private func greatestCommonDivisor(_ a: Int64, _ b: Int64) -> Int64 {
  b == 0 ? a : greatestCommonDivisor(b, a % b)
}

private func leastCommonMultiple(_ a: Int64, _ b: Int64) -> Int64 {
  a / greatestCommonDivisor(a, b) * b
}
