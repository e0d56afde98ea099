import DaymarkModel

#if canImport(Glibc)
  import Glibc
#endif

/// A file below a folder, or a link there that leads out of it.
package struct FolderFile: Hashable, Sendable {
  /// The path in bytes, because not all systems have names in UTF-8.
  let relativePath: [UInt8]
  /// The index in the list of the folder's files, from 0.
  package var number = 0
  /// The target of a link that is not followed because it leads out of the input; `nil` for a file.
  package var target: [UInt8]?

  init(relativePath: [UInt8], target: [UInt8]? = nil) {
    (self.relativePath, self.target) = (relativePath, target)
  }

  /// Makes the file at a path that is text.
  package init(name: String, number: Int) {
    relativePath = name.systemBytes
    self.number = number
  }

  /// The path as text.
  package var name: String { String(systemPath: relativePath) }

  /// Returns the regular files below a folder, and the links that lead out of it, ascending by
  /// path.
  ///
  /// - Throws: `DaymarkError` with `file.unreadable` where a folder cannot be listed.
  static func all(below folder: String, in system: SystemFiles) throws -> [FolderFile] {
    var files: [FolderFile] = []
    try visit(below: folder, in: system) { file, status in
      if status.isRegularFile { files.append(file) }
      if status.isLink, let target = try system.target(of: file, in: folder) {
        files.append(FolderFile(relativePath: file.relativePath, target: target))
      }
    }
    files.sort { $0.relativePath.lexicographicallyPrecedes($1.relativePath) }
    for number in files.indices { files[number].number = number }
    return files
  }

  /// Visits everything below a folder, in any order and without following links.
  ///
  /// - Throws: The errors of ``all(below:in:)`` and of `body`.
  static func visit(
    below folder: String, in system: SystemFiles, _ body: (FolderFile, stat) throws -> Void
  ) throws {
    let top = try system.openFolder(folder, at: InputLocation(file: folder))
    var folders: [FolderFile] = [FolderFile(relativePath: [])]
    while let next = folders.popLast() {
      let isTop = next.relativePath.isEmpty
      let place = InputLocation(file: folder, entry: isTop ? nil : next.name)
      let listing = try FolderNames(of: next, in: top, at: place)
      for name in try listing.names() {
        let file = FolderFile(
          relativePath: isTop ? name : next.relativePath + [UInt8(ascii: "/")] + name)
        let place = InputLocation(file: folder, entry: file.name)
        let status = try fileStatus(at: place) { try listing.status(of: name, &$0) }
        if status.isFolder { folders.append(file) }
        try body(file, status)
      }
    }
  }
}

/// An open folder whose entries are listed.
private struct FolderNames: ~Copyable {
  private let listing: OpaquePointer
  private let place: InputLocation

  init(of folder: FolderFile, in top: borrowing OpenFolder, at place: InputLocation) throws {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    let descriptor = try top.descriptor(of: folder.relativePath, flags, at: place)
    (listing, self.place) = (try Self.listing(of: descriptor, at: place), place)
  }

  private static func listing(
    of descriptor: Int32, at place: InputLocation
  ) throws -> OpaquePointer {
    var listing: OpaquePointer?
    do {
      // This examines the descriptor, which may fail like any other system call.
      _ = try systemCall(at: place) {
        listing = fdopendir(descriptor)
        return listing == nil ? -1 : 0
      }
      if let listing { return listing }
      throw DaymarkError(.fileUnreadable, at: place)
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit { closedir(listing) }

  func names() throws -> [[UInt8]] {
    var names: [[UInt8]] = []
    while let entry = try nextEntry() {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
    }
    return names
  }

  /// Returns the status of an entry, which may be a link.
  func status(of name: [UInt8], _ status: inout stat) throws -> Int32 {
    fstatat(
      dirfd(listing), (name + [0]).map(CChar.init(bitPattern:)), &status, AT_SYMLINK_NOFOLLOW)
  }

  /// Returns the next entry; `nil` at the end or for a failure, which only `errno` distinguishes.
  private func nextEntry() throws -> UnsafeMutablePointer<dirent>? {
    var entry: UnsafeMutablePointer<dirent>?
    _ = try systemCall(at: place) {
      errno = 0
      entry = readdir(listing)
      return entry == nil && errno != 0 ? -1 : 0
    }
    return entry
  }
}

/// Whether `path` is a folder, and not a regular file.
///
/// - Throws: `DaymarkError` with `file.missing` where nothing is there, or `file.unreadable` for a
///   device or a pipe, which might never end.
func isFolder(_ path: String) throws -> Bool {
  let status = try inputStatus(path)
  guard status.isFolder || status.isRegularFile else {
    throw DaymarkError(.fileUnreadable, at: InputLocation(file: path), system: ENOTSUP)
  }
  return status.isFolder
}

/// Returns the status of an input.
///
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
