import DaymarkConfiguration
import DaymarkModel

// Sentences about parts of a rule that its author probably did not mean.

extension Wording {
  /// Returns the sentence for a finding about the rule of a run or a leaderboard.
  static func ofRules(_ finding: Finding) -> Parts {
    let rule = finding.facts.rule.map { "\($0)" } ?? "the rule"
    return switch finding.code {
    case .ruleChanged:
      (
        "this is not the rule that was run as \(rule) before",
        "raise the version, or undo the change"
      )
    case .ruleUnlocked:
      (
        "the rule's version cannot be noted here\(finding.facts.systemWords), so a later change"
          + " of it goes unnoticed", "make the folder writable"
      )
    default:
      ("the challenge's rule, \(rule), has no score, so nobody has a rank", "add `score:` to it")
    }
  }

  static func lint(_ finding: Finding) -> Parts {
    let facts = finding.facts
    let key = facts.key.map { "`\($0)`" } ?? "the condition"
    let line = facts.line.map { " of line \($0)" } ?? ""
    let because = facts.cause.map { ", as \(words($0))" } ?? ""
    switch finding.code {
    case .ruleAlways where facts.line != nil:
      return ("this condition or that\(line) always holds", "correct a threshold, or remove both")
    case .ruleAlways:
      return ("\(key) always holds\(because)", "correct the threshold, or remove the condition")
    case .ruleNever where facts.line != nil:
      return ("this condition and that\(line) never hold together", "correct a threshold")
    case .ruleNever: return ("\(key) never holds\(because)", "correct the threshold")
    case .ruleDuplicate: return ("this is the same condition as that\(line)", "remove one")
    case .ruleShadowed where facts.list == "any":
      return ("whenever this condition holds, that\(line) holds, too", "remove this one")
    case .ruleShadowed:
      return ("that\(line) asks for more, so this condition decides nothing", "remove this one")
    case .ruleImplausible: return implausible(facts, key)
    case .ruleUnused: return ("nothing uses the condition \(key)", "use it, or remove it")
    case .ruleShortPeriod:
      return ("the period is short for \(key)\(because)", "correct it, or the period")
    case .ruleNoGate:
      return (
        "nothing asks what the data is like, so a pass stands whatever was flagged",
        "add `quality: { flags: { atMost: 0, codes: [archive.shared, days.shared] } }`, with the codes that matter here"
      )
    case .ruleTypedIn:
      return (
        "what \(key) asks for stands in logs that people type in, and the challenge has an `intake`: nothing "
          + "but their word stands against a stake",
        "ask for what a device records, or let nobody stake on it"
      )
    case .ruleZeroHelps:
      return (
        "`zero` reads a day without data as 0, which is as good as can be under "
          + "`\(facts.value ?? "")`: handing in nothing helps",
        "say `fail` or `undetermined`"
      )
    default:
      return (
        "`zero` has no effect on heart rates: days without one stay missing",
        "say `fail` or `undetermined`"
      )
    }
  }

  private static func implausible(_ facts: Finding.Facts, _ key: String) -> Parts {
    let slip = "check the number and its unit"
    if let figure = facts.lacks {
      let kinds = facts.kinds?.map(\.rawValue).joined(separator: ", ") ?? "these kinds"
      return (
        "sessions of \(kinds) have no `\(figure)`", "ask for another figure, or of another kind"
      )
    }
    if let faster = facts.faster {
      return (
        "this asks for slower sessions, as a higher pace is more time for each kilometer",
        "for faster ones write `\(faster)`"
      )
    }
    return switch facts.bound {
    case .least(let least, let unit): ("\(key) is very low, below \(least) \(unit.rawValue)", slip)
    case .most(let most, let unit, let days):
      (
        "\(key) is past what is plausible, \(most) \(unit.rawValue) in "
          + (days == 1 ? "a day" : "\(days) days"), slip
      )
    case .mostInSession(let most, let unit):
      ("\(key) is past what is plausible, \(most) \(unit.rawValue) in a session", slip)
    case nil: ("\(key) is past what is plausible", slip)
    }
  }

  private static func words(_ cause: LintCause) -> String {
    switch cause {
    case .noStepBetween(.count): "no whole number lies between"
    case .noStepBetween: "no value of two decimals lies between"
    case .heartRateRange: "a heart rate is from \(HeartRate.possibleText)"
    case .nothingBelowZero: "nothing is below 0"
    case .everySessionTakesTime: "every session takes some time"
    case .averageOfOneDay: "there is one day, which is its own average"
    case .allDays(let days): "there are \(days) days in all, so `total` says the same"
    case .room(let days, let most): "\(days) of \(most) days leave room for \(most - days)"
    }
  }
}

extension RuleThreshold {
  /// The threshold as a user writes it, with the canonical unit if it differs, for example `50 km;
  /// bare numbers are in m`.
  var words: String {
    guard let unit = unit.flatMap(Unit.init), unit != .count else { return text }
    let shown = written == nil ? value.thresholdWords(in: unit) : text
    return shown.hasSuffix(" \(unit.rawValue)")
      ? shown : "\(shown); bare numbers are in \(unit.rawValue)"
  }
}
