import Foundation

/// The sizes, times and inodes of a subject's folder and of the files in it.
///
/// The same stamp means that the files are unchanged and no file was added.
struct FolderStamp {
  let text: String

  /// Reads the state of a folder and of its files.
  ///
  /// - Parameter names: The names of the files that should be there.
  /// - Returns: `nil` where a file is missing.
  init?(of folder: String, holding names: [String]) {
    var parts: [String] = []
    for path in [folder] + names.sorted().map({ "\(folder)/\($0)" }) {
      var status = stat()
      guard lstat(path, &status) == 0 else { return nil }
      let (modified, changed) = (status.st_mtim, status.st_ctim)
      parts.append(
        "\(status.st_size) \(modified.tv_sec).\(modified.tv_nsec)"
          + " \(changed.tv_sec).\(changed.tv_nsec) \(status.st_ino)")
    }
    text = parts.joined(separator: ";")
  }
}
