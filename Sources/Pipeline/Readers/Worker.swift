import CDaymarkProcess
import DaymarkDocuments
import DaymarkModel
import Foundation

/// What a worker is, and whom it serves.
package struct WorkerOptions: Sendable {
  /// The process that the worker ends with; it ends with its input alone when `nil`.
  package var parent: Int32?
  /// The most memory that a reader can have, in bytes; unbounded when `nil`.
  package var memoryBytes: UInt64?
  /// Whether standard input is a socket on which a run asks for readers, and not for readings.
  package var makesReaders = false
  /// Whether a reader that makes a refused system call says which, before it ends.
  package var namesCalls = false

  /// Makes options of a worker.
  package init() {}
}

/// Reads archives for another process, which sends a request a line and closes the input at the end; or makes readers
/// for a run.
///
/// - Throws: `DaymarkError` `file.unwritable` when an answer cannot be passed on.
package func work(_ options: WorkerOptions) throws {
  try work(options) { try readAggregates($0, progress: $1) }
}

/// The same with another reader: tests have some that fail.
///
/// - Throws: As above.
package func work(_ options: WorkerOptions, by read: @escaping ArchivesReader) throws {
  if options.makesReaders { return try makeReaders(options, by: read) }
  if let parent = options.parent, daymark_end_with_parent(parent) != 0 { return }
  try serveReadings(options)
}

/// Has this process, and those that it starts, leave no core behind, which would hold what was read.
package func leaveNoCore() { _ = daymark_leave_no_core() }

/// Answers requests, each by a reader of its own; ends as a reader has ended that did not answer.
private func serveReadings(_ options: WorkerOptions) throws {
  // Whoever asks watches the clock.
  let always = Duration.seconds(1 << 40)
  let limits = WorkerLimits(
    timeout: always, silence: always, memoryBytes: options.memoryBytes ?? .max)
  let worker: WorkerProcess
  do {
    worker = try WorkerProcess.tried(limits) { try WorkerProcess(limits, namesCalls: $0) }
  } catch is WorkerFailure {
    throw WorkerProcess.unstartable(ECHILD)
  }
  try answer(WorkerGreeting().line)
  while let text = readLine() {
    var json = JSONReader(Array(text.utf8))
    if let request = Members<SubjectRequest>.request.kind.read(&json), json.isAtEnd {
      try answer(request, by: worker, limits)
    } else {
      guard let key = json.refusedPath.first else { return }
      try answer(WorkerAnswer(failure: Finding(.configBadValue) { $0.key = key }).line)
    }
  }
}

private func answer(
  _ request: SubjectRequest, by worker: WorkerProcess, _ limits: WorkerLimits
) throws {
  var subject: SubjectReading
  do {
    let inputs = try ReaderInputs(of: request)
    guard let reader = try worker.makeReader(memoryBytes: limits.memoryBytes) else {
      throw WorkerProcess.unstartable(ECHILD)
    }
    subject = try reader.reading(of: request, inputs, limits) { try answer($0.line) }
  } catch let failure as WorkerFailure {
    // What is no answer is passed on as such.
    if failure.cause == .garbled { return try answer([UInt8(ascii: "\n")]) }
    try? writeAll(Array(failure.end.words.utf8), to: STDERR_FILENO, at: "")
    daymark_end_as(failure.end.status ?? SIGKILL)
  } catch let error as DaymarkError {
    subject = SubjectReading(of: request.subject, request.details)
    subject.failure = error.finding
  }
  try answer(WorkerAnswer(subject: subject).line)
}

private func answer(_ line: [UInt8]) throws {
  try writeAll(line, to: STDOUT_FILENO, at: "standard output")
}

/// Has the kernel refuse this process, and those that it starts, to talk over a network.
///
/// - Throws: `DaymarkError` `network.open` where the kernel cannot: then nobody could rely on it.
package func refuseNetwork() throws {
  let code = daymark_refuse_network()
  guard code == 0 else {
    throw DaymarkError(.networkOpen) { $0.system = String(cString: strerror(code)) }
  }
}
