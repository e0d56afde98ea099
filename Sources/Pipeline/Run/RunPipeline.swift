public import DaymarkConfiguration
import DaymarkDocuments
import DaymarkEvaluate
import DaymarkIngest
public import DaymarkModel
import DaymarkStore
import DaymarkWork
import Synchronization

/// Runs a pipeline: reads new inputs, decides the subjects, and leaves the output folder as an
/// undisturbed run over the same inputs would.
///
/// A subject is decided as soon as it is read. Data shared between subjects is examined after all
/// are read. A subject whose archives cannot be read fails alone. Results do not depend on `jobs`,
/// nor on the order of subjects and archives. A second run on the same store or folder waits for
/// the first.
///
/// - Parameters:
///   - configuration: The challenge, its subjects and its rule.
///   - options: The folders, the number of jobs, and the instant that verdicts are for.
///   - progress: Called from any thread, one call at a time. It should return soon. The finding
///     `store.busy` means that the run waits for another one.
/// - Returns: The outcome of each subject, and the work done for it.
/// - Throws: `DaymarkError` `store.unusable` or `file.unwritable`, with the store intact;
///   `store.busy` where the options do not allow waiting; `config.duplicate` where two subjects
///   have one id, `config.bad_value` for an id that is the name of a challenge's file;
///   `ConfigurationError` for `rules.lock`, for example `rule.changed`, before anything is read;
///   `book.missing` where an earlier run left documents and there is no book beside the store;
///   `reader.refused` where the kernel does not let a reader read; `CancellationError`.
public func runPipeline(
  _ configuration: PipelineConfiguration, options: RunOptions,
  progress: @escaping @Sendable (RunProgress) -> Void = { _ in }
) async throws -> RunSummary {
  let started = ContinuousClock.now
  var configuration = try checked(configuration, options)
  let reporter = ProgressReporter(
    RunProgress(
      totalBytes: configuration.subjects.reduce(0) { $0 + $1.archiveBytes },
      totalSubjects: configuration.subjects.count),
    report: progress)
  let lockFindings = try await lockRule(configuration) { folder in
    reporter.update { $0.findings = [busy(folder)] }
  }
  let storePath = options.storePath ?? defaultStorePath(inOutputFolder: options.outputFolder)
  let lock = try await OutputLock.acquire(
    store: storePath, folder: options.outputFolder, mode: options.fileMode,
    as: LockHolder(since: options.now), waits: options.waits
  ) { finding in reporter.update { $0.findings = [finding] } }
  let isNewBook = try beginsNewBook(
    besideStore: storePath,
    "\(options.outputFolder)/\(folderName(of: configuration.challenge.id))", options)
  let store: Store
  var run: Run
  let record = RunDocumentFile(outputFolder: options.outputFolder, mode: options.fileMode)
  record.reserveSpace(for: configuration.subjects.count)
  do {
    store = try Store(at: storePath, mode: options.fileMode.files)
    if isNewBook {
      try store.book?.noteBeginning(of: configuration.challenge.id, at: options.now)
    }
    let recalled = try configuration.recalled(store, outputFolder: options.outputFolder)
    configuration.subjects += recalled
    reporter.update { $0.totalSubjects += recalled.count }
    run = try Run(configuration, options, store, reporter, beginsNewBook: isNewBook)
  } catch {
    record.releaseSpace()
    if let failure = (error as? DaymarkError)?.finding, failure.facts.reason?.isOfRoom == true {
      // Standard error may go to the same full disk, so the state goes into `run.json` too.
      var summary = RunSummary(
        pipeline: configuration.name, challenge: configuration.challenge.id,
        rule: configuration.rule, asOf: options.asOf ?? configuration.asOf ?? options.now,
        startedAt: options.now)
      (summary.state, summary.failure) = (.failed, failure)
      try? record.write(summary)
    }
    throw error
  }
  run.report(lockFindings + (store.renewal.map { [$0] } ?? []))
  do {
    try await run.decideAll()
    run.end(.done, since: started)
    try run.recordResults()
    try store.close()
  } catch {
    run.end(error is CancellationError ? .interrupted : .failed, since: started, by: error)
    // The error that ended the run is more important than one of writing the document.
    try? run.record.write(run.summary)
    throw error
  }
  try run.record.write(run.summary)
  _ = consume lock
  return run.summary
}

