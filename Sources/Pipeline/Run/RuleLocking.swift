import DaymarkConfiguration
import DaymarkModel

/// Records a pipeline's rule in the `rules.lock` beside it, so that its next change needs a new
/// version.
///
/// Runs that record at the same time take turns, and each keeps the entries of the others.
///
/// - Parameter whenBusy: Called once with the folder if the function waits for another run.
/// - Returns: `rule.unlocked` when the lock cannot be written.
/// - Throws: `ConfigurationError` where the lock has another rule with this name and version, or is
///   no valid lock; `CancellationError`.
func lockRule(
  _ configuration: PipelineConfiguration, whenBusy: (String) -> Void
) async throws -> [Finding] {
  guard let path = configuration.rulePath else { return [] }
  let rule = configuration.rule
  let lockPath = RulesLock.path(besideRulesAt: path)
  // `nil` means that the rule is recorded already.
  func incompleteLock() throws -> RulesLock? {
    let lock = try RulesLock(at: lockPath)
    try lock.check(rule, writtenAt: path)
    return lock.holds(rule) ? nil : lock
  }
  guard try incompleteLock() != nil else { return [] }
  let folder = parentFolder(of: lockPath)
  do {
    let turn = try await FileLock.acquire(folder) { _ in whenBusy(folder) }
    // Another run may have recorded its rule in the meantime.
    guard var lock = try incompleteLock() else { return [] }
    lock.add(rule)
    _ = try putFile(Array(lock.text.utf8), at: lockPath)
    try flushFolder(folder)
    _ = consume turn
    return []
  } catch let error as DaymarkError {
    return [Finding(.ruleUnlocked, at: InputLocation(file: lockPath), facts: error.finding.facts)]
  }
}
