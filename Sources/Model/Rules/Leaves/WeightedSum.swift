/// Values of a day in one unit, each times a number, added up: the way on foot, and a third of that by bicycle.
package struct WeightedSum: Hashable, Sendable {
  /// One of the values, with what it is multiplied by.
  package struct Term: Hashable, Sendable {
    /// The value of a day.
    package let value: DayValue
    /// The factor.
    package let weight: Weight

    package init(_ value: DayValue, times weight: Weight = Weight(1)) {
      self.value = value
      self.weight = weight
    }
  }

  /// The values, each once.
  package let terms: [Term]

  /// So many terms there are at most: nothing overflows that years of days can hold.
  package static let mostTerms = 3

  /// Makes the sum of values; `nil` where there is none, too many, or one twice, or not all are in the same unit.
  package init?(_ terms: [Term]) {
    guard let unit = terms.first?.value.unit, terms.count <= Self.mostTerms,
      terms.allSatisfy({ $0.value.unit == unit }),
      Set(terms.map(\.value)).count == terms.count
    else { return nil }
    self.terms = terms
  }

  /// Steps, and pushes of who moves by wheelchair: their watch counts those in place of steps.
  package static let stepsOrPushes = WeightedSum([
    Term(.metric(.steps)), Term(.metric(.wheelchairPushes)),
  ])

  /// Whether a day on which one of the amounts is recorded lacks nothing: nobody has them all.
  package var takesEither: Bool { self == .stepsOrPushes }

  /// The word for it under `metric:`.
  package static let stepsOrPushesID = "stepsOrPushes"

  /// The unit of the sum.
  package var unit: Unit { terms.first?.value.unit ?? .count }

  /// How many parts a micro-unit is divided into, so that every sum is a whole number of them.
  package var partsOfMicroUnit: Int64 {
    terms.reduce(1) { leastCommonMultiple($0, $1.weight.denominator) }
  }

  /// How many of these parts a micro-unit of a term's value gives.
  package func parts(of term: Term) -> Int128 {
    Int128(term.weight.numerator) * Int128(partsOfMicroUnit / term.weight.denominator)
  }

  /// The step between the sums that there can be, in parts.
  package var step: Int64 {
    terms.reduce(0) { greatestCommonDivisor($0, Int64(parts(of: $1)) * $1.value.step) }
  }
}

/// A positive fraction in lowest terms, which nothing rounds.
package struct Weight: Hashable, Sendable {
  /// The number above the line.
  package let numerator: Int64
  /// The number below the line.
  package let denominator: Int64

  /// The spellings of one: a fraction, or a number with up to two decimals.
  package static let pattern = Pattern(
    "^([1-9][0-9]{0,2}/[1-9][0-9]{0,2}|(?=.*[1-9])[0-9]{1,2}(\\.[0-9]{1,2})?)$")

  /// Makes a whole factor, from 1.
  package init(_ whole: Int64) { (numerator, denominator) = (whole, 1) }

  /// Reads `1/3`, `0.25` or `2`.
  package init?(_ text: String) {
    guard Self.pattern.matches(text) else { return nil }
    let fraction = text.split(separator: "/").compactMap { Int64($0) }
    let decimals = text.split(separator: ".").dropFirst().first ?? ""
    let below = fraction.count == 2 ? fraction[1] : decimals.reduce(1) { power, _ in power * 10 }
    let above = fraction.count == 2 ? fraction[0] : Int64(text.filter { $0 != "." }) ?? 0
    let divisor = greatestCommonDivisor(above, below)
    (numerator, denominator) = (above / divisor, below / divisor)
  }
}

extension Weight: CustomStringConvertible {
  /// `1/3`, `2`; `12.37` where the fraction has too many digits to be read back, and `250/1` where the number has.
  package var description: String {
    let most: Int64 = 999
    if numerator > most {
      // Only a number with two decimals comes to more.
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
