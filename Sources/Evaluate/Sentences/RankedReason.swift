import DaymarkDocuments
import DaymarkModel

/// A reason with what decides its place among others.
struct RankedReason {
  var reason: Reason
  /// The part of what is required that is lacking, or exceeded; 0 where neither is.
  var shortfall: Double
  /// Whether the reason is about a leaf under an odd number of `not`.
  var isNegated = false
  var rank = Rank.shown
  /// The parts of a sentence about missing data; `nil` for any other sentence.
  var want: Want?

  /// The subject of a reason, in the order in which reasons are given.
  enum Rank {
    /// An event that happened to the data, which comes first because it can be mended.
    case cause
    /// A result that the data shows.
    case shown
    /// Data that is missing.
    case wantOfData
  }

  /// The parts of a sentence about missing data, from which several are made into one.
  struct Want {
    /// The data that is missing, and on which days.
    struct Part: Equatable {
      let name: String
      let span: String
    }

    /// What happened to the data, with its remedy; `nil` where the sentence is about the data alone.
    let cause: String?
    /// What the sentence says of the data, between which its name stands: `no data of ` and ` `.
    let words: (before: String, after: String)
    var parts: [Part]
    /// Whether another reason is given that the data could have changed.
    var couldChange: Bool
  }
}

extension RankedReason.Want {
  /// The sentence: `the data ends on 2025-09-21 (steps not known on 8 of 28 days)`.
  var text: String {
    var spans: [String] = []
    for part in parts where !spans.contains(part.span) { spans.append(part.span) }
    let clauses = spans.map { span in
      let names = parts.filter { $0.span == span }.map(\.name)
      return words.before + names.joined(lastWith: "and") + words.after + span
    }
    let clause =
      clauses.joined(separator: "; ") + (couldChange ? ", which could have changed that" : "")
    return cause.map { "\($0) (\(clause))" } ?? clause
  }

  /// Adds what another sentence lacks, if the two say the same.
  ///
  /// - Returns: Whether the sentence says both now.
  mutating func join(_ other: Self) -> Bool {
    guard cause == other.cause, words == other.words else { return false }
    if cause == nil {
      guard (parts + other.parts).allSatisfy({ $0.span == parts[0].span }) else { return false }
      // Who has no data of any kind has none of steps.
      let all = (parts + other.parts).first { $0.name == DayValue.anyKindOfData }
      if let all {
        (parts, couldChange) = ([all], couldChange || other.couldChange)
        return true
      }
    }
    parts += other.parts.filter { !parts.contains($0) }
    couldChange = couldChange || other.couldChange
    return true
  }
}

/// The circumstances in which the reasons of a condition are given.
struct ReasonSetting {
  /// The number of `not` above the condition.
  var negations = 0
  /// Whether an answer that is open only because data is missing fails by the rule.
  var failsForWant = false
  /// The damaged inputs.
  let damage: [InputDamage]
  /// Whether no input was handed in that counts.
  let hasNoInputs: Bool
  /// The ends of the data.
  let ends: DataEnds
  /// Whether data that is handed in now still counts.
  let takesMore: Bool
  let isPeriodOver: Bool
  /// The kinds of the sources, by rank; their names are private.
  let sourceKinds: [String]

  init(of aggregates: SubjectAggregates, takesMore: Bool, isPeriodOver: Bool) {
    (damage, ends) = (aggregates.damage, DataEnds(aggregates))
    hasNoInputs = aggregates.hasNoInputs
    (self.takesMore, self.isPeriodOver) = (takesMore, isPeriodOver)
    sourceKinds = aggregates.sources.map(\.kind)
  }

  /// The setting for the condition inside a `not`.
  var negated: ReasonSetting {
    var setting = self
    setting.negations += 1
    return setting
  }

  /// Whether the number of `not` above the condition is odd.
  var isNegated: Bool { negations % 2 == 1 }

  /// Whether an answer makes the rule fail.
  func fails(_ answer: Outcome) -> Bool {
    answer == .fail || (failsForWant && answer == .undetermined)
  }
}

