import DaymarkModel

// Why no challenge can be made of a template.

extension Wording {
  static func template(_ finding: Finding) -> (what: String, remedy: String?) {
    let facts = finding.facts
    let suggestion = facts.suggestion.map { "did you mean `\($0)`?" }
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
        return ("`\(folder)` is no template, having no template.yaml\(known)", suggestion)
      }
      return ("there is no template `\(name)`\(known)", suggestion)
    case .parameterUnknown:
      let known = facts.expected.map { "; it has \(words($0))" } ?? ""
      return ("the template has no parameter `\(facts.parameter ?? "?")`\(known)", suggestion)
    default: return ("there is something in this folder already", "choose another one")
    }
  }
}
