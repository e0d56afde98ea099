import DaymarkModel

/// A leaf's answer with the numbers behind it.
struct LeafEvaluation {
  let leaf: Leaf
  let facts: [DayFact]
  let answer: Outcome
  /// Days not over or incomplete hold an undetermined answer open, alone or with others.
  let isHeldOpen: Bool
  /// A number of days, or an amount in micro-units.
  let required: Int128
  let actual: Int128
  /// How far `actual` is on the right side of the comparison; negative on the wrong one.
  let margin: Int128

  init(_ leaf: Leaf, on facts: [DayFact]) {
    self.leaf = leaf
    self.facts = facts
    let result =
      facts.isEmpty
      // No day to look at: neither to be met nor to be missed.
      ? LeafResult(answer: .undetermined, isHeldOpen: true, required: 0, actual: 0, margin: 0)
      : leaf.result(on: facts)
    answer = result.answer
    isHeldOpen = result.answer == .undetermined && result.isHeldOpen
    (required, actual, margin) = (result.required, result.actual, result.margin)
  }

  /// Each day as the leaf saw it.
  var days: [Explanation.Day] {
    let interval = AnswerInterval(leaf.comparison, step: leaf.value.step)
    return facts.map { fact in
      Explanation.Day(
        day: fact.day, value: fact.recorded, standing: leaf.standing(of: fact, in: interval))
    }
  }
}

private struct LeafResult {
  var answer: Outcome
  var isHeldOpen: Bool
  var required: Int128
  var actual: Int128
  var margin: Int128
}

extension Leaf {
  fileprivate func result(on facts: [DayFact]) -> LeafResult {
    switch measure {
    case .days(let count):
      let required = if case .atLeast(let days) = count { days } else { facts.count }
      return counted(facts, required: required) { $0.count { $0 } }
    case .streak(let days, let misses):
      return counted(facts, required: days) { longestRun(of: $0, misses: misses) }
    case .total:
      return ranged(facts.reduce(0) { $0 + $1.least }, facts)
    case .best:
      return ranged(facts.map(\.least).max() ?? 0, facts)
    case .average(overRecordedDays: false):
      return ranged(facts.reduce(0) { $0 + $1.least }, facts, days: facts.count)
    case .average(overRecordedDays: true):
      return averageOfRecordedDays(facts)
    case .window, .weekly:
      return LeafResult(answer: .undetermined, isHeldOpen: true, required: 0, actual: 0, margin: 0)
    }
  }

  /// Questions that ask of each day whether it qualifies, and then count.
  ///
  /// More qualifying days never lower `count`, so the days that surely qualify give its least value
  /// and those together with the doubtful ones its greatest.
  private func counted(
    _ facts: [DayFact], required: Int, by count: ([Bool]) -> Int
  ) -> LeafResult {
    let interval = AnswerInterval(comparison, step: value.step)
    let answers = facts.map { interval.answer(on: $0.least, mayGrow: $0.doubt != nil) }
    func countQualifying(_ doubtful: (DayFact) -> Bool) -> Int {
      count(
        zip(facts, answers).map { fact, answer in
          answer == .pass || (answer == .undetermined && doubtful(fact))
        })
    }
    let least = countQualifying { _ in false }
    let most = countQualifying { _ in true }
    let isOpen = { (fact: DayFact) in fact.doubt?.isOpen ?? false }
    return LeafResult(
      answer: least >= required ? .pass : most < required ? .fail : .undetermined,
      // Settle the open days either way: does that alone settle the answer?
      isHeldOpen: countQualifying(isOpen) >= required
        || countQualifying { !isOpen($0) } < required,
      required: Int128(required), actual: Int128(least), margin: Int128(least - required))
  }

  /// Questions on one figure that grows with every day's value: a sum, a mean, a maximum.
  private func ranged(_ least: Int128, _ facts: [DayFact], days: Int = 1) -> LeafResult {
    let interval = AnswerInterval(comparison, step: value.step, days: days)
    let mean = dividedRounding(least, by: Int128(days))
    return LeafResult(
      answer: interval.answer(on: least, mayGrow: facts.contains { $0.doubt != nil }),
      // Any one open day can carry the figure past every bound.
      isHeldOpen: facts.contains { $0.doubt?.isOpen ?? false },
      required: comparison.bound(nearest: mean), actual: mean, margin: comparison.margin(of: mean))
  }

  /// A mean whose number of days is itself in doubt: an open day without data may stay without.
  private func averageOfRecordedDays(_ facts: [DayFact]) -> LeafResult {
    let withData = facts.filter { $0.recorded != nil }
    let optional = facts.count { $0.recorded == nil && $0.doubt?.isOpen ?? false }
    // Missing days that the rule reads as zero count only where nothing else does.
    let zeros = withData.isEmpty && optional == 0 ? facts.count { $0.doubt == nil } : 0
    let certain = withData.count + zeros
    let sum = withData.reduce(0) { $0 + $1.least }
    let grows = withData.contains { $0.doubt != nil }
    let answers = Set(
      (certain...certain + optional).map { days in
        // The mean of no days does not exist, so it can neither meet nor miss anything.
        days == 0
          ? .undetermined
          : AnswerInterval(comparison, step: value.step, days: days)
            .answer(on: sum, mayGrow: grows || days > certain)
      })
    let mean = certain == 0 ? 0 : dividedRounding(sum, by: Int128(certain))
    return LeafResult(
      answer: answers.count == 1 ? answers.first ?? .undetermined : .undetermined,
      isHeldOpen: optional > 0 || grows,
      required: comparison.bound(nearest: mean), actual: mean, margin: comparison.margin(of: mean))
  }

  fileprivate func standing(
    of fact: DayFact, in interval: AnswerInterval
  ) -> Explanation.Day.Standing {
    switch measure {
    case .total, .average, .window, .weekly:
      if fact.doubt == nil, fact.recorded != nil { return .counted }
    case .days, .streak, .best:
      switch interval.answer(on: fact.least, mayGrow: fact.doubt != nil) {
      case .pass: return .counted
      case .fail where fact.recorded != nil: return .short
      default: break
      }
    }
    return switch fact.doubt {
    case .notOver: .notOver
    case .incomplete: .incomplete
    case .missing, nil: .missing
    }
  }
}

/// Qualifying days in the best stretch that holds at most `misses` others.
func longestRun(of qualifies: [Bool], misses: Int) -> Int {
  var (first, run, others, longest) = (0, 0, 0, 0)
  for day in qualifies {
    if day { run += 1 } else { others += 1 }
    while others > misses {
      if qualifies[first] { run -= 1 } else { others -= 1 }
      first += 1
    }
    longest = max(longest, run)
  }
  return longest
}

extension Comparison {
  /// The threshold that decides on `value`.
  fileprivate func bound(nearest value: Int128) -> Int128 {
    switch self {
    case .atLeast(let bound), .moreThan(let bound), .atMost(let bound), .lessThan(let bound):
      Int128(bound.microUnits)
    case .between(let low, let high):
      Int128(
        (value - Int128(low.microUnits) <= Int128(high.microUnits) - value ? low : high).microUnits)
    }
  }

  /// How far `value` is on the right side of the nearest threshold.
  fileprivate func margin(of value: Int128) -> Int128 {
    switch self {
    case .atLeast(let bound), .moreThan(let bound): value - Int128(bound.microUnits)
    case .atMost(let bound), .lessThan(let bound): Int128(bound.microUnits) - value
    case .between(let low, let high):
      min(value - Int128(low.microUnits), Int128(high.microUnits) - value)
    }
  }
}
