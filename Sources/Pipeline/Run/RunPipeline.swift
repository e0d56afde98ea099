package import DaymarkConfiguration
import DaymarkEvaluate
import DaymarkModel
import DaymarkStore
import DaymarkWork
import Synchronization

/// Runs a pipeline: reads what has not been read, decides what has not been decided, and leaves the
/// output folder as an undisturbed run over the same inputs would.
///
/// A subject is decided on as soon as it is read. What subjects have in common is settled when all are.
/// One whose archives cannot be read fails for itself. Results do not depend on `jobs`, nor on the order
/// of subjects and archives. A second run on the same store or folder waits for the first.
///
/// - Parameters:
///   - configuration: The challenge, its subjects and its rule.
///   - options: The folders, the number of jobs, and the instant that verdicts are for.
///   - progress: Called from any thread, one call at a time; it should return soon. The finding
///     `store.busy` says that another run is being waited for.
/// - Returns: The outcome of each subject, and what was done for it.
/// - Throws: `DaymarkError` `store.unusable` or `file.unwritable`, with the store intact; `store.busy`
///   when the options say not to wait;
///   `config.duplicate` when two subjects have one id, `config.bad_value` when an id is the name of a
///   challenge's file; `ConfigurationError` of `rules.lock`, `rule.changed` among them, before anything
///   is read; `CancellationError`.
package func runPipeline(
  _ configuration: PipelineConfiguration, options: RunOptions,
  progress: @escaping @Sendable (RunProgress) -> Void = { _ in }
) async throws -> RunSummary {
  let started = ContinuousClock.now
  var configuration = configuration
  if let folder = options.readingsFolder, configuration.subjects.isEmpty {
    configuration.subjects = try ReadingsFolder(path: folder).subjects()
  }
  var ids: Set<String> = []
  for subject in configuration.subjects {
    guard ids.insert(subject.id).inserted else {
      throw DaymarkError(.configDuplicate) { $0.key = subject.id }
    }
    let isOutput = ChallengeFile(rawValue: folderName(of: subject.id)) != nil
    guard !isOutput || subject.problem != nil else {
      throw DaymarkError(.configBadValue) { ($0.key, $0.value) = ("id", subject.id) }
    }
  }
  let reporter = ProgressReporter(
    RunProgress(
      totalBytes: configuration.subjects.reduce(0) { $0 + archiveBytes($1.archives) },
      totalSubjects: configuration.subjects.count),
    report: progress)

  let lockFindings = try await lockRule(configuration) { folder in
    reporter.update { $0.findings = [busy(folder)] }
  }
  if !lockFindings.isEmpty { reporter.update { $0.findings = lockFindings } }
  let storePath = options.storePath ?? defaultStorePath(inOutputFolder: options.outputFolder)
  let lock = try await OutputLock.acquire(
    store: storePath, folder: options.outputFolder, mode: options.fileMode,
    as: LockHolder(since: options.now), waits: options.waits
  ) { finding in reporter.update { $0.findings = [finding] } }
  let store = try Store(at: storePath, mode: options.fileMode.files)
  setMode(
    options.fileMode,
    ofChallengeIn: "\(options.outputFolder)/\(folderName(of: configuration.challenge.id))")
  try store.save(
    configuration.challenge, rule: configuration.rule,
    pipeline: configuration.folder.map(absolutePath))
  let asOf = options.asOf ?? configuration.asOf
  let batch = WriteBatch(store, mostSubjects: options.mostUnwritten)
  let readings = try options.readingsFolder.map { folder in
    try TakenReadings(
      of: folder, for: configuration, asOf: asOf ?? options.now, into: store, by: batch
    ) { id in
      reporter.update { $0.subject = id }
    }
  }
  if let readings { reporter.update { $0.findings = readings.findings } }
  let rule = configuration.rule.digest
  let turn = SubjectTurn(
    configuration: configuration, options: options, asOf: asOf ?? options.now,
    isAsOfClock: asOf == nil, rule: rule, terms: configuration.terms(rule: rule),
    store: store, batch: batch, progress: reporter,
    readers: ReaderSource(options.readers, jobs: max(1, options.jobs), for: configuration.subjects),
    readings: readings)
  var summary = RunSummary(
    pipeline: configuration.name, challenge: configuration.challenge.id, rule: configuration.rule,
    asOf: turn.asOf, subjects: [], startedAt: options.now, seconds: 0)
  summary.findings = lockFindings + (readings?.findings ?? [])
  summary.readingsFolder = options.readingsFolder
  summary.goneSubjects = try goneSubjects(
    from: configuration, store, outputFolder: options.outputFolder)
  let record = RunRecord(outputFolder: options.outputFolder, mode: options.fileMode)
  let states = SubjectStates(configuration)
  summary.subjects = states.summaries
  try record.write(summary)
  let isNoted: Bool
  do {
    let clock = batch.flushingWhenDue()
    defer { clock.cancel() }
    isNoted = try await takeTurns(turn, jobs: max(1, options.jobs), states, &summary)
    try putChallengeFiles(of: summary, configuration, options)
  } catch {
    // What was decided until then is kept.
    try? batch.flush()
    summary.subjects = states.summaries
    summary.state = error is CancellationError ? .interrupted : .failed
    summary.seconds = (ContinuousClock.now - started) / .seconds(1)
    // What ended the run is what counts.
    try? record.write(summary)
    throw error
  }
  if summary.subjects.contains(where: { $0.work != .nothing }) {
    _ = try removePages(
      ofChallengeIn: "\(options.outputFolder)/\(folderName(of: configuration.challenge.id))")
  }
  summary.state = .done
  summary.seconds = (ContinuousClock.now - started) / .seconds(1)
  if try !isNoted || !store.hasStandings(of: summary.challenge, count: summary.subjects.count) {
    try noteStandings(of: summary, configuration, in: store)
  }
  try store.close()
  try record.write(summary)
  _ = consume lock
  return summary
}

