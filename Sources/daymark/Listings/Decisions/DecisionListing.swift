import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline

/// The result of a decision request, as text and JSON.
struct DecisionListing {
  private let summary: DecisionSummary
  private let challenge: String
  private let subject: String

  init(_ summary: DecisionSummary, challenge: String, subject: String) {
    (self.summary, self.challenge, self.subject) = (summary, challenge, subject)
  }

  var text: String {
    let files = summary.written.map { "written \($0)" } + summary.removed.map { "removed \($0)" }
    return ([sentence] + files).joined(separator: "\n")
  }

  private var sentence: String {
    let name = "\(subject.printableName) in \(challenge.printableName)"
    let former = summary.former.map { "\($0.outcome.rawValue), by \($0.by.printableName)" }
    guard let decision = summary.decision else {
      return "\(name): the decision is taken back\(former.map { " (\($0))" } ?? "")."
    }
    let place = former.map { ", in the place of \($0)" } ?? ""
    return "\(name): decided \(decision.outcome.rawValue), by \(decision.by.printableName)\(place)."
      + " The verdict stays \(decision.verdict.outcome.rawValue)."
  }

  var json: JSONValue {
    .object(present: [
      "challenge": .string(challenge), "subject": .string(subject),
      "decision": summary.decision.map { Members<Decision>.decision.kind.json($0) },
      "former": summary.former.map { Members<Decision>.decision.kind.json($0) },
      "written": .array(summary.written.map { .string($0) }),
      "removed": .array(summary.removed.map { .string($0) }),
    ])
  }
}