// The sentences of reasons. They are data of the evidence and are made in this folder alone. They
// contain numbers of days, weeks and sessions and what the rule asks for, but never an amount that
// a subject reached, because summaries print them.

extension LeafEvaluation {
  /// Returns the reasons about figures that fall short by the recorded data, followed by whether
  /// missing data could have changed that.
  ///
  /// Where nothing at all is recorded, or everything recorded satisfies the leaf, only the missing
  /// data is given.
  ///
  /// - Parameter parts: The single evaluations of leaves that are asked together.
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

  /// The answer by the recorded data, where only data is missing.
  fileprivate var shownAnswer: Outcome {
    guard answer == .undetermined, !isHeldOpen else { return answer }
    return result.isMetAsRecorded ? .pass : .fail
  }
}

extension RankedReason {
  /// Makes the reason of a leaf by the recorded data.
  init(of leaf: LeafEvaluation, _ setting: ReasonSetting) {
    let (result, isNegated, answer) = (leaf.result, setting.isNegated, leaf.shownAnswer)
    let ending = leaf.ending(answer)
    var code = "\(leaf.leaf.key).\(ending.rawValue)"
    // Under a `not`, what holds is the fault, and what does not hold is as required.
    let isAsAsked = answer == (isNegated ? .fail : .pass)
    if isNegated, answer != .undetermined { code = "not." + code }
    // Nothing is required if the leaf has no day to count, and then "none allowed" would be wrong.
    let isTurned = isNegated && (answer != .undetermined || result.required > 0)
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

  /// The reason of a `some` of which too few conditions hold.
  init(holding: Int, of parts: Int, required: Int) {
    self.init(
      reason: Reason(
        code: "some.too_few",
        text: "\(holding) of \(parts.counting("condition")) met, \(required) needed",
        required: Quantity(required), actual: Quantity(holding)),
      shortfall: Double(required - holding) / Double(max(required, 1)))
  }
}

/// The second part of a reason's code.
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
    case (.fail, _): leaf.comparison.side(of: result.actual) == .tooHigh ? .tooHigh : .tooLow
    }
  }

  /// A sentence in two parts, between which the choice of days is inserted.
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

  /// The sentence for a leaf under a `not`.
  fileprivate func turned(_ ending: ReasonEnding, isAsAsked: Bool) -> Sentence {
    let isOpen = ending == .open
    guard let counted else {
      let open = isOpen ? "not decided: " : ""
      return isAsAsked
        ? (missed(ending), ", as asked")
        : ("\(open)\(leaf.asked) \(leaf.scope)", ", which is not allowed")
    }
    let (actual, required) = (counted.actual, counted.required)
    if isAsAsked {
      let few = required == 1 ? "no" : "fewer than \(required)"
      return ("\(few) \(counted.nameOfHaving(required == 1))", ", as asked")
    }
    let most = required > 1 ? "at most \(required - 1)" : "none"
    let soFar = isOpen ? "so far " : ""
    return ("\(soFar)\(actual) \(counted.nameOfHaving(actual == 1))", ", \(most) allowed")
  }

  /// What the figure is instead, in words: `fewer than 9 steps in total`.
  private func missed(_ ending: ReasonEnding) -> String {
    let missed = leaf.missed(ending == .tooHigh ? .tooHigh : .tooLow)
    return "\(missed) \(leaf.scopeOfMiss)"
  }

  /// Whether the counted days or stretches must follow each other.
  private var asksForRun: Bool {
    if case .streak = leaf.measure { true } else { leaf.measure.recurrence?.isInARow ?? false }
  }

  /// The things that the leaf counts: days, stretches or sessions; `nil` for an amount.
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

/// The names of what a leaf counts, in singular and plural.
private struct CountedThings {
  let actual: Int
  let required: Int
  /// Returns the name together with what is asked, such as `days with at least 3,000 steps`; `true`
  /// gives the singular.
  let name: (Bool) -> String
  /// Returns the name together with what was reached, such as `days had 3,000 steps or more`;
  /// `true` gives the singular.
  let nameOfHaving: (Bool) -> String
}
