import DaymarkDocuments
import DaymarkModel

/// A reason with how far it falls short, which orders reasons.
struct RankedReason {
  var reason: Reason
  /// The part of what was required that is lacking (or too much); 0 where nothing is.
  var shortfall: Double
  /// Whether it is about a leaf under an odd number of `not`.
  var isNegated = false
  /// Whether it says that data is lacking: it stands after what the data shows.
  var isWantOfData = false
}

/// What the reasons of a condition are told with.
struct ReasonSetting {
  /// How many `not` stand above the condition.
  var negations = 0
  /// An answer that is open only for want of data is a fail by the rule.
  var failsForWant = false
  /// The damaged inputs.
  var damage: [InputDamage] = []
  /// What stands for the sources, by rank: their names are private.
  var sourceKeys: [String] = []

  /// Of the part of a `not`.
  var negated: ReasonSetting {
    var setting = self
    setting.negations += 1
    return setting
  }

  /// A double negation is none.
  var isNegated: Bool { negations % 2 == 1 }

  /// Whether an answer makes the rule fail.
  func fails(_ answer: Outcome) -> Bool {
    answer == .fail || (failsForWant && answer == .undetermined)
  }
}

// The sentences of reasons. They are data of the evidence, so they are made in this folder and nowhere
// else. They hold numbers of days, weeks and sessions and what the rule asks
// for, never an amount that a subject reached: summaries print them.

extension LeafEvaluation {
  /// What is lacking by what is recorded; then whether want of data could have changed that.
  ///
  /// Where nothing at all is recorded, or all that is recorded is as asked, only data is lacking.
  func reasons(_ setting: ReasonSetting) -> [RankedReason] {
    let shown = RankedReason(of: self, setting)
    guard answer == .undetermined else { return [shown] }
    let hasNothing = facts.allSatisfy { $0.recorded == nil }
    let isAlone = !isHeldOpen && (hasNothing || result.isMetAsRecorded != setting.isNegated)
    let wants = wantsOfData(setting, isAlone: isAlone || isHeldOpen)
    return isAlone && !wants.isEmpty ? wants : [shown] + wants
  }

  /// The answer by what is recorded, where only data is lacking.
  fileprivate var shownAnswer: Outcome {
    guard answer == .undetermined, !isHeldOpen else { return answer }
    return result.isMetAsRecorded ? .pass : .fail
  }
}

extension RankedReason {
  fileprivate init(of leaf: LeafEvaluation, _ setting: ReasonSetting) {
    let (result, isNegated, answer) = (leaf.result, setting.isNegated, leaf.shownAnswer)
    let ending = leaf.ending(answer)
    var code = "\(leaf.leaf.key).\(ending.rawValue)"
    var text = leaf.sentence(ending)
    // Under a `not`, what holds is at fault and what does not is as it should be.
    let isAsAsked = answer == (isNegated ? .fail : .pass)
    if isNegated, answer != .undetermined {
      code = "not." + code
      text = (isAsAsked ? "as it should be: " : "should not be: ") + text
    }
    if leaf.answer == .undetermined, !setting.failsForWant || leaf.isHeldOpen {
      code = "\(leaf.leaf.key).\(ReasonEnding.open.rawValue)"
    }
    let lacking = isAsAsked ? 0 : isNegated ? max(0, result.margin) : max(0, -result.margin)
    self.init(
      reason: Reason(
        code: code, text: text, required: leaf.leaf.quantity(result.required),
        actual: leaf.leaf.quantity(result.actual)),
      shortfall: lacking == 0 ? 0 : Double(lacking) / Double(result.required),
      isNegated: isNegated)
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
  fileprivate func ending(_ answer: Outcome) -> ReasonEnding {
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
    case .open: return "not decided: \(asked) \(leaf.scope)"
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
