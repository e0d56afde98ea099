import CDaymarkProcess
import DaymarkDocuments
import DaymarkIngest
import DaymarkModel
import DaymarkWork
import Foundation
import Synchronization

/// Reads one subject's archives.
///
/// Calls its closure with the number of bytes that were read since the last call.
package typealias ArchivesReader =
  @Sendable (ReadingJob, _ progress: (Int64) -> Void) throws -> ArchiveAggregates

/// Makes a reader for each subject, as long as the run at the other end of standard input asks for some.
///
/// The process parses nothing and has one thread, so that it may fork. It gives up what reading does not need before
/// the first reader is made, and all of them inherit that: no reader opens a file.
///
/// - Parameter read: Reads a job, in a process of its own.
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
  // This is a reader now, whose socket is its standard input.
  // Swift's locks know a thread by a number that they keep, and that a fork leaves as it was: this one would
  // take locks in the name of another. A new thread has a number of its own.
  let thread = WorkThread {
    try? serveTask(on: STDIN_FILENO, by: read)
    _exit(0)
  }
  thread?.join()
  _exit(EX_OSERR)
}

/// Loads what reading looks for in the system, which no reader can reach, and what every reader would make anew.
private func loadForReaders() {
  setlocale(LC_CTYPE, "C.UTF-8")
  // Else the C library looks for the system's zone, on which no result depends, whenever it is asked for a time.
  setenv("TZ", "UTC0", 1)
  tzset()
  loadISAL()
  let files = SampleInput.Files()
  var reader = JSONReader(ReaderTask(request: SampleInput.request, inputs: []).line)
  let request = Members<ReaderTask>.task.kind.read(&reader)?.request
  let reading = try? request?.read(files: files) { try readAggregates($0) }
  _ = reading.map { WorkerAnswer(subject: $0).line }
}

/// Reads for one subject: the task comes over a socket, and answers go over it.
///
/// - Throws: `DaymarkError` `file.unwritable` when nobody listens any more.
private func serveTask(on socket: Int32, by read: ArchivesReader) throws {
  let writer = AnswerWriter(descriptor: socket)
  var reader = JSONReader(taskLine(from: socket))
  guard let task = Members<ReaderTask>.task.kind.read(&reader), reader.isAtEnd else { return }
  let files = ReaderFiles(task.inputs, socket: socket) { try writer.write($0) }
  var (pieces, bytes) = (0, Int64(0))
  var display = Display()
  // A parent that stopped reading will kill this process, so what cannot be told is no error.
  let reading = try task.request.read(files: files) {
    pieces += 1
    if display.isDue { try? writer.write(WorkerAnswer(hashing: pieces)) }
  } hashed: { known in
    // Whoever asks with archives that are hashed knows it.
    if task.request.known.isEmpty { try? writer.write(WorkerAnswer(hashed: known)) }
  } by: { job in
    try read(job) { more in
      bytes += more
      if display.isDue { try? writer.write(WorkerAnswer(progress: bytes)) }
    }
  }
  try writer.write(WorkerAnswer(subject: reading))
}

/// All that comes before the end of a line; nothing else comes before the reader asks for it.
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

/// A socket that several threads answer on.
private final class AnswerWriter: Sendable {
  private let descriptor: Mutex<Int32>

  init(descriptor: Int32) { self.descriptor = Mutex(descriptor) }

  func write(_ answer: WorkerAnswer) throws {
    let line = answer.line
    try descriptor.withLock { try writeAll(line, to: $0, at: "socket") }
  }
}
