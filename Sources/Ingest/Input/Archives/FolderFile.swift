import DaymarkModel

#if canImport(Glibc)
  import Glibc
#endif

/// A file somewhere below a folder, or a link there that leads out.
package struct FolderFile: Hashable, Sendable {
  /// The path as the system has it: any bytes, for not every system's names are UTF-8.
  let relativePath: [UInt8]
  /// The place in the list of the folder's files, from 0.
  package var number = 0
  /// Where a link leads that is not followed, because it leads out of what was handed in; `nil` of a file.
  package var target: [UInt8]?

  init(relativePath: [UInt8], target: [UInt8]? = nil) {
    (self.relativePath, self.target) = (relativePath, target)
  }

  /// The file of a path as text.
  package init(name: String, number: Int) {
    relativePath = name.systemBytes
    self.number = number
  }

  /// The path as text.
  package var name: String { String(systemPath: relativePath) }

  /// The regular files below a folder, and the links that lead out, ascending by path.
  ///
  /// - Throws: `DaymarkError` with `file.unreadable` when a folder cannot be listed.
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

  /// Everything below a folder, in any order.
  ///
  /// Links are not followed.
  ///
  /// - Throws: As ``all(below:in:)``; what `body` throws.
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

/// An open folder whose names are asked for.
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
      // It looks at what the descriptor is, and that may fail as any other look.
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

  /// The status of what is named, which may be a link.
  func status(of name: [UInt8], _ status: inout stat) throws -> Int32 {
    fstatat(
      dirfd(listing), (name + [0]).map(CChar.init(bitPattern:)), &status, AT_SYMLINK_NOFOLLOW)
  }

  /// `nil` at the end, which only `errno` tells from a failure.
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
