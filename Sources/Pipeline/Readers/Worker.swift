import CDaymarkProcess
import DaymarkDocuments
import DaymarkIngest
import DaymarkModel
import Foundation

/// The folders that a worker may read, and whom it serves.
package struct WorkerOptions: Sendable {
  /// The process that the worker ends with; it ends with its input alone when `nil`.
  package var parent: Int32?
  /// The folders that all inputs lie in; inputs may lie anywhere when empty.
  package var folders: [String]
  /// The most memory that the worker can have, in bytes; unbounded when `nil`.
  package var memoryBytes: UInt64?

  /// Makes options of a worker.
  package init(parent: Int32? = nil, folders: [String] = [], memoryBytes: UInt64? = nil) {
    self.parent = parent
    self.folders = folders
    self.memoryBytes = memoryBytes
  }
}

/// Reads archives for another process, which sends a request a line and closes the input at the end.
///
/// After its first line a worker opens nothing but inputs, zone data, and the unnamed files that archives
/// inside archives are unpacked to. The kernel holds it to that, as far as it can.
///
/// - Throws: `DaymarkError` `file.unwritable` when an answer cannot be passed on.
package func serveReadings(_ options: WorkerOptions) throws {
  try serveReadings(options) { try readAggregates($0, progress: $1) }
}

/// The same with another reader: tests have some that fail.
///
/// - Parameters:
///   - options: As above.
///   - read: Reads a job; calls its closure with the number of bytes that were read since the last call.
/// - Throws: As above.
package func serveReadings(
  _ options: WorkerOptions,
  read: (ReadingJob, _ progress: (Int64) -> Void) throws -> ArchiveAggregates
) throws {
  let answers = AnswerWriter()
  guard confine(options) else { return }
  try answers.write(
    Members<WorkerGreeting>.greeting.kind.bytes(WorkerGreeting()) + [UInt8(ascii: "\n")])
  while let text = readLine() {
    guard let answer = try answer(to: Array(text.utf8), answers, by: read) else { return }
    try answers.write(answer.line)
  }
}

/// - Returns: `nil` of a line that is no request.
private func answer(
  to line: [UInt8], _ answers: AnswerWriter,
  by read: (ReadingJob, _ progress: (Int64) -> Void) throws -> ArchiveAggregates
) throws -> WorkerAnswer? {
  var reader = JSONReader(line)
  guard let request = Members<SubjectRequest>.request.kind.read(&reader), reader.isAtEnd else {
    return reader.refusedPath.first.map { key in
      WorkerAnswer(failure: Finding(.configBadValue) { $0.key = key })
    }
  }
  var (pieces, bytes) = (0, Int64(0))
  var display = Display()
  // A parent that stopped reading will kill this process, so what cannot be told is no error.
  let reading = try request.read {
    pieces += 1
    if display.isDue { try? answers.write(WorkerAnswer(hashing: pieces).line) }
  } hashed: { known in
    // Whoever asks with archives that are hashed knows it.
    if request.known.isEmpty { try? answers.write(WorkerAnswer(hashed: known).line) }
  } by: { job in
    try read(job) { more in
      bytes += more
      if display.isDue { try? answers.write(WorkerAnswer(progress: bytes).line) }
    }
  }
  return WorkerAnswer(subject: reading)
}

/// When progress is told next: often enough for a display, and for the parent to see that it goes on.
private struct Display {
  private var told = ContinuousClock.now

  var isDue: Bool {
    mutating get {
      guard ContinuousClock.now - told > .milliseconds(100) else { return false }
      told = .now
      return true
    }
  }
}

/// Ends with the parent, and gives up what reading does not need.
///
/// A kernel without one of the means leaves the worker with the others.
///
/// - Returns: Whether there is still somebody to read for.
private func confine(_ options: WorkerOptions) -> Bool {
  // What reading looks for in the system, before the system is out of reach.
  setlocale(LC_CTYPE, "C.UTF-8")
  loadISAL()
  if let parent = options.parent, daymark_end_with_parent(parent) != 0 { return false }
  if let bytes = options.memoryBytes { _ = daymark_limit_memory(bytes) }
  if !options.folders.isEmpty {
    let folders = (options.folders + systemFiles).map { strdup($0) }
    defer { for folder in folders { free(folder) } }
    let scratch = ProcessInfo.processInfo.environment["TMPDIR"] ?? ""
    _ = daymark_confine_files(
      folders.map { UnsafePointer($0) }, folders.count, scratch.isEmpty ? "/tmp" : scratch)
  }
  _ = daymark_confine_calls()
  return true
}

/// Where the system keeps zones, and the libraries and tables that it loads when they are asked for.
private let systemFiles = ["/usr/share/zoneinfo", "/etc/localtime", "/usr/lib", "/lib"]

/// The standard output, kept for answers alone: what anything else prints goes to standard error.
private struct AnswerWriter {
  private let descriptor: Int32

  init() {
    descriptor = dup(STDOUT_FILENO)
    dup2(STDERR_FILENO, STDOUT_FILENO)
  }

  func write(_ line: [UInt8]) throws {
    try writeAll(line, to: descriptor, at: "standard output")
  }
}
