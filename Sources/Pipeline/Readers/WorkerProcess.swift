import CDaymarkProcess
import DaymarkModel
import Foundation

/// A worker as its run sees it: the process that makes readers, and the socket on which it is asked for them.
final class WorkerProcess: Sendable {
  private let identifier: pid_t
  private let control: Int32

  /// Starts a worker, which ends with this thread.
  ///
  /// - Parameter namesCalls: Whether its readers say which system call they are ended for.
  /// - Throws: `reader.crashed`, with the system's words.
  init(_ limits: WorkerLimits, namesCalls: Bool = false) throws {
    var ends: [Int32] = [-1, -1]
    var code = daymark_socket_pair(&ends, true)
    guard code == 0 else { throw Self.unstartable(code) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
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
    var words = [
      "daymark", "worker", "--readers", "--parent", "\(getpid())", "--memory",
      "\(limits.memoryBytes)",
    ]
    if namesCalls { words.append("--names-calls") }
    let arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    // The runtime's report of a crash would start a program, for which a reader is ended: of the crash nothing
    // would be known.
    var variables = ProcessInfo.processInfo.environment
    variables["SWIFT_BACKTRACE"] = "enable=no"
    let environment = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for variable in environment { free(variable) } }
    var process: pid_t = 0
    code = posix_spawn(&process, limits.program, &actions, &attributes, arguments, environment)
    close(ends[1])
    guard code == 0 else {
      close(ends[0])
      throw Self.unstartable(code)
    }
    (identifier, control) = (process, ends[0])
  }

  /// Ends it, with all readers that it has made.
  deinit {
    close(control)
    var status: Int32 = 0
    // It ends by itself, but for a program that is none of ours.
    for _ in 0..<100 {
      if waitpid(identifier, &status, WNOHANG) != 0 { return }
      usleep(10_000)
    }
    kill(identifier, SIGKILL)
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
  }

  static func unstartable(_ code: Int32) -> DaymarkError {
    DaymarkError(.readerCrashed) { $0.system = String(cString: strerror(code)) }
  }

  /// Waits for its first and only line.
  ///
  /// - Parameter isOverdue: Asked ten times a second while nothing comes.
  /// - Returns: Whether it is the line of a worker of this program; `nil` when it ends without one, or is overdue.
  func isGreeting(unless isOverdue: () throws -> Bool) rethrows -> Bool? {
    var polled = pollfd(fd: control, events: Int16(POLLIN), revents: 0)
    while poll(&polled, 1, 100) <= 0 {
      if try isOverdue() { return nil }
    }
    let line = [UInt8](unsafeUninitializedCapacity: 1 << 12) { buffer, count in
      count = max(0, recv(control, buffer.baseAddress, buffer.count, 0))
    }
    return line.isEmpty ? nil : line == WorkerGreeting().line
  }

  /// Makes a reader.
  ///
  /// - Parameter memoryBytes: The most memory that it has.
  /// - Returns: `nil` when the worker has ended.
  /// - Throws: `reader.crashed`, with the system's words, when the system has no more to give.
  func makeReader(memoryBytes: UInt64) throws -> ReaderProcess? {
    var hasEnded = false
    let reader = try ReaderProcess(memoryBytes: memoryBytes) { ends in
      while daymark_send(control, "r", 1, ends, ends.count) < 0 {
        guard errno == EAGAIN else {
          hasEnded = true
          return
        }
        usleep(1000)
      }
    }
    return hasEnded ? nil : reader
  }
}
