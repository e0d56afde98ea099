import DaymarkModel
import Foundation

/// The state of an archive in the file system; while it is the same, the bytes are taken to be.
struct ArchiveStamp {
  /// Size, times to the nanosecond and inode; of a folder, a digest over every file's.
  var text: String
  /// Size of the archive, or of a folder's files together.
  var bytes: Int64

  /// - Returns: `nil` when something cannot be looked at.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      text = ArchiveStamp.text(of: status)
      bytes = Int64(status.st_size)
      return
    }
    guard let names = try? FileManager.default.subpathsOfDirectory(atPath: path) else { return nil }
    var hasher = DigestHasher()
    bytes = 0
    for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      // Links are not followed when the folder is read, so one that leads nowhere is no obstacle.
      guard lstat("\(path)/\(name)", &status) == 0 else { return nil }
      if status.st_mode & S_IFMT == S_IFREG { bytes += Int64(status.st_size) }
      hasher.update(Array("\(ArchiveStamp.text(of: status)) \(name)\n".utf8))
    }
    text = hasher.finish().hex
  }

  private static func text(of status: stat) -> String {
    let (modified, changed) = (status.st_mtim, status.st_ctim)
    return "\(status.st_size) \(modified.tv_sec).\(modified.tv_nsec)"
      + " \(changed.tv_sec).\(changed.tv_nsec) \(status.st_ino)"
  }
}

/// Size of archives, for progress; those that cannot be looked at are left out.
public func archiveBytes(_ paths: [String]) -> Int64 {
  paths.reduce(0) { $0 + (ArchiveStamp(of: $1)?.bytes ?? 0) }
}
