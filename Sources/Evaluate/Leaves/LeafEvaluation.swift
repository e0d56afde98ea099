import DaymarkModel

/// A leaf's answer with the numbers behind it.
struct LeafEvaluation {
  let leaf: Leaf
  /// Of the days that were looked at, ascending.
  let facts: [DayFact]
  let result: LeafResult

  /// - Parameters:
  ///   - bounds: The first and last day that the leaf may look at, whatever weekdays are.
  ///   - readsMissingAsZero: What the facts were made with.
  init(
    _ leaf: Leaf, on facts: [DayFact], within bounds: ClosedRange<CivilDay>?,
    readsMissingAsZero: Bool
  ) {
    self.leaf = leaf
    guard !facts.isEmpty, let bounds else {
      // No day to look at: neither to be met nor to be missed.
      self.facts = []
      result = LeafResult(answer: .undetermined, isHeldOpen: true)
      return
    }
    if case .weekly(let weekly) = leaf.measure {
      let weeks = weekly.weeks(of: facts, within: bounds)
      self.facts = weeks.flatMap(\.facts)
      result = leaf.result(weekly, on: weeks)
    } else {
      self.facts = facts
      result = leaf.result(on: facts, readsMissingAsZero: readsMissingAsZero)
    }
  }

  var answer: Outcome { result.answer }

  /// Days not over or incomplete hold an undetermined answer open, alone or with others.
  var isHeldOpen: Bool { result.answer == .undetermined && result.isHeldOpen }

  /// Each day as the leaf saw it.
  var days: [Explanation.Day] {
    let interval = leaf.interval
    return facts.map { fact in
      Explanation.Day(
        day: fact.day, value: fact.recorded, standing: leaf.standing(of: fact, in: interval),
        missed: fact.missed)
    }
  }
}

/// The result of a leaf's measure.
struct LeafResult {
  var answer: Outcome
  var isHeldOpen: Bool
  /// A number of days or weeks, or an amount in micro-units.
  var required: Int128 = 0
  var actual: Int128 = 0
  /// How far `actual` is on the right side of the comparison; negative on the wrong one.
  var margin: Int128 = 0
  /// What is recorded meets what is asked, were it all there is.
  var isMetAsRecorded = false
  /// The days that decided.
  var span: ClosedRange<CivilDay>?
  var weeks: [Explanation.Week] = []

  init(answer: Outcome, isHeldOpen: Bool) {
    self.answer = answer
    self.isHeldOpen = isHeldOpen
  }

  /// Of a number of days or weeks.
  init(_ prospect: Prospect, required: Int, actual: Int) {
    self.init(answer: prospect.answer, isHeldOpen: prospect.isHeldOpen)
    (self.required, self.actual) = (Int128(required), Int128(actual))
    margin = Int128(actual - required)
    isMetAsRecorded = prospect.shown
  }

  /// Of an amount.
  init(_ answer: Outcome, isHeldOpen: Bool, amount: Int128, _ comparison: Comparison) {
    self.init(answer: answer, isHeldOpen: isHeldOpen)
    (required, actual) = (Int128(comparison.threshold(nearest: amount).microUnits), amount)
    margin = comparison.margin(of: amount)
  }
}

extension Leaf {
  /// How a day stands in the explanation.
  fileprivate func standing(
    of fact: DayFact, in interval: ValueInterval
  ) -> Explanation.Day.Standing {
    if asksEachDay {
      switch interval.answer(on: fact.range) {
      case .pass: return .counted
      case .fail where fact.recorded != nil: return .short
      default: break
      }
    } else if fact.doubt == nil, fact.recorded != nil {
      return fact.missed.isEmpty || fact.hasSession ? .counted : .short
    }
    return switch fact.doubt {
    case .notOver: .notOver
    case .incomplete: .incomplete
    case .damaged: .damaged
    case .unknown: .unknown
    case .missing, nil: .missing
    }
  }
}
