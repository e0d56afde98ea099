package import DaymarkModel

/// The errors in a rule, and warnings about unusual parts of it.
package struct RuleCheck: Hashable, Sendable {
  /// The path of the rule's file.
  package var path: String
  /// The rule; `nil` where it could not be read.
  package var rule: Rule?
  /// The period; `nil` without a `pipeline.yaml`, so that nothing that depends on it is checked.
  package var period: Period?
  /// The errors for which the rule cannot be used, ordered by file and place.
  ///
  /// They include a change without a new version, by `rules.lock`.
  package var errors: [Finding]
  /// The warnings about parts that the author probably does not mean, ordered by place.
  ///
  /// Only a rule without errors is searched for them.
  package var warnings: [Finding]
}

/// Checks the rule in a folder or file, for the period of the `pipeline.yaml` beside it.
///
/// - Throws: ``ConfigurationError`` when a file is missing or cannot be read, so that nothing can
///   be checked.
package func checkRule(at path: String) throws -> RuleCheck {
  let findings = FindingCollector()
  let folder = RulesFolder(at: path, findings)
  let period = folder?.challenge?.period
  let placed = folder.flatMap { readYAML(at: $0.rulesPath, findings) }
    .flatMap { readRule($0, period: period, findings) }
  var check = RuleCheck(
    path: folder?.rulesPath ?? path, period: period, errors: [], warnings: [])
  guard let placed, findings.isEmpty else {
    let error = findings.error()
    if error.findings.contains(where: { [.fileMissing, .fileUnreadable].contains($0.code) }) {
      throw error
    }
    check.errors = error.findings
    return check
  }
  check.rule = placed.rule
  check.errors = rulesLockFindings(of: placed.rule, writtenAt: check.path)
  let lint = RuleLint(
    placed, over: period.map(PossibleDays.init), isStaked: folder?.hasIntake ?? false)
  check.warnings = lint.warnings()
  return check
}
