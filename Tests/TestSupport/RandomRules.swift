package import DaymarkModel

/// The days that random rules are about.
package protocol RulePeriod {
  /// The first day.
  var first: CivilDay { get }
  /// How many days there are.
  var count: Int { get }
}

/// Some days.
package struct RuleDays: RulePeriod, Sendable {
  package var first: CivilDay
  package var count: Int

  package init(from first: CivilDay, count: Int) { (self.first, self.count) = (first, count) }
}

extension SeededGenerator {
  /// Whether it is the one of so many.
  package mutating func oneIn(_ number: Int) -> Bool { below(number) == 0 }
}

/// What hearts beat in random rules and data; both ends are the last that are accepted.
package let heartRateSteps = [20_000_000, 60_000_000, 99_500_000, 180_000_000, 300_000_000]

/// What a random leaf is about.
package enum LeafFamily: Int, CaseIterable, Sendable {
  case amounts, heartRate, sessions, weeks
  /// Of sessions, between bounds so close that sessions may add too little and too much, nothing else.
  case narrowSums
}

extension Leaf {
  package static func random(
    _ family: LeafFamily, _ random: inout SeededGenerator, in period: some RulePeriod
  ) -> Leaf {
    let count = period.count
    switch family {
    case .amounts: return amounts(&random, .random(&random, in: period), period)
    case .heartRate:
      let days = DaySelection.random(&random, in: period)
      let goal: DayCount =
        random.oneIn(3) ? .every : .atLeast(1 + random.below(days.count(in: period)))
      return Leaf(
        .days(goal), of: .heartRate(random.pick(HeartRateStatistic.allCases)),
        .random(&random) {
          Quantity(
            microUnits: Int64($0.pick(heartRateSteps)) + $0.pick([-5_000, 0, 0, 0, 2_500, 500_000]))
        }, on: days)
    case .sessions:
      if random.oneIn(4) {
        // Days with a session.
        let days = DaySelection.random(&random, in: period)
        let count = DayCount.atLeast(1 + random.below(days.count(in: period)))
        return Leaf(
          .days(random.oneIn(3) ? .every : count),
          of: .activities(.sessions, of: .random(&random, of: .sessions)), .atLeast(Quantity(1)),
          on: days)
      }
      let sum = random.pick([.sessions] + ActivitySum.allCases)
      return Leaf(
        .total, of: .activities(sum, of: .random(&random, of: sum)),
        sum == .sessions && random.oneIn(2)
          ? .atLeast(Quantity(1 + random.below(4)))
          : .random(&random) { Quantity($0.below(8) * (sum == .distance ? 1000 : 1)) },
        on: .random(&random, in: period))
    case .narrowSums:
      let sum = random.pick([ActivitySum.distance, .duration, .energy, .elevationGain])
      let unit = sum == .distance ? 1000 : 1
      let low = random.below(8)
      return Leaf(
        .total, of: .activities(sum, of: .random(&random, of: sum)),
        .between(Quantity(low * unit), Quantity((low + random.below(2)) * unit)))
    case .weeks:
      let days =
        count >= 13 && random.oneIn(2) ? DaySelection() : DaySelection.random(&random, in: period)
      return weeks(&random, days, days.count(in: period))
    }
  }

  private static func amounts(
    _ random: inout SeededGenerator, _ days: DaySelection, _ period: some RulePeriod
  ) -> Leaf {
    let count = days.count(in: period)
    let measure: Measure =
      switch random.below(8) {
      case 0: .total
      case 1: .best
      case 2: .average(overRecordedDays: false)
      case 3: .average(overRecordedDays: true)
      case 4: .days(.every)
      case 5: .days(.atLeast(1 + random.below(count)))
      case 6: .window(days: 1 + random.below(count))
      default: .streak(days: 1 + random.below(count), misses: random.below(3))
      }
    let bound: (inout SeededGenerator) -> Quantity = {
      // Halves, so that some thresholds lie between the values that there are.
      Quantity(microUnits: Int64($0.below(measure.isSum ? 16 : 9)) * 500_000)
    }
    return Leaf(
      measure, of: random.pick([.steps, .activeEnergy]), .random(&random, bound), on: days)
  }

  fileprivate static func weeks(
    _ random: inout SeededGenerator, _ days: DaySelection, _ count: Int
  ) -> Leaf {
    let recurrence = Recurrence.random(&random, days: count)
    if random.oneIn(2) {
      return Leaf(
        .recurring(recurrence, of: .total),
        of: .activities(.sessions, of: .random(&random, of: .sessions)),
        .atLeast(Quantity(1 + random.below(5))), on: days)
    }
    let goals: [Leaf.Measure] = [
      .days(.every), .days(.atLeast(1 + random.below(5))), .days(.atLeast(1 + random.below(3))),
      .total, .best, .average(overRecordedDays: false), .window(days: 1 + random.below(3)),
      .streak(days: 1 + random.below(3), misses: random.below(2)),
    ]
    let goal = random.pick(goals)
    return Leaf(
      .recurring(recurrence, of: goal), of: .steps,
      .random(&random) {
        Quantity(microUnits: Int64($0.below(goal.isSum ? 16 : 7)) * 500_000)
      }, on: days)
  }
}

