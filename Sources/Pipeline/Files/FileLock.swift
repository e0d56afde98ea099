import DaymarkModel
import Foundation

/// A lock that one process holds at a time, until it lets go or ends.
struct FileLock: ~Copyable {
  private let descriptor: Int32

  /// Waits for the lock on a folder, or on a file, which is made when it is not there.
  ///
  /// - Parameter whenBusy: Called once if another process holds it.
  /// - Throws: `file.unwritable`; `CancellationError`.
  static func acquire(_ path: String, whenBusy: () -> Void) async throws -> FileLock {
    var descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if descriptor < 0 { descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666) }
    guard descriptor >= 0 else { throw unwritable(path, errno) }
    let lock = FileLock(descriptor: descriptor)
    var hasSaid = false
    while flock(lock.descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw unwritable(path, errno) }
      if !hasSaid { whenBusy() }
      hasSaid = true
      try await Task.sleep(for: .milliseconds(100))
    }
    return lock
  }

  deinit { close(descriptor) }
}
