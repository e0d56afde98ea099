import DaymarkConfiguration
import DaymarkModel

// Sentences about templates: why no challenge can be made from one, and what can be set in it.

extension Wording {
  static func template(_ finding: Finding) -> Parts {
    let facts = finding.facts
    let suggestion = facts.suggestionWords
    switch finding.code {
    case .templateUnknown:
      guard let name = facts.template else {
        return (
          "there is no template under `pipelines/`",
          "run this where that folder is, or give the path of a template's folder"
        )
      }
      let known = facts.known.map { "; there are \(list($0))" } ?? ""
      if let folder = facts.folder {
        return ("`\(folder)` is not a template: it has no template.yaml\(known)", suggestion)
      }
      return ("there is no template `\(name)`\(known)", suggestion)
    case .parameterUnknown:
      let known = facts.known.map { "; it has \(oneOf($0))" } ?? ""
      return ("the template has no parameter `\(facts.parameter ?? "?")`\(known)", suggestion)
    default: return ("the folder is not empty", "choose another one")
    }
  }

  /// Returns the meaning of a template's parameter as a clause.
  static func words(_ meaning: ChallengeTemplate.Meaning) -> String {
    switch meaning {
    case .written(let clause): clause
    case .challenge(.id): "the challenge's id, which names the folder of its outputs"
    case .challenge(.title): "the challenge's title, which people read"
    case .challenge(.from): "its first day"
    case .challenge(.to): "its last day"
    case .challenge(.timeZone): "the time zone of people who have none of their own"
    case .challenge(.proofDeadline): "the last moment to hand in data"
    case .intake(.profile): "where evidence goes: lightchallenge, or daymark"
    case .intake(.modelHash): "the model hash of that challenge, 0x and 64 digits"
    case .intake(.challengeId): "the challenge's number at the intake"
    }
  }
}
