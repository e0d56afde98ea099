import DaymarkDocuments
import DaymarkModel

/// Reports each feat that a rule asks about and that a subject's file does not have, or has with
/// another figure.
///
/// - Parameters:
///   - rule: The rule.
///   - path: The rule's file.
///   - files: The operator's files beside the pipeline.
///   - subjects: The subjects of the pipeline, who may have files of their own; without any, only
///     the file beside the pipeline is checked.
///   - findings: Gets the errors.
func checkFeats(
  of rule: Rule, at path: String, _ files: [OperatorFile], _ subjects: [Subject],
  _ findings: FindingCollector
) {
  let asked = AskedFeat.all(of: rule)
  if asked.isEmpty { return }
  let lists =
    subjects.isEmpty ? [files[.feats]].compactMap(\.self).map { [$0] } : subjects.map(\.files)
  var known: Set<Digest?> = []
  for file in lists.map({ files.replaced(by: $0)[.feats] })
  where known.insert(file?.digest).inserted {
    guard let file else {
      findings.add(.fileMissing, at: InputLocation(file: path)) {
        $0.path = OperatorFile.Kind.feats.fileName
      }
      continue
    }
    // Errors in the file of feats itself are reported with that file.
    guard let feats = readFeats(in: file, FindingCollector())?.feats, !feats.isEmpty else {
      continue
    }
    for feat in asked { feat.check(feats, at: path, findings) }
  }
}

/// One feat that a rule asks about.
private struct AskedFeat {
  /// The path of the feat's leaf in the rule.
  let key: String
  let id: String
  let counts: FeatFigure

  static func all(of rule: Rule) -> [AskedFeat] {
    let asked = rule.leaves.map { ("\($0.path)", $0.leaf.value) }
    let scored = rule.score.map { [("score", $0.value)] } ?? []
    return (asked + scored).compactMap { key, value in
      guard case .feat(let figure, let feat) = value else { return nil }
      return AskedFeat(key: key, id: feat.id, counts: figure)
    }
  }

  func check(_ feats: [Feat], at path: String, _ findings: FindingCollector) {
    guard let feat = feats.first(where: { $0.id == id }) else {
      let ids = feats.map(\.id)
      return findings.add(
        .configBadValue, at: InputLocation(file: path), key: "\(key).id", value: id,
        expected: .oneOf(ids), suggestion: suggestion(for: id, among: ids))
    }
    guard feat.counts != counts else { return }
    findings.add(
      .configBadValue, at: InputLocation(file: path), key: "\(key).counts", value: counts.rawValue,
      expected: .oneOf([feat.counts.rawValue]))
  }
}
