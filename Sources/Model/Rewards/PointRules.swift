/// The rules for earning points; see Rewards, "Points".
package struct PointRules: Hashable, Sendable {
  /// The rules for points of a day's figures; the points of several rules add up.
  package var base: [BaseRule] = []
  /// The most points that a day's figures can earn; `nil` for no such bound.
  package var capPerDay: Int?
  /// The bonuses for passed challenges, at most one rule for each challenge.
  package var bonus: [BonusRule] = []
  /// The bonus for active days of a streak.
  package var multiplier: StreakMultiplier?

  package init() {}

  package func base(of figure: (DayValue) -> RewardFigure) -> Int {
    let sum = base.reduce(0) { $0 + $1.points(for: figure($1.value).least) }
    return min(sum, capPerDay ?? PointRules.mostOfDay)
  }

  /// The most points that a day can earn, so that no sum overflows.
  package static let mostOfDay = 1_000_000_000
}

/// Points for each full amount of one value of a day, such as 10 points for each full 1000 steps.
package struct BaseRule: Hashable, Sendable {
  package var value: DayValue
  /// The points for each full ``per``.
  package var points: Int
  /// The amount that earns ``points`` once.
  ///
  /// - Units: the value's ``DayValue/partsOfUnit``.
  package var per: Int64
  /// The most points that this rule gives for one day; `nil` for no such bound.
  package var capPerDay: Int?

  /// Makes a rule.
  ///
  /// - Parameter per: The amount that earns `points` once; positive.
  package init(_ value: DayValue, points: Int, per: Int64, capPerDay: Int? = nil) {
    (self.value, self.points, self.per, self.capPerDay) = (value, points, per, capPerDay)
  }

  func points(for amount: Int64) -> Int {
    let earned = Int128(points) * Int128(amount / per)
    return Int(min(earned, Int128(capPerDay ?? PointRules.mostOfDay)))
  }
}

/// The bonus for a passed challenge, as a percentage of the base points of its period.
package struct BonusRule: Hashable, Sendable {
  /// The challenge's id; for a recurring challenge the rule holds for every occurrence.
  package var challenge: String
  /// The percentage of the base points that the bonus adds.
  package var percent: Int

  package init(challenge: String, percent: Int) {
    (self.challenge, self.percent) = (challenge, percent)
  }

  /// The bonus points on some base points, rounded half to even.
  package func points(on base: Int) -> Int { roundedHalfToEven(base * percent, over: 100) }
}

/// The bonus for active days of a streak, which grows with the length of the run.
package struct StreakMultiplier: Hashable, Sendable {
  /// The streak's name.
  package var streak: String
  /// The way in which the multiplier grows with the length of the run.
  package var policy: Policy

  package init(streak: String, policy: Policy) { (self.streak, self.policy) = (streak, policy) }

  /// A way to compute a multiplier from the length of a run.
  ///
  /// All figures are per mille.
  package enum Policy: Hashable, Sendable {
    /// 50 per mille more for each full seven days or weeks, up to `atMost` if given.
    case weekly5(atMost: Int?)
    /// 10 per mille more for each day or week, up to 300 more.
    case daily1cap30
    /// The multiplier of the last step that the run has reached; steps ascend.
    case table([Step])
  }

  /// A row of a table of multipliers.
  package struct Step: Hashable, Sendable {
    /// The least length of the run for which the row holds.
    package var count: Int
    /// The multiplier from that length on.
    package var perMille: Int

    package init(_ count: Int, _ perMille: Int) { (self.count, self.perMille) = (count, perMille) }
  }

  /// The multiplier, in per mille, of a run of this many active days or weeks.
  package func perMille(after count: Int) -> Int {
    switch policy {
    case .weekly5(let most): min(1000 + 50 * (count / 7), most ?? .max)
    case .daily1cap30: 1000 + 10 * min(count, 30)
    case .table(let steps): steps.last { $0.count <= count }?.perMille ?? 1000
    }
  }

  /// The points that the streak adds to a day's base points, rounded half to even.
  package func points(on base: Int, after count: Int) -> Int {
    roundedHalfToEven(base * (perMille(after: count) - 1000), over: 1000)
  }
}

/// A quotient rounded to the nearest whole number, halves to the even one.
///
/// - Parameters:
///   - dividend: Not negative.
///   - divisor: Positive.
func roundedHalfToEven(_ dividend: Int, over divisor: Int) -> Int {
  let (whole, rest) = dividend.quotientAndRemainder(dividingBy: divisor)
  let isMore = rest * 2 > divisor || (rest * 2 == divisor && !whole.isMultiple(of: 2))
  return isMore ? whole + 1 : whole
}
