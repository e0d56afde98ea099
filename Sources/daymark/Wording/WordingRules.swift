import DaymarkModel

// What a rule says that its author can hardly have meant.

extension Wording {
  /// What a run or a leaderboard says of the rule it is given.
  static func ofRules(_ finding: Finding) -> (what: String, remedy: String?) {
    let facts = finding.facts
    let rule = facts.rule.map { "\($0)" } ?? "?"
    switch finding.code {
    case .ruleChanged:
      return (
        "this is not the rule that was run as \(rule) before",
        "raise the version, or undo the change"
      )
    case .ruleUnlocked:
      let system = facts.system.map { " (\($0))" } ?? ""
      return (
        "the rule's version cannot be noted here\(system), so a later change of it goes unnoticed",
        "make the folder writable"
      )
    default:
      return (
        "the challenge's rule, \(rule), has no score, so nobody has a rank", "add `score:` to it"
      )
    }
  }

  static func rule(_ finding: Finding) -> (what: String, remedy: String?) {
    let facts = finding.facts
    let key = facts.key.map { "`\($0)`" } ?? "the condition"
    let line = facts.line.map { " of line \($0)" } ?? ""
    let because = facts.because.map { ", as \($0)" } ?? ""
    switch finding.code {
    case .ruleAlways where facts.line != nil:
      return ("this condition or that\(line) always holds", "correct a threshold, or remove both")
    case .ruleAlways:
      return ("\(key) always holds\(because)", "correct the threshold, or remove the condition")
    case .ruleNever where facts.line != nil:
      return ("this condition and that\(line) never hold together", "correct a threshold")
    case .ruleNever: return ("\(key) never holds\(because)", "correct the threshold")
    case .ruleDuplicate: return ("the same condition as that\(line)", "remove one")
    case .ruleShadowed where facts.list == "any":
      return ("whenever this condition holds, that\(line) holds, too", "remove this one")
    case .ruleShadowed:
      return ("that\(line) asks for more, so this condition decides nothing", "remove this one")
    case .ruleImplausible where facts.lacks != nil:
      let what = facts.lacks ?? "?"
      return (
        "sessions of \(facts.kinds ?? "these kinds") have no `\(what)`",
        "ask for another figure, or of another kind"
      )
    case .ruleImplausible where facts.slower != nil:
      return (
        "this asks for slower sessions, as a higher pace is more time for each kilometer",
        "for faster ones write `\(facts.slower ?? "?")`"
      )
    case .ruleImplausible where facts.least != nil:
      return (
        "\(key) is hardly meant, being below \(facts.least ?? "?")",
        "is the number or its unit a slip?"
      )
    case .ruleImplausible:
      return (
        "\(key) is past what is plausible, \(facts.greatest ?? "?")",
        "is the number or its unit a slip?"
      )
    case .ruleUnused: return ("nothing uses the condition \(key)", "use it, or remove it")
    case .ruleShortPeriod:
      return ("the period is short for \(key)\(because)", "correct it, or the period")
    default:
      return (
        "`zero` does not reach heart rates: days without one stay missing",
        "say `fail` or `undetermined`"
      )
    }
  }
}
