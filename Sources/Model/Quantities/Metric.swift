/// A quantity that days have.
///
/// Evidence has an array for each, but for exercise time, which rules and profiles may use.
///
/// The raw value is the order of printing; `id` is the stable name. A new metric is a case with its row
/// here, and its words in Evaluate/Sentences. See Semantics, "Quantities".
public enum Metric: UInt8, CaseIterable, Hashable, Comparable, Sendable {
  case steps, distanceWalkingRunning, distanceCycling, distanceSwimming
  case activeEnergy, heartRate, flightsClimbed, exerciseTime
  case wheelchairPushes, distanceWheelchair

  /// The metric of that stable name; `nil` when there is none.
  package init?(id: some StringProtocol) {
    guard let metric = Metric.allCases.first(where: { $0.id == id }) else { return nil }
    self = metric
  }

  /// The stable name in files, options and output.
  public var id: String { Self.ids[Int(rawValue)] }

  /// Made once, for the name of a case is slow to find.
  private static let ids = Metric.allCases.map { String(describing: $0) }

  /// Whether amounts add up over time; heart rate alone does not.
  @inlinable
  package var isCumulative: Bool { self != .heartRate }

  /// Orders metrics as they are printed.
  @inlinable
  public static func < (a: Metric, b: Metric) -> Bool { a.rawValue < b.rawValue }
}

/// The facts of a metric, wherever it is met.
package struct MetricFacts: Sendable {
  package let unit: Unit
  /// The name in Apple Health, behind `HKQuantityTypeIdentifier`.
  package let appleName: StaticString
  /// The array of its days in evidence, and the field of a day that has the value.
  package let evidence: (array: String, value: String)?
  /// Whether evidence has that array of everybody; of the other metrics it has the array of who has such days.
  package let isOfEverybody: Bool
  /// The most that a person may plausibly reach on a day, in canonical units.
  ///
  /// Daymark's own round figures, well above what a very active person does on the best day of a year
  /// and above, or near, what records are; they decide nothing.
  package let plausibleMost: Quantity
  /// The flag whose limit a day's extreme is compared with.
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
        // 100 km on foot are some 130,000.
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
        // A stage of a three-week cycling race takes some 6000 to 8000.
        plausibleMost: 12_000, extreme: .energyPerMinute)
    case .heartRate:
      MetricFacts(
        .beatsPerMinute, apple: "HeartRate", evidence: ("dailyHeartRate", "avgBpm"),
        // 220 less the age is what most hearts reach.
        plausibleMost: 230, extreme: .constantHeartRate)
    case .flightsClimbed:
      MetricFacts(
        .count, apple: "FlightsClimbed", evidence: ("dailyFlightsClimbed", "flights"),
        // The Burj Khalifa has 163.
        plausibleMost: 1000, extreme: .flightsPerHour)
    case .exerciseTime:
      MetricFacts(
        .minute, apple: "AppleExerciseTime", evidence: nil,
        // No day has more minutes, but for one at the end of summer time.
        plausibleMost: 1440)
    case .wheelchairPushes:
      MetricFacts(
        .count, apple: "PushCount", evidence: ("dailyWheelchairPushes", "pushes"),
        isOfEverybody: false,
        // A marathon takes some 25,000.
        plausibleMost: 100_000)
    case .distanceWheelchair:
      MetricFacts(
        .meter, apple: "DistanceWheelchair",
        evidence: ("dailyWheelchairDistance", "distanceMeters"), isOfEverybody: false,
        // A marathon takes the fastest less than an hour and a half.
        plausibleMost: 300_000)
    }
  }

  /// The metrics that evidence has arrays for.
  package static let inEvidence: [Metric] = allCases.filter { $0.facts.evidence != nil }

  /// The unit that amounts of the metric are kept and written in.
  public var canonicalUnit: Unit { Self.canonicalUnits[Int(rawValue)] }

  /// Made once, for each record asks for it.
  private static let canonicalUnits = Metric.allCases.map(\.facts.unit)

  /// Canonical units in one of `unit`, or `nil` when `unit` measures something else.
  package func ratio(of unit: Unit) -> UnitRatio? {
    unit.dimension == canonicalUnit.dimension ? unit.ratio : nil
  }

  /// The step that daily values are rounded to: whole counts, otherwise 0.01.
  ///
  /// - Units: micro-units.
  package var dailyStep: Int64 { canonicalUnit.dailyStep }
}
