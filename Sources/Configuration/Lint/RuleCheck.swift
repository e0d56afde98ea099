package import DaymarkModel

/// The errors in a rule, and warnings about what is odd in it.
package struct RuleCheck: Hashable, Sendable {
  /// The path of the rule's file.
  package var path: String
  /// The rule; `nil` where it could not be read.
  package var rule: Rule?
  /// The period; `nil` without a `pipeline.yaml`, so that nothing that depends on it is checked.
  package var period: Period?
  /// Why the rule cannot be used, ordered by file and place; that includes a change under a version
  /// that `rules.lock` holds.
  package var errors: [Finding]
  /// What the author can hardly have meant, ordered by place; only a rule without errors is
  /// searched for it.
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
