import DaymarkIngest
import DaymarkModel
import DaymarkWork
import Foundation
import Synchronization

/// The place where a run reads archives.
package enum Readers: Sendable {
  /// In the process of the run: an archive that crashes a reader ends the run.
  case inProcess
  /// In processes of their own, one a job.
  case processes(ReaderLimits)
}

/// The program that reads for a run, and what it may take for one subject.
package struct ReaderLimits: Sendable {
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

/// The readers of a run: as many processes as read at a time, each kept for the next subject.
///
/// What no program can catch, a trap, an overflow of the stack, a failed allocation, ends a reader and
/// not the run. Its subject is read once more, by a reader of its own, and then fails.
final class ReaderPool: Sendable {
  private let limits: ReaderLimits
  private let folders: @Sendable () -> [String]
  private let arguments = Mutex<[String]?>(nil)
  private let idle = Mutex<[ReaderProcess]>([])
  private let places = WorkQueue<Void>()
  private let starter = StartingThread()
  private let requests = RequestWriter()

  /// - Parameters:
  ///   - limits: The program, and what it may take.
  ///   - jobs: So many processes read at a time; further subjects wait for one of them.
  ///   - folders: The folders that all inputs lie in, asked for when the first reader starts.
  init(_ limits: ReaderLimits, jobs: Int, inputsIn folders: @escaping @Sendable () -> [String]) {
    self.limits = limits
    for _ in 0..<jobs { places.give(()) }
    // A reader that has ended is seen by its answers, and must not end whoever writes to it.
    signal(SIGPIPE, SIG_IGN)
    self.folders = folders
  }

  /// Reads one subject's archives.
  ///
  /// - Parameter progress: Told how many more bytes were read; of a second try nothing is told.
  /// - Throws: What the reader found; `reader.crashed`, `reader.timeout` or `reader.memory`;
  ///   `CancellationError`.
  func read(
    _ request: WorkerRequest, progress: (Int64) -> Void
  ) throws -> ArchiveAggregates {
    do {
      let line = try requests.line(request)
      return try readTwice(
        { line.bytes(toldBefore: &$0) }, progress, { PackedReading(in: $0)?.reading })
    } catch let failure as ReaderFailure {
      throw failure.error(of: request.archives)
    }
  }

  /// Hashes and reads one subject's archives.
  ///
  /// - Parameter progress: As above.
  /// - Returns: Also for a subject that failed.
  /// - Throws: `CancellationError`.
  func read(_ request: SubjectRequest, progress: (Int64) -> Void) throws -> ReadingDocument {
    do {
      let line = try line(request)
      return try readTwice({ _ in line }, progress, \.answeredSubject)
    } catch let failure as ReaderFailure {
      var subject = failure.subject ?? ReadingDocument(of: request)
      subject.failure = failure.error(of: subject.archives).finding
      return subject
    } catch let error as DaymarkError {
      var subject = ReadingDocument(of: request)
      subject.failure = error.finding
      return subject
    }
  }

  /// - Parameter request: The line to a worker, by the settings that it was told last.
  /// - Throws: `ReaderFailure` when a process has failed twice.
  private func readTwice<Result>(
    _ request: (inout [UInt8]?) -> [UInt8], _ progress: (Int64) -> Void,
    _ result: ([UInt8]) -> Result?
  ) throws -> Result {
    _ = places.next()
    defer { places.give(()) }
    try Task.checkCancellation()
    var told: Int64 = 0
    do {
      return try read(
        request, by: idle.withLock { $0.popLast() },
        progress: { bytes in
          progress(bytes - told)
          told = bytes
        }, result)
    } catch is ReaderFailure {
      return try read(request, by: nil, progress: { _ in }, result)
    }
  }

  /// - Parameters:
  ///   - process: A new one when `nil`.
  ///   - progress: Told how many bytes were read so far.
  ///   - result: What a line says that is the last; `nil` of any other.
  /// - Throws: `ReaderFailure` when the process has failed, which then is no more.
  private func read<Result>(
    _ request: (inout [UInt8]?) -> [UInt8], by process: ReaderProcess?, progress: (Int64) -> Void,
    _ result: ([UInt8]) -> Result?
  ) throws -> Result {
    let process = try process ?? started()
    process.send(process.settings.withLock { request(&$0) })
    var watch = ReadingWatch(limits)
    while let line = try process.nextLine(unless: { try watch.isOver() }) {
      if let result = result(line) {
        idle.withLock { $0.append(process) }
        return result
      }
      switch message(WorkerAnswer.self, in: line) {
      case .progress(let bytes):
        watch.goesOn(bytes)
        progress(bytes)
        if let cause = watch.overdue { throw failure(cause, of: process, watch) }
      case .hashing(let pieces): watch.goesOn(Int64(pieces))
      case .hashed(let subject): watch.begins(subject)
      case .failure(let finding):
        idle.withLock { $0.append(process) }
        throw DaymarkError(finding)
      case .subject, nil: throw failure(.garbled, of: process, watch)
      }
    }
    throw failure(watch.overdue ?? .ended, of: process, watch)
  }

  /// A new process that has said what it is.
  private func started() throws -> ReaderProcess {
    let (program, arguments) = (limits.program, startArguments)
    let started = starter.run { Result { try ReaderProcess(program, arguments) } }
    guard let process = try started?.get() else { throw ReaderProcess.unstartable(EAGAIN) }
    let watch = ReadingWatch(limits)
    guard let greeting = try process.nextLine(unless: { try watch.isOver() }) else {
      throw failure(watch.overdue ?? .ended, of: process, watch)
    }
    guard message(WorkerGreeting.self, in: greeting) == WorkerGreeting() else {
      throw failure(.garbled, of: process, watch)
    }
    return process
  }

  private var startArguments: [String] {
    arguments.withLock { known in
      let arguments =
        known
        ?? ["daymark", "worker", "--parent", "\(getpid())", "--memory", "\(limits.memoryBytes)"]
        + folders().flatMap { ["--inputs", $0] }
      known = arguments
      return arguments
    }
  }

  private func failure(
    _ cause: ReaderFailure.Cause, of process: ReaderProcess, _ watch: ReadingWatch
  ) -> ReaderFailure {
    ReaderFailure(
      cause: cause, bytes: watch.bytes, limits: limits, end: process.end(),
      subject: watch.subject)
  }
}

extension [UInt8] {
  /// The subject that a line answers; `nil` of another line.
  fileprivate var answeredSubject: ReadingDocument? {
    guard case .subject(let subject) = message(WorkerAnswer.self, in: self) else { return nil }
    return subject
  }
}
