import Foundation

/// The sex classes of lifting contests.
package enum Sex: String, CaseIterable, Hashable, Sendable {
  case female, male
}

/// A kind of contest for which the International Powerlifting Federation defines points.
package struct LiftingContest: Hashable, Sendable {
  /// The lifts that a result counts.
  package enum Event: String, CaseIterable, Hashable, Sendable {
    /// The bench press alone.
    case bench
    /// Squat, bench press and deadlift together.
    case total
  }

  /// Whether lifters wear supportive suits and wraps.
  package enum Equipment: String, CaseIterable, Hashable, Sendable {
    case raw, equipped
  }

  /// The lifts.
  package var event: Event
  /// The clothes.
  package var equipment: Equipment

  package init(_ event: Event, _ equipment: Equipment = .raw) {
    (self.event, self.equipment) = (event, equipment)
  }
}

/// The points that make the loads of lifters of different body weight comparable; see Feats,
/// "Points".
package struct LiftingPoints: Hashable, Sendable {
  /// The points of the DOTS formula.
  package var dots: Quantity?
  /// The points of the formula IPF GL; `nil` without a contest.
  package var ipfGL: Quantity?
  /// The points of the Wilks formula of 1994.
  package var wilks: Quantity?
  /// The points of the Wilks formula of 2020.
  package var wilks2020: Quantity?

  /// Works out the points of a load, each rounded once, to two decimals.
  ///
  /// - Parameters:
  ///   - load: Kilograms.
  ///   - bodyWeight: Kilograms.
  ///   - sex: The lifter's sex class.
  ///   - contest: The kind of contest; `nil` leaves out the IPF GL points.
  package init(load: Quantity, bodyWeight: Quantity, sex: Sex, contest: LiftingContest?) {
    let (load, weight) = (load.kilograms, bodyWeight.kilograms)
    dots = Self.rounded(load * 500 / sex.dots.value(at: weight))
    wilks = Self.rounded(load * 500 / sex.wilks.value(at: weight))
    wilks2020 = Self.rounded(load * 600 / sex.wilks2020.value(at: weight))
    // The federation's formula is defined from this body weight on.
    guard weight >= 35, let contest else { return }
    let (a, b, c) = contest.coefficients(of: sex)
    ipfGL = Self.rounded(load * 100 / (a - b * exp(-c * weight)))
  }

  /// Rounds to two decimals, so that all machines agree although their `exp` may differ in its last
  /// digit.
  private static func rounded(_ points: Double) -> Quantity? {
    guard points >= 0, points < 1e9 else { return nil }
    return Quantity(microUnits: Int64((points * 100).rounded()) * Quantity.hundredth)
  }
}

extension Quantity {
  fileprivate var kilograms: Double { Double(microUnits) / 1_000_000 }
}

/// A polynomial in the body's weight; weights beyond its bounds are moved to the bound.
private struct WeightCurve {
  /// The coefficients, that of the constant term first.
  var coefficients: [Double]
  /// The bounds of the body weight, in kilograms.
  var weights: ClosedRange<Double>

  func value(at weight: Double) -> Double {
    let weight = min(max(weight, weights.lowerBound), weights.upperBound)
    return coefficients.reversed().reduce(0) { $0 * weight + $1 }
  }
}

// Source: OpenPowerlifting, crates/coefficients.
extension Sex {
  fileprivate var dots: WeightCurve {
    switch self {
    case .male:
      WeightCurve(
        coefficients: [-307.75076, 24.0900756, -0.1918759221, 7.391293e-4, -1.0930e-6],
        weights: 40...210)
    case .female:
      WeightCurve(
        coefficients: [-57.96288, 13.6175032, -0.1126655495, 5.158568e-4, -1.0706e-6],
        weights: 40...150)
    }
  }

  fileprivate var wilks: WeightCurve {
    switch self {
    case .male:
      WeightCurve(
        coefficients: [
          -216.0475144, 16.2606339, -0.002388645, -0.00113732, 7.01863e-06, -1.291e-08,
        ], weights: 40...201.9)
    case .female:
      WeightCurve(
        coefficients: [
          594.31747775582, -27.23842536447, 0.82112226871, -0.00930733913, 4.731582e-05, -9.054e-08,
        ], weights: 26.51...154.53)
    }
  }

  fileprivate var wilks2020: WeightCurve {
    switch self {
    case .male:
      WeightCurve(
        coefficients: [
          47.4617885411949, 8.47206137941125, 0.073694103462609, -1.39583381094385e-3,
          7.07665973070743e-06, -1.20804336482315e-08,
        ], weights: 40...200.95)
    case .female:
      WeightCurve(
        coefficients: [
          -125.425539779509, 13.7121941940668, -0.0330725063103405, -1.0504000506583e-3,
          9.38773881462799e-06, -2.3334613884954e-08,
        ], weights: 40...150.95)
    }
  }
}

extension LiftingContest {
  /// The coefficients A, B and C of the formula IPF GL.
  fileprivate func coefficients(of sex: Sex) -> (Double, Double, Double) {
    switch (event, equipment, sex) {
    case (.total, .raw, .male): (1199.72839, 1025.18162, 0.009210)
    case (.total, .raw, .female): (610.32796, 1045.59282, 0.03048)
    case (.total, .equipped, .male): (1236.25115, 1449.21864, 0.01644)
    case (.total, .equipped, .female): (758.63878, 949.31382, 0.02435)
    case (.bench, .raw, .male): (320.98041, 281.40258, 0.01008)
    case (.bench, .raw, .female): (142.40398, 442.52671, 0.04724)
    case (.bench, .equipped, .male): (381.22073, 733.79378, 0.02398)
    case (.bench, .equipped, .female): (221.82209, 357.00377, 0.02937)
    }
  }
}
