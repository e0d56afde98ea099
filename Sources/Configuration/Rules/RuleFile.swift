import DaymarkDocuments
package import DaymarkModel

/// Reads a `rules.yaml`.
///
/// - Parameters:
///   - path: The path of the file.
///   - period: The period of the challenge. If it is given, a rule is an error that asks for more
///     days or weeks than the period has, for days outside it, or for a selection without a day.
/// - Returns: The rule, with thresholds in canonical units.
/// - Throws: ``ConfigurationError`` with every error of the file.
package func loadRule(at path: String, period: Period?) throws -> Rule {
  let findings = FindingCollector()
  let rule = readRule(at: path, period: period, findings)
  guard let rule, findings.isEmpty else { throw findings.error() }
  return rule
}

/// Reads a `rules.yaml` and reports errors.
///
/// - Parameter place: The place at which the pipeline names the file.
func readRule(
  at path: String, period: Period?, _ findings: FindingCollector,
  missingAt place: InputLocation? = nil
) -> Rule? {
  readYAML(at: path, findings, missingAt: place)
    .flatMap { readRule($0, period: period, findings) }?.rule
}

/// A rule, with the places where its parts are written.
struct PlacedRule {
  var rule: Rule
  var file: YAMLMapping
  var requires: PlacedCondition
  /// The mapping under `score:`.
  var score: YAMLMapping?
  /// The names under `conditions:` that nothing uses, with their places.
  var unused: [(name: String, place: InputLocation)]
}

func readRule(_ root: YAMLValue, period: Period?, _ findings: FindingCollector) -> PlacedRule? {
  guard let file = YAMLMapping(root, .rule, findings) else { return nil }
  let identity = file.read("rule", VersionedName.init)
  let title = file.read("title", freeText)
  let onMissing = file.read("onMissing", MissingPolicy.init(rawValue:))
  let days = period.map(PossibleDays.init)
  let reader = ConditionReader(days, findings)
  if let value = file["conditions"] { reader.define(value) }
  let requires = file["requires"].flatMap { reader.condition($0, key: "requires") }
  let unused = reader.unused()
  let score = file.mapping("score", .score).flatMap { readScore($0, days) }
  let quality = file["quality"].flatMap { readGates($0, findings) }
  guard let identity, let title, let requires else { return nil }
  let rule = Rule(
    name: identity.name, version: identity.version, title: title, requires: requires.condition,
    onMissing: onMissing ?? .fail, score: score?.score, quality: quality ?? [])
  return PlacedRule(
    rule: rule, file: file, requires: requires, score: score?.mapping, unused: unused)
}

private func readScore(
  _ mapping: YAMLMapping, _ days: PossibleDays?
) -> (score: Score, mapping: YAMLMapping)? {
  guard let key = mapping.only(of: KeyTable.score.alternatives[0]),
    case .mapping(let table)? = mapping.table[key]?.form,
    let inner = mapping.mapping(key, table), let fields = FieldReader(inner, days).fields(),
    let score = Score(definition: .object([key: .object(fields)]))
  else { return nil }
  return (score, inner)
}
