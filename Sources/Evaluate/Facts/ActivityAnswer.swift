import DaymarkModel

extension ActivityTest {
  /// Whether a session is one of those asked for; undetermined where it lacks what is asked about.
  func answer(on activity: Activity) -> Outcome {
    guard fits(activity) else { return .fail }
    return requirements.keys.map { answer(of: $0, on: activity) }.conjunction
  }

  /// What a session of a fitting kind has, but not as it is asked for.
  func missed(by activity: Activity) -> [ActivityQuantity] {
    guard fits(activity) else { return [] }
    return requirements.keys.filter { answer(of: $0, on: activity) == .fail }
  }

  private func fits(_ activity: Activity) -> Bool {
    if let kinds, !kinds.contains(activity.kind) { return false }
    return isIndoor == nil || activity.isIndoor == isIndoor
  }

  private func answer(of quantity: ActivityQuantity, on activity: Activity) -> Outcome {
    guard let comparison = requirements[quantity], let ratio = quantity.ratio(of: activity) else {
      return .undetermined
    }
    return comparison.holds(for: ratio.numerator, over: ratio.denominator) ? .pass : .fail
  }
}

/// A figure of a session as a fraction of micro-units, which is compared without dividing.
///
/// Pace and speed alone are rounded to a micro-unit, once, as their thresholds are: 10 km/h are
/// 2.777778 m/s, and whoever goes 10 km in 60 min meets that.
private struct ExactRatio {
  let numerator: Int128
  /// Positive.
  let denominator: Int128

  var rounded: ExactRatio {
    ExactRatio(numerator: dividedRounding(numerator, by: denominator), denominator: 1)
  }
}

extension ActivityQuantity {
  /// The figure of a session, or `nil` where it lacks something for it.
  fileprivate func ratio(of activity: Activity) -> ExactRatio? {
    let values = activity.values
    func whole(_ quantity: Quantity?, per denominator: Int128 = 1) -> ExactRatio? {
      quantity.map { ExactRatio(numerator: Int128($0.microUnits), denominator: denominator) }
    }
    switch self {
    case .distance: return whole(activity.distance)
    case .duration: return whole(values[.activeSeconds], per: 60)
    case .energy: return whole(values[.kilocalories])
    case .elevationGain: return whole(activity.elevationGain)
    case .averageHeartRate: return whole(values[.averageBPM])
    case .maximumHeartRate: return whole(values[.maximumBPM])
    case .pace, .speed:
      // Without time there is neither: as a fraction it would be faster than any threshold.
      guard let seconds = values[.activeSeconds].map({ Int128($0.microUnits) }), seconds > 0,
        let meters = activity.distance.map({ Int128($0.microUnits) })
      else { return nil }
      if self == .speed {
        return ExactRatio(numerator: meters * 1_000_000, denominator: seconds).rounded
      }
      // On the spot a kilometer is never done: slower than any threshold.
      return meters > 0
        ? ExactRatio(numerator: seconds * 1_000_000_000, denominator: meters).rounded
        : ExactRatio(numerator: .max, denominator: 1)
    }
  }
}

extension Activity {
  /// Of kinds that do not go anywhere a distance that lacks is zero.
  var distance: Quantity? {
    values[.distanceMeters] ?? (kind.staysInPlace ? .zero : nil)
  }

  /// Of sessions that cannot climb an elevation gain that lacks is zero.
  var elevationGain: Quantity? {
    values[.elevationGainMeters] ?? (isIndoor || kind.staysLevel ? .zero : nil)
  }
}
