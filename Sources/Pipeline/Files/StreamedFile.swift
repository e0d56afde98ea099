import Foundation

/// A file that is written in pieces, under a temporary name until it is complete, because it may be
/// larger than the memory.
///
/// If writing ends early, the old file stays, or there is none.
struct StreamedFile: ~Copyable {
  private let path: String
  private let temporary: String
  private let file: Int32
  private var buffer: [UInt8] = []
  private var isWhole = false

  /// Opens a new file under a temporary name.
  ///
  /// - Parameters:
  ///   - path: The path that the file gets when it is complete.
  ///   - mode: The permissions of the file.
  /// - Throws: `DaymarkError` `file.unwritable`, as every function of this type.
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

  /// Renames the complete file to its path.
  ///
  /// The caller must flush the folder then.
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
