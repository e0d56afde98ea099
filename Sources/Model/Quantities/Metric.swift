/// A quantity that is measured for days, such as steps.
///
/// Evidence has an array for each metric except exercise time, which only rules and profiles use.
///
/// The raw value is the order of printing; `id` is the stable name. A new metric is a case with its
/// row here, and its words in Evaluate/Sentences. See Semantics, "Quantities".
public enum Metric: UInt8, CaseIterable, Hashable, Comparable, Sendable {
  case steps, distanceWalkingRunning, distanceCycling, distanceSwimming
  case activeEnergy, heartRate, flightsClimbed, exerciseTime
  case wheelchairPushes, distanceWheelchair
  case sleep

  /// The metric with a stable name; `nil` when there is none.
  package init?(id: some StringProtocol) {
    guard let metric = Metric.allCases.first(where: { $0.id == id }) else { return nil }
    self = metric
  }

  /// The stable name in files, options and output.
  public var id: String { Self.ids[Int(rawValue)] }

  /// Cached, because looking up the name of a case is slow.
  private static let ids = Metric.allCases.map { String(describing: $0) }

  /// Whether amounts add up over time, as they do for every metric except heart rate.
  @inlinable
  package var isCumulative: Bool { self != .heartRate }

  /// Whether the amount of a day is that of the night that ends on it, and whether what one source
  /// records twice counts once; see Semantics, "Sleep".
  package var isOfNights: Bool { self == .sleep }

  /// Whether archives are read for the metric only where somebody asks for it.
  package var isReadOnRequest: Bool { self == .sleep }

  /// The metrics for which every archive is read.
  package static let alwaysRead = allCases.filter { !$0.isReadOnRequest }

  /// Orders metrics as they are printed.
  @inlinable
  public static func < (a: Metric, b: Metric) -> Bool { a.rawValue < b.rawValue }
}

/// The properties of a metric that hold everywhere.
package struct MetricFacts: Sendable {
  package let unit: Unit
  /// The name in Apple Health without its prefix, which is `HKQuantityTypeIdentifier`, or for sleep
  /// `HKCategoryTypeIdentifier`.
  package let appleName: StaticString
  /// The evidence's array of the metric's days, and the member of each day with the value; `nil`
  /// where evidence has none.
  package let evidence: (array: String, value: String)?
  /// Whether the evidence of every subject has the array; otherwise only that of subjects with such
  /// days has.
  package let isOfEverybody: Bool
  /// The most that a person may plausibly reach on a day, in canonical units.
  ///
  /// The figures are round ones of Daymark's own, above what a very active person does on the best
  /// day of a year and near or above records. Messages use them to point out unlikely thresholds;
  /// they decide nothing.
  package let plausibleMost: Quantity
  /// The flag that is raised when a day's extreme figure of the metric exceeds a limit.
  package let extreme: FlagCode?

  fileprivate init(
    _ unit: Unit, apple: StaticString, evidence: (String, String)?, isOfEverybody: Bool = true,
    plausibleMost: Int, extreme: FlagCode? = nil
  ) {
    (self.unit, appleName, self.evidence) = (unit, apple, evidence)
    self.isOfEverybody = isOfEverybody
    (self.plausibleMost, self.extreme) = (Quantity(plausibleMost), extreme)
  }
}

extension Metric {
  package var facts: MetricFacts {
    switch self {
    case .steps:
      MetricFacts(
        // 100 km on foot are some 130,000 steps.
        .count, apple: "StepCount", evidence: ("dailySteps", "steps"), plausibleMost: 100_000,
        extreme: .stepsPerMinute)
    case .distanceWalkingRunning:
      MetricFacts(
        .meter, apple: "DistanceWalkingRunning", evidence: ("dailyDistance", "distanceMeters"),
        // The record of 24 hours is 319 km.
        plausibleMost: 200_000)
    case .distanceCycling:
      MetricFacts(
        .meter, apple: "DistanceCycling", evidence: ("dailyCyclingDistance", "distanceMeters"),
        plausibleMost: 600_000, extreme: .cyclingSpeed)
    case .distanceSwimming:
      MetricFacts(
        .meter, apple: "DistanceSwimming", evidence: ("dailySwimmingDistance", "distanceMeters"),
        plausibleMost: 50_000, extreme: .swimmingSpeed)
    case .activeEnergy:
      MetricFacts(
        .kilocalorie, apple: "ActiveEnergyBurned", evidence: ("dailyActiveEnergy", "kilocalories"),
        // A stage of a three-week cycling race takes some 6000 to 8000 kcal.
        plausibleMost: 12_000, extreme: .energyPerMinute)
    case .heartRate:
      MetricFacts(
        .beatsPerMinute, apple: "HeartRate", evidence: ("dailyHeartRate", "avgBpm"),
        // The highest rate of most people is about 220 less their age.
        plausibleMost: 230, extreme: .constantHeartRate)
    case .flightsClimbed:
      MetricFacts(
        .count, apple: "FlightsClimbed", evidence: ("dailyFlightsClimbed", "flights"),
        // The Burj Khalifa has 163 floors.
        plausibleMost: 1000, extreme: .flightsPerHour)
    case .exerciseTime:
      MetricFacts(
        .minute, apple: "AppleExerciseTime", evidence: nil,
        // A day has at most 1440 minutes, unless the clocks go back.
        plausibleMost: 1440)
    case .wheelchairPushes:
      MetricFacts(
        .count, apple: "PushCount", evidence: ("dailyWheelchairPushes", "pushes"),
        isOfEverybody: false,
        // A marathon takes some 25,000 pushes.
        plausibleMost: 100_000)
    case .distanceWheelchair:
      MetricFacts(
        .meter, apple: "DistanceWheelchair",
        evidence: ("dailyWheelchairDistance", "distanceMeters"), isOfEverybody: false,
        // The fastest finish a marathon in less than an hour and a half.
        plausibleMost: 300_000)
    case .sleep:
      MetricFacts(
        .minute, apple: "SleepAnalysis", evidence: ("dailySleep", "minutes"), isOfEverybody: false,
        plausibleMost: 1440)
    }
  }

  /// The metrics for which evidence has arrays.
  package static let inEvidence: [Metric] = allCases.filter { $0.facts.evidence != nil }

  /// The unit that amounts of the metric are kept and written in.
  public var canonicalUnit: Unit { Self.canonicalUnits[Int(rawValue)] }

  /// Cached, because every record asks for the unit.
  private static let canonicalUnits = Metric.allCases.map(\.facts.unit)

  /// The number of canonical units in one of `unit`, or `nil` when `unit` measures something else.
  package func ratio(of unit: Unit) -> UnitRatio? {
    unit.dimension == canonicalUnit.dimension ? unit.ratio : nil
  }

  /// The step that daily values are rounded to: whole counts, otherwise 0.01.
  ///
  /// - Units: micro-units.
  package var dailyStep: Int64 { canonicalUnit.dailyStep }
}
