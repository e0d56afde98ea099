import DaymarkEvaluate
import DaymarkModel
import DaymarkTestSupport
import Testing

/// Compares answers with an evaluator that tries every completion of the unknown days, one by one.
struct CompletionTests {
  @Test("an answer is given exactly when all completions agree", arguments: 0..<8)
  func leaves(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    for _ in 0..<400 {
      let situation = Situation.random(&random)
      let leaf = Leaf.random(&random, days: situation.days.count)
      let expected = situation.answer(on: leaf)
      for policy in [MissingPolicy.undetermined, .fail] {
        let condition = Condition(.leaf(leaf))
        let outcome = situation.verdict(on: condition, onMissing: policy).outcome
        let wanted =
          policy == .fail && expected.answer == .undetermined && !expected.isHeldOpen
          ? .fail : expected.answer
        #expect(outcome == wanted, "\(situation) \(leaf) \(policy)")
      }
    }
  }

  @Test("no completion contradicts the answer of a composition", arguments: 0..<4)
  func compositions(seed: Int) {
    var random = SplitMix(seed: 1000 + UInt64(seed))
    for _ in 0..<100 {
      let situation = Situation.random(&random)
      let condition = Condition.random(&random, days: situation.days.count, depth: 3)
      let outcome = situation.verdict(on: condition, onMissing: .undetermined).outcome
      guard outcome != .undetermined else { continue }
      situation.forEachCompletion(values: 0...8) { values in
        #expect(condition.holds(values) == (outcome == .pass), "\(situation) \(condition)")
      }
    }
  }
}

/// A few days of steps, half of them unknown in some way, at an instant before the deadline.
private struct Situation: CustomStringConvertible {
  enum Day {
    case known(Int)
    case missing
    /// Incomplete, or not over.
    case open(recorded: Int?)
  }

  let days: [Day]
  /// Of how many days from the end `asOf` comes before the end; the other open ones are incomplete.
  let notOver: Int
  let verdictInput: SubjectAggregates

  var description: String { "\(days) \(notOver)" }

  static func random(_ random: inout SplitMix) -> Situation {
    let count = 1 + random.below(5)
    let notOver = random.below(3) == 0 ? random.below(min(count, 2) + 1) : 0
    var unknown = notOver
    let days = (0..<count).map { index -> Day in
      if index >= count - notOver {
        return .open(recorded: random.below(2) == 0 ? nil : random.below(7))
      }
      guard unknown < 2, random.below(2) == 0 else { return .known(random.below(7)) }
      unknown += 1
      return random.below(2) == 0 ? .missing : .open(recorded: random.below(7))
    }
    let aggregates = zip(0..., days).compactMap { index, day -> DailyAggregate? in
      let isComplete = if case .known = day { true } else { false }
      return day.recorded.map {
        DailyAggregate(
          metric: .steps, day: firstDay.advanced(by: index), value: Quantity($0),
          isComplete: isComplete)
      }
    }
    return Situation(
      days: days, notOver: notOver,
      verdictInput: SubjectAggregates(
        zone: ResolvedZone(.utc, by: .subject), days: aggregates, dataEnd: at(100)))
  }

  func verdict(on condition: Condition, onMissing: MissingPolicy) -> Verdict {
    let rule = Rule(
      name: "r", version: "1.0.0", title: "r", requires: condition, onMissing: onMissing)
    let last = firstDay.advanced(by: days.count - 1)
    let challenge = Challenge(
      id: "c", title: "c", period: .days(from: firstDay, to: last), proofDeadline: at(90))
    return evaluate(
      rule, on: verdictInput, of: challenge, asOf: at(days.count + 1 - notOver),
      quality: .unflagged)
  }

  /// The answer by trying everything, and whether settling the open days alone may settle it.
  func answer(on leaf: Leaf) -> (answer: Outcome, isHeldOpen: Bool) {
    var byOpenDays: [[Int?]: Set<Outcome>] = [:]
    let skipsMissing = leaf.measure == .average(overRecordedDays: true)
    forEachCompletion(values: 0...36, skipsMissing: skipsMissing) { values in
      let open = zip(days, values).compactMap { day, value -> Int?? in
        if case .open = day { value } else { nil }
      }
      byOpenDays[open, default: []].insert(leaf.answer(values))
    }
    let all = byOpenDays.values.reduce(into: Set()) { $0.formUnion($1) }
    let settled = byOpenDays.values.contains { $0.count == 1 && $0 != [.undetermined] }
    return (all.count == 1 ? all.first ?? .undetermined : .undetermined, settled)
  }

  /// Calls `body` with every way to fill the unknown days from `values` and one huge value.
  func forEachCompletion(
    values: ClosedRange<Int>, skipsMissing: Bool = false, _ body: ([Int?]) -> Void
  ) {
    let grid: [Int?] = Array(values) + [1_000_000]
    var choices: [[Int?]] = []
    for day in days {
      switch day {
      case .known(let value): choices.append([value])
      case .missing: choices.append(skipsMissing ? [nil] : grid)
      case .open(nil): choices.append(skipsMissing ? [nil] + grid : grid)
      case .open(let recorded?): choices.append(grid.filter { $0 ?? 0 >= recorded })
      }
    }
    fill([], choices[...], body)
  }

