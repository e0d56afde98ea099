public import DaymarkConfiguration
import DaymarkModel
import DaymarkStore
import Dispatch

/// Runs a pipeline: reads what has not been read, decides what has not been decided, and leaves the
/// output folder as an undisturbed run over the same inputs would.
///
/// A subject whose archives cannot be read fails for itself. Results do not depend on `jobs`, nor on
/// the order of subjects and archives. A second run on the same store or folder waits for the first.
///
/// - Parameter progress: Called from any thread, one call at a time; it should return soon. The
///   finding `store.busy` says that another run is being waited for.
/// - Throws: `DaymarkError` `store.unusable` or `file.unwritable`, with the store intact;
///   `config.duplicate` when two subjects have one id; `CancellationError`.
public func runPipeline(
  _ configuration: PipelineConfiguration, options: RunOptions,
  progress: @escaping @Sendable (RunProgress) -> Void = { _ in }
) async throws -> RunSummary {
  let started = ContinuousClock.now
  var ids: Set<String> = []
  for subject in configuration.subjects where !ids.insert(subject.id).inserted {
    throw DaymarkError(.configDuplicate, facts: ["key": subject.id])
  }
  let reporter = ProgressReporter(
    RunProgress(
      totalBytes: configuration.subjects.reduce(0) { $0 + archiveBytes($1.archives) },
      totalSubjects: configuration.subjects.count),
    report: progress)

  let storePath = options.storePath ?? "\(options.outputFolder)/daymark.sqlite"
  try makeFolder(options.outputFolder)
  try makeFolder(parentFolder(of: storePath))
  // Always in this order, so that two runs never wait for each other.
  let storeLock = try await FileLock.acquire(storePath + ".lock") { reporter.saysBusy(storePath) }
  let folderLock = try await FileLock.acquire(options.outputFolder) {
    reporter.saysBusy(options.outputFolder)
  }
  let store = try Store(at: storePath)
  try store.save(configuration.challenge, rule: configuration.rule)
  let asOf = options.asOf ?? configuration.asOf
  let turn = SubjectTurn(
    configuration: configuration, options: options, asOf: asOf ?? options.now,
    isAsOfClock: asOf == nil, store: store, progress: reporter)
  var summary = RunSummary(
    pipeline: configuration.name, challenge: configuration.challenge.id, rule: configuration.rule,
    asOf: turn.asOf, subjects: try await takeTurns(turn, jobs: max(1, options.jobs)), seconds: 0)
  summary.seconds = (ContinuousClock.now - started) / .seconds(1)
  if summary.subjects.contains(where: { $0.work != .nothing }) {
    try store.add(RunEntry(summary, startedAt: options.now))
  }
  try store.close()
  let record = runDocument(summary, startedAt: options.now).canonicalBytes()
  _ = try putFile(record, at: "\(options.outputFolder)/run.json")
  try flushFolder(options.outputFolder)
  _ = consume storeLock
  _ = consume folderLock
  return summary
}

/// The subjects, at most `jobs` at a time, in the order of the pipeline.
private func takeTurns(_ turn: SubjectTurn, jobs: Int) async throws -> [SubjectSummary] {
  let subjects = turn.configuration.subjects
  var summaries = [SubjectSummary?](repeating: nil, count: subjects.count)
  try await withThrowingTaskGroup(of: (Int, SubjectSummary).self) { group in
    for (index, subject) in subjects.enumerated() {
      if index >= jobs, let (done, summary) = try await group.next() { summaries[done] = summary }
      group.addTask(executorPreference: ReadingExecutor.shared) {
        try Task.checkCancellation()
        return (index, try turn.take(subject))
      }
    }
    for try await (done, summary) in group { summaries[done] = summary }
  }
  return summaries.compactMap { $0 }
}

/// Threads of its own for subjects: reading an archive computes for minutes, and the threads that all
/// tasks share are few.
private final class ReadingExecutor: TaskExecutor {
  static let shared = ReadingExecutor()

  private let queue = DispatchQueue(label: "daymark.reading", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

extension ProgressReporter {
  fileprivate func saysBusy(_ path: String) {
    update { $0.findings = [Finding(.storeBusy, at: InputLocation(file: path))] }
  }
}

extension RunEntry {
  fileprivate init(_ summary: RunSummary, startedAt: Instant) {
    let subjects = summary.subjects
    self.init(
      startedAt: startedAt, milliseconds: Int64(summary.seconds * 1000), version: daymarkVersion,
      challenge: summary.challenge, asOf: summary.asOf, subjects: subjects.count,
      read: subjects.count { $0.work == .read },
      evaluated: subjects.count { $0.work == .read || $0.work == .evaluated },
      failed: subjects.count { $0.error != nil })
  }
}
