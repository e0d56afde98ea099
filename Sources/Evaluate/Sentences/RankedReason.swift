import DaymarkDocuments
import DaymarkModel

/// A reason with how far it falls short, which orders reasons.
struct RankedReason {
  var reason: Reason
  /// The part of what was required that is lacking (or too much); 0 where nothing is.
  var shortfall: Double
  /// Whether it is about a leaf under an odd number of `not`.
  var isNegated = false
  var rank = Rank.shown

  /// What a reason is about, in the order in which reasons stand.
  enum Rank {
    /// What happened to the data that decides: whoever can mend it reads this first.
    case cause
    /// What the data shows.
    case shown
    /// What the data lacks.
    case wantOfData
  }
}

/// What the reasons of a condition are told with.
struct ReasonSetting {
  /// How many `not` stand above the condition.
  var negations = 0
  /// An answer that is open only for want of data is a fail by the rule.
  var failsForWant = false
  /// The damaged inputs.
  let damage: [InputDamage]
  /// Nothing was handed in that counts.
  let hasNoInputs: Bool
  /// How far the data goes.
  let ends: DataEnds
  /// Whether what is handed in now still counts.
  let takesMore: Bool
  let isPeriodOver: Bool
  /// What stands for the sources, by rank: their names are private.
  let sourceKeys: [String]

  init(of aggregates: SubjectAggregates, takesMore: Bool, isPeriodOver: Bool) {
    (damage, ends) = (aggregates.damage, DataEnds(aggregates))
    hasNoInputs = aggregates.hasNoInputs
    (self.takesMore, self.isPeriodOver) = (takesMore, isPeriodOver)
    sourceKeys = SourceOrder.keys(of: aggregates.sources)
  }

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
  ///
  /// - Parameter parts: Of leaves that are asked together, each.
  func reasons(
    _ setting: ReasonSetting, lackingOf parts: [LeafEvaluation]? = nil
  ) -> [RankedReason] {
    let shown = RankedReason(of: self, setting)
    guard answer == .undetermined else { return [shown] }
    let open = (parts ?? [self]).filter { part in
      parts == nil || part.result.weeks.contains { $0.answer == .undetermined }
    }
    let hasNothing = open.allSatisfy { $0.facts.allSatisfy { $0.recorded == nil } }
    let isAlone = !isHeldOpen && (hasNothing || result.isMetAsRecorded != setting.isNegated)
    let wants = open.flatMap {
      $0.wantsOfData(setting, isAlone: isAlone || isHeldOpen, for: self)
    }
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
    // Under a `not`, what holds is at fault and what does not is as asked.
    let isAsAsked = answer == (isNegated ? .fail : .pass)
    let isTurned = isNegated && answer != .undetermined
    if isTurned { code = "not." + code }
    let (what, rest) = isTurned ? leaf.turned(ending, isAsAsked: isAsAsked) : leaf.sentence(ending)
    let text = what + leaf.leaf.selection + rest
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
    case (.fail, .recurring(let recurrence, _)) where recurrence.isInARow: .tooShort
    case (.fail, _) where !leaf.comparesOneFigure || leaf.key == "activities": .tooFew
    case (.fail, _): leaf.comparison.miss(by: result.actual) == .tooHigh ? .tooHigh : .tooLow
    }
  }

  /// A sentence in two parts: between them stands which days are looked at.
  fileprivate typealias Sentence = (what: String, rest: String)

  fileprivate func sentence(_ ending: ReasonEnding) -> Sentence {
    let soFar = ending == .open ? " so far" : ""
    if let counted {
      let (actual, required) = (counted.actual, counted.required)
      let run = asksForRun ? "longest run\(soFar) " : ""
      let end = run.isEmpty ? soFar : ""
      return actual <= required
        ? ("\(run)\(actual) of \(required) \(counted.name(required == 1))\(end)", "")
        : ("\(run)\(actual) \(counted.name(actual == 1))\(end)", ", \(required) needed")
    }
    let asked = leaf.asked
    switch ending {
    case .met: return ("\(asked) \(leaf.scope)", "")
    case .open: return ("not decided: \(asked) \(leaf.scope)", "")
    default:
      guard case .between = leaf.comparison else { return (missed(ending), "") }
      return (missed(ending), ", \(asked) needed")
    }
  }

  /// What a leaf under a `not` has, with what the `not` makes of it.
  fileprivate func turned(_ ending: ReasonEnding, isAsAsked: Bool) -> Sentence {
    guard let counted else {
      return isAsAsked
        ? (missed(ending), ", as asked")
        : ("\(leaf.asked) \(leaf.scope)", ", which is not allowed")
    }
    let (actual, required) = (counted.actual, counted.required)
    if isAsAsked {
      let few = required == 1 ? "no" : "fewer than \(required)"
      return ("\(few) \(counted.nameOfHaving(required == 1))", ", as asked")
    }
    let most = required > 1 ? "at most \(required - 1)" : "none"
    return ("\(actual) \(counted.nameOfHaving(actual == 1))", ", \(most) allowed")
  }

  /// `fewer than 9 steps in total`: on the side of the threshold on which the amount is.
  private func missed(_ ending: ReasonEnding) -> String {
    let missed = leaf.missed(ending == .tooHigh ? .tooHigh : .tooLow)
    return "\(missed) \(leaf.scopeOfMiss)"
  }

  /// Whether days or stretches must follow each other.
  private var asksForRun: Bool {
    if case .streak = leaf.measure { true } else { leaf.measure.recurrence?.isInARow ?? false }
  }

  /// The number of days, stretches or sessions that a leaf asks for; `nil` of an amount.
  private var counted: CountedThings? {
    func things(_ nouns: @escaping (_ isOne: Bool) -> String) -> CountedThings {
      let run = asksForRun ? " in a run" : ""
      let (asked, had) = (
        joint?.askedOfEach ?? leaf.askedOfEach, joint?.hadByEach ?? leaf.hadByEach
      )
      return CountedThings(
        actual: Int(result.actual), required: Int(result.required),
        name: { "\(nouns($0)) with \(asked)" },
        nameOfHaving: { "\(nouns($0))\(run) had \(had)" })
    }
    switch leaf.measure.figure {
    case .days: return things { $0 ? "day" : "days" }
    case .stretches:
      guard let recurrence = leaf.measure.recurrence else { return nil }
      return things(recurrence.nouns)
    case .amount:
      guard leaf.key == "activities" else { return nil }
      return CountedThings(
        actual: Int(result.actual / 1_000_000), required: Int(result.required / 1_000_000),
        name: { leaf.value.sessionsName(isOne: $0) },
        nameOfHaving: { leaf.value.sessionsName(isOne: $0) })
    }
  }
}

/// Things that a leaf counts, with their names; those depend on whether there is one of them.
private struct CountedThings {
  let actual: Int
  let required: Int
  /// `days with at least 3,000 steps`.
  let name: (Bool) -> String
  /// `days had 3,000 steps or more`.
  let nameOfHaving: (Bool) -> String
}
