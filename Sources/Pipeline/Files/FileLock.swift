import DaymarkModel
import Foundation

/// A lock that one process holds at a time, until it lets go or ends.
struct FileLock: ~Copyable {
  private let descriptor: Int32
  private var hasWritten = false

  private init(descriptor: Int32) { self.descriptor = descriptor }

  /// Waits for the lock on a folder, or on a file, which is made when it is not there.
  ///
  /// - Parameters:
  ///   - mode: That of the file; what the umask leaves when `nil`.
  ///   - holder: Stands in the file for as long as the lock is held.
  ///   - whenBusy: Called once if another process holds it, which may have said who it is; an error of it
  ///     ends the waiting.
  /// - Throws: `file.unwritable`; `CancellationError`; what `whenBusy` throws.
  static func acquire(
    _ path: String, mode: FileMode? = nil, as holder: LockHolder? = nil,
    whenBusy: (LockHolder?) throws -> Void
  ) async throws -> FileLock {
    var descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if descriptor < 0 {
      descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, mode == nil ? 0o666 : 0o600)
      // Of somebody else's it cannot be set, and need not be.
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

  /// Writes the holder, for whoever waits; what a killed one left is overwritten.
  private mutating func write(_ holder: LockHolder) {
    let text = Array(holder.text.utf8)
    // Without room for it nobody learns who holds the lock, which is held all the same.
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
  /// The number of the process.
  var process: Int
  /// The instant at which it began.
  var since: Instant

  /// This process.
  init(since: Instant) { (process, self.since) = (Int(getpid()), since) }

  /// As a process wrote it; `nil` when none has, or the file says something else.
  init?(writtenIn descriptor: Int32) {
    let bytes = [UInt8](unsafeUninitializedCapacity: 64) { buffer, count in
      count = max(0, pread(descriptor, buffer.baseAddress, buffer.count, 0))
    }
    let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard words.count == 2, let process = Int(words[0]), let since = Instant(rfc3339: "\(words[1])")
    else { return nil }
    (self.process, self.since) = (process, since)
  }

  /// `4711 2025-10-01T00:00:00Z`, as a line.
  var text: String { "\(process) \(since)\n" }
}
