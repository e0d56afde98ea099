import CDaymarkProcess
import DaymarkModel
import Foundation
import Synchronization

/// A worker as its parent sees it: a process, and the pipes to it.
final class WorkerProcess: Sendable {
  /// The process.
  let identifier: pid_t
  private let requests: Int32
  private let answers: Int32
  private let errors: Int32
  private let output = Mutex(WorkerOutput())
  private let ended = Mutex<WorkerEnd?>(nil)

  /// Starts a program.
  ///
  /// - Parameter arguments: The first is the program's name.
  /// - Throws: `reader.crashed`, with the system's words.
  init(_ program: String, _ arguments: [String]) throws {
    var pipes: [(read: Int32, write: Int32)] = []
    for _ in 0..<3 {
      var ends: [Int32] = [-1, -1]
      let code = daymark_pipe(&ends)
      guard code == 0 else { throw Self.unstartable(code) }
      pipes.append((ends[0], ends[1]))
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, pipes[0].read, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, pipes[1].write, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, pipes[2].write, STDERR_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Ctrl-C and service managers signal every process of a run; the run alone decides what becomes of
    // its readers.
    var interrupts = sigset_t()
    sigemptyset(&interrupts)
    for number in [SIGINT, SIGTERM] { sigaddset(&interrupts, number) }
    posix_spawnattr_setsigmask(&attributes, &interrupts)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let arguments = arguments.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, program, &actions, &attributes, arguments, environ)
    for end in [pipes[0].read, pipes[1].write, pipes[2].write] { close(end) }
    (requests, answers, errors) = (pipes[0].write, pipes[1].read, pipes[2].read)
    identifier = process
    guard code == 0 else {
      // There is no process to end; number 0 would be every process of the group.
      ended.withLock { $0 = WorkerEnd(status: 0, words: "") }
      throw Self.unstartable(code)
    }
  }

  deinit {
    _ = end()
    for descriptor in [requests, answers, errors] { close(descriptor) }
  }

  static func unstartable(_ code: Int32) -> DaymarkError {
    DaymarkError(.readerCrashed) { $0.system = String(cString: strerror(code)) }
  }

  /// Sends a request.
  ///
  /// One that cannot be sent is to a worker that has ended, which its answers will show.
  func send(_ bytes: [UInt8]) { try? writeAll(bytes, to: requests, at: "") }

  /// Waits for the next line of an answer.
  ///
  /// - Parameter isOverdue: Asked ten times a second while nothing comes.
  /// - Returns: The line without its end; `nil` when it says no more, or is overdue.
  func nextLine(unless isOverdue: () throws -> Bool) rethrows -> [UInt8]? {
    while true {
      if let line = output.withLock({ $0.takeLine() }) { return line }
      guard try !isOverdue() else { return nil }
      var polled = [
        pollfd(fd: answers, events: Int16(POLLIN), revents: 0),
        pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&polled, 2, 100) > 0 else { continue }
      if polled[0].revents != 0 {
        guard let bytes = piece(of: answers) else { return nil }
        output.withLock { $0.lines += bytes }
      } else if let words = piece(of: errors) {
        output.withLock { $0.errors = Array(($0.errors + words).suffix(4096)) }
      } else {
        // It has closed its errors, which would end every wait at once.
        usleep(100_000)
      }
    }
  }

  /// The next bytes of a pipe; `nil` at its end.
  private func piece(of descriptor: Int32) -> [UInt8]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
    }
    return bytes.isEmpty ? nil : bytes
  }

  /// Ends it, whatever it is doing; one that has ended by itself stays as it was.
  func end() -> WorkerEnd {
    ended.withLock { ended in
      if let ended { return ended }
      kill(identifier, SIGKILL)
      var status: Int32 = 0
      while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
      while let words = piece(of: errors) { output.withLock { $0.errors += words } }
      let end = WorkerEnd(
        status: status,
        words: output.withLock { String(decoding: $0.errors.suffix(4096), as: UTF8.self) })
      ended = end
      return end
    }
  }
}

/// The output of a worker that nobody has looked at yet.
private struct WorkerOutput {
  var lines: [UInt8] = []
  /// The last words on standard error.
  var errors: [UInt8] = []
  /// So many of `lines` have no line end in them.
  private var searched = 0

  mutating func takeLine() -> [UInt8]? {
    guard let end = lines[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = lines.count
      return nil
    }
    let line = Array(lines[..<end])
    lines.removeFirst(end + 1)
    searched = 0
    return line
  }
}

/// How a worker ended.
struct WorkerEnd {
  /// As `waitpid` gives it.
  let status: Int32
  /// The last words on standard error, which may be of the runtime.
  let words: String

  /// The signal that ended it; `nil` when it exited.
  var signal: String? {
    let number = status & 0x7F
    return number == 0 ? nil : signalName(number)
  }

  /// Whether it ended for want of memory.
  ///
  /// The peak that the system states would not tell: it holds that of the parent, until the program
  /// was loaded.
  var isOutOfMemory: Bool {
    // The runtime's words on an allocation that failed; or the system had no memory left and chose it.
    words.contains("allocate") || signal == "SIGKILL"
  }
}
