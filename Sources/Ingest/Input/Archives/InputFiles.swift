import CDaymarkProcess
package import DaymarkModel

#if canImport(Glibc)
  import Glibc
#endif

/// The access to the bytes of inputs: the file system, or a process that opens files for this one.
package protocol InputFiles: Sendable {
  /// Returns the absolute path of an input, without `.` and `..`.
  func absolutePath(of path: String) -> String

  /// Returns the state of an input.
  ///
  /// - Throws: `DaymarkError` with `file.missing` or `file.unreadable`.
  func stamp(of path: String) throws -> InputStamp

  /// Returns the files of a folder, ascending by path; `nil` for an input that is a file.
  ///
  /// - Throws: The errors of ``stamp(of:)``, also for a device or a pipe, which might never end.
  func files(of path: String) throws -> [FolderFile]?

  /// Opens a file for reading from its beginning.
  ///
  /// - Parameters:
  ///   - file: A file of a folder; `nil` for an input that is a file.
  ///   - path: The path of the input.
  ///   - place: The file, for messages.
  /// - Returns: A descriptor, which must be passed to ``close(_:)``.
  /// - Throws: `DaymarkError` with `file.unreadable`, also for a device or a pipe.
  func open(_ file: FolderFile?, of path: String, at place: InputLocation) throws -> Int32

  /// Closes a descriptor from ``open(_:of:at:)``.
  func close(_ descriptor: Int32)

  /// Makes an empty file without a name, which is deleted when its descriptor is closed.
  ///
  /// - Throws: `DaymarkError` with `file.unwritable`.
  func makeScratchFile() throws -> Int32
}