extension Finding.Reason {
  /// Whether there is no space for the file.
  fileprivate var isOfRoom: Bool { self == .diskFull || self == .fileLimit }
}

/// Returns the configuration with its own subjects or, without any, with those of the readings.
///
/// - Throws: The errors of ``runPipeline(_:options:progress:)`` for ids that are not allowed.
private func checked(
  _ configuration: PipelineConfiguration, _ options: RunOptions
) throws -> PipelineConfiguration {
  var configuration = configuration
  if let folder = options.readingsFolder, configuration.subjects.isEmpty {
    let readings = ReadingsFolder(path: folder)
    configuration.subjects = try readings.subjects()
    configuration.knowsEverybody = readings.everybody()?.isListedAfterDeadline == true
  }
  configuration.refuseLookalikes()
  var ids: Set<[UInt8]> = []
  for subject in configuration.subjects {
    guard ids.insert(Array(subject.id.utf8)).inserted else {
      throw DaymarkError(.configDuplicate) { $0.key = subject.id }
    }
    let isOutput = ChallengeFile(rawValue: folderName(of: subject.id)) != nil
    guard !isOutput || subject.problem != nil else {
      throw DaymarkError(.configBadValue) { ($0.key, $0.value) = ("id", subject.id) }
    }
  }
  return configuration
}

/// A run that holds the lock of its store and folder.
private struct Run {
  let processor: SubjectProcessor
  let record: RunDocumentFile
  private(set) var summary: RunSummary
  private let summaries: RunningSummaries
  /// Whether the book has the results of all subjects.
  private var isRecorded = false

  private var configuration: PipelineConfiguration { processor.configuration }
  private var options: RunOptions { processor.options }
  private var store: Store { processor.store }
  private var asOf: Instant { processor.asOf }

  /// The folder of the challenge's outputs.
  private var challengeFolder: String {
    "\(options.outputFolder)/\(folderName(of: configuration.challenge.id))"
  }

  /// Begins a run: saves the challenge in the store, and imports readings if there are some.
  init(
    _ configuration: PipelineConfiguration, _ options: RunOptions, _ store: Store,
    _ reporter: ProgressReporter, beginsNewBook: Bool
  ) throws {
    try store.save(
      configuration.challenge, rule: configuration.rule,
      pipeline: configuration.folder.map(absolutePath))
    let asOf = options.asOf ?? configuration.asOf
    let batch = WriteBatch(store, mostSubjects: options.mostUnwritten)
    let earlier = try EarlierRuns(
      of: configuration, asOf: asOf ?? options.now, now: options.now, from: store.book)
    let readings = try options.readingsFolder.map { folder in
      let importer = ReadingsImporter(
        of: folder, for: configuration, asOf: asOf ?? options.now, after: earlier, into: store,
        by: batch)
      return try importer.run { id in reporter.update { $0.subject = id } }
    }
    let rule = configuration.rule.digest
    processor = SubjectProcessor(
      configuration: configuration, options: options, asOf: asOf ?? options.now,
      isAsOfClock: asOf == nil, rule: rule, terms: configuration.terms(rule: rule),
      store: store, batch: batch, progress: reporter,
      readers: RunReaders(
        options.readers, jobs: max(1, options.jobs), options: options.reading),
      readings: readings,
      earlier: earlier, beginsNewBook: beginsNewBook)
    summary = RunSummary(
      pipeline: configuration.name, challenge: configuration.challenge.id,
      rule: configuration.rule, asOf: asOf ?? options.now, startedAt: options.now)
    summary.readingsFolder = options.readingsFolder
    summary.beginsNewBook = beginsNewBook
    summary.goneSubjects = try goneSubjects(
      from: configuration, store, outputFolder: options.outputFolder)
    summaries = RunningSummaries(configuration)
    summary.subjects = summaries.all
    record = RunDocumentFile(outputFolder: options.outputFolder, mode: options.fileMode)
    setMode(options.fileMode, ofChallengeIn: challengeFolder)
    report(readings?.findings ?? [])
  }

