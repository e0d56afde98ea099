import DaymarkModel
import DaymarkTestSupport

/// An old rule and a new one over some days.
struct RulePair: CustomStringConvertible {
  var old: Rule
  var new: Rule
  var days: RuleDays

  var description: String { "\(days) \(old) \(new)" }

  /// Half of the new rules are the old one with something changed, for two rules of chance are rarely near.
  static func random(_ random: inout SeededGenerator, days count: Int, depth: Int) -> RulePair {
    let days = RuleDays(from: monday.advanced(by: random.below(7)), count: count)
    let old = Rule.random(&random, depth: depth, in: days)
    var new = random.flag() ? Rule.random(&random, depth: depth, in: days) : old
    if new == old {
      new.requires = old.requires.changed(&random, in: days)
      if random.oneIn(4) { new.onMissing = random.pick(MissingPolicy.allCases) }
    }
    return RulePair(old: old, new: new, days: days)
  }
}

extension Rule {
  static func random(_ random: inout SeededGenerator, depth: Int, in days: RuleDays) -> Rule {
    var condition =
      depth == 0
      ? Condition(.leaf(.random(random.pick(LeafFamily.allCases), &random, in: days)))
      : Condition.random(&random, depth: depth, in: days)
    if random.oneIn(3) { condition = condition.joined(to: .rare(&random, in: days), &random) }
    let gates = random.oneIn(4) ? [QualityGate(.flags(nil, atMost: random.below(2)))] : []
    return rule(condition.kind, onMissing: random.pick(MissingPolicy.allCases), quality: gates)
  }
}

extension Condition {
  /// What formulas were once wrong about, and what the other leaves leave out.
  ///
  /// Leaves of logs, in weeks too, sets, sessions that have a bound above, figures between the steps of days, sums that a
  /// session may lack by nature, and amounts of which either will do.
  fileprivate static func rare(_ random: inout SeededGenerator, in days: RuleDays) -> Condition {
    let chosen = DaySelection.random(&random, in: days)
    let learning = ActivityTest(
      kinds: random.flag() ? [.learning] : [.run], names: random.flag() ? ["Anki"] : nil)
    let count = Comparison.atLeast(Quantity(1 + random.below(3)))
    func leaf(_ value: DayValue, _ comparison: Comparison, _ measure: Leaf.Measure = .total)
      -> Condition
    {
      Condition(.leaf(Leaf(measure, of: value, comparison, on: chosen)))
    }
    let asked = Comparison.random(&random) { Quantity(microUnits: Int64($0.below(9)) * 500_000) }
    let measure = random.pick([
      Leaf.Measure.total, .best, .average(overRecordedDays: true), .days(.atLeast(1)),
    ])
    let offStep = Quantity(microUnits: 2_000_000 + Int64(random.pick([-4_000, -1, 0, 1, 5_000])))
    switch random.below(9) {
    case 0: return leaf(.activities(.sessions, of: learning), count)
    case 1:
      let recurrence = Recurrence.random(&random, days: days.count)
      let parts = [
        Leaf(.total, of: .activities(.sessions, of: learning), count),
        Leaf(.best, of: .steps, .atLeast(Quantity(random.below(3)))),
      ]
      return Condition(
        .jointly(JointLeaves(recurrence, needsAll: random.flag(), of: parts)))
    case 2:
      let quantity = random.pick([LiftQuantity.load, .estimate, .repetitions])
      return leaf(
        .lift(quantity, of: "squat"), random.flag() ? .atLeast(offStep) : .moreThan(offStep), .best)
    case 3:
      let capped = ActivityTest(kinds: [.run, .yoga], requirements: [.distance: .atMost(offStep)])
      return leaf(
        .activities(random.pick([.distance, .sessions]), of: capped),
        random.flag() ? .atLeast(Quantity(1 + random.below(4))) : .atMost(Quantity(random.below(4)))
      )
    case 4, 5:
      let half = Weight("1/2").map { WeightedSum.Term(.metric(.wheelchairPushes), times: $0) }
      let sums = [
        WeightedSum.stepsOrPushes,
        WeightedSum([WeightedSum.Term(.metric(.steps)), half].compactMap(\.self)),
      ].compactMap(\.self)
      return leaf(.weighted(random.pick(sums)), asked, measure)
    case 6: return leaf(.heartMinutes(above: random.pick([120, 140])), asked, measure)
    case 7: return leaf(.strength(random.pick([.sets, .volume])), asked, measure)
    default:
      let sum = random.pick([ActivitySum.elevationGain, .distance])
      return leaf(
        .activities(sum, of: ActivityTest(isIndoor: random.flag() ? nil : random.flag())),
        .atMost(Quantity(random.below(3))))
    }
  }

  /// The same with another bound somewhere, or said in another way.
  func changed(_ random: inout SeededGenerator, in days: RuleDays) -> Condition {
    switch (kind, random.below(4)) {
    case (.leaf(let leaf), 0):
      return Condition(.leaf(.random(random.pick(LeafFamily.allCases), &random, in: days)))
        .joined(to: Condition(.leaf(leaf)), &random)
    case (_, 1): return Condition(.not(Condition(.not(self))))
    case (.leaf(var leaf), _):
      leaf.comparison = leaf.comparison.moved(&random)
      return Condition(.leaf(leaf))
    case (.all(let parts), _): return Condition(.all(parts.changed(&random, in: days)))
    case (.any(let parts), _): return Condition(.any(parts.changed(&random, in: days)))
    case (.some(let count, let parts), 2):
      return Condition(.some(count: max(1, count - 1), of: parts))
    case (.some(let count, let parts), _):
      return Condition(.some(count: count, of: parts.changed(&random, in: days)))
    case (.not(let part), _): return Condition(.not(part.changed(&random, in: days)))
    case (.jointly(let joint), _):
      return Condition(
        .jointly(
          JointLeaves(
            joint.recurrence, needsAll: !joint.needsAll, of: joint.leaves.map(\.inStretch),
            on: joint.days)))
    }
  }

  fileprivate func joined(to other: Condition, _ random: inout SeededGenerator) -> Condition {
    Condition(random.flag() ? .all([self, other]) : .any([self, other]))
  }
}

extension [Condition] {
  /// One of them is changed, and sometimes they stand the other way round.
  fileprivate func changed(_ random: inout SeededGenerator, in days: RuleDays) -> [Condition] {
    var changed = self
    let place = random.below(count)
    changed[place] = changed[place].changed(&random, in: days)
    return random.oneIn(3) ? changed.reversed() : changed
  }
}

extension Comparison {
  /// One that asks a little more or less, or for one step more where it says `more than`.
  fileprivate func moved(_ random: inout SeededGenerator) -> Comparison {
    let step = Int64(random.pick([0, 1, 500_000, 1_000_000]))
    func more(_ bound: Quantity) -> Quantity { Quantity(microUnits: bound.microUnits + step) }
    return switch self {
    case .atLeast(let bound): random.flag() ? .atLeast(more(bound)) : .moreThan(bound)
    case .moreThan(let bound): random.flag() ? .moreThan(more(bound)) : .atLeast(more(bound))
    case .atMost(let bound): .atMost(more(bound))
    case .lessThan(let bound): random.flag() ? .lessThan(more(bound)) : .atMost(bound)
    case .between(let low, let high): .between(low, more(high))
    }
  }
}
