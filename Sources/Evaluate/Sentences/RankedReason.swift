import DaymarkModel

/// A reason with how far it falls short, which orders reasons.
struct RankedReason {
  var reason: Reason
  /// The part of what was required that is lacking (or too much); 0 where nothing is.
  var shortfall: Double
  /// Whether it is about a leaf under an odd number of `not`.
  var isNegated = false
}

// The sentences of reasons. They are data of the evidence, so they are made in this folder and nowhere
// else. They hold numbers of days, weeks and sessions and what the rule asks
// for, never an amount that a subject reached: summaries print them.

extension RankedReason {
  /// - Parameter negations: How many `not` stand above the leaf.
  init(of leaf: LeafEvaluation, below negations: Int) {
    if leaf.answer == .undetermined, !leaf.isHeldOpen {
      self.init(lackingDataOf: leaf)
      return
    }
    let result = leaf.result
    let ending = leaf.ending
    var code = "\(leaf.leaf.key).\(ending.rawValue)"
    var text = leaf.sentence(ending)
    // A double negation is none.
    let isNegated = negations % 2 == 1
    // Under a `not`, what holds is at fault and what does not is as it should be.
    let isAsAsked = leaf.answer == (isNegated ? .fail : .pass)
    if isNegated, leaf.answer != .undetermined {
      code = "not." + code
      text = (isAsAsked ? "as it should be: " : "should not be: ") + text
    }
    let lacking = isAsAsked ? 0 : isNegated ? max(0, result.margin) : max(0, -result.margin)
    self.init(
      reason: Reason(
        code: code, text: text, required: leaf.leaf.quantity(result.required),
        actual: leaf.leaf.quantity(result.actual)),
      shortfall: lacking == 0 ? 0 : Double(lacking) / Double(result.required),
      isNegated: isNegated)
  }

  /// Of an answer that only days without data, or sessions without a field, hold open.
  private init(lackingDataOf leaf: LeafEvaluation) {
    let days = leaf.facts.count
    let missing = leaf.facts.count { $0.doubt == .missing }
    let incomplete = leaf.facts.count { $0.doubt == .incomplete || $0.isDamaged }
    let unknown = leaf.facts.count { $0.doubt == .unknown }
    let (code, text, lacking) =
      incomplete > 0
      ? ("data.incomplete", "incomplete data of \(leaf.leaf.value.dataName)", incomplete)
      : missing > 0
        ? ("data.missing", "no data of \(leaf.leaf.value.dataName)", missing)
        : ("data.incomplete_session", leaf.leaf.value.incompleteSession, unknown)
    self.init(
      reason: Reason(
        code: code, text: "\(text) on \(lacking) of \(days.counting("day"))",
        required: Quantity(days), actual: Quantity(days - lacking)),
      shortfall: Double(lacking) / Double(max(days, 1)))
  }

  /// Of a `some` too few of whose parts hold.
  init(holding: Int, of parts: Int, required: Int) {
    self.init(
      reason: Reason(
        code: "some.too_few",
        text: "\(holding) of \(parts.counting("condition")) met, \(required) needed",
        required: Quantity(required), actual: Quantity(holding)),
      shortfall: Double(required - holding) / Double(max(required, 1)))
  }
}

/// The second half of a reason's code.
enum ReasonEnding: String {
  case met, open
  case tooShort = "too_short"
  case tooFew = "too_few"
  case tooLow = "too_low"
  case tooHigh = "too_high"
}

extension LeafEvaluation {
  fileprivate var ending: ReasonEnding {
    switch (answer, leaf.measure) {
    case (.pass, _): .met
    case (.undetermined, _): .open
    case (.fail, .streak): .tooShort
    case (.fail, _) where !leaf.comparesOneFigure || leaf.key == "activities": .tooFew
    case (.fail, _): leaf.comparison.miss(by: result.actual) == .tooHigh ? .tooHigh : .tooLow
    }
  }

  fileprivate func sentence(_ ending: ReasonEnding) -> String {
    let soFar = ending == .open ? " so far" : ""
    switch (leaf.measure, leaf.measure.figure) {
    case (.streak, _): return "longest run\(soFar) \(reached("day"))"
    case (_, .days): return "\(reached("day"))\(soFar)"
    case (_, .weeks): return "\(reached("week"))\(soFar)"
    case (_, .amount) where leaf.key == "activities":
      let (actual, required) = (result.actual / 1_000_000, result.required / 1_000_000)
      return actual <= required
        ? "\(actual) of \(required) \(leaf.value.sessionsName(isOne: required == 1))\(soFar)"
        : "\(actual) \(leaf.value.sessionsName(isOne: false)), \(required) needed"
    case (_, .amount): return amountSentence(ending)
    }
  }

  private func amountSentence(_ ending: ReasonEnding) -> String {
    let asked = leaf.value.words(leaf.comparison)
    switch ending {
    case .met: return "\(asked) \(leaf.scope)"
    case .open: return "not yet decided: \(asked) \(leaf.scope)"
    default:
      let missed = leaf.comparison.opposite(ending == .tooHigh ? .tooHigh : .tooLow)
      let text = "\(leaf.value.words(missed)) \(leaf.scopeOfMiss)"
      return if case .between = leaf.comparison { "\(text), \(asked) needed" } else { text }
    }
  }

  /// `5 of 7 days with at least 10,000 steps`, or `9 days with at least 10,000 steps, 7 needed`.
  private func reached(_ noun: String) -> String {
    let (actual, required) = (Int(result.actual), Int(result.required))
    let each = "with \(leaf.askedOfEach)"
    return actual <= required
      ? "\(actual) of \(required.counting(noun)) \(each)"
      : "\(actual.counting(noun)) \(each), \(required) needed"
  }
}