  /// Reports findings about the run itself.
  mutating func report(_ findings: [Finding]) {
    if findings.isEmpty { return }
    summary.findings += findings
    processor.progress.update { ($0.subject, $0.findings) = (nil, findings) }
  }

  /// Decides every subject alone and then all together, and writes the files about all of them.
  mutating func decideAll() async throws {
    try record.write(summary)
    record.reserveSpace(for: summary.subjects.count)
    let clock = processor.batch.flushingWhenDue()
    defer { clock.cancel() }
    let provisional = try await provisionalSummaries()
    try processor.batch.flush()
    // A subject whose archives cannot be looked at now still shares what it handed in before.
    let participants = provisional.map(\.read).filter { $0.error == nil || $0.stale != nil }.map(
      \.id)
    try store.setParticipants(participants, in: configuration.challenge.id)
    let sharing = try sharing(of: participants)
    summary.sharing = sharing.groups
    let (processor, summaries) = (processor, summaries)
    let subjects = configuration.subjects
    summary.subjects = try await sideBySide(
      Array(subjects.indices), jobs: max(1, options.jobs)
    ) { place in
      let flags = sharing.flags[subjects[place].id] ?? []
      let settled = try processor.settle(subjects[place], provisional[place], sharing: flags)
      summaries.update(settled, at: place)
      return settled
    }
    try processor.batch.flush()
    reportUnsound()
    try reportDecisions()
    report(asOf <= options.now ? processor.earlier.handIn.closing(summary) : [Finding(.runAhead)])
    let isOpen = summary.subjects.contains { $0.verdict?.finality.isFinal == false }
    if configuration.challenge.proofDeadline == nil, isOpen { report([Finding(.deadlineUnstated)]) }
    isRecorded =
      provisional.allSatisfy { $0.unchanged?.isRecorded == true }
      && summary.subjects.allSatisfy { $0.work == .nothing }
    try putChallengeFiles(of: summary, configuration, options)
    if summary.subjects.contains(where: { $0.work != .nothing }) {
      _ = try removePages(ofChallengeIn: challengeFolder)
    }
  }

  /// Reads and decides every subject alone, in their order.
  private mutating func provisionalSummaries() async throws -> [ProvisionalSummary] {
    let (processor, summaries) = (processor, summaries)
    let (subjects, jobs) = (configuration.subjects, max(1, options.jobs))
    let places = subjects.indices.sorted {
      subjects[$0].id.utf8.lexicographicallyPrecedes(subjects[$1].id.utf8)
    }
    let chunks = stride(from: 0, to: places.count, by: 500).map { places[$0...].prefix(500) }
    let unchanged = try await sideBySide(chunks, jobs: jobs) {
      try processor.unchangedSubjects(at: $0)
    }
    var found = [ProvisionalSummary?](repeating: nil, count: subjects.count)
    for (place, subject) in unchanged.joined() {
      found[place] = subject
      summaries.update(subject.summary, at: place)
    }
    let others = subjects.indices.filter { found[$0] == nil }
    if !others.isEmpty { report(try processor.readers.start()) }
    let decided = try await sideBySide(others, jobs: processor.readers.width(jobs: jobs)) {
      place in
      let subject = try processor.decideAlone(subjects[place])
      summaries.update(subject.summary, at: place)
      return subject
    }
    for (place, subject) in zip(others, decided) { found[place] = subject }
    return found.compactMap { $0 }
  }

  /// Returns the data that the read subjects share, as far as the store knows it.
  private func sharing(of participants: [String]) throws -> Sharing {
    let subjects = Sharing.ordered(participants)
    return Sharing(
      of: subjects,
      try store.sharedItems(in: configuration.challenge.id, of: subjects),
      limits: configuration.limits)
  }