/// The access to inputs that opens them in the file system by itself.
package struct SystemFiles: InputFiles {
  /// The folder to which others may add files; `nil` where all links in paths are the operator's
  /// and are followed.
  private let folder: String?

  /// Restricts reading to what does not lead out of a folder.
  ///
  /// Links that lead out of the folder are not followed, because others may add files to it.
  /// Without a folder, every link is followed.
  package init(within folder: String? = nil) {
    self.folder = folder.map(DaymarkIngest.absolutePath)
  }

  package func absolutePath(of path: String) -> String { DaymarkIngest.absolutePath(path) }

  package func stamp(of path: String) throws -> InputStamp {
    try InputStamp(ofInputAt: path, in: self)
  }

  /// Returns the files; for a link that leads out of the folder, only the link.
  package func files(of path: String) throws -> [FolderFile]? {
    if let link = try linkOutside(path) { return [link] }
    return try isFolder(path) ? FolderFile.all(below: path, in: self) : nil
  }

  package func open(_ file: FolderFile?, of path: String, at place: InputLocation) throws -> Int32 {
    // Without this flag, opening a pipe would wait for a writer.
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK
    let descriptor =
      if let file {
        try openFolder(path, at: place).descriptor(of: file.relativePath, flags, at: place)
      } else {
        try descriptor(of: path, flags, at: place)
      }
    do {
      let status = try fileStatus(at: place) { fstat(descriptor, &$0) }
      if status.isRegularFile { return descriptor }
      throw DaymarkError(.fileUnreadable, at: place, system: ENOTSUP)
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Opens an input that is a folder.
  func openFolder(_ path: String, at place: InputLocation) throws -> OpenFolder {
    OpenFolder(
      descriptor: try descriptor(of: path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, at: place))
  }

  private func descriptor(
    of path: String, _ flags: Int32, at place: InputLocation
  ) throws -> Int32 {
    guard let folder, let below = pathBelowFolder(path) else {
      return Int32(try systemCall(at: place) { Int(Glibc.open(path.systemPath, flags)) })
    }
    let top = try SystemFiles().openFolder(folder, at: place)
    return try top.descriptor(of: below, flags, followsLinks: true, at: place)
  }

  /// Returns the path of an input relative to the folder that others may fill; `nil` for one
  /// outside of it.
  private func pathBelowFolder(_ path: String) -> [UInt8]? {
    guard let folder else { return nil }
    let (top, path) = ((folder + "/").systemBytes, absolutePath(of: path).systemBytes)
    return path.starts(with: top) ? Array(path.dropFirst(top.count)) : nil
  }

  /// Returns the link at an input's path, if it leads out of the folder that others may fill.
  func linkOutside(_ path: String) throws -> FolderFile? {
    guard let folder else { return nil }
    var status = stat()
    // Any other fault is reported where the input is read.
    guard lstat(path.systemPath, &status) == 0, status.isLink, let below = pathBelowFolder(path)
    else { return nil }
    let place = InputLocation(file: path)
    let top = try SystemFiles().openFolder(folder, at: place)
    return try top.target(ofLinkOutside: below, at: place).map {
      FolderFile(relativePath: [], target: $0)
    }
  }

  /// Returns the target of a link in a folder, if it leads out of the folder that others may fill.
  ///
  /// For an input outside of such a folder, it is returned if it leads out of the input.
  func target(of link: FolderFile, in path: String) throws -> [UInt8]? {
    let place = InputLocation(file: path, entry: link.name)
    guard let folder, let below = pathBelowFolder(path) else {
      return try openFolder(path, at: place).target(ofLinkOutside: link.relativePath, at: place)
    }
    let top = try SystemFiles().openFolder(folder, at: place)
    return try top.target(
      ofLinkOutside: below + [UInt8(ascii: "/")] + link.relativePath, at: place)
  }

  package func close(_ descriptor: Int32) { Glibc.close(descriptor) }

  package func makeScratchFile() throws -> Int32 {
    // mkstemp requires six X, which it replaces by an unused name.
    var path = Array("\(scratchFolder)/daymark-XXXXXX".utf8CString)
    let descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw DaymarkError(unspoolable: errno) }
    unlink(path)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }
}

private var scratchFolder: String {
  let named = getenv("TMPDIR").map { String(cString: $0) } ?? ""
  return named.isEmpty ? "/tmp" : named
}

extension DaymarkError {
  /// Describes the failed write of a temporary file, with the system's own message.
  ///
  /// - Parameter system: The operating system's error number of the failed write.
  package init(unspoolable system: Int32) {
    self.init(.fileUnwritable, at: InputLocation(file: scratchFolder), system: system)
    finding.facts.reason = .spool
  }
}

/// An open folder, from which files below it can be opened.
struct OpenFolder: ~Copyable {
  private let descriptor: Int32

  init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { Glibc.close(descriptor) }

  /// Returns a descriptor of an entry below the folder.
  ///
  /// No link may lead out of the folder.
  ///
  /// - Parameters:
  ///   - path: The path relative to the folder; empty for the folder itself.
  ///   - flags: The flags of open(2).
  ///   - followsLinks: Whether links within the folder are followed.
  ///   - place: The file, for messages.
  /// - Throws: `DaymarkError` with `file.unreadable` or `archive.link_outside`.
  func descriptor(
    of path: [UInt8], _ flags: Int32, followsLinks: Bool = false, at place: InputLocation
  ) throws -> Int32 {
    let path = systemPath(path)
    return try Int32(
      systemCall(at: place) {
        let result = daymark_file_open_below(descriptor, path, flags, followsLinks)
        if result < 0, errno == EXDEV { throw DaymarkError(.archiveLinkOutside, at: place) }
        return Int(result)
      })
  }

  /// Returns the target of a link that leads out of the folder; `nil` for any other.
  ///
  /// - Throws: `DaymarkError` with `file.unreadable`.
  func target(ofLinkOutside path: [UInt8], at place: InputLocation) throws -> [UInt8]? {
    let path = systemPath(path)
    guard
      try systemCall(at: place, { Int(daymark_file_leads_out(descriptor, path)) }) > 0
    else { return nil }
    var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = try target.withUnsafeMutableBytes { bytes in
      let buffer = bytes.bindMemory(to: CChar.self)
      guard let start = buffer.baseAddress else { return 0 }
      return try systemCall(at: place) { readlinkat(descriptor, path, start, buffer.count) }
    }
    return Array(target.prefix(count))
  }

  private func systemPath(_ path: [UInt8]) -> [CChar] {
    ((path.isEmpty ? [UInt8(ascii: ".")] : path) + [0]).map(CChar.init(bitPattern:))
  }
}

extension String {
  /// The bytes of the path in the text.
  var systemBytes: [UInt8] { systemPath.dropLast().map(UInt8.init(bitPattern:)) }
}
