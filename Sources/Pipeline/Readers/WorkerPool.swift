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
  /// In processes of their own, one a job.
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

/// The readers of a run: as many processes as read at a time, each kept for the next subject.
///
/// What no program can catch, a trap, an overflow of the stack, a failed allocation, ends a reader and
/// not the run. Its subject is read once more, by a reader of its own, and then fails.
final class WorkerPool: Sendable {
  private let limits: WorkerLimits
  private let folders: @Sendable () -> [String]
  private let arguments = Mutex<[String]?>(nil)
  private let idle = Mutex<[WorkerProcess]>([])
  private let places = WorkQueue<Void>()
  private let starter = StartingThread()

  /// - Parameters:
  ///   - limits: The program, and what it may take.
  ///   - jobs: So many processes read at a time; further subjects wait for one of them.
  ///   - folders: The folders that all inputs lie in, asked for when the first reader starts.
  init(_ limits: WorkerLimits, jobs: Int, inputsIn folders: @escaping @Sendable () -> [String]) {
    self.limits = limits
    for _ in 0..<jobs { places.give(()) }
    // A reader that has ended is seen by its answers, and must not end whoever writes to it.
    signal(SIGPIPE, SIG_IGN)
    self.folders = folders
  }

  /// Hashes and reads one subject's archives.
  ///
  /// - Parameter progress: Called with the number of bytes that were read since the last call; of a second try
  ///   nothing is told.
  /// - Returns: Also for a subject that failed: with what the reader found, or `reader.crashed`, `reader.timeout` or
  ///   `reader.memory`.
  /// - Throws: `CancellationError`.
  func read(_ request: SubjectRequest, progress: (Int64) -> Void) throws -> SubjectReading {
    do {
      return try readTwice(
        Members<SubjectRequest>.request.kind.bytes(request) + [UInt8(ascii: "\n")], progress)
    } catch let failure as WorkerFailure {
      var subject = failure.subject ?? SubjectReading(of: request.subject, request.details)
      let archives = request.known.isEmpty ? subject.archives : request.known
      subject.failure = failure.error(of: archives).finding
      return subject
    } catch let error as DaymarkError {
      var subject = SubjectReading(of: request.subject, request.details)
      subject.failure = error.finding
      return subject
    }
  }

  /// - Throws: `WorkerFailure` when a process has failed twice.
  private func readTwice(
    _ request: [UInt8], _ progress: (Int64) -> Void
  ) throws -> SubjectReading {
    _ = places.next()
    defer { places.give(()) }
    try Task.checkCancellation()
    var told: Int64 = 0
    do {
      return try read(request, by: idle.withLock { $0.popLast() }) { bytes in
        progress(bytes - told)
        told = bytes
      }
    } catch is WorkerFailure {
      return try read(request, by: nil) { _ in }
    }
  }

  /// - Parameters:
  ///   - process: A new one when `nil`.
  ///   - progress: Called with the number of bytes that were read so far.
  /// - Throws: `WorkerFailure` when the process has failed, which then is no more.
  private func read(
    _ request: [UInt8], by process: WorkerProcess?, progress: (Int64) -> Void
  ) throws -> SubjectReading {
    let process = try process ?? started()
    process.send(request)
    var watch = WorkerDeadlines(limits)
    while let line = try process.nextLine(unless: { try watch.isOver() }) {
      guard let answer = Members<WorkerAnswer>.answer.kind.value(line) else {
        throw failure(.garbled, of: process, watch)
      }
      if let subject = answer.subject {
        idle.withLock { $0.append(process) }
        return subject
      } else if let bytes = answer.progress {
        watch.goesOn(bytes)
        progress(bytes)
        if let cause = watch.overdue { throw failure(cause, of: process, watch) }
      } else if let pieces = answer.hashing {
        watch.goesOn(Int64(pieces))
      } else if let subject = answer.hashed {
        watch.begins(subject)
      } else if let finding = answer.failure {
        idle.withLock { $0.append(process) }
        throw DaymarkError(finding)
      } else {
        throw failure(.garbled, of: process, watch)
      }
    }
    throw failure(watch.overdue ?? .ended, of: process, watch)
  }

  /// A new process that has said what it is.
  private func started() throws -> WorkerProcess {
    let (program, arguments) = (limits.program, startArguments)
    let started = starter.run { Result { try WorkerProcess(program, arguments) } }
    guard let process = try started?.get() else { throw WorkerProcess.unstartable(EAGAIN) }
    let watch = WorkerDeadlines(limits)
    guard let greeting = try process.nextLine(unless: { try watch.isOver() }) else {
      throw failure(watch.overdue ?? .ended, of: process, watch)
    }
    guard Members<WorkerGreeting>.greeting.kind.value(greeting) == WorkerGreeting() else {
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
    _ cause: WorkerFailure.Cause, of process: WorkerProcess, _ watch: WorkerDeadlines
  ) -> WorkerFailure {
    WorkerFailure(
      cause: cause, bytes: watch.bytes, limits: limits, end: process.end(),
      subject: watch.subject)
  }
}
