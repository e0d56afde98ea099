import DaymarkModel

#if canImport(Glibc)
  import Glibc
#endif

/// A file somewhere below a folder.
struct FolderFile {
  /// As the system has it: any bytes, for not every system's names are UTF-8.
  let relativePath: [UInt8]

  /// The path to show; bytes that are no UTF-8 become replacement characters.
  var name: String { String(decoding: relativePath, as: UTF8.self) }

  /// The path that the system's calls open it by.
  func systemPath(in folder: String) -> [CChar] {
    (Array(folder.utf8) + [UInt8(ascii: "/")] + relativePath + [0]).map(CChar.init(bitPattern:))
  }

  /// The regular files below a folder, ascending by path.
  ///
  /// Links are not followed.
  ///
  /// - Throws: `DaymarkError` with `file.unreadable` when a folder cannot be listed.
  static func all(below folder: String) throws -> [FolderFile] {
    var files: [FolderFile] = []
    var folders: [FolderFile] = [FolderFile(relativePath: [])]
    while let next = folders.popLast() {
      guard let listing = opendir(next.systemPath(in: folder)) else {
        let place = InputLocation(file: folder, entry: next.name)
        throw DaymarkError(.fileUnreadable, at: place, system: errno)
      }
      defer { closedir(listing) }
      while let entry = readdir(listing) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
        if name == Array(".".utf8) || name == Array("..".utf8) { continue }
        let isTop = next.relativePath.isEmpty
        let file = FolderFile(
          relativePath: isTop ? name : next.relativePath + [UInt8(ascii: "/")] + name)
        var status = stat()
        guard lstat(file.systemPath(in: folder), &status) == 0 else { continue }
        if status.st_mode & S_IFMT == S_IFDIR { folders.append(file) }
        if status.st_mode & S_IFMT == S_IFREG { files.append(file) }
      }
    }
    return files.sorted { $0.relativePath.lexicographicallyPrecedes($1.relativePath) }
  }
}

/// Whether `path` is a folder, or else a file of bytes.
///
/// - Throws: `DaymarkError` with `file.missing` when there is nothing there, or `file.unreadable` when
///   it is a device or a pipe, which might never end.
func isFolder(_ path: String) throws -> Bool {
  let place = InputLocation(file: path)
  var status = stat()
  guard stat(path, &status) == 0 else {
    let code = errno
    throw DaymarkError(code == ENOENT ? .fileMissing : .fileUnreadable, at: place, system: code)
  }
  switch status.st_mode & S_IFMT {
  case S_IFDIR: return true
  case S_IFREG: return false
  default: throw DaymarkError(.fileUnreadable, at: place, system: ENOTSUP)
  }
}

extension DaymarkError {
  /// - Parameter system: The operating system's number of what went wrong.
  init(_ code: FindingCode, at place: InputLocation, system: Int32) {
    self.init(code, at: place) { $0.system = String(cString: strerror(system)) }
  }
}
