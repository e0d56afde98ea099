import CDaymarkProcess
import DaymarkDocuments
import DaymarkIngest
import DaymarkModel
import DaymarkWork
import Foundation
import Synchronization

/// A function that reads one subject's archives.
///
/// It calls its closure with the number of bytes that were read since the last call.
package typealias ArchivesReader =
  @Sendable (ReadingJob, _ progress: (Int64) -> Void) throws -> ArchiveAggregates

/// Makes a reader process for each subject, until the run at the other end of standard input closes
/// it.
///
/// The process parses nothing and has one thread, so that it may fork. Before it makes the first
/// reader it gives up every right that reading does not need. The readers inherit this, so no
/// reader can open a file.
///
/// - Parameter read: The function that reads a job, called in the reader process.
func makeReaders(_ options: WorkerOptions, by read: @escaping ArchivesReader) throws {
  if let parent = options.parent, daymark_end_with_parent(parent) != 0 { return }
  daymark_close_others()
  loadForReaders()
  let code = daymark_confine_worker(options.namesCalls)
  guard code == 0 else { throw WorkerProcess.unstartable(code) }
  let greeting = WorkerGreeting().line
  guard daymark_send(STDIN_FILENO, greeting, greeting.count, nil, 0) == greeting.count else {
    return
  }
  daymark_make_readers(STDIN_FILENO, options.memoryBytes ?? 0)
  // This process is a reader now, and the socket is its standard input. Swift's locks identify a
  // thread by a stored number, which a fork copies: this thread would take locks in the name of the
  // parent's. A new thread gets its own number.
  let thread = WorkThread {
    try? serveTask(on: STDIN_FILENO, by: read)
    _exit(0)
  }
  thread?.join()
  _exit(EX_OSERR)
}

/// Loads the system data that reading needs and that no reader can open, and the values that every
/// reader would compute again.
private func loadForReaders() {
  setlocale(LC_CTYPE, "C.UTF-8")
  // Without `TZ` the C library looks for the system's time zone at every use of time. No result
  // depends on that zone.
  setenv("TZ", "UTC0", 1)
  tzset()
  loadISAL()
  let files = SampleInput.Files()
  var reader = JSONReader(ReaderTask(request: SampleInput.request, inputs: []).line)
  let request = Members<ReaderTask>.task.kind.read(&reader)?.request
  let reading = try? request?.read(files: files) { try readAggregates($0) }
  _ = reading.map { ReaderAnswer(subject: $0).line }
}

/// Reads one subject's archives: the task comes over a socket, and the answers go back over it.
///
/// - Throws: `DaymarkError` `file.unwritable` when the other end of the socket is closed.
private func serveTask(on socket: Int32, by read: ArchivesReader) throws {
  let writer = AnswerWriter(descriptor: socket)
  var reader = JSONReader(taskLine(from: socket))
  guard let task = Members<ReaderTask>.task.kind.read(&reader), reader.isAtEnd else { return }
  let files = ReaderFiles(task.inputs, socket: socket) { try writer.write($0) }
  var (pieces, bytes) = (0, Int64(0))
  var reports = ReportClock()
  // A parent that no longer reads will kill this process, so a failed write is no error.
  let reading = try task.request.read(files: files) {
    pieces += 1
    if reports.isDue { try? writer.write(ReaderAnswer(hashing: pieces)) }
  } hashed: { known in
    // A run that sends hashed archives knows their digests.
    if task.request.known.isEmpty { try? writer.write(ReaderAnswer(hashed: known)) }
  } by: { job in
    try read(job) { more in
      bytes += more
      if reports.isDue { try? writer.write(ReaderAnswer(progress: bytes)) }
    }
  }
  try writer.write(ReaderAnswer(subject: reading))
}

/// Reads up to the end of the first line.
///
/// The parent sends nothing more before the reader asks.
private func taskLine(from socket: Int32) -> [UInt8] {
  var line: [UInt8] = []
  while line.last != UInt8(ascii: "\n") {
    let piece = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      count = max(0, Glibc.read(socket, buffer.baseAddress, buffer.count))
    }
    if piece.isEmpty { break }
    line += piece
  }
  return line
}

/// Decides when to report progress: often enough for a display, and for the parent to see that the
/// reader is alive.
private struct ReportClock {
  private var lastReport = ContinuousClock.now

  var isDue: Bool {
    mutating get {
      guard ContinuousClock.now - lastReport > .milliseconds(100) else { return false }
      lastReport = .now
      return true
    }
  }
}

/// A socket that several threads write answers to.
private final class AnswerWriter: Sendable {
  private let descriptor: Mutex<Int32>

  init(descriptor: Int32) { self.descriptor = Mutex(descriptor) }

  func write(_ answer: ReaderAnswer) throws {
    let line = answer.line
    try descriptor.withLock { try writeAll(line, to: $0, at: "socket") }
  }
}
