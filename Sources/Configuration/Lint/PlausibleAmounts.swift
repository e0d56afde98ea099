import DaymarkModel

/// The most that a person may plausibly reach; a threshold beyond it is probably a slip, such as an
/// extra zero or another unit.
///
/// Those of metrics are ``MetricFacts/plausibleMost``.
enum PlausibleAmounts {
  /// The most on one day, in the canonical unit.
  static func most(of value: DayValue) -> Quantity {
    switch value {
    case .metric(let metric): metric.facts.plausibleMost
    // The average over a day and its night; even a race of 24 hours has a lower one.
    case .heartRate(.average): Quantity(140)
    case .heartRate(.min): Quantity(120)
    case .heartRate(.max): heartRate
    case .heartMinutes: Quantity(1440)
    case .strength(let measure): measure.plausibleMost
    case .lift(let quantity, _): quantity.plausibleMost
    case .feat(let figure, _): figure.plausibleMost
    case .weighted(let sum):
      Quantity(
        exactly: sum.terms.reduce(0) { total, term in
          total + Int128(most(of: term.value).microUnits) * Int128(term.weight.numerator)
            / Int128(term.weight.denominator)
        }) ?? .limit
    case .activities(let sum, _):
      switch sum {
      case .distance: Quantity(600_000)
      case .duration: Quantity(1440)
      case .energy: Quantity(12_000)
      case .elevationGain: Quantity(10_000)
      case .sessions: Quantity(24)
      }
    }
  }

  /// The least reasonable threshold for a day; lower ones, except 0 and 1, which ask for any data,
  /// are probably slips.
  ///
  /// `nil` where there is no such least.
  static func least(of value: DayValue) -> Quantity? {
    if case .feat = value { return nil }
    return switch value.unit {
    // A walk through a room has as many steps.
    case .count: value == .metric(.steps) ? Quantity(100) : nil
    case .meter:
      // Even a few meters of elevation gain are a climb.
      if case .activities(.elevationGain, _) = value { nil } else { Quantity(10) }
    case .kilocalorie: Quantity(1)
    // A volume of a few kilograms was probably meant in tonnes.
    case .kilogram: value == .strength(.volume) ? Quantity(20) : nil
    default: nil
    }
  }

  /// The most that one session of some kinds may plausibly have, where `nil` means any kind; for a
  /// pace it is the least.
  static func bound(of quantity: ActivityQuantity, kinds: Set<ActivityKind>?) -> Quantity {
    switch quantity {
    case .distance: (kinds?.map(distance).max()) ?? Quantity(600_000)
    case .pace where kinds?.isSubset(of: [.run, .walk, .hike]) == true: Quantity(120)
    case .duration, .heartMinutes: Quantity(1440)
    case .energy: Quantity(12_000)
    case .elevationGain: Quantity(10_000)
    // The record of 1000 m on foot is 132 s; a racing cyclist needs some 70 s/km.
    case .pace: Quantity(60)
    // A bicycle reaches this speed, 90 km/h, downhill.
    case .speed: Quantity(25)
    case .averageHeartRate, .maximumHeartRate: heartRate
    }
  }

  /// The greatest distance of a session, near what is done in a day and a night.
  private static func distance(of kind: ActivityKind) -> Quantity {
    switch kind {
    case .run, .walk, .hike, .row: Quantity(300_000)
    case .swim: Quantity(100_000)
    default: Quantity(600_000)
    }
  }

  private static let heartRate = Metric.heartRate.facts.plausibleMost
}
