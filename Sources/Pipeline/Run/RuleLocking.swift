import DaymarkConfiguration
import DaymarkModel

/// Notes a pipeline's rule in the `rules.lock` beside it, so that its next change takes a new version.
///
/// Runs that note at once take turns, and each keeps what the others noted.
///
/// - Parameter whenBusy: Called once, with the folder, if another run is being waited for.
/// - Returns: `rule.unlocked` when the lock cannot be written.
/// - Throws: `ConfigurationError` when the lock has another rule under this name and version, or is no
///   lock; `CancellationError`.
func lockRule(
  _ configuration: PipelineConfiguration, whenBusy: (String) -> Void
) async throws -> [Finding] {
  guard let path = configuration.rulePath else { return [] }
  let rule = configuration.rule
  let lockPath = RulesLock.path(besideRulesAt: path)
  // `nil` when there is nothing to note.
  func incompleteLock() throws -> RulesLock? {
    let lock = try RulesLock(at: lockPath)
    try lock.check(rule, writtenAt: path)
    return lock.holds(rule) ? nil : lock
  }
  guard try incompleteLock() != nil else { return [] }
  let folder = parentFolder(of: lockPath)
  do {
    let turn = try await FileLock.acquire(folder) { _ in whenBusy(folder) }
    // Another run may have noted its rule meanwhile.
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
