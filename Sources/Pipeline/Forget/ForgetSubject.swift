import DaymarkConfiguration
package import DaymarkModel
import DaymarkStore
import Foundation

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

/// Where what a subject has left is looked for.
package struct ForgetOptions: Sendable {
  /// The output folder of the run.
  package var outputFolder: String
  /// `daymark.sqlite` in the output folder when `nil`.
  package var storePath: String?
  /// The clock, read once by the caller.
  package var now: Instant
  /// Whether it waits for a run on the same store or folder.
  package var waits: Bool

  package init(
    outputFolder: String, storePath: String? = nil, now: Instant, waits: Bool = true
  ) {
    self.outputFolder = outputFolder
    self.storePath = storePath
    self.now = now
    self.waits = waits
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
///   - options: The store and the output folder.
///   - whenBusy: Called with `store.busy` if a run is waited for.
/// - Returns: What was removed.
/// - Throws: `DaymarkError` `file.missing` without such a store and folder; `challenge.unknown`,
///   `subject.unknown`; `store.unusable`, `file.unwritable`, `store.busy`; `CancellationError`.
package func forgetSubject(
  _ subject: String, of challenge: String, options: ForgetOptions,
  whenBusy: (Finding) -> Void = { _ in }
) async throws -> ForgetSummary {
  let storePath = options.storePath ?? defaultStorePath(inOutputFolder: options.outputFolder)
  for path in [options.outputFolder, storePath]
  where !FileManager.default.fileExists(atPath: path) {
    throw DaymarkError(.fileMissing, at: InputLocation(file: path)) { $0.path = path }
  }
  let mode = FileMode(ofFileAt: storePath)
  let lock = try await OutputLock.acquire(
    store: storePath, folder: options.outputFolder, mode: mode,
    as: LockHolder(since: options.now), waits: options.waits, whenBusy: whenBusy)
  let store = try Store(at: storePath, mode: mode.files)
  let traces = SubjectTraces(
    key: SubjectKey(challenge: challenge, subject: subject), store: store,
    outputFolder: options.outputFolder, mode: mode)
  try traces.check()
  var forgotten = ForgetSummary()
  forgotten.otherChallenges = try store.otherChallenges(of: traces.key)
  forgotten.origin = try traces.origin()
  forgotten.rows = try store.forget(traces.key)
  try traces.rewriteLeaderboard(&forgotten)
  try traces.rewriteVerdictTable(&forgotten)
  try traces.rewriteFindings(&forgotten)
  try traces.rewriteRunDocument(&forgotten)
  // Last, so that whoever was stopped before finds the subject again.
  try traces.removeFolder(&forgotten)
  try store.rewrite()
  try store.close()
  _ = consume lock
  return forgotten
}
