import DaymarkModel
import DaymarkPipeline

// Sentences about people's decisions, and about subjects that wait for one.

extension Wording {
  static func words(_ matter: OpenMatter, of subject: OpenMatters.Subject) -> String {
    switch matter {
    case .unread: "something was not read, and could change the answer"
    case .lapsed:
      "the verdict has changed since it was decided"
        + (subject.lapsed.map { " (\($0.outcome.rawValue), by \($0.by.printableName))" } ?? "")
    case .flagged: "its data is flagged\(subject.flags.aside)"
    case .undetermined: "the rule gives no answer"
    case .provisional: "the proof deadline has passed, and the verdict is not final"
    case .unreadable:
      "it could not be read" + (subject.failure.map { " (\($0.code.rawValue))" } ?? "")
    }
  }

  /// Returns the line with the contact that the pipeline states for participants.
  static func contact(_ text: String) -> String {
    "Not what you expected? Write to: \(text.prefix(300))"
  }

  /// Returns the sentence about a decision, with its author, its outcome and whether it holds.
  static func sentence(_ present: PresentDecision) -> String {
    let decision = present.decision
    let what =
      "\(decision.outcome.rawValue), by \(decision.by.printableName) on \(decision.at): "
      // The document may come from an unknown person, so its text is cut.
      + "\(decision.because.prefix(1000))"
    return present.holds
      ? "Decided beside the verdict: \(what)"
      : "Asked for again, because what the verdict rests on has changed since: decided \(what)"
  }

  static func decision(_ finding: Finding) -> Parts {
    let subject = finding.facts.subject ?? "the subject"
    return finding.code == .decisionLapsed
      ? (
        "the decision on `\(subject)` was made before the verdict changed",
        "look again: `daymark explain` says why; then use `daymark decide`, or take it back with `--undo`"
      )
      : (
        "there is no decision on `\(subject)` to take back",
        "`daymark open` lists what waits for one"
      )
  }
}
