import DaymarkModel

/// Reports each feat that a rule asks about and the operator's file does not have, or has with another figure.
///
/// - Parameters:
///   - path: The rule's file.
///   - files: The operator's files beside the pipeline.
func checkFeats(
  of rule: Rule, at path: String, _ files: [OperatorFile], _ findings: FindingCollector
) {
  let asked = rule.leaves.map { ("\($0.path)", $0.leaf.value) }
  let scored = rule.score.map { [("score", $0.value)] } ?? []
  var feats: [Feat]?
  for (key, value) in asked + scored {
    guard case .feat(let figure, let id) = value else { continue }
    guard let file = files[.feats] else {
      findings.add(.fileMissing, at: InputLocation(file: path)) {
        $0.path = OperatorFile.Kind.feats.fileName
      }
      return
    }
    // What is wrong in the file itself is reported with it.
    let known = feats ?? readFeats(in: file, FindingCollector())?.feats ?? []
    feats = known
    if known.isEmpty { return }
    guard let feat = known.first(where: { $0.id == id }) else {
      let ids = known.map(\.id)
      findings.add(
        .configBadValue, at: InputLocation(file: path), key: "\(key).id", value: id,
        expected: .oneOf(ids), suggestion: suggestion(for: id, among: ids))
      continue
    }
    if feat.counts != figure {
      findings.add(
        .configBadValue, at: InputLocation(file: path), key: "\(key).counts",
        value: figure.rawValue, expected: .oneOf([feat.counts.rawValue]))
    }
  }
}
