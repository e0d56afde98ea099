package import DaymarkModel

/// The amounts that one session can have of something, both ends included.
///
/// - Units: micro-units; of time, seconds.
struct AmountBounds {
  /// No value is beyond it, so it stands for "unbounded".
  static let limit = Int128(Quantity.limit.microUnits)

  var least: Int128 = 0
  var most = Self.limit

  init() {}

  init(_ value: Int128) { (least, most) = (value, value) }

  /// What satisfies a comparison of a quantity that holds `scale` of what is bounded.
  init(_ comparison: Comparison?, scale: Int) {
    guard let interval = comparison?.interval(step: 1, times: scale) else { return }
    least = interval.low
    if let high = interval.high { most = high }
  }

  var isEmpty: Bool { least > most }
}

extension ActivityTest {
  /// What a session that is asked for can have of what is summed, or `nil` if there can be none.
  ///
  /// Requirements bound the summed quantity itself, and pace and speed bound distance and time by each
  /// other: who runs 30 min or more at 6:00 min/km or faster runs 5 km or more.
  ///
  /// - Parameter activity: What it has is what the session has; without one, a session may have anything.
  func bounds(of sum: ActivitySum, in activity: Activity? = nil) -> AmountBounds? {
    func bounds(_ quantity: ActivityQuantity, _ value: Quantity?, scale: Int = 1) -> AmountBounds {
      value.map { AmountBounds(Int128($0.microUnits)) }
        ?? AmountBounds(requirements[quantity], scale: scale)
    }
    var distance = bounds(.distance, activity?.distance)
    var time = bounds(.duration, activity?.values[.activeSeconds], scale: 60)
    // Over no time there is no pace, and a session of that is in doubt whatever its distance is.
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

  /// The limits that pace and speed set.
  private var paceLimits: [PaceLimit] {
    let (pace, speed) = (requirements[.pace], requirements[.speed])
    // Seconds for a kilometer, so the upper end is the slow one; meters in a second.
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

/// The most that one session that is asked for adds to a sum: 0 where what is asked of each contradicts itself, and more
/// than any sum where nothing bounds it.
///
/// - Returns: Micro-units; of time, of a second.
package func mostOfOneSession(_ test: ActivityTest, addingTo sum: ActivitySum) -> Int128 {
  test.bounds(of: sum)?.most ?? 0
}

/// A limit of how fast a session must be, or may be at most: its distance × `meters` is at least, or
/// at most, its time × `seconds`.
///
/// So nothing is divided before it must be.
private struct PaceLimit {
  let meters: Int128
  let seconds: Int128
  /// 1 where the two may not be equal, else 0.
  let excluded: Int128
  /// Whether slower sessions are too slow, not faster ones too fast.
  let isMinimum: Bool
}

extension [PaceLimit] {
  /// Narrows distance and time by each other.
  ///
  /// - Returns: Whether some session is fast enough and not too fast.
  fileprivate func narrow(_ distance: inout AmountBounds, _ time: inout AmountBounds) -> Bool {
    for fast in self where fast.isMinimum {
      for slow in self where !slow.isMinimum {
        let excluded = Swift.max(fast.excluded, slow.excluded)
        guard fast.seconds * slow.meters + excluded <= slow.seconds * fast.meters else {
          return false
        }
      }
    }
    // Of one pair of bounds each follows from the other as it was: the region is convex.
    let (meters, seconds) = (distance, time)
    for limit in self {
      let (perMeters, perSeconds, excluded) = (limit.meters, limit.seconds, limit.excluded)
      if limit.isMinimum {
        // Nobody is faster than 0 s/km.
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
  /// Of pace and speed, far past what products with distances and times can hold.
  private static let farthest: Int128 = 10_000_000_000_000_000

  private var excluded: Int128 { isIncluded ? 0 : 1 }

  /// In halves of a micro-unit, the least that is rounded to what satisfies a lower bound.
  ///
  /// Where that is too far away, less, which shuts out nobody.
  fileprivate var below: Int128 {
    max(0, 2 * min(Int128(threshold.microUnits) + excluded, Self.farthest) - 1)
  }

  /// In halves of a micro-unit, what is rounded to more than satisfies an upper bound, but nothing below
  /// it; `nil`, no limit, where that is too far away.
  fileprivate var above: Int128? {
    let bound = Int128(threshold.microUnits)
    return bound > Self.farthest ? nil : 2 * (bound - excluded) + 1
  }
}
