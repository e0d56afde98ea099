import Foundation

/// The content of a file that another program or person may have put in its place.
enum StoredFile: Equatable {
  case bytes([UInt8])
  /// The file is not regular, larger than any that a run writes, or not readable.
  case unreadable

  /// The largest file that is read, in bytes.
  ///
  /// Ten years of every metric take some 10 MiB.
  static let mostBytes = 32 << 20

  /// Reads the file at a path.
  ///
  /// - Parameter followsLinks: Whether a link is followed, as for a file that the user named.
  /// - Returns: `nil` where there is no file.
  init?(at path: String, followsLinks: Bool = false) {
    // Opening a pipe without a writer must not block.
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW)
    let descriptor = open(path, flags)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      self = .unreadable
      return
    }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= StoredFile.mostBytes,
      let data = try? file.read(upToCount: StoredFile.mostBytes) ?? Data()
    else {
      self = .unreadable
      return
    }
    self = .bytes(Array(data))
  }

  var bytes: [UInt8]? {
    if case .bytes(let bytes) = self { bytes } else { nil }
  }
}
