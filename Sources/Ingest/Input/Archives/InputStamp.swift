import DaymarkModel

#if canImport(Glibc)
  import Glibc
#endif

/// The state of an input in the file system; while it is the same, the bytes are taken to be.
package struct InputStamp: Hashable, Sendable {
  /// Size, times to the nanosecond and inode; of a folder, a digest over everything in it.
  package let text: String
  /// Size of the archive, or of a folder's files together.
  package let bytes: Int64
  package let isFolder: Bool

  /// - Throws: `DaymarkError` with `file.missing` or `file.unreadable`.
  package init(ofInputAt path: String) throws {
    let status = try inputStatus(path)
    isFolder = status.isFolder
    guard status.isFolder else {
      (text, bytes) = (Self.text(of: status), Int64(status.st_size))
      return
    }
    var states: [(path: [UInt8], text: String)] = []
    var total: Int64 = 0
    try FolderFile.visit(below: path) { file, status in
      if status.isRegularFile { total += Int64(status.st_size) }
      states.append((file.relativePath, Self.text(of: status)))
    }
    states.sort { $0.path.lexicographicallyPrecedes($1.path) }
    var hasher = DigestHasher()
    for state in states { hasher.update(Array("\(state.text) ".utf8) + state.path + [0]) }
    (text, bytes) = (hasher.finish().hex, total)
  }

  private static func text(of status: stat) -> String {
    let (modified, changed) = (status.st_mtim, status.st_ctim)
    return "\(status.st_size) \(modified.tv_sec).\(modified.tv_nsec)"
      + " \(changed.tv_sec).\(changed.tv_nsec) \(status.st_ino)"
  }
}
