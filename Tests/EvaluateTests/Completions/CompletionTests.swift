import DaymarkEvaluate
import DaymarkModel
import DaymarkTestSupport
import Testing

/// Compares answers with an evaluator that tries completions of what is unknown, one by one.
struct CompletionTests {
  static let families = LeafFamily.allCases.flatMap { family in (0..<4).map { (family, $0) } }

  @Test(arguments: families)
  func `an answer is given exactly when all completions agree`(family: LeafFamily, seed: Int) {
    let base = 1000 * (4 * family.rawValue + seed)
    for number in Sweep.over(0..<100, step: 3) {
      var random = SeededGenerator(seed: UInt64(base + number))
      let period = family.period(&random)
      let leaf = Leaf.random(family, &random, in: period)
      let condition = Condition(.leaf(leaf))
      for policy in [MissingPolicy.undetermined, .zero] {
        guard let expected = period.answer(on: leaf, onMissing: policy) else { continue }
        let outcome = period.verdict(on: condition, onMissing: policy).outcome
        #expect(outcome == expected.answer, "\(period) \(leaf) \(policy)")
        guard policy == .undetermined else { continue }
        let failing = period.verdict(on: condition, onMissing: .fail).outcome
        let isOnlyMissing = expected.answer == .undetermined && !expected.isHeldOpen
        #expect(failing == (isOnlyMissing ? .fail : outcome), "\(period) \(leaf)")
      }
    }
  }

  @Test(arguments: LeafFamily.allCases)
  func `what is wholly known is decided, fractions and all`(family: LeafFamily) {
    for number in Sweep.over(0..<250, step: 3) {
      var random = SeededGenerator(seed: UInt64(77_000 + 1000 * family.rawValue + number))
      var period = PartlyKnownPeriod.random(
        &random, days: family == .weeks ? 7 + random.below(15) : 1 + random.below(5), unknown: 0)
      for day in period.days.indices {
        period.days[day].recorded.sessions = period.days[day].recorded.sessions.map { _ in
          .withFractions(&random)
        }
      }
      let leaf = Leaf.random(family, &random, in: period)
      let known = period.known(onMissing: .undetermined, readingZeros: [])
      let verdict = period.verdict(on: Condition(.leaf(leaf)), onMissing: .undetermined)
      #expect(verdict.outcome == leaf.answer(in: known), "\(period) \(leaf)")
    }
  }

  @Test(arguments: 0..<4)
  func `no completion contradicts the answer of a composition`(seed: Int) {
    for number in Sweep.over(0..<150, step: 5) {
      var random = SeededGenerator(seed: UInt64(100_000 + 1000 * seed + number))
      let period = random.pick([LeafFamily.sessions, .sessions, .weeks]).period(&random)
      let condition = Condition.random(&random, depth: 3, in: period)
      for policy in [MissingPolicy.undetermined, .zero] {
        let outcome = period.verdict(on: condition, onMissing: policy).outcome
        guard outcome != .undetermined else { continue }
        let (known, unknowns) = period.completions(for: condition.leaves, onMissing: policy)
        known.forEachCompletion(of: unknowns.thinned(to: 100)[...]) { completion in
          let holds = condition.holds(in: completion)
          #expect(holds == (outcome == .pass), "\(period) \(condition) \(policy)")
          return holds == (outcome == .pass)
        }
      }
    }
  }

  @Test(arguments: 0..<2)
  func `failing what only missing days hold open makes nothing pass`(seed: Int) {
    var random = SeededGenerator(seed: 2000 + UInt64(seed))
    for _ in 0..<150 {
      let period = LeafFamily.sessions.period(&random)
      let condition = Condition.random(&random, depth: 2, in: period)
      let failing = period.verdict(on: condition, onMissing: .fail).outcome
      let waiting = period.verdict(on: condition, onMissing: .undetermined).outcome
      #expect(failing == waiting || (failing == .fail && waiting == .undetermined))
    }
  }

