import DaymarkDocuments
import DaymarkEvaluate
import DaymarkModel
import DaymarkTestSupport
import Testing

struct SmallestChangePropertyTests {
  @Test(arguments: 0..<4)
  func `days changed as proposed give the promised outcome at the deadline`(seed: Int) {
    var random = SeededGenerator(seed: 500 + UInt64(seed))
    var (found, asked) = (0, 0)
    for _ in 0..<150 {
      let period = PartlyKnownPeriod.random(&random, days: 1 + random.below(9), unknown: 1)
      let condition = Condition.ofDays(&random, depth: random.below(3), in: period)
      for policy in MissingPolicy.allCases {
        asked += 1
        guard let change = period.smallestChange(to: condition, onMissing: policy) else { continue }
        found += 1
        #expect(change == period.smallestChange(to: condition, onMissing: policy))
        let changed = period.changed(by: change, condition)
        let outcome = changed.verdict(
          on: condition, onMissing: policy, asOf: period.start(of: period.days.count + 30)
        ).outcome
        #expect(outcome == change.outcome, "\(period) \(condition) \(policy) \(change)")
      }
    }
    #expect(found > asked / 2)
  }

  @Test(arguments: 0..<2)
  func `no lighter change of one leaf's days does it`(seed: Int) {
    for number in Sweep.over(0..<150, step: 5) {
      var random = SeededGenerator(seed: UInt64(900_000 + 1000 * seed + number))
      let period = PartlyKnownPeriod.random(&random, days: 1 + random.below(3), unknown: 1)
      var leaf = Leaf.random(.amounts, &random, in: period)
      leaf.value = .metric(.steps)
      let condition = Condition(.leaf(leaf))
      let policy = random.pick(MissingPolicy.allCases)
      // What damage does is not a matter of days.
      guard !period.days.contains(where: \.isDamaged) else { continue }
      let isPass = period.verdict(on: condition, onMissing: policy).outcome == .pass
      let change = period.smallestChange(to: condition, onMissing: policy)
      let weight = change.map { period.weight(of: period.changed(by: $0, condition), leaf) }
      var isSmallest = true
      period.forEachChange(of: leaf, upTo: 5) { other in
        guard isSmallest else { return }
        let outcome = other.verdict(
          on: condition, onMissing: policy, asOf: period.start(of: period.days.count + 30)
        ).outcome
        guard outcome == (isPass ? .fail : .pass) else { return }
        isSmallest = weight.map { period.weight(of: other, leaf) >= $0 } ?? false
        #expect(isSmallest, "\(period) \(leaf) \(policy) \(String(describing: change)) \(other)")
      }
    }
  }
}

extension PartlyKnownPeriod {
  fileprivate func smallestChange(
    to condition: Condition, onMissing: MissingPolicy
  ) -> VerdictChange? {
    let rule = Rule(
      name: "r", version: "1.0.0", title: "r", requires: condition, onMissing: onMissing)
    return DaymarkEvaluate.smallestChange(
      to: rule, on: aggregates, of: challenge, asOf: asOf, quality: .unflagged)
  }

  fileprivate func changed(by change: VerdictChange, _ condition: Condition) -> PartlyKnownPeriod {
    let rule = Rule(name: "r", version: "1.0.0", title: "r", requires: condition)
    var period = self
    for step in change.steps {
      if step.path == .requires {
        for day in period.days.indices { period.days[day].isDamaged = false }
      }
      for day in step.days {
        let index = first.distance(to: day.day)
        switch rule.leaves.first(where: { $0.path == step.path })?.leaf.value {
        case .metric(let metric):
          period.days[index].recorded.amounts[metric] = Int(day.then.microUnits)
          period.days[index].settled.insert(metric)
        case .heartRate(let statistic):
          period.days[index].recorded.heartRates[statistic] = Int(day.then.microUnits)
          period.days[index].settled.insert(.heartRate)
        default: break
        }
      }
    }
    return period
  }

  /// Past days, days, and steps that differ, which is the order of changes.
  ///
  /// A run is broken on the fewest days, whatever they take.
  fileprivate func weight(of other: PartlyKnownPeriod, _ leaf: Leaf) -> (Int, Int, Int) {
    let differing = days.indices.filter {
      steps($0) != other.steps($0) || days[$0].settled != other.days[$0].settled
    }
    return (
      differing.count { !isOpen($0) }, differing.count,
      leaf.key == "streak"
        ? 0 : differing.reduce(0) { $0 + abs((steps($1) ?? 0) - (other.steps($1) ?? 0)) }
    )
  }

  private func steps(_ day: Int) -> Int? { days[day].recorded.amounts[.steps] }

  /// Every way to put small whole numbers on days, or to leave days as they are recorded; open ones
  /// only gain.
  fileprivate func forEachChange(
    of leaf: Leaf, upTo most: Int, from day: Int = 0, _ body: (PartlyKnownPeriod) -> Void
  ) {
    guard day < days.count else { return body(self) }
    forEachChange(of: leaf, upTo: most, from: day + 1, body)
    let isSettled = !days[day].isIncomplete && !days[day].isDamaged
    for value in 0...most where value * 1_000_000 != steps(day) || !isSettled {
      if isOpen(day), let recorded = steps(day), value * 1_000_000 < recorded { continue }
      var changed = self
      changed.days[day].recorded.amounts[.steps] = value * 1_000_000
      if !isSettled { changed.days[day].settled.insert(.steps) }
      changed.forEachChange(of: leaf, upTo: most, from: day + 1, body)
    }
  }
}

extension Condition {
  /// Of leaves whose days can be changed one by one.
  fileprivate static func ofDays(
    _ random: inout SeededGenerator, depth: Int, in period: PartlyKnownPeriod
  ) -> Condition {
    func parts() -> [Condition] {
      (0..<2).map { _ in .ofDays(&random, depth: depth - 1, in: period) }
    }
    switch depth > 0 ? random.below(4) : 4 {
    case 0: return Condition(.all(parts()))
    case 1: return Condition(.any(parts()))
    case 2: return Condition(.some(count: 1 + random.below(2), of: parts()))
    case 3: return Condition(.not(.ofDays(&random, depth: depth - 1, in: period)))
    default:
      var leaf: Leaf
      repeat {
        leaf = .random(random.pick([.amounts, .amounts, .heartRate, .weeks]), &random, in: period)
      } while leaf.measure.recurrence != nil && leaf.value != .metric(.steps)
      return Condition(.leaf(leaf))
    }
  }
}
