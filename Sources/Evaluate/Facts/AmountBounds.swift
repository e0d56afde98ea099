package import DaymarkModel

/// Bounds on a figure of one session, both included.
///
/// - Units: micro-units; seconds for durations.
struct AmountBounds {
  /// A bound beyond every possible value, which stands for no bound.
  static let limit = Int128(Quantity.limit.microUnits)

  var least: Int128 = 0
  var most = Self.limit

  init() {}

  init(_ value: Int128) { (least, most) = (value, value) }

  /// The amounts that satisfy a comparison, where the compared quantity is `scale` times the
  /// amount.
  init(_ comparison: Comparison?, scale: Int) {
    guard let interval = comparison?.interval(step: 1, times: scale) else { return }
    least = interval.low
    if let high = interval.high { most = high }
  }

  var isEmpty: Bool { least > most }
}

extension ActivityTest {
  /// Bounds on the summed figure of a session that satisfies the requirements; `nil` if no session
  /// can.
  ///
  /// The requirements bound the summed quantity itself, and pace and speed bound distance and time
  /// by each other: a run of 30 min or more at 6:00 min/km or faster is 5 km or longer.
  ///
  /// - Parameters:
  ///   - sum: The summed figure.
  ///   - activity: A session whose known figures are used; `nil` for any session.
  func bounds(of sum: ActivitySum, in activity: Activity? = nil) -> AmountBounds? {
    func bounds(_ quantity: ActivityQuantity, _ value: Quantity?, scale: Int = 1) -> AmountBounds {
      value.map { AmountBounds(Int128($0.microUnits)) }
        ?? AmountBounds(requirements[quantity], scale: scale)
    }
    var distance = bounds(.distance, activity?.distance)
    var time = bounds(.duration, activity?.values[.activeSeconds], scale: 60)
    // A session without time has no pace, so it stays uncertain whatever its distance is.
    if !paceLimits.isEmpty, activity?.values[.activeSeconds] != .zero {
      time.least = max(time.least, 1)
      guard paceLimits.narrow(&distance, &time) else { return nil }
    }
    let summed: AmountBounds =
      switch sum {
      case .sessions: AmountBounds(1_000_000)
      case .distance: distance
      case .duration: time
      case .energy: bounds(.energy, activity?.values[.kilocalories])
      case .elevationGain: bounds(.elevationGain, activity?.elevationGain)
      }
    return [distance, time, summed].contains(where: \.isEmpty) ? nil : summed
  }

  /// The limits that requirements of pace and speed set.
  private var paceLimits: [PaceLimit] {
    let (pace, speed) = (requirements[.pace], requirements[.speed])
    // Pace is seconds per kilometer, so its upper bound is the slow one; speed is meters per
    // second.
    return [
      pace?.upper?.above.map {
        PaceLimit(meters: $0, seconds: 2_000_000_000, excluded: 1, isMinimum: true)
      },
      pace?.lower.map {
        PaceLimit(meters: $0.below, seconds: 2_000_000_000, excluded: 0, isMinimum: false)
      },
      speed?.lower.map {
        PaceLimit(meters: 2_000_000, seconds: $0.below, excluded: 0, isMinimum: true)
      },
      speed?.upper?.above.map {
        PaceLimit(meters: 2_000_000, seconds: $0, excluded: 1, isMinimum: false)
      },
    ].compactMap { $0 }
  }
}

/// What one session can add to a sum: 0 where the requirements contradict each other, and up to the limit of quantities
/// where nothing bounds it.
///
/// - Returns: Micro-units; seconds for durations.
package func amountsOfOneSession(
  _ test: ActivityTest, addingTo sum: ActivitySum
) -> ClosedRange<Int128> {
  test.bounds(of: sum).map { $0.least...$0.most } ?? 0...0
}

/// A limit on speed: distance × `meters` is at least, or at most, time × `seconds`.
///
/// Written as products, it needs no division.
private struct PaceLimit {
  let meters: Int128
  let seconds: Int128
  /// 1 where the two products must differ, otherwise 0.
  let excluded: Int128
  /// Whether the limit is a least speed, and not a greatest one.
  let isMinimum: Bool
}

extension [PaceLimit] {
  /// Narrows the bounds of a session's distance and time by each other, as the limits on its speed
  /// require.
  ///
  /// - Units: micro-units of meters and of seconds.
  /// - Returns: Whether any session can satisfy all limits.
  fileprivate func narrow(_ distance: inout AmountBounds, _ time: inout AmountBounds) -> Bool {
    for fast in self where fast.isMinimum {
      for slow in self where !slow.isMinimum {
        let excluded = Swift.max(fast.excluded, slow.excluded)
        guard fast.seconds * slow.meters + excluded <= slow.seconds * fast.meters else {
          return false
        }
      }
    }
    // Each pair is narrowed from the bounds before it; one pass suffices, because the region is
    // convex.
    let (meters, seconds) = (distance, time)
    for limit in self {
      let (perMeters, perSeconds, excluded) = (limit.meters, limit.seconds, limit.excluded)
      if limit.isMinimum {
        // No session is faster than 0 s/km.
        guard perMeters > 0 else { return false }
        distance.least = Swift.max(
          distance.least, (seconds.least * perSeconds + excluded + perMeters - 1) / perMeters)
        if perSeconds > 0 {
          time.most = Swift.min(time.most, (meters.most * perMeters - excluded) / perSeconds)
        }
      } else {
        if perMeters > 0 {
          distance.most = Swift.min(
            distance.most, (seconds.most * perSeconds - excluded) / perMeters)
        }
        if perSeconds > 0 {
          time.least = Swift.max(
            time.least, (meters.least * perMeters + excluded + perSeconds - 1) / perSeconds)
        }
      }
    }
    return true
  }
}

extension Comparison.Bound {
  /// The greatest pace or speed that is used, so that products with distances and times cannot
  /// overflow.
  private static let farthest: Int128 = 10_000_000_000_000_000

  private var excluded: Int128 { isIncluded ? 0 : 1 }

  /// The least figure that is rounded to one that satisfies a lower bound, in halves of a
  /// micro-unit.
  ///
  /// A bound that is too far away is lowered, which excludes no session.
  fileprivate var below: Int128 {
    max(0, 2 * min(Int128(threshold.microUnits) + excluded, Self.farthest) - 1)
  }

  /// The least figure that is rounded to more than an upper bound allows, in halves of a
  /// micro-unit; `nil`, no limit, where the bound is too far away.
  fileprivate var above: Int128? {
    let bound = Int128(threshold.microUnits)
    return bound > Self.farthest ? nil : 2 * (bound - excluded) + 1
  }
}
