package import DaymarkDocuments
import Foundation

/// A signer that runs a program, once for each request and without a shell.
package struct ProgramSigner: PaymentSigner {
  package init() {}

  package func ask(
    _ request: JSONValue, of wallet: PaymentWallet
  ) async throws(SignerFailure) -> JSONValue {
    let answer = await withCheckedContinuation { continuation in
      // A thread of its own waits for the program, so that other jobs continue.
      Thread.detachNewThread { continuation.resume(returning: Self.run(request, wallet)) }
    }
    return try answer.get()
  }

  private static func run(
    _ request: JSONValue, _ wallet: PaymentWallet
  ) -> Result<JSONValue, SignerFailure> {
    let name = "the signer of `\(wallet.name)`"
    guard let signer = SignerProcess(wallet.signer) else {
      return .failure(SignerFailure("\(name) cannot be started"))
    }
    let deadline = ContinuousClock.now + .seconds(wallet.signerSeconds)
    let bytes = signer.exchange(request.canonicalBytes() + [10], until: deadline)
    guard let status = signer.end(until: bytes == nil ? .now : deadline), let bytes else {
      return .failure(
        SignerFailure("\(name) gave no answer in \(wallet.signerSeconds) s", tookTooLong: true))
    }
    guard status == 0 else { return .failure(SignerFailure("\(name) failed")) }
    guard bytes.count <= SignerProcess.mostBytes, let json = try? JSONValue(parsing: bytes) else {
      return .failure(SignerFailure("\(name) did not answer with JSON"))
    }
    if let error = json.string("error") {
      return .failure(SignerFailure("\(name) says: \(error)"))
    }
    return .success(json)
  }
}

/// A running program in a process group of its own, which is killed as a whole.
private struct SignerProcess: ~Copyable {
  /// The maximum length of an answer, in bytes.
  static let mostBytes = 64 << 10

  private let id: pid_t
  private let input, output: Int32

  /// Starts a program by the words of its command, of which the first is its path.
  ///
  /// - Returns: `nil` where the program cannot be started.
  init?(_ words: [String]) {
    // Without this, a program that does not read its request would end this process.
    signal(SIGPIPE, SIG_IGN)
    // Programs are started one at a time. A program started in between would inherit the pipes of
    // another one and keep them open.
    let lock = NSLock.ofStarting
    lock.lock()
    defer { lock.unlock() }
    guard let (toProgram, fromProgram) = Self.pipes() else { return nil }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, toProgram[0], 0)
    posix_spawn_file_actions_adddup2(&actions, fromProgram[1], 1)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF))
    posix_spawnattr_setpgroup(&attributes, 0)
    var defaults = sigset_t()
    sigemptyset(&defaults)
    sigaddset(&defaults, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    var arguments = words.map { strdup($0) } + [nil]
    var variables =
      ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    var started: pid_t = 0
    let code = posix_spawn(&started, words[0], &actions, &attributes, &arguments, &variables)
    for text in arguments + variables { free(text) }
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
    close(toProgram[0])
    close(fromProgram[1])
    guard code == 0 else {
      close(toProgram[1])
      close(fromProgram[0])
      return nil
    }
    (id, input, output) = (started, toProgram[1], fromProgram[0])
  }

  /// Returns two pipes that other started programs do not inherit.
  private static func pipes() -> ([Int32], [Int32])? {
    var (first, second): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard pipe(&first) == 0 else { return nil }
    guard pipe(&second) == 0 else {
      for end in first { close(end) }
      return nil
    }
    for end in first + second { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (first, second)
  }

  /// Writes the request, and reads the answer to its end or slightly beyond ``mostBytes``.
  ///
  /// - Returns: `nil` where the answer did not end in time. A process that inherited the output may
  ///   keep it open for ever.
  borrowing func exchange(
    _ request: [UInt8], until deadline: ContinuousClock.Instant
  ) -> [UInt8]? {
    // The request of some 1,500 bytes fits into the pipe's buffer, so that this does not block.
    _ = request.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
    close(input)
    var (answer, piece) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
    while answer.count <= Self.mostBytes {
      let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
      guard left > 0 else { return nil }
      var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      let isReady = poll(&waiting, 1, Int32(left.rounded(.up)))
      if isReady < 0, errno == EINTR { continue }
      guard isReady > 0 else { return nil }
      let count = read(output, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      answer += piece[..<count]
    }
    return answer
  }

  /// Waits until the program ends, and kills its process group after the deadline.
  ///
  /// - Returns: The exit status, -1 for a program that a signal ended, `nil` for one that was
  ///   killed here.
  consuming func end(until deadline: ContinuousClock.Instant) -> Int32? {
    close(output)
    var status: Int32 = 0
    // This comes before the wait, because the group may contain processes that outlive the program.
    if ContinuousClock.now >= deadline { kill(-id, SIGKILL) }
    while waitpid(id, &status, WNOHANG) == 0 {
      guard ContinuousClock.now < deadline else {
        kill(-id, SIGKILL)
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        return nil
      }
      usleep(2000)
    }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : -1
  }
}

extension NSLock {
  /// The lock that is held while a signer is started.
  fileprivate static let ofStarting = NSLock()
}
