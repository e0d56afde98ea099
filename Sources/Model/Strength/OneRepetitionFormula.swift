import Foundation

/// A formula that estimates the greatest load for one repetition from one set.
///
/// The estimate is a tool for training, not a lift that was done; see Strength, "Formulas".
package enum OneRepetitionFormula: String, CaseIterable, Hashable, Sendable {
  case epley, brzycki, lander, lombardi, mayhew, oconner, wathan
  /// By the rate of perceived exertion; there is no estimate where the effort is not given.
  case rpe

  /// The most repetitions from which a maximum is estimated; of more, the errors are too large.
  package static let mostRepetitions = 12

  /// The greatest load for one repetition that a set lets expect.
  ///
  /// - Parameters:
  ///   - load: All that is lifted, with the body's weight where it comes to it; in kilograms.
  ///   - effort: Only ``rpe`` asks for it.
  /// - Returns: Kilograms, rounded once, to the gram; `nil` above ``mostRepetitions``, below one, and
  ///   without a load.
  package func estimate(load: Quantity, repetitions: Int, effort: Effort? = nil) -> Quantity? {
    guard (1...Self.mostRepetitions).contains(repetitions), load > .zero else { return nil }
    return unlimitedEstimate(load: load, repetitions: repetitions, effort: effort)
  }

  /// The estimate without a limit on repetitions, which the published figures of some formulas go beyond.
  func unlimitedEstimate(load: Quantity, repetitions: Int, effort: Effort?) -> Quantity? {
    if self == .rpe { return estimateByEffort(load, repetitions, effort) }
    // Mayhew's and Wathan's curves do not pass through the load of a single repetition.
    guard repetitions > 1 else { return load }
    let count = Int128(repetitions)
    switch self {
    case .epley: return load.scaled(30 + count, 30)
    case .brzycki: return load.scaled(36, 37 - count)
    // 100 / (101.3 − 2.67123 r).
    case .lander: return load.scaled(10_000_000, 10_130_000 - 267_123 * count)
    case .oconner: return load.scaled(1000 + 25 * count, 1000)
    case .lombardi: return load.scaled(pow(Double(repetitions), 0.10))
    case .mayhew: return load.scaled(100 / (52.2 + 41.9 * exp(-0.055 * Double(repetitions))))
    case .wathan: return load.scaled(100 / (48.8 + 53.8 * exp(-0.075 * Double(repetitions))))
    case .rpe: return nil
    }
  }

  /// The curve of OpenPowerlifting's calculator: the share of the maximum by how many repetitions further
  /// than one the set could have gone.
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
  /// A gram, where the unit is the kilogram.
  private static let gram: Int64 = 1000

  fileprivate func scaled(_ numerator: Int128, _ denominator: Int128) -> Quantity? {
    guard denominator > 0 else { return nil }
    let grams = dividedRounding(
      Int128(microUnits) * numerator, by: denominator * Int128(Self.gram))
    return Quantity(exactly: grams * Int128(Self.gram))
  }

  /// The one place where an estimate passes through floating point: powers of e and of tenths are no
  /// fractions.
  ///
  /// To the gram the answer is the same on every machine.
  fileprivate func scaled(_ factor: Double) -> Quantity? {
    let grams = (Double(microUnits) * factor / Double(Self.gram)).rounded()
    return Int64(exactly: grams).flatMap { Quantity(exactly: Int128($0) * Int128(Self.gram)) }
  }
}
