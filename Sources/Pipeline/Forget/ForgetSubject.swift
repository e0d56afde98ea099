import DaymarkConfiguration
package import DaymarkModel
import DaymarkStore

/// The removed data of a subject, and the places where the subject still stands.
package struct ForgetSummary: Sendable {
  /// The number of rows removed from the store.
  package var rows = 0
  /// The removed files and folders, below the output folder.
  package var removed: [String] = []
  /// The files with other subjects' data that were written again without the subject.
  package var rewritten: [String] = []
  /// The names in the subject's folder that no run wrote and that stay.
  package var otherFiles: [String] = []
  /// The other challenges of the store with a subject of the same id.
  package var otherChallenges: [String] = []
  /// The place where the next run would find the subject again.
  package var origin = Origin.unknown

  /// The place that a subject's archives come from.
  package enum Origin: Sendable {
    /// The pipeline is unknown or cannot be read.
    case unknown
    /// The subject is not in its pipeline.
    case gone
    /// The subject is in the pipeline of this folder, with these archives.
    case pipeline(String, archives: [String])
  }
}

/// Removes a subject of a challenge from the store and from all outputs.
///
/// The other subjects keep their documents, and the leaderboard and the table of verdicts are made
/// again. After an interruption the next call completes the removal.
///
/// - Parameters:
///   - subject: The id of the subject.
///   - challenge: The id of the challenge.
///   - access: The store and the output folder.
///   - whenBusy: Called with `store.busy` while the function waits for a run.
/// - Returns: What was removed.
/// - Throws: `DaymarkError` `file.missing` for a store or folder that does not exist;
///   `challenge.unknown`, `subject.unknown`; `store.unusable`, `file.unwritable`, `store.busy`;
///   `CancellationError`.
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
    try traces.removeReading(&forgotten)
    // The folder goes last, so that a call after an interruption finds the subject again.
    try traces.removeFolder(&forgotten)
    try store.rewrite()
    return forgotten
  }
}
