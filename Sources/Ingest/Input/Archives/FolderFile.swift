import DaymarkModel

#if canImport(Glibc)
  import Glibc
#endif

/// A file somewhere below a folder.
struct FolderFile {
  /// The path as the system has it: any bytes, for not every system's names are UTF-8.
  let relativePath: [UInt8]

  /// The path as text.
  var name: String { String(systemPath: relativePath) }

  /// The path that the system's calls open it by.
  func systemPath(in folder: String) -> [CChar] {
    let inner = ([UInt8(ascii: "/")] + relativePath + [0]).map(CChar.init(bitPattern:))
    return folder.systemPath.dropLast() + inner
  }

  /// The regular files below a folder, ascending by path.
  ///
  /// - Throws: `DaymarkError` with `file.unreadable` when a folder cannot be listed.
  static func all(below folder: String) throws -> [FolderFile] {
    var files: [FolderFile] = []
    try visit(below: folder) { file, status in
      if status.isRegularFile { files.append(file) }
    }
    return files.sorted { $0.relativePath.lexicographicallyPrecedes($1.relativePath) }
  }

  /// Everything below a folder, in any order.
  ///
  /// Links are not followed.
  ///
  /// - Throws: As ``all(below:)``; what `body` throws.
  static func visit(below folder: String, _ body: (FolderFile, stat) throws -> Void) throws {
    var folders: [FolderFile] = [FolderFile(relativePath: [])]
    while let next = folders.popLast() {
      let isTop = next.relativePath.isEmpty
      for name in try next.contents(in: folder) {
        let file = FolderFile(
          relativePath: isTop ? name : next.relativePath + [UInt8(ascii: "/")] + name)
        let place = InputLocation(file: folder, entry: file.name)
        let status = try fileStatus(at: place) { lstat(file.systemPath(in: folder), &$0) }
        if status.isFolder { folders.append(file) }
        try body(file, status)
      }
    }
  }

  /// The names in the folder that this is.
  private func contents(in folder: String) throws -> [[UInt8]] {
    let place = InputLocation(file: folder, entry: name.isEmpty ? nil : name)
    var listing: OpaquePointer?
    _ = try systemCall(at: place) {
      listing = opendir(systemPath(in: folder))
      return listing == nil ? -1 : 0
    }
    guard let listing else { return [] }
    defer { closedir(listing) }
    var names: [[UInt8]] = []
    while let entry = try Self.nextEntry(of: listing, at: place) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
    }
    return names
  }

  /// `nil` at the end, which only `errno` tells from a failure.
  private static func nextEntry(
    of listing: OpaquePointer, at place: InputLocation
  ) throws -> UnsafeMutablePointer<dirent>? {
    var entry: UnsafeMutablePointer<dirent>?
    _ = try systemCall(at: place) {
      errno = 0
      entry = readdir(listing)
      return entry == nil && errno != 0 ? -1 : 0
    }
    return entry
  }
}

/// Whether `path` is a folder, or else a file of bytes.
///
/// - Throws: `DaymarkError` with `file.missing` when there is nothing there, or `file.unreadable` when
///   it is a device or a pipe, which might never end.
func isFolder(_ path: String) throws -> Bool {
  let status = try inputStatus(path)
  guard status.isFolder || status.isRegularFile else {
    throw DaymarkError(.fileUnreadable, at: InputLocation(file: path), system: ENOTSUP)
  }
  return status.isFolder
}

/// - Throws: `DaymarkError` with `file.missing` or `file.unreadable`.
func inputStatus(_ path: String) throws -> stat {
  let place = InputLocation(file: path)
  return try fileStatus(at: place) { status in
    let result = stat(path.systemPath, &status)
    guard result == 0 || errno != ENOENT else {
      throw DaymarkError(.fileMissing, at: place, system: ENOENT)
    }
    return result
  }
}
