import DaymarkDocuments
import DaymarkIngest
import DaymarkModel
import DaymarkWork
import Foundation
import Synchronization

/// The place where a run reads archives.
package enum Readers: Sendable {
  /// In the process of the run: an archive that crashes a reader ends the run.
  case inProcess
  /// In processes of their own, one a subject.
  case processes(WorkerLimits)
}

/// The program that reads for a run, and what it may take for one subject.
package struct WorkerLimits: Sendable {
  /// The path of the program, which is called with `worker`.
  package var program: String
  /// The longest that the archives of a subject may take.
  package var timeout: Duration
  /// The longest that a reader may go without coming further.
  package var silence: Duration
  /// The most memory of a reader.
  package var memoryBytes: UInt64

  /// Makes limits; `/proc/self/exe` is the program that runs.
  package init(
    program: String = "/proc/self/exe", timeout: Duration = .seconds(3600),
    silence: Duration = .seconds(60), memoryBytes: UInt64 = 1 << 30
  ) {
    self.program = program
    self.timeout = timeout
    self.silence = silence
    self.memoryBytes = memoryBytes
  }
}

/// The readers of a run: a process for each subject, which the run's worker makes, and as many at a time as it reads
/// side by side.
///
/// What no program can catch, a trap, an overflow of the stack, a failed allocation, ends a reader and
/// not the run. Its subject is read once more and then fails.
final class WorkerPool: Sendable {
  private let limits: WorkerLimits
  private let places = WorkQueue<Void>()
  private let starter = StartingThread()
  /// `nil` before the first reader is wanted, and when the worker has ended.
  private let worker = Mutex<WorkerProcess?>(nil)

  /// - Parameters:
  ///   - limits: The program, and what it may take.
  ///   - jobs: So many readers read at a time; further subjects wait for one of them.
  init(_ limits: WorkerLimits, jobs: Int) {
    self.limits = limits
    for _ in 0..<jobs { places.give(()) }
    // Whoever reads what a run prints must not end it by going away.
    signal(SIGPIPE, SIG_IGN)
  }

  /// Starts the worker, so that a run whose readers cannot read ends before anybody is judged.
  ///
  /// Any other failure of it is told of each subject.
  ///
  /// - Throws: `reader.refused`; `CancellationError`.
  func start() throws {
    do {
      try worker.withLock { worker in
        if worker == nil { worker = try startedWorker() }
      }
    } catch is WorkerFailure {
    } catch let error as DaymarkError where error.finding.code != .readerRefused {
    }
  }

  /// Hashes and reads one subject's archives.
  ///
  /// - Parameter progress: Called with the number of bytes that were read since the last call; of a second try
  ///   nothing is told.
  /// - Returns: Also for a subject that failed: with what the reader found, or `reader.crashed`, `reader.timeout` or
  ///   `reader.memory`.
  /// - Throws: As ``start()``.
  func read(_ request: SubjectRequest, progress: (Int64) -> Void) throws -> SubjectReading {
    do {
      return try readTwice(request, progress)
    } catch let failure as WorkerFailure {
      var subject = failure.subject ?? SubjectReading(of: request.subject, request.details)
      let archives = request.known.isEmpty ? subject.archives : request.known
      subject.failure = failure.error(of: archives).finding
      return subject
    } catch let error as DaymarkError where error.finding.code != .readerRefused {
      var subject = SubjectReading(of: request.subject, request.details)
      subject.failure = error.finding
      return subject
    }
  }

  /// - Throws: `WorkerFailure` when a process has failed twice.
  private func readTwice(
    _ request: SubjectRequest, _ progress: (Int64) -> Void
  ) throws -> SubjectReading {
    _ = places.next()
    defer { places.give(()) }
    try Task.checkCancellation()
    var told: Int64 = 0
    do {
      return try readOnce(request) { bytes in
        progress(bytes - told)
        told = bytes
      }
    } catch is WorkerFailure {
      return try readOnce(request) { _ in }
    }
  }

  /// - Parameter progress: Called with the number of bytes that were read so far.
  /// - Throws: `WorkerFailure` when the process has failed, which then is no more.
  private func readOnce(
    _ request: SubjectRequest, progress: (Int64) -> Void
  ) throws -> SubjectReading {
    let inputs = try ReaderInputs(of: request)
    let reader = try startedReader()
    return try reader.reading(of: request, inputs, limits) { answer in
      if let bytes = answer.progress { progress(bytes) }
    }
  }

  /// A new reader, by a new worker where the last one has ended.
  private func startedReader() throws -> ReaderProcess {
    try worker.withLock { worker in
      for _ in 0..<2 {
        let process = try worker ?? startedWorker()
        worker = process
        if let reader = try process.makeReader(memoryBytes: limits.memoryBytes) { return reader }
        worker = nil
      }
      throw WorkerProcess.unstartable(ECHILD)
    }
  }

  /// A new worker that has said what it is, and whose readers can read.
  private func startedWorker() throws -> WorkerProcess {
    try WorkerProcess.tried(limits) { [limits, starter] namesCalls in
      let started = starter.run { Result { try WorkerProcess(limits, namesCalls: namesCalls) } }
      guard let process = try started?.get() else { throw WorkerProcess.unstartable(EAGAIN) }
      return process
    }
  }
}

extension ReaderProcess {
  /// Has it read one subject's archives.
  ///
  /// - Parameter heard: Given each answer that says how far it has come.
  /// - Throws: `WorkerFailure` when it has failed, and is no more; what `heard` throws; `CancellationError`.
  func reading(
    of request: SubjectRequest, _ inputs: ReaderInputs, _ limits: WorkerLimits,
    heard: (WorkerAnswer) throws -> Void
  ) throws -> SubjectReading {
    var watch = WorkerDeadlines(limits)
    try send(ReaderTask(request: request, inputs: inputs.listings).line) { try watch.isOver() }
    while let line = try nextLine(unless: { try watch.isOver() }) {
      guard let answer = Members<WorkerAnswer>.answer.kind.value(line),
        answer.subject?.answers(request) ?? true, answer.hashed?.answers(request) ?? true
      else { throw watch.failure(.garbled, of: self) }
      if let subject = answer.subject { return inputs.checked(subject) }
      if try !inputs.answer(answer, of: self, unless: { try watch.isOver() }) {
        guard watch.hears(answer) else { throw watch.failure(.garbled, of: self) }
        try heard(answer)
      }
      if let cause = watch.overdue { throw watch.failure(cause, of: self) }
    }
    throw watch.failure(watch.overdue ?? .ended, of: self)
  }
}

extension SubjectReading {
  /// Whether it is about the subject that was asked for, and about nobody else's archives.
  fileprivate func answers(_ request: SubjectRequest) -> Bool {
    let given = Set((request.known.isEmpty ? archives : request.known).map(\.digest))
    let isOfGiven = reading?.inputs.allSatisfy { given.contains($0.digest) } ?? true
    return head.subject == request.subject && isOfGiven
  }
}
