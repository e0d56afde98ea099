import DaymarkModel
import DaymarkStore
import DaymarkWork
import Synchronization

/// The subjects of a run that are decided and not yet durable: what the store is to be told of them, and
/// their files.
///
/// Making something durable takes as long for many as for one, so they wait for each other, but not
/// longer than a second.
final class WriteBatch: Sendable {
  /// The most days of fresh readings that wait, which bounds their memory.
  private static let mostDays = 50_000

  private let store: Store
  private let mostSubjects: Int
  private let longest: Duration
  private let waiting = Mutex(Waiting())
  /// Held while something is made durable, so that it happens in the order of adding.
  private let turn = Mutex(())

  /// - Parameters:
  ///   - store: The store of the run.
  ///   - mostSubjects: The most that wait, for a run that is killed does their work again.
  ///   - longest: The longest that one waits.
  init(_ store: Store, mostSubjects: Int, longest: Duration = .seconds(1)) {
    self.store = store
    self.mostSubjects = mostSubjects
    self.longest = longest
  }

  /// Adds what the store is to be told of a subject.
  ///
  /// - Throws: `store.unusable` or `file.unwritable`, also of what was added before, as every function here.
  func add(_ update: SubjectUpdate) throws {
    waiting.withLock { $0.add(update) }
    try flushIfDue()
  }

  /// Adds files of a subject, of which the store was told before.
  ///
  /// - Parameters:
  ///   - files: Those that are not there yet.
  ///   - subject: The subject, where the store holds that they may be missing.
  ///   - state: The subject's state once they are there.
  func add(
    _ files: PreparedFiles, placing subject: SubjectKey? = nil, state: PendingState? = nil
  ) throws {
    if !files.isEmpty || subject != nil || state != nil {
      waiting.withLock { $0.add(files, subject, state) }
    }
    try flushIfDue()
  }

  /// Makes everything durable if it is much, or has waited long.
  func flushIfDue() throws {
    let isDue = waiting.withLock { waiting in
      waiting.failure != nil || waiting.count >= mostSubjects || waiting.days > Self.mostDays
        || waiting.since.map { ContinuousClock.now - $0 >= longest } ?? false
    }
    if isDue { try flush() }
  }

  /// Looks at the clock until it is cancelled, for a subject that is decided need not wait for one that takes long.
  func flushingWhenDue() -> FlushClock { FlushClock(self) }

  /// Makes everything durable that was added: the store is told, then the files get their names, and
  /// then the store is told that they have them.
  ///
  /// Killed in between, a run leaves files that are not what the store knows. Nobody tampered with them,
  /// and the next run must not say so.
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
        // Whoever adds next, or ends the run, learns of it too.
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

/// A thread that has a batch made durable when it has waited long.
struct FlushClock {
  private let cancelled = WorkQueue<Never>()
  private let thread: WorkThread?

  fileprivate init(_ batch: WriteBatch) {
    thread = WorkThread { [cancelled] in
      // An error is kept by the batch for whoever adds next.
      _ = try? cancelled.next(every: .milliseconds(200)) { try batch.flushIfDue() }
    }
  }

  /// Ends the thread, after what it is making durable.
  func cancel() {
    cancelled.end()
    thread?.join()
  }
}

/// The state of a subject once its files lie in their folder.
struct PendingState: Sendable {
  let key: SubjectKey
  let folder: String
  /// Without its stamp, which only files in place have.
  let state: StoredSubject

  /// The state with its stamp; `nil` when a file is missing.
  fileprivate var placed: StoredSubject? {
    guard let stamp = FolderStamp(of: folder, holding: Array(state.outputs.keys)) else {
      return nil
    }
    var state = state
    state.stamp = stamp.text
    return state
  }
}

/// What waits to be made durable.
private struct Waiting: Sendable {
  private(set) var updates: [SubjectUpdate] = []
  private(set) var files: [PreparedFiles] = []
  /// The subjects whose files the store holds to be missing until they have their names.
  private(set) var placing: Set<SubjectKey> = []
  private(set) var states: [PendingState] = []
  private(set) var days = 0
  private var subjects: Set<String> = []
  private(set) var since: ContinuousClock.Instant?
  var failure: (any Error)?

  /// The number of subjects of which something waits.
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
