import DaymarkIngest
import DaymarkModel
import DaymarkStore
import Dispatch
import Synchronization

/// Reads an archive whose digest nobody needs before it is read, while another thread makes that.
///
/// - Parameters:
///   - path: An archive, a compressed or plain file, or a folder.
///   - read: Given the archive, whose digest means nothing yet.
/// - Returns: What `read` returns, and the digest.
/// - Throws: `DaymarkError` with `file.missing` or `file.unreadable`, or with `file.changed` when the archive was
///   changed meanwhile; what `read` throws; `CancellationError`.
func whileHashing<Result>(
  _ path: String, read: (ArchiveIdentity) throws -> Result
) throws -> (result: Result, digest: Digest) {
  let stamp = try InputStamp(ofInputAt: path)
  let archive = ArchiveIdentity(
    path: path, stamp: stamp.text, digest: Digest(of: []), bytes: stamp.bytes)
  let hashing = Hashing(path)
  let thread = WorkThread { hashing.run() }
  defer {
    hashing.stop()
    thread?.join()
  }
  let result = try read(archive)
  let digest =
    thread == nil
    ? try InputIdentity(ofInputAt: path, check: Task.checkCancellation).digest
    : try hashing.digest()
  // Else the digest may be of other bytes than those that were read.
  try archive.checkUnchanged()
  return (result, digest)
}

/// The hashing of an archive on another thread.
private final class Hashing: Sendable {
  private let path: String
  private let isStopped = Atomic(false)
  private let outcome = Mutex<Result<Digest, any Error>?>(nil)
  private let isOver = DispatchSemaphore(value: 0)

  init(_ path: String) { self.path = path }

  /// Makes the digest.
  func run() {
    let outcome = Result { try InputIdentity(ofInputAt: path, check: checkStopped).digest }
    self.outcome.withLock { $0 = outcome }
    isOver.signal()
  }

  /// Ends it before its time, if it is not over.
  func stop() { isStopped.store(true, ordering: .relaxed) }

  /// Waits for the digest.
  func digest() throws -> Digest {
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
