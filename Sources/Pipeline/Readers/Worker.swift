import CDaymarkProcess
import DaymarkDocuments
import DaymarkModel
import Foundation

/// The settings of a worker process.
package struct WorkerOptions: Sendable {
  /// The process that the worker ends with; `nil` where it ends with its standard input alone.
  package var parent: Int32?
  /// The largest memory of a reader in bytes; `nil` for no limit.
  package var memoryBytes: UInt64?
  /// Whether a run asks over a socket on standard input for readers, and not for readings.
  package var makesReaders = false
  /// Whether a reader that makes a refused system call names it before it ends.
  package var namesCalls = false

  package init() {}
}

/// Reads archives for another process, which sends one request per line and closes the input at the
/// end, or makes readers for a run.
///
/// - Throws: `DaymarkError` `file.unwritable` when an answer cannot be passed on.
package func work(_ options: WorkerOptions) throws {
  try work(options) { try readAggregates($0, progress: $1) }
}

/// Does the same with another reading function, such as one that fails in a test.
///
/// - Throws: `DaymarkError` `file.unwritable` when an answer cannot be passed on.
package func work(_ options: WorkerOptions, by read: @escaping ArchivesReader) throws {
  if options.makesReaders { return try makeReaders(options, by: read) }
  if let parent = options.parent, daymark_end_with_parent(parent) != 0 { return }
  try serveReadings(options)
}

/// Makes this process and its children leave no core dump, which would contain health data.
package func leaveNoCore() { _ = daymark_leave_no_core() }

/// Answers requests, each with its own reader process.
///
/// If a reader ends without an answer, this process ends in the same way.
private func serveReadings(_ options: WorkerOptions) throws {
  // The caller watches the time, so there is no limit here.
  let always = Duration.seconds(1 << 40)
  let limits = ReaderLimits(
    timeout: always, silence: always, memoryBytes: options.memoryBytes ?? .max)
  let worker: WorkerProcess
  do {
    worker = try WorkerProcess.tried(limits) { try WorkerProcess(limits, namesCalls: $0) }
  } catch is ReaderFailure {
    throw WorkerProcess.unstartable(ECHILD)
  }
  try answer(WorkerGreeting().line)
  while let text = readLine() {
    var json = JSONReader(Array(text.utf8))
    if let request = Members<SubjectRequest>.request.kind.read(&json), json.isAtEnd {
      try answer(request, by: worker, limits)
    } else {
      guard let key = json.refusedPath.first else { return }
      try answer(ReaderAnswer(failure: Finding(.configBadValue) { $0.key = key }).line)
    }
  }
}

private func answer(
  _ request: SubjectRequest, by worker: WorkerProcess, _ limits: ReaderLimits
) throws {
  var subject: ReadingDocument
  do {
    let inputs = try ReaderInputs(of: request)
    guard let reader = try worker.makeReader(memoryBytes: limits.memoryBytes) else {
      throw WorkerProcess.unstartable(ECHILD)
    }
    subject = try reader.reading(of: request, inputs, limits) { try answer($0.line) }
  } catch let failure as ReaderFailure {
    // Output that is no answer is passed on as an empty line.
    if failure.cause == .garbled { return try answer([UInt8(ascii: "\n")]) }
    try? writeAll(Array(failure.end.words.utf8), to: STDERR_FILENO, at: "")
    daymark_end_as(failure.end.status ?? SIGKILL)
  } catch let error as DaymarkError {
    subject = ReadingDocument(of: request)
    subject.failure = error.finding
  }
  try answer(ReaderAnswer(subject: subject).line)
}

private func answer(_ line: [UInt8]) throws {
  try writeAll(line, to: STDOUT_FILENO, at: "standard output")
}

/// Makes the kernel refuse all network access of this process and its children.
///
/// - Throws: `DaymarkError` `network.open` where the kernel cannot, because then nobody could rely
///   on the refusal.
package func refuseNetwork() throws {
  let code = daymark_refuse_network()
  guard code == 0 else {
    throw DaymarkError(.networkOpen) { $0.system = String(cString: strerror(code)) }
  }
}
