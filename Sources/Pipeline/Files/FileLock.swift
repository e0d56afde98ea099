import DaymarkModel
import Foundation

/// A lock that one process holds at a time, until it releases it or ends.
struct FileLock: ~Copyable {
  private let descriptor: Int32
  private var hasWritten = false

  private init(descriptor: Int32) { self.descriptor = descriptor }

  /// Waits for the lock on a folder, or on a file, which is made if it does not exist.
  ///
  /// - Parameters:
  ///   - mode: The permissions of the file; `nil` for those that the umask leaves.
  ///   - holder: The process that is written into the file while the lock is held.
  ///   - whenBusy: Called once if another process holds the lock, with that process where the file
  ///     names it. An error that it throws ends the waiting.
  /// - Throws: `file.unwritable`; `CancellationError`; the errors of `whenBusy`.
  static func acquire(
    _ path: String, mode: FileMode? = nil, as holder: LockHolder? = nil,
    whenBusy: (LockHolder?) throws -> Void
  ) async throws -> FileLock {
    var descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if descriptor < 0 {
      descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, mode == nil ? 0o666 : 0o600)
      // The mode of another user's file cannot be set and need not be.
      if let mode, descriptor >= 0 { fchmod(descriptor, mode.files) }
    }
    guard descriptor >= 0 else { throw unwritable(path, errno) }
    var lock = FileLock(descriptor: descriptor)
    var hasSaid = false
    while flock(lock.descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw unwritable(path, errno) }
      if !hasSaid { try whenBusy(LockHolder(writtenIn: lock.descriptor)) }
      hasSaid = true
      try await Task.sleep(for: .milliseconds(100))
    }
    if let holder { lock.write(holder) }
    return lock
  }

  /// Writes the holder into the file for waiting processes, over the text of a process that was
  /// killed.
  private mutating func write(_ holder: LockHolder) {
    let text = Array(holder.text.utf8)
    // On a full disk no process learns who holds the lock, but the lock is held.
    hasWritten =
      ftruncate(descriptor, 0) == 0 && pwrite(descriptor, text, text.count, 0) == text.count
  }

  deinit {
    if hasWritten { ftruncate(descriptor, 0) }
    close(descriptor)
  }
}

/// The process that holds a lock.
struct LockHolder: Equatable, Sendable {
  /// The process id.
  var process: Int
  /// The instant at which the process began.
  var since: Instant

  /// Makes the holder for this process.
  init(since: Instant) { (process, self.since) = (Int(getpid()), since) }

  /// Reads the holder that a process wrote into a lock file; `nil` for any other content.
  init?(writtenIn descriptor: Int32) {
    let bytes = [UInt8](unsafeUninitializedCapacity: 64) { buffer, count in
      count = max(0, pread(descriptor, buffer.baseAddress, buffer.count, 0))
    }
    let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard words.count == 2, let process = Int(words[0]), let since = Instant(rfc3339: "\(words[1])")
    else { return nil }
    (self.process, self.since) = (process, since)
  }

  /// The holder as a line, for example `4711 2025-10-01T00:00:00Z`.
  var text: String { "\(process) \(since)\n" }
}
