/// The metrics: seven that every evidence document has an array for, and exercise time, which rules and
/// profiles may use.
///
/// The raw value is the order of printing; `id` is the stable name. See Semantics, "Quantities".
public enum Metric: UInt8, CaseIterable, Hashable, Comparable, Sendable {
  case steps, distanceWalkingRunning, distanceCycling, distanceSwimming
  case activeEnergy, heartRate, flightsClimbed, exerciseTime

  /// The seven metrics that every evidence document has an array for.
  public static let seven: [Metric] = allCases.filter { $0 != .exerciseTime }

  /// The metric of that stable name; `nil` when there is none.
  public init?(id: some StringProtocol) {
    guard let metric = Metric.allCases.first(where: { $0.id == id }) else { return nil }
    self = metric
  }

  /// The stable name in files, options and output.
  public var id: String { String(describing: self) }

  /// Whether amounts add up over time; heart rate alone does not.
  @inlinable
  public var isCumulative: Bool { self != .heartRate }

  /// The unit that amounts of the metric are kept and written in.
  public var canonicalUnit: Unit {
    switch self {
    case .steps, .flightsClimbed: .count
    case .distanceWalkingRunning, .distanceCycling, .distanceSwimming: .meter
    case .activeEnergy: .kilocalorie
    case .heartRate: .beatsPerMinute
    case .exerciseTime: .minute
    }
  }

  /// Canonical units in one of `unit`, or `nil` when `unit` measures something else.
  public func ratio(of unit: Unit) -> UnitRatio? {
    unit.dimension == canonicalUnit.dimension ? unit.ratio : nil
  }

  /// The step that daily values are rounded to: whole counts, otherwise 0.01.
  ///
  /// - Units: micro-units.
  public var dailyStep: Int64 { canonicalUnit.dailyStep }

  /// Orders metrics as they are printed.
  @inlinable
  public static func < (a: Metric, b: Metric) -> Bool { a.rawValue < b.rawValue }
}