  /// Adds people's decisions to the present verdicts, and reports which are needed again.
  private mutating func reportDecisions() throws {
    guard !processor.earlier.decisions.isEmpty else { return }
    for index in summary.subjects.indices {
      let subject = summary.subjects[index]
      guard let decision = processor.earlier.decisions[subject.id] else { continue }
      let key = SubjectKey(challenge: summary.challenge, subject: subject.id)
      // A stale verdict keeps the files of the last run that could read the archives.
      let files = subject.stale == nil ? subject.files : try store.outputs(of: key).digests
      let present = PresentDecision(decision, on: files[OutputFile.verdict.rawValue])
      summary.subjects[index].decision = present
      if present.holds { continue }
      let path = "\(options.outputFolder)/\(subject.folder)/\(OutputFile.decision.rawValue)"
      report([Finding(.decisionLapsed, at: InputLocation(file: path)) { $0.subject = subject.id }])
    }
  }

  /// Reports the subjects whose stored data was not what had been written, so that their archives
  /// were read again.
  private mutating func reportUnsound() {
    report(
      store.takeUnsound().map { key in
        Finding(.storeMismatch, at: InputLocation(file: store.path)) { $0.subject = key.subject }
      })
  }

  /// Ends a run and keeps the verdicts made until then.
  ///
  /// - Parameter error: The error that ended the run.
  mutating func end(
    _ state: RunSummary.State, since started: ContinuousClock.Instant, by error: (any Error)? = nil
  ) {
    summary.failure = (error as? DaymarkError)?.finding
    if state != .done {
      try? processor.batch.flush()
      summary.subjects = summaries.all
    }
    summary.state = state
    summary.seconds = (ContinuousClock.now - started) / .seconds(1)
  }

  /// Enters the results into the book, unless it has them.
  func recordResults() throws {
    guard let book = store.book else { return }
    try processor.earlier.handIn.record(summary, in: book, namedDigests: processor.namedDigests)
    let count = summary.subjects.count
    if try isRecorded && book.hasResults(of: summary.challenge, count: count) { return }
    try DaymarkPipeline.recordResults(
      of: summary, configuration, in: store, book, before: processor.earlier.results.all(),
      isForAnotherTime: processor.earlier.handIn.isForAnotherTime)
  }
}

/// The summaries of the subjects processed so far, for a run that ends early.
private final class RunningSummaries: Sendable {
  private let subjects: Mutex<[SubjectSummary]>

  init(_ configuration: PipelineConfiguration) {
    subjects = Mutex(
      configuration.subjects.map { SubjectSummary(of: $0, in: configuration.challenge) })
  }

  func update(_ summary: SubjectSummary, at place: Int) {
    subjects.withLock { $0[place] = summary }
  }

  var all: [SubjectSummary] { subjects.withLock { $0 } }
}

/// The file `run.json`, which has the state of a run from its start, because a killed run cannot
/// write it at its end.
struct RunDocumentFile {
  let outputFolder: String
  let mode: FileMode

  /// Writes the document with the present state of the run.
  ///
  /// - Throws: `file.unwritable`.
  func write(_ summary: RunSummary) throws {
    _ = try putFile(Members<RunSummary>.run.kind.bytes(summary), at: path, mode: mode)
    try flushFolder(outputFolder)
  }

  /// Reserves disk space for the document at the end of the run, so that it can report a full disk.
  func reserveSpace(for subjects: Int) {
    DaymarkPipeline.reserveSpace((1 << 16) + subjects << 11, forFileAt: path, mode: mode)
  }

  func releaseSpace() { DaymarkPipeline.releaseSpace(forFileAt: path) }

  private var path: String { "\(outputFolder)/\(RunFile.document.rawValue)" }
}

/// Returns the results in the order of the items, processing at most `jobs` of them at a time.
func sideBySide<Item: Sendable, Result: Sendable>(
  _ items: [Item], jobs: Int, _ body: @escaping @Sendable (Item) throws -> Result
) async throws -> [Result] {
  var results = [Result?](repeating: nil, count: items.count)
  // Only a task, not a thread, knows that it was cancelled.
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
