import DaymarkModel

// Why no challenge can be made of a template.

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
}
