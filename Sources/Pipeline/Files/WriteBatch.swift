import DaymarkModel
import DaymarkStore
import DaymarkWork
import Synchronization

/// The updates and the files of subjects that a run has decided and not yet made durable.
///
/// Flushing takes as long for many subjects as for one, so subjects wait for each other, but not
/// longer than a second.
final class WriteBatch: Sendable {
  /// The largest number of fresh days that wait, which bounds their memory.
  private static let mostDays = 50_000

  private let store: Store
  private let mostSubjects: Int
  private let longest: Duration
  private let waiting = Mutex(Waiting())
  /// The lock that is held while updates are made durable, so that this happens in the order of
  /// adding.
  private let turn = Mutex(())

  /// Makes the batch of a run, which is flushed when one of two bounds is reached.
  ///
  /// - Parameters:
  ///   - store: The store of the run.
  ///   - mostSubjects: The largest number of subjects that wait. A killed run has to do their work
  ///     again.
  ///   - longest: The longest time that a subject waits.
  init(_ store: Store, mostSubjects: Int, longest: Duration = .seconds(1)) {
    self.store = store
    self.mostSubjects = mostSubjects
    self.longest = longest
  }

  /// Adds an update of a subject for the store.
  ///
  /// - Throws: `store.unusable` or `file.unwritable`, also for what was added before, as every
  ///   function of this type.
  func add(_ update: SubjectUpdate) throws {
    waiting.withLock { $0.add(update) }
    try flushIfDue()
  }

  /// Adds the files of a subject whose update the store already has.
  ///
  /// - Parameters:
  ///   - files: The files that are not placed yet.
  ///   - subject: The subject, where the store notes that its files may be missing.
  ///   - state: The subject's state once the files are placed.
  func add(
    _ files: PreparedFiles, placing subject: SubjectKey? = nil, state: PendingState? = nil
  ) throws {
    if !files.isEmpty || subject != nil || state != nil {
      waiting.withLock { $0.add(files, subject, state) }
    }
    try flushIfDue()
  }

  /// Makes everything durable if many subjects wait, or one has waited long.
  func flushIfDue() throws {
    let isDue = waiting.withLock { waiting in
      waiting.failure != nil || waiting.count >= mostSubjects || waiting.days > Self.mostDays
        || waiting.since.map { ContinuousClock.now - $0 >= longest } ?? false
    }
    if isDue { try flush() }
  }

  /// Starts a thread that flushes subjects that have waited long, so that they do not wait for a
  /// slow one.
  func flushingWhenDue() -> FlushClock { FlushClock(self) }

  /// Makes everything durable that was added.
  ///
  /// The updates are written to the store, then the files are placed, and then the store notes
  /// that they are.
  ///
  /// A run that is killed in between leaves files that differ from the store's digests. Nobody
  /// edited them, and the next run must not say so.
  func flush() throws {
    try turn.withLock { _ in
      let work = waiting.withLock { waiting in
        defer { waiting = Waiting(failure: waiting.failure) }
        return waiting
      }
      do {
        if !work.updates.isEmpty { try store.save(work.updates) }
        try place(work.files)
        try save(work.placing, work.states)
      } catch {
        // The next caller that adds something, or the end of the run, must get the error too.
        waiting.withLock { $0.failure = error }
        throw error
      }
      if let failure = work.failure { throw failure }
    }
  }

  private func save(_ placed: Set<SubjectKey>, _ states: [PendingState]) throws {
    for challenge in Set(placed.map(\.challenge) + states.map(\.key.challenge)) {
      let known = states.filter { $0.key.challenge == challenge }.compactMap { state in
        state.placed.map { (state.key.subject, $0) }
      }
      try store.save(
        placed: Set(placed.filter { $0.challenge == challenge }.map(\.subject)),
        states: Dictionary(known) { $1 }, in: challenge)
    }
  }
}

/// A thread that flushes a batch when something in it has waited long.
struct FlushClock {
  private let cancelled = WorkQueue<Never>()
  private let thread: WorkThread?

  fileprivate init(_ batch: WriteBatch) {
    thread = WorkThread { [cancelled] in
      // The batch keeps an error for the next caller that adds something.
      _ = try? cancelled.next(every: .milliseconds(200)) { try batch.flushIfDue() }
    }
  }

  /// Ends the thread, after any flush in progress.
  func cancel() {
    cancelled.end()
    thread?.join()
  }
}

/// The state of a subject that becomes valid once its files lie in their folder.
struct PendingState: Sendable {
  let key: SubjectKey
  let folder: String
  /// The state without its stamp, which only placed files have.
  let state: StoredSubject

  /// The state with the folder's stamp; `nil` where a file is missing.
  fileprivate var placed: StoredSubject? {
    guard let stamp = FolderStamp(of: folder, holding: Array(state.outputs.keys)) else {
      return nil
    }
    var state = state
    state.stamp = stamp.text
    return state
  }
}

/// The updates and files that wait to be made durable.
private struct Waiting: Sendable {
  private(set) var updates: [SubjectUpdate] = []
  private(set) var files: [PreparedFiles] = []
  /// The subjects whose files the store notes as missing until they are placed.
  private(set) var placing: Set<SubjectKey> = []
  private(set) var states: [PendingState] = []
  private(set) var days = 0
  private var subjects: Set<String> = []
  private(set) var since: ContinuousClock.Instant?
  var failure: (any Error)?

  /// The number of subjects that wait.
  var count: Int { max(subjects.count, files.count) }

  init(failure: (any Error)? = nil) { self.failure = failure }

  mutating func add(_ update: SubjectUpdate) {
    updates.append(update)
    subjects.insert(update.key.subject)
    days += update.reading?.aggregates.days.count ?? 0
    since = since ?? .now
  }

  mutating func add(_ prepared: PreparedFiles, _ subject: SubjectKey?, _ state: PendingState?) {
    files.append(prepared)
    if let subject { placing.insert(subject) }
    if let state { states.append(state) }
    since = since ?? .now
  }
}
