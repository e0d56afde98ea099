import DaymarkDocuments
import DaymarkIngest
import DaymarkModel
import DaymarkWork
import Foundation
import Synchronization

/// The place where a run reads archives.
package enum Readers: Sendable {
  /// The run reads in its own process; an archive that crashes the reader then ends the run.
  case inProcess
  /// The run starts other processes that read, one per subject.
  case processes(ReaderLimits)
}

/// The program that reads for a run, and its limits for one subject.
package struct ReaderLimits: Sendable {
  /// The path of the program, which is called with the argument `worker`.
  package var program: String
  /// The longest time for reading the archives of a subject.
  package var timeout: Duration
  /// The longest time that a reader may make no progress.
  package var silence: Duration
  /// The largest memory of a reader, in bytes.
  package var memoryBytes: UInt64

  /// Makes limits.
  ///
  /// `/proc/self/exe` is the running program.
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

/// The reader processes of a run: one per subject, made by the run's worker, with a limited number
/// at a time.
///
/// A failure that no program can catch, such as a trap, a stack overflow or a failed allocation,
/// ends a reader and not the run. The subject is read once more and then fails.
final class ReaderPool: Sendable {
  private let limits: ReaderLimits
  private let places = WorkQueue<Void>()
  private let starter = StartingThread()
  /// The worker; `nil` before the first reader is needed, and after the worker has ended.
  private let worker = Mutex<WorkerProcess?>(nil)

  /// Opens a place for each reader that may read at a time; no process is started yet.
  ///
  /// - Parameters:
  ///   - limits: The program and its limits.
  ///   - jobs: The number of readers that read at a time. Further subjects wait.
  init(_ limits: ReaderLimits, jobs: Int) {
    self.limits = limits
    for _ in 0..<jobs { places.give(()) }
    // A reader or worker that closes its pipe must not end the run with a signal.
    signal(SIGPIPE, SIG_IGN)
  }

  /// Starts the worker, so that a run whose readers cannot read ends before any subject is decided.
  ///
  /// Any other failure of the worker is reported for each subject.
  ///
  /// - Throws: `reader.refused`; `CancellationError`.
  func start() throws {
    do {
      try worker.withLock { worker in
        if worker == nil { worker = try startedWorker() }
      }
    } catch is ReaderFailure {
    } catch let error as DaymarkError where error.finding.code != .readerRefused {
    }
  }

  /// Hashes and reads one subject's archives.
  ///
  /// - Parameter progress: Called with the number of bytes that were read since the last call. A
  ///   second attempt reports nothing.
  /// - Returns: The reading. For a subject that failed it has the reader's finding, or
  ///   `reader.crashed`, `reader.timeout` or `reader.memory`.
  /// - Throws: The errors of ``start()``.
  func read(_ request: SubjectRequest, progress: (Int64) -> Void) throws -> ReadingDocument {
    do {
      return try readTwice(request, progress)
    } catch let failure as ReaderFailure {
      var subject = failure.subject ?? ReadingDocument(of: request)
      let archives = request.known.isEmpty ? subject.archives : request.known
      subject.failure = failure.error(of: archives).finding
      return subject
    } catch let error as DaymarkError where error.finding.code != .readerRefused {
      var subject = ReadingDocument(of: request)
      subject.failure = error.finding
      return subject
    }
  }

  /// Reads one subject's archives, a second time if the first reader process fails.
  ///
  /// - Parameter progress: Called with the number of bytes that were read since the last call.
  /// - Throws: `ReaderFailure` where the second process has failed, too.
  private func readTwice(
    _ request: SubjectRequest, _ progress: (Int64) -> Void
  ) throws -> ReadingDocument {
    _ = places.next()
    defer { places.give(()) }
    try Task.checkCancellation()
    var told: Int64 = 0
    do {
      return try readOnce(request) { bytes in
        progress(bytes - told)
        told = bytes
      }
    } catch is ReaderFailure {
      return try readOnce(request) { _ in }
    }
  }

  /// Reads one subject's archives in a new reader process.
  ///
  /// - Parameters:
  ///   - request: The archives and the terms of reading them.
  ///   - progress: Called with the number of bytes that were read so far.
  /// - Throws: `ReaderFailure` where the process has failed and ended.
  private func readOnce(
    _ request: SubjectRequest, progress: (Int64) -> Void
  ) throws -> ReadingDocument {
    let inputs = try ReaderInputs(of: request)
    let reader = try startedReader()
    return try reader.reading(of: request, inputs, limits) { answer in
      if let bytes = answer.progress { progress(bytes) }
    }
  }

  /// Makes a new reader, with a new worker where the last one has ended.
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

  /// Starts a new worker and tests it: it must greet, and a reader of it must read a small archive
  /// made for this test.
  private func startedWorker() throws -> WorkerProcess {
    try WorkerProcess.tried(limits) { [limits, starter] namesCalls in
      let started = starter.run { Result { try WorkerProcess(limits, namesCalls: namesCalls) } }
      guard let process = try started?.get() else { throw WorkerProcess.unstartable(EAGAIN) }
      return process
    }
  }
}

extension ReaderProcess {
  /// Lets the reader read one subject's archives.
  ///
  /// - Parameter heard: Called with each answer that reports progress.
  /// - Throws: `ReaderFailure` where the reader has failed and ended; the errors of `heard`;
  ///   `CancellationError`.
  func reading(
    of request: SubjectRequest, _ inputs: ReaderInputs, _ limits: ReaderLimits,
    heard: (ReaderAnswer) throws -> Void
  ) throws -> ReadingDocument {
    var watch = ReaderDeadlines(limits)
    try send(ReaderTask(request: request, inputs: inputs.listings).line) { try watch.isOver() }
    while let line = try nextLine(unless: { try watch.isOver() }) {
      guard let answer = Members<ReaderAnswer>.answer.kind.value(line),
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

extension ReadingDocument {
  /// Whether the reading is about the requested subject and no other subject's archives.
  fileprivate func answers(_ request: SubjectRequest) -> Bool {
    let given = Set((request.known.isEmpty ? archives : request.known).map(\.digest))
    let isOfGiven = reading?.inputs.allSatisfy { given.contains($0.digest) } ?? true
    return head.subject == request.subject && isOfGiven
  }
}
