import DaymarkModel

/// A reason with how far it falls short, which orders reasons.
struct RankedReason {
  var reason: Reason
  /// The part of what was required that is lacking (or too much); 0 where nothing is.
  var shortfall: Double
  /// Whether it is about a leaf under an odd number of `not`.
  var isNegated = false
}

// The sentences of reasons. They are data of the evidence, so they are made here and nowhere else.
// They hold numbers of days and what the rule asks for, never an amount that a subject reached:
// summaries print them.

extension RankedReason {
  /// - Parameter negations: How many `not` stand above the leaf.
  init(of leaf: LeafEvaluation, below negations: Int) {
    let missing = leaf.facts.count { $0.doubt == .missing }
    if leaf.answer == .undetermined, !leaf.isHeldOpen {
      let days = leaf.facts.count
      self.init(
        reason: Reason(
          code: "data.missing",
          text: "no data of \(leaf.leaf.value.name) on \(missing) of \(counted(days, "day"))",
          required: Quantity(days), actual: Quantity(days - missing)),
        shortfall: Double(missing) / Double(max(days, 1)))
      return
    }
    let ending = leaf.ending
    var code = "\(leaf.leaf.key).\(ending.rawValue)"
    var text = leaf.sentence(ending)
    // A double negation is none.
    let isNegated = negations % 2 == 1
    if isNegated, leaf.answer != .undetermined {
      code = "not." + code
      text = (leaf.answer == .pass ? "must not hold: " : "rightly does not hold: ") + text
    }
    // Under a `not`, what holds is at fault and what does not is as it should be.
    let isAsAsked = leaf.answer == (isNegated ? .fail : .pass)
    let lacking = isAsAsked ? 0 : isNegated ? max(0, leaf.margin) : max(0, -leaf.margin)
    self.init(
      reason: Reason(
        code: code, text: text, required: leaf.quantity(leaf.required),
        actual: leaf.quantity(leaf.actual)),
      shortfall: lacking == 0 ? 0 : Double(lacking) / Double(leaf.required), isNegated: isNegated)
  }
}

/// The second half of a reason's code.
private enum Ending: String {
  case met, open
  case tooShort = "too_short"
  case tooFew = "too_few"
  case tooLow = "too_low"
  case tooHigh = "too_high"
}

extension LeafEvaluation {
  fileprivate var ending: Ending {
    switch (answer, leaf.measure) {
    case (.pass, _): .met
    case (.undetermined, _): .open
    case (.fail, .streak): .tooShort
    case (.fail, .days): .tooFew
    case (.fail, _): isTooHigh ? .tooHigh : .tooLow
    }
  }

  private var isTooHigh: Bool {
    switch leaf.comparison {
    case .atLeast, .moreThan: false
    case .atMost, .lessThan: true
    case .between(_, let most): actual > Int128(most.microUnits)
    }
  }

  fileprivate func sentence(_ ending: Ending) -> String {
    let soFar = ending == .open ? " so far" : ""
    switch leaf.measure {
    case .streak:
      return "longest run\(soFar) \(daysReached)"
    case .days:
      return "\(daysReached)\(soFar)"
    case .total, .average, .best, .window, .weekly:
      let subject = "\(leaf.figure) of \(leaf.value.name)"
      let asked = leaf.comparison.words(in: leaf.value.unit)
      return switch ending {
      case .met: "\(subject) is \(asked)"
      case .open: "\(subject) may yet be \(asked) or not"
      default: "\(subject) is not \(asked)"
      }
    }
  }
}

extension LeafEvaluation {
  /// `5 of 7 days`, or `9 days, 7 needed`.
  private var daysReached: String {
    actual <= required
      ? "\(actual) of \(counted(Int(required), "day"))"
      : "\(counted(Int(actual), "day")), \(required) needed"
  }
}

extension Leaf {
  fileprivate var figure: String {
    switch measure {
    case .total: "total"
    case .average(overRecordedDays: false): "daily average"
    case .average(overRecordedDays: true): "average of recorded days"
    case .best: "best day"
    case .window(let days): "best \(counted(days, "day"))"
    case .days, .streak, .weekly: key
    }
  }

  /// What is asked for, in words: `at least 10000 count on 7 consecutive days`.
  var requirement: String {
    let asked = comparison.words(in: value.unit)
    let scope: String =
      switch measure {
      case .total: "in total"
      case .average(let overRecordedDays):
        overRecordedDays ? "on average of recorded days" : "on average of all days"
      case .best: "on the best day"
      case .window(let days): "in \(days) consecutive days"
      case .weekly(let weekly): "in \(counted(weekly.weeks, "week"))"
      case .days(.every): "on every day"
      case .days(.atLeast(let count)): "on \(counted(count, "day"))"
      case .streak(let days, let misses):
        "on \(days) consecutive \(days == 1 ? "day" : "days")"
          + (misses == 0 ? "" : " with up to \(misses) other\(misses == 1 ? "" : "s") between")
      }
    var text = "\(asked) \(scope)"
    if let weekdays = days.weekdays {
      let keys = weekdays.sorted { $0.rawValue < $1.rawValue }.map(\.key)
      text += ", \(keys.joined(separator: " ")) only"
    }
    if let from = days.from { text += ", from \(from)" }
    if let to = days.to { text += ", to \(to)" }
    return text
  }
}

extension DayValue {
  /// As sentences name it.
  var name: String {
    switch self {
    case .metric(let metric): metric.id
    case .heartRate(let statistic): "\(statistic.rawValue) heart rate"
    case .activities(let sum, _): "\(sum.rawValue) of sessions"
    }
  }
}

extension Comparison {
  fileprivate func words(in unit: Unit) -> String {
    let unit = unit.rawValue
    return switch self {
    case .atLeast(let bound): "at least \(bound) \(unit)"
    case .moreThan(let bound): "more than \(bound) \(unit)"
    case .atMost(let bound): "at most \(bound) \(unit)"
    case .lessThan(let bound): "less than \(bound) \(unit)"
    case .between(let low, let high): "between \(low) and \(high) \(unit)"
    }
  }
}

private func counted(_ number: Int, _ noun: String) -> String {
  "\(number) \(noun)\(number == 1 ? "" : "s")"
}
