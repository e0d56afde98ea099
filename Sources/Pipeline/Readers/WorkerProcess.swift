import CDaymarkProcess
import DaymarkModel
import Foundation

/// A worker seen from its run: the process that makes readers, and the socket for asking it.
final class WorkerProcess: Sendable {
  private let identifier: pid_t
  private let control: Int32

  /// Starts a worker, which ends when this thread ends.
  ///
  /// - Parameter namesCalls: Whether the worker's readers name the system call that ends them.
  /// - Throws: `reader.crashed`, with the system's message.
  init(_ limits: ReaderLimits, namesCalls: Bool = false) throws {
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
    // Ctrl-C and service managers signal every process of a run, but the run alone decides when its
    // readers end.
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
    // For a crash report the runtime would start a program. A reader is ended for that, and nothing
    // would be known about the crash.
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

  /// Ends the worker with all readers that it has made.
  deinit {
    close(control)
    var status: Int32 = 0
    // The worker ends by itself. A program that is no worker may not, and is killed.
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

  /// Waits for the worker's first and only line.
  ///
  /// - Parameter isOverdue: Called ten times a second while nothing comes.
  /// - Returns: Whether the line is that of a worker of this program; `nil` where the worker ends
  ///   without a line or is overdue.
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

  /// Asks the worker for a new reader.
  ///
  /// - Parameter memoryBytes: The largest memory of the reader.
  /// - Returns: `nil` where the worker has ended.
  /// - Throws: `reader.crashed`, with the system's message, where the system cannot make another
  ///   process.
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
