/// What earns points; see Rewards, "Points".
package struct PointRules: Hashable, Sendable {
  /// The rules for a day itself, whose points add up.
  package var base: [BaseRule] = []
  /// The most points of the base of a day.
  package var capPerDay: Int?
  /// What passed challenges add; no challenge stands in it twice.
  package var bonus: [BonusRule] = []
  /// What a streak adds to its active days.
  package var multiplier: StreakMultiplier?

  /// Makes rules that give nothing.
  package init() {}

  /// The points of a day's figures.
  package func base(of figure: (DayValue) -> RewardFigure) -> Int {
    let sum = base.reduce(0) { $0 + $1.points(for: figure($1.value).least) }
    return min(sum, capPerDay ?? PointRules.mostOfDay)
  }

  /// The most points that a day can have, so that no sum overflows.
  package static let mostOfDay = 1_000_000_000
}

/// Points for each full so much of one value of a day.
package struct BaseRule: Hashable, Sendable {
  /// The value.
  package var value: DayValue
  /// The points of each full ``per``.
  package var points: Int
  /// - Units: the value's ``DayValue/partsOfUnit``.
  package var per: Int64
  /// The most points of one day by this rule.
  package var capPerDay: Int?

  /// - Parameter per: Positive.
  package init(_ value: DayValue, points: Int, per: Int64, capPerDay: Int? = nil) {
    (self.value, self.points, self.per, self.capPerDay) = (value, points, per, capPerDay)
  }

  /// The points of an amount.
  func points(for amount: Int64) -> Int {
    let earned = Int128(points) * Int128(amount / per)
    return Int(min(earned, Int128(capPerDay ?? PointRules.mostOfDay)))
  }
}

/// What a passed challenge adds: so much per cent of the base points of its period.
package struct BonusRule: Hashable, Sendable {
  /// The challenge's id, also of all its occurrences.
  package var challenge: String
  /// In per cent.
  package var percent: Int

  /// Makes a rule.
  package init(challenge: String, percent: Int) {
    (self.challenge, self.percent) = (challenge, percent)
  }

  /// The bonus on base points, rounded half to even.
  package func points(on base: Int) -> Int { roundedHalfToEven(base * percent, over: 100) }
}

/// What a streak adds to the base points of its active days.
package struct StreakMultiplier: Hashable, Sendable {
  /// The streak's name.
  package var streak: String
  /// How the length of a run makes the multiplier.
  package var policy: Policy

  /// Makes a multiplier.
  package init(streak: String, policy: Policy) { (self.streak, self.policy) = (streak, policy) }

  /// The ways from the length of a run to a multiplier; all figures are per mille.
  package enum Policy: Hashable, Sendable {
    /// 50 more for each full seven, up to `atMost` where there is one.
    case weekly5(atMost: Int?)
    /// 10 more for each, up to 300 more.
    case daily1cap30
    /// From so many on, ascending.
    case table([Step])
  }

  /// A line of a table of multipliers.
  package struct Step: Hashable, Sendable {
    /// The least length of the run.
    package var count: Int
    /// The multiplier from there on.
    package var perMille: Int

    /// Makes a line.
    package init(_ count: Int, _ perMille: Int) { (self.count, self.perMille) = (count, perMille) }
  }

  /// The multiplier of a run of so many active days or weeks, in per mille.
  package func perMille(after count: Int) -> Int {
    switch policy {
    case .weekly5(let most): min(1000 + 50 * (count / 7), most ?? .max)
    case .daily1cap30: 1000 + 10 * min(count, 30)
    case .table(let steps): steps.last { $0.count <= count }?.perMille ?? 1000
    }
  }

  /// The streak part of a day's base points, rounded half to even.
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