  private func fill(_ chosen: [Int?], _ rest: ArraySlice<[Int?]>, _ body: ([Int?]) -> Void) {
    guard let next = rest.first else { return body(chosen) }
    for value in next { fill(chosen + [value], rest.dropFirst(), body) }
  }
}

extension Situation.Day {
  var recorded: Int? {
    switch self {
    case .known(let value): value
    case .missing: nil
    case .open(let recorded): recorded
    }
  }
}

// What a leaf means on days that are all known, in the plainest words; `nil` is a day without data.
extension Leaf {
  fileprivate func answer(_ values: [Int?]) -> Outcome {
    let selected = zip(0..., values).filter { days.contains(firstDay.advanced(by: $0.0)) }.map(\.1)
    let recorded = selected.compactMap { $0 }
    switch measure {
    case .total: return comparison.holds(recorded.reduce(0, +), dividedBy: 1)
    case .best: return comparison.holds(recorded.max() ?? 0, dividedBy: 1)
    case .window(let count):
      guard recorded.count >= count else { return .fail }
      let sums = (0...recorded.count - count).map { recorded[$0..<$0 + count].reduce(0, +) }
      return sums.contains { comparison.holds($0, dividedBy: 1) == .pass } ? .pass : .fail
    case .weekly: return .undetermined
    case .average(let overRecordedDays):
      let count = overRecordedDays ? recorded.count : selected.count
      return count == 0
        ? .undetermined : comparison.holds(recorded.reduce(0, +), dividedBy: count)
    case .days(.every):
      return recorded.allSatisfy { comparison.holds($0, dividedBy: 1) == .pass } ? .pass : .fail
    case .days(.atLeast(let count)):
      let qualifying = recorded.count { comparison.holds($0, dividedBy: 1) == .pass }
      return qualifying >= count ? .pass : .fail
    case .streak(let count, let misses):
      let qualifies = recorded.map { comparison.holds($0, dividedBy: 1) == .pass }
      for first in qualifies.indices {
        for last in qualifies.indices where last >= first {
          let run = qualifies[first...last]
          let good = run.count { $0 }
          if good >= count, run.count - good <= misses { return .pass }
        }
      }
      return .fail
    }
  }
}

extension Comparison {
  fileprivate func holds(_ value: Int, dividedBy count: Int) -> Outcome {
    let value = Int128(value) * 1_000_000
    func scaled(_ bound: Quantity) -> Int128 { Int128(bound.microUnits) * Int128(count) }
    let holds =
      switch self {
      case .atLeast(let bound): value >= scaled(bound)
      case .moreThan(let bound): value > scaled(bound)
      case .atMost(let bound): value <= scaled(bound)
      case .lessThan(let bound): value < scaled(bound)
      case .between(let low, let high): value >= scaled(low) && value <= scaled(high)
      }
    return holds ? .pass : .fail
  }
}

extension Condition {
  fileprivate func holds(_ values: [Int?]) -> Bool {
    switch kind {
    case .leaf(let leaf): leaf.answer(values) == .pass
    case .all(let parts): parts.allSatisfy { $0.holds(values) }
    case .any(let parts): parts.contains { $0.holds(values) }
    case .not(let part): !part.holds(values)
    case .some(let count, let parts): parts.count { $0.holds(values) } >= count
    }
  }

  /// Without averages of recorded days, for which a missing day is another thing than for the rest.
  fileprivate static func random(
    _ random: inout SplitMix, days: Int, depth: Int
  ) -> Condition {
    switch depth > 0 ? random.below(4) : 3 {
    case 0:
      return Condition(
        .all((0..<2).map { _ in .random(&random, days: days, depth: depth - 1) }))
    case 1:
      return Condition(
        .any((0..<2).map { _ in .random(&random, days: days, depth: depth - 1) }))
    case 2: return Condition(.not(.random(&random, days: days, depth: depth - 1)))
    default:
      var leaf = Leaf.random(&random, days: days)
      if leaf.measure == .average(overRecordedDays: true) {
        leaf.measure = .average(overRecordedDays: false)
      }
      return Condition(.leaf(leaf))
    }
  }
}

extension Leaf {
  fileprivate static func random(_ random: inout SplitMix, days: Int) -> Leaf {
    let first = random.below(3) == 0 ? random.below(days) : 0
    let selected = days - first
    let measure: Measure =
      switch random.below(6) {
      case 0: .total
      case 1: .best
      case 2: .average(overRecordedDays: random.below(2) == 0)
      case 3: .days(.every)
      case 4: .days(.atLeast(1 + random.below(selected)))
      default: .streak(days: 1 + random.below(selected), misses: random.below(3))
      }
    // Halves, so that some thresholds lie between the values that there are.
    func bound() -> Quantity { Quantity(microUnits: Int64(random.below(14)) * 500_000) }
    let (a, b) = (bound(), bound())
    let comparison: Comparison =
      switch random.below(5) {
      case 0: .atLeast(a)
      case 1: .moreThan(a)
      case 2: .atMost(a)
      case 3: .lessThan(a)
      default: .between(min(a, b), max(a, b))
      }
    let selection = first == 0 ? DaySelection() : DaySelection(from: firstDay.advanced(by: first))
    return Leaf(measure, of: .steps, comparison, on: selection)
  }
}

/// Sebastiano Vigna's SplitMix64.
private struct SplitMix {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func below(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ (z >> 31)) % UInt64(limit))
  }
}