  /// Days that are recorded whole, of which at each instant the later ones are not over.
  @Test(arguments: 0..<2)
  func `a decided answer stays as time goes on`(seed: Int) {
    var random = SeededGenerator(seed: 3000 + UInt64(seed))
    for _ in 0..<60 {
      let period = PartlyKnownPeriod.random(&random, days: 1 + random.below(10), unknown: 0)
      let condition = Condition.random(&random, depth: 2, in: period)
      var decided: Outcome?
      for day in -1...period.days.count + 1 {
        let asOf = period.start(of: day).advanced(byMilliseconds: 7_000_000)
        let verdict = period.verdict(on: condition, onMissing: .fail, asOf: asOf)
        #expect(verdict == period.verdict(on: condition, onMissing: .fail, asOf: asOf))
        if let decided { #expect(verdict.outcome == decided, "\(period) \(condition) \(asOf)") }
        if verdict.outcome != .undetermined { decided = verdict.outcome }
      }
      let known = period.known(onMissing: .fail, readingZeros: [])
      #expect(decided == (condition.holds(in: known) ? .pass : .fail), "\(period) \(condition)")
    }
  }
}

extension LeafFamily {
  fileprivate func period(_ random: inout SeededGenerator) -> PartlyKnownPeriod {
    let count = self == .weeks ? 7 + random.below(15) : 1 + random.below(5)
    var period = PartlyKnownPeriod.random(&random, days: count, unknown: min(count, 2))
    if random.oneIn(3) { period.loseFields(&random) }
    return period
  }
}

extension PartlyKnownPeriod {
  fileprivate func completions(
    for leaves: [Leaf], onMissing: MissingPolicy
  ) -> (KnownPeriod, [Unknown]) {
    // A mean over recorded days skips days without data, which `zero` then leaves alone.
    let metrics = leaves.compactMap { leaf -> Metric? in
      guard case .metric(let metric) = leaf.value,
        leaf.measure != .average(overRecordedDays: true)
      else { return nil }
      return metric
    }
    return (
      known(onMissing: onMissing, readingZeros: Set(metrics)),
      unknowns(for: leaves, onMissing: onMissing)
    )
  }

  /// The answer by trying everything, and whether settling what is open may settle it; `nil` where
  /// there is too much to try.
  fileprivate func answer(
    on leaf: Leaf, onMissing: MissingPolicy
  ) -> (answer: Outcome, isHeldOpen: Bool)? {
    let (known, unknowns) = completions(for: [leaf], onMissing: onMissing)
    guard unknowns.reduce(1, { $0 * $1.possibilities.count }) <= 800 else { return nil }
    let open = unknowns.filter(\.isOpen)
    let missing = unknowns.dropFirst(open.count)
    var answers: Set<Outcome> = []
    var isHeldOpen = false
    known.forEachCompletion(of: open[...]) { period in
      var here: Set<Outcome> = []
      period.forEachCompletion(of: missing) {
        here.insert(leaf.answer(in: $0))
        return here.count < 2
      }
      answers.formUnion(here)
      if here.count == 1, !here.contains(.undetermined) { isHeldOpen = true }
      return answers.count < 2 || !isHeldOpen
    }
    let answer = answers.count == 1 ? answers.first ?? .undetermined : .undetermined
    return (answer, isHeldOpen)
  }
}

extension [Unknown] {
  /// With fewer possibilities, the first and the last always among them.
  fileprivate func thinned(to limit: Int) -> [Unknown] {
    var unknowns = self
    while unknowns.reduce(1, { $0 * $1.possibilities.count }) > limit,
      let most = unknowns.indices.max(by: {
        unknowns[$0].possibilities.count < unknowns[$1].possibilities.count
      })
    {
      let all = unknowns[most].possibilities
      guard all.count > 2 else { break }
      unknowns[most].possibilities =
        all.indices.filter { $0 % 2 == 0 && $0 < all.count - 1 }.map { all[$0] }
        + [all[all.count - 1]]
    }
    return unknowns
  }
}

extension Condition {
  fileprivate var leaves: [Leaf] {
    switch kind {
    case .leaf(let leaf): [leaf]
    case .jointly(let joint): joint.leaves
    case .all(let parts), .any(let parts), .some(_, let parts): parts.flatMap(\.leaves)
    case .not(let part): part.leaves
    }
  }
}