/// Looks at every subject alone, at all of them together, and then settles each.
///
/// - Returns: Whether everybody stands as the store has noted.
private func takeTurns(
  _ turn: SubjectTurn, jobs: Int, _ states: SubjectStates, _ summary: inout RunSummary
) async throws -> Bool {
  let (configuration, store) = (turn.configuration, turn.store)
  let subjects = configuration.subjects
  let first = try await firstLooks(turn, jobs: jobs, states)
  try turn.batch.flush()
  // What could not be looked at this time is still what those subjects handed in.
  let participants = first.map(\.read).filter { $0.error == nil || $0.stale != nil }.map(\.id)
  try store.setParticipants(participants, in: configuration.challenge.id)
  let sharing = try sharing(of: participants, configuration, in: store)
  summary.sharing = sharing.groups
  summary.subjects = try await sideBySide(Array(subjects.indices), jobs: jobs) { index in
    let sharing = sharing.flags[subjects[index].id] ?? []
    let summary = try turn.settle(subjects[index], first[index], sharing: sharing)
    states.note(summary, at: index)
    return summary
  }
  try turn.batch.flush()
  return first.allSatisfy { $0.settled?.isNoted == true }
    && summary.subjects.allSatisfy { $0.work == .nothing }
}

/// The first look at every subject, in their order.
private func firstLooks(
  _ turn: SubjectTurn, jobs: Int, _ states: SubjectStates
) async throws -> [FirstLook] {
  let subjects = turn.configuration.subjects
  let places = subjects.indices.sorted {
    subjects[$0].id.utf8.lexicographicallyPrecedes(subjects[$1].id.utf8)
  }
  let chunks = stride(from: 0, to: places.count, by: 500).map { places[$0...].prefix(500) }
  let settled = try await sideBySide(chunks, jobs: jobs) { try turn.settledLooks(at: $0) }
  var looks = [FirstLook?](repeating: nil, count: subjects.count)
  for (place, look) in settled.joined() {
    looks[place] = look
    states.note(look.summary, at: place)
  }
  let others = subjects.indices.filter { looks[$0] == nil }
  let found = try await sideBySide(others, jobs: turn.readers.turns(jobs: jobs)) { place in
    let look = try turn.look(at: subjects[place])
    states.note(look.summary, at: place)
    return look
  }
  for (place, look) in zip(others, found) { looks[place] = look }
  return looks.compactMap { $0 }
}

/// The subjects of a run as far as it has come, for one that ends early.
private final class SubjectStates: Sendable {
  private let subjects: Mutex<[SubjectSummary]>

  init(_ configuration: PipelineConfiguration) {
    subjects = Mutex(
      configuration.subjects.map { SubjectSummary(of: $0, in: configuration.challenge) })
  }

  func note(_ summary: SubjectSummary, at index: Int) {
    subjects.withLock { $0[index] = summary }
  }

  var summaries: [SubjectSummary] { subjects.withLock { $0 } }
}

/// What the subjects that were read have in common, as far as the store knows.
private func sharing(
  of participants: [String], _ configuration: PipelineConfiguration, in store: Store
) throws -> Sharing {
  let (subjects, challenge) = (Sharing.ordered(participants), configuration.challenge.id)
  return Sharing(
    of: subjects, archives: try store.sharedArchives(in: challenge, among: subjects),
    contents: try [
      store.sharedDocuments(in: challenge, among: subjects),
      store.sharedSessions(in: challenge, among: subjects),
    ],
    days: try store.equalDays(of: Sharing.metrics, in: challenge, among: subjects),
    limits: configuration.limits)
}

/// Results in the order of the items, of which at most `jobs` are worked on at a time.
func sideBySide<Item: Sendable, Result: Sendable>(
  _ items: [Item], jobs: Int, _ body: @escaping @Sendable (Item) throws -> Result
) async throws -> [Result] {
  var results = [Result?](repeating: nil, count: items.count)
  // Tasks, and not threads alone, because only a task knows that it was cancelled.
  let executor = WorkExecutor(threads: min(jobs, items.count))
  defer { executor?.end() }
  try await withThrowingTaskGroup(of: (Int, Result).self) { group in
    for (index, item) in items.enumerated() {
      if index >= jobs, let (done, result) = try await group.next() { results[done] = result }
      group.addTask(executorPreference: executor) {
        try Task.checkCancellation()
        return (index, try body(item))
      }
    }
    for try await (done, result) in group { results[done] = result }
  }
  return results.compactMap { $0 }
}

extension RunEntry {
  init(_ summary: RunSummary) {
    let subjects = summary.subjects
    self.init(
      startedAt: summary.startedAt, milliseconds: Int64(summary.seconds * 1000),
      version: daymarkVersion,
      challenge: summary.challenge, asOf: summary.asOf, subjects: subjects.count,
      read: subjects.count { $0.work == .read },
      evaluated: subjects.count { $0.work == .read || $0.work == .evaluated },
      failed: subjects.count { $0.error != nil })
  }
}
