import Foundation

/// A formula that estimates the one-repetition maximum, the greatest load for one repetition, from
/// one set.
///
/// The estimate is a tool for training, not a lift that was done; see Strength, "Formulas".
package enum OneRepetitionFormula: String, CaseIterable, Hashable, Sendable {
  case epley, brzycki, lander, lombardi, mayhew, oconner, wathan
  /// The estimate from the rate of perceived exertion; a set without a stated effort has none.
  case rpe

  /// The most repetitions from which a maximum is estimated; with more, the errors are too large.
  package static let mostRepetitions = 12

  /// Estimates the one-repetition maximum from a set.
  ///
  /// - Parameters:
  ///   - load: Everything that is lifted, including the body weight where it is moved; in
  ///     kilograms.
  ///   - repetitions: The repetitions of the set.
  ///   - effort: The effort of the set, which only ``rpe`` uses.
  /// - Returns: Kilograms, rounded once, to the gram; `nil` above ``mostRepetitions``, below one,
  ///   and without a load.
  package func estimate(load: Quantity, repetitions: Int, effort: Effort? = nil) -> Quantity? {
    guard (1...Self.mostRepetitions).contains(repetitions), load > .zero else { return nil }
    return unlimitedEstimate(load: load, repetitions: repetitions, effort: effort)
  }

  /// The estimate without the bound on repetitions, because the published tables of some formulas
  /// go beyond it.
  func unlimitedEstimate(load: Quantity, repetitions: Int, effort: Effort?) -> Quantity? {
    if self == .rpe { return estimateByEffort(load, repetitions, effort) }
    // The curves of Mayhew and Wathan do not give the load itself for one repetition.
    guard repetitions > 1 else { return load }
    let count = Int128(repetitions)
    switch self {
    case .epley: return load.scaled(30 + count, 30)
    case .brzycki: return load.scaled(36, 37 - count)
    // The formula is 100 / (101.3 − 2.67123 r).
    case .lander: return load.scaled(10_000_000, 10_130_000 - 267_123 * count)
    case .oconner: return load.scaled(1000 + 25 * count, 1000)
    case .lombardi: return load.scaled(pow(Double(repetitions), 0.10))
    case .mayhew: return load.scaled(100 / (52.2 + 41.9 * exp(-0.055 * Double(repetitions))))
    case .wathan: return load.scaled(100 / (48.8 + 53.8 * exp(-0.075 * Double(repetitions))))
    case .rpe: return nil
    }
  }

  /// The estimate by OpenPowerlifting's curve: the share of the maximum, by how many more
  /// repetitions than one the lifter could have done.
  private func estimateByEffort(_ load: Quantity, _ count: Int, _ effort: Effort?) -> Quantity? {
    guard let effort else { return nil }
    let further = Double(effort.reserveTenths) / 10 + Double(count - 1)
    guard further > 0 else { return further == 0 ? load : nil }
    let percent =
      switch further {
      case 16...: 50.0
      case ...2.92: 0.347619 * further * further - 4.60714 * further + 99.9667
      default: -2.64249 * further + 97.0955
      }
    return load.scaled(100 / percent)
  }
}

extension Quantity {
  /// One gram.
  ///
  /// - Units: micro-units of the kilogram.
  private static let gram: Int64 = 1000

  fileprivate func scaled(_ numerator: Int128, _ denominator: Int128) -> Quantity? {
    guard denominator > 0 else { return nil }
    let grams = dividedRounding(
      Int128(microUnits) * numerator, by: denominator * Int128(Self.gram))
    return Quantity(exactly: grams * Int128(Self.gram))
  }

  /// The amount times a factor, rounded to the gram.
  ///
  /// This is the only place where an estimate passes through floating point, because powers of e
  /// and of tenths are no fractions. To the gram the result is the same on every machine.
  fileprivate func scaled(_ factor: Double) -> Quantity? {
    let grams = (Double(microUnits) * factor / Double(Self.gram)).rounded()
    return Int64(exactly: grams).flatMap { Quantity(exactly: Int128($0) * Int128(Self.gram)) }
  }
}
