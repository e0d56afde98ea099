import Foundation

/// A file that is written a piece at a time, under a temporary name until it is whole: there may be more of
/// it than fits the memory.
///
/// Whatever ends the writing before, there is the old file or none.
struct StreamedFile: ~Copyable {
  private let path: String
  private let temporary: String
  private let file: Int32
  private var buffer: [UInt8] = []
  private var isWhole = false

  /// - Parameter mode: That of the file.
  /// - Throws: `DaymarkError` `file.unwritable`, as every function here.
  init(at path: String, mode: FileMode) throws {
    self.path = path
    temporary = temporaryPath(of: path)
    file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw unwritable(path, errno) }
    guard fchmod(file, mode.files) == 0 else { throw unwritable(path, errno) }
  }

  deinit {
    guard file >= 0 else { return }
    close(file)
    if !isWhole { unlink(temporary) }
  }

  mutating func write(_ bytes: [UInt8]) throws {
    buffer += bytes
    if buffer.count >= 1 << 20 { try flush() }
  }

  /// Puts the file in its place; then its folder must be flushed.
  consuming func finish() throws {
    try flush()
    guard fsync(file) == 0, rename(temporary, path) == 0 else { throw unwritable(path, errno) }
    isWhole = true
  }

  private mutating func flush() throws {
    try writeAll(buffer, to: file, at: path)
    buffer.removeAll(keepingCapacity: true)
  }
}
