/// The exact ratio of a written unit to the canonical one: one written unit is `numerator` /
/// `denominator` canonical units.
package struct UnitRatio: Hashable, Sendable {
  package let numerator: Int64
  package let denominator: Int64

  @inlinable
  package init(_ numerator: Int64, _ denominator: Int64 = 1) {
    self.numerator = numerator
    self.denominator = denominator
  }
}

/// A unit that a file or a rule may write; its raw value is its symbol, case as written.
///
/// The table is Semantics, "Quantities".
public enum Unit: String, CaseIterable, Hashable, Sendable {
  case count
  case meter = "m"
  case kilometer = "km"
  case mile = "mi"
  case yard = "yd"
  case foot = "ft"
  case centimeter = "cm"
  case kilocalorie = "kcal"
  /// The dietitian's calorie, which is a kilocalorie; Apple writes it for English locales.
  case largeCalorie = "Cal"
  case calorie = "cal"
  case kilojoule = "kJ"
  case joule = "J"
  case countPerMinute = "count/min"
  case countPerSecond = "count/s"
  case beatsPerMinute = "bpm"
  case minute = "min"
  case second = "s"
  case hour = "hr"
  case secondPerKilometer = "s/km"
  case minutePerKilometer = "min/km"
  case minutePerMile = "min/mi"
  case meterPerSecond = "m/s"
  case kilometerPerHour = "km/h"
  case milePerHour = "mph"
  case kilogram = "kg"
  case pound = "lb"
  /// The body weight of the lifter, of which a load can be a multiple.
  case bodyWeight

  /// The dimension that a unit measures.
  ///
  /// A metric accepts the units of its own dimension.
  package enum Dimension: Sendable {
    case count, length, energy, rate, time, pace, speed, mass, bodyWeights
  }

  package var dimension: Dimension {
    switch self {
    case .count: .count
    case .meter, .kilometer, .mile, .yard, .foot, .centimeter: .length
    case .kilocalorie, .largeCalorie, .calorie, .kilojoule, .joule: .energy
    case .countPerMinute, .countPerSecond, .beatsPerMinute: .rate
    case .minute, .second, .hour: .time
    case .secondPerKilometer, .minutePerKilometer, .minutePerMile: .pace
    case .meterPerSecond, .kilometerPerHour, .milePerHour: .speed
    case .kilogram, .pound: .mass
    case .bodyWeight: .bodyWeights
    }
  }

  /// The number of canonical units (count, m, kcal, bpm, min, s/km, m/s, kg) in one of this unit.
  package var ratio: UnitRatio {
    switch self {
    case .count, .meter, .kilocalorie, .largeCalorie, .countPerMinute, .beatsPerMinute, .minute,
      .secondPerKilometer, .meterPerSecond, .kilogram, .bodyWeight:
      UnitRatio(1)
    case .kilometer: UnitRatio(1000)
    case .mile: UnitRatio(1_609_344, 1000)
    case .yard: UnitRatio(9144, 10_000)
    case .foot: UnitRatio(3048, 10_000)
    case .centimeter: UnitRatio(1, 100)
    case .calorie: UnitRatio(1, 1000)
    case .kilojoule: UnitRatio(1000, 4184)
    case .joule: UnitRatio(1, 4184)
    case .countPerSecond, .hour: UnitRatio(60)
    case .second: UnitRatio(1, 60)
    case .minutePerKilometer: UnitRatio(60)
    case .minutePerMile: UnitRatio(60_000_000, 1_609_344)
    case .kilometerPerHour: UnitRatio(1000, 3600)
    case .milePerHour: UnitRatio(1_609_344, 3_600_000)
    case .pound: UnitRatio(45_359_237, 100_000_000)
    }
  }

  /// The step that daily values in this unit are rounded to: 1 for counts, 0.01 for anything else.
  ///
  /// - Units: micro-units.
  package var dailyStep: Int64 { self == .count ? Quantity(1).microUnits : Quantity.hundredth }
}
