import DaymarkConfiguration
package import DaymarkModel
import DaymarkStore

/// What was removed of a subject, and what is left elsewhere.
package struct ForgetSummary: Sendable {
  /// How many rows of the store there were.
  package var rows = 0
  /// The files and folders that are gone, below the output folder.
  package var removed: [String] = []
  /// The files that others stand in, written again without the subject.
  package var rewritten: [String] = []
  /// Names in the subject's folder that no run wrote, and which are left.
  package var otherFiles: [String] = []
  /// The other challenges of the store in which the id stands.
  package var otherChallenges: [String] = []
  /// Where the next run would find the subject again.
  package var origin = Origin.unknown

  /// The place that a subject comes from.
  package enum Origin: Sendable {
    /// The pipeline is not known, or cannot be read.
    case unknown
    /// The subject is not in its pipeline.
    case gone
    /// The subject is in the pipeline of this folder, with these archives.
    case pipeline(String, archives: [String])
  }
}

/// Removes a subject of a challenge from the store and from every output.
///
/// The others keep their documents; a leaderboard and the table of verdicts rank them anew. Stopped at any moment, it goes on when it
/// is called again.
///
/// - Parameters:
///   - subject: Its id.
///   - challenge: The id of its challenge.
///   - access: The store and the output folder.
///   - whenBusy: Called with `store.busy` if a run is waited for.
/// - Returns: What was removed.
/// - Throws: `DaymarkError` `file.missing` without such a store and folder; `challenge.unknown`,
///   `subject.unknown`; `store.unusable`, `file.unwritable`, `store.busy`; `CancellationError`.
package func forgetSubject(
  _ subject: String, of challenge: String, _ access: OutputAccess,
  whenBusy: (Finding) -> Void = { _ in }
) async throws -> ForgetSummary {
  try await access.writing(whenBusy: whenBusy) { store, mode in
    let traces = SubjectTraces(
      key: SubjectKey(challenge: challenge, subject: subject), store: store,
      outputFolder: access.outputFolder, mode: mode)
    try traces.check()
    var forgotten = ForgetSummary()
    forgotten.otherChallenges = try store.otherChallenges(of: traces.key)
    forgotten.origin = try traces.origin()
    let programmes = Set(try store.book?.rewardEntries(of: challenge).map(\.programme) ?? [])
    forgotten.rows = try store.forget(traces.key)
    try traces.removeBooks(ofProgrammes: programmes, &forgotten)
    try traces.rewriteLeaderboard(&forgotten)
    try traces.rewriteVerdictTable(&forgotten)
    try traces.rewriteFindings(&forgotten)
    try traces.rewriteRunDocument(&forgotten)
    // Last, so that whoever was stopped before finds the subject again.
    try traces.removeFolder(&forgotten)
    try store.rewrite()
    return forgotten
  }
}
