import DaymarkModel
import Dispatch
import Synchronization

/// Reads an input while another thread makes its identity.
///
/// - Parameters:
///   - path: An archive, a compressed or plain file, or a folder.
///   - read: Reads it; given its stamp.
/// - Returns: What `read` returns, and the identity.
/// - Throws: `DaymarkError` with `file.missing` or `file.unreadable`, or with `file.changed` when the input was
///   changed meanwhile; what `read` throws; `CancellationError`.
package func readAndIdentify<Result>(
  _ path: String, read: (InputStamp) throws -> Result
) throws -> (result: Result, identity: InputIdentity) {
  let stamp = try InputStamp(ofInputAt: path)
  let hashing = Hashing(path)
  let thread = WorkThread { hashing.run() }
  defer {
    hashing.stop()
    thread?.join()
  }
  let result = try read(stamp)
  let identity =
    thread == nil
    ? try InputIdentity(ofInputAt: path, check: Task.checkCancellation) : try hashing.identity()
  // Else the identity may be of other bytes than those that were read.
  guard try InputStamp(ofInputAt: path) == stamp else {
    throw DaymarkError(.fileChanged, at: InputLocation(file: path))
  }
  return (result, identity)
}

/// The hashing of an input on another thread.
private final class Hashing: Sendable {
  private let path: String
  private let isStopped = Atomic(false)
  private let outcome = Mutex<Result<InputIdentity, any Error>?>(nil)
  private let isOver = DispatchSemaphore(value: 0)

  init(_ path: String) { self.path = path }

  /// Makes the identity.
  func run() {
    let outcome = Result { try InputIdentity(ofInputAt: path, check: checkStopped) }
    self.outcome.withLock { $0 = outcome }
    isOver.signal()
  }

  /// Ends it before its time, if it is not over.
  func stop() { isStopped.store(true, ordering: .relaxed) }

  /// Waits for the identity.
  func identity() throws -> InputIdentity {
    while isOver.wait(timeout: .now() + .milliseconds(50)) == .timedOut {
      try Task.checkCancellation()
    }
    guard let outcome = outcome.withLock({ $0 }) else { throw CancellationError() }
    return try outcome.get()
  }

  private func checkStopped() throws {
    if isStopped.load(ordering: .relaxed) { throw CancellationError() }
  }
}
