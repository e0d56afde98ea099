import Foundation

/// A file as it lies where somebody else may have put it.
enum StoredFile: Equatable {
  case bytes([UInt8])
  /// No regular file, larger than any that a run writes, or one that may not be read.
  case unreadable

  /// More than a run writes: ten years of every metric take some 10 MiB.
  static let mostBytes = 32 << 20

  /// - Parameter followsLinks: For a file that the user named.
  /// - Returns: `nil` when there is none.
  init?(at path: String, followsLinks: Bool = false) {
    // A pipe that nobody writes to must not be waited for.
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