extension Recurrence {
  /// - Parameter count: How many days there are.
  package static func random(_ random: inout SeededGenerator, days count: Int) -> Recurrence {
    if random.oneIn(3) {
      return Recurrence(1 + random.below(2), of: .days(1 + random.below(min(count, 8))))
    }
    return Recurrence(
      1 + random.below(max(1, min(3, count / 7))),
      of: .week(from: random.pick([.monday, .monday] + CivilDay.Weekday.allCases)),
      isInARow: random.oneIn(2), countsPartial: random.oneIn(2))
  }
}

extension JointLeaves {
  /// Of leaves that add up or count days, in the same weeks.
  package static func random(
    _ random: inout SeededGenerator, in period: some RulePeriod
  ) -> JointLeaves {
    let leaves = (0..<1 + random.below(3)).map { _ in
      Leaf.weeks(&random, DaySelection(), period.count)
    }
    return JointLeaves(
      .random(&random, days: period.count), needsAll: random.oneIn(2),
      of: leaves.map(\.inStretch), on: .random(&random, in: period))
  }
}

extension Leaf.Measure {
  fileprivate var isSum: Bool {
    switch self {
    case .total, .window: true
    default: false
    }
  }
}

extension DaySelection {
  /// Never empty in the period.
  package static func random(
    _ random: inout SeededGenerator, in period: some RulePeriod
  ) -> DaySelection {
    var days = DaySelection()
    let count = period.count
    if random.oneIn(4) { days.from = period.first.advanced(by: random.below(min(count, 5))) }
    if random.oneIn(4) {
      days.to = period.first.advanced(by: count - 1 - random.below(min(count, 3)))
    }
    if random.oneIn(4) {
      days.weekdays = Set((0..<4).map { _ in random.pick(CivilDay.Weekday.allCases) })
    }
    return days.count(in: period) > 0 ? days : DaySelection()
  }

  package func count(in period: some RulePeriod) -> Int {
    (0..<period.count).count { contains(period.first.advanced(by: $0)) }
  }
}

extension Comparison {
  package static func random(
    _ random: inout SeededGenerator, _ bound: (inout SeededGenerator) -> Quantity
  ) -> Comparison {
    let (a, b) = (bound(&random), bound(&random))
    switch random.below(5) {
    case 0: return .atLeast(a)
    case 1: return .moreThan(a)
    case 2: return .atMost(a)
    // Nothing is less than nothing: the loader refuses it.
    case 3: return a > .zero ? .lessThan(a) : .atMost(a)
    default: return .between(min(a, b), max(a, b))
    }
  }
}

extension ActivityTest {
  /// At most two requirements, or with a pace or a speed three.
  package static func random(_ random: inout SeededGenerator, of sum: ActivitySum) -> ActivityTest {
    var test = ActivityTest()
    if random.oneIn(2) {
      test.kinds = random.oneIn(3) ? [.run, .yoga] : [random.pick([.run, .yoga])]
    }
    if random.oneIn(4) { test.isIndoor = random.oneIn(2) }
    guard random.oneIn(2) else { return test }
    for _ in 0..<1 + random.below(2) {
      // What is summed is bounded often.
      let summed = ActivityQuantity(rawValue: sum.rawValue)
      let quantity =
        random.oneIn(2)
        ? summed ?? .distance
        : random.pick(ActivityQuantity.allCases.filter { $0 != .heartMinutes })
      test.requirements[quantity] = .random(&random) { Quantity(quantity.bound(&$0)) }
    }
    // Years for a meter are rounded to a speed of 0, too, and are not on the grid.
    if test.requirements[.speed]?.thresholds.max() == .zero {
      test.requirements[.speed] = .moreThan(Quantity(0))
    }
    guard test.requirements[.pace] != nil || test.requirements[.speed] != nil else { return test }
    for quantity in [ActivityQuantity.distance, .duration] where random.oneIn(3) {
      test.requirements[quantity] = .random(&random) { Quantity(quantity.bound(&$0)) }
    }
    return test
  }
}

extension ActivityQuantity {
  /// Whole minutes at these paces and speeds are whole halves of a kilometer, and whole halves of
  /// a kilometer take whole halves of a minute at these paces, so that a few sessions on a small grid
  /// show all that can be.
  fileprivate func bound(_ random: inout SeededGenerator) -> Int {
    switch self {
    case .distance: random.below(5) * 1000
    case .duration, .energy, .elevationGain, .heartMinutes: random.below(5)
    case .pace: random.pick([60, 120])
    case .speed: random.pick([0, 25])
    case .averageHeartRate, .maximumHeartRate: random.pick([110, 120, 140])
    }
  }
}

extension Condition {
  /// Without averages of recorded days, for which a missing day is another thing than for the rest.
  package static func random(
    _ random: inout SeededGenerator, depth: Int, in period: some RulePeriod
  ) -> Condition {
    func parts(_ count: Int) -> [Condition] {
      (0..<count).map { _ in .random(&random, depth: depth - 1, in: period) }
    }
    switch depth > 0 ? random.below(6) : 4 {
    case 5: return Condition(.jointly(.random(&random, in: period)))
    case 0: return Condition(.all(parts(2)))
    case 1: return Condition(.any(parts(2)))
    case 2: return Condition(.some(count: 1 + random.below(3), of: parts(3)))
    case 3: return Condition(.not(parts(1)[0]))
    default:
      var leaf = Leaf.random(random.pick(LeafFamily.allCases), &random, in: period)
      if leaf.measure == .average(overRecordedDays: true) {
        leaf.measure = .average(overRecordedDays: false)
      }
      return Condition(.leaf(leaf))
    }
  }
}
