import CDaymarkProcess
package import DaymarkModel

#if canImport(Glibc)
  import Glibc
#endif

/// The way to the bytes of inputs: the file system, or a process that opens files for this one.
package protocol InputFiles: Sendable {
  /// The path of an input from the root, without `.` and `..`.
  func absolutePath(of path: String) -> String

  /// The state of an input.
  ///
  /// - Throws: `DaymarkError` with `file.missing` or `file.unreadable`.
  func stamp(of path: String) throws -> InputStamp

  /// The files of an input that is a folder, ascending by path; `nil` of one that is a file.
  ///
  /// - Throws: As ``stamp(of:)``; also of a device or a pipe, which might never end.
  func files(of path: String) throws -> [FolderFile]?

  /// Opens a file for reading, at its beginning.
  ///
  /// - Parameters:
  ///   - file: One of a folder's; `nil` for an input that is a file.
  ///   - path: The path of the input.
  ///   - place: The file, for messages.
  /// - Returns: A descriptor, to be given back to ``close(_:)``.
  /// - Throws: `DaymarkError` with `file.unreadable`, also of a device or a pipe.
  func open(_ file: FolderFile?, of path: String, at place: InputLocation) throws -> Int32

  /// Takes back a descriptor that ``open(_:of:at:)`` gave.
  func close(_ descriptor: Int32)

  /// Makes an empty file without a name, which is gone when its descriptor is closed.
  ///
  /// - Throws: `DaymarkError` with `file.unwritable`.
  func makeScratchFile() throws -> Int32
}

/// The files of inputs as the file system has them.
package struct SystemFiles: InputFiles {
  /// The folder that others may fill; `nil` where all links in paths are the operator's, and are followed.
  private let folder: String?

  /// - Parameter folder: The path of a folder that others may fill: no link is followed that leads out of it.
  package init(within folder: String? = nil) {
    self.folder = folder.map(DaymarkIngest.absolutePath)
  }

  package func absolutePath(of path: String) -> String { DaymarkIngest.absolutePath(path) }

  package func stamp(of path: String) throws -> InputStamp {
    try InputStamp(ofInputAt: path, in: self)
  }

  /// Of a link that leads out of the folder that others may fill, the link alone.
  package func files(of path: String) throws -> [FolderFile]? {
    if let link = try linkOutside(path) { return [link] }
    return try isFolder(path) ? FolderFile.all(below: path, in: self) : nil
  }

  package func open(_ file: FolderFile?, of path: String, at place: InputLocation) throws -> Int32 {
    // A pipe that nobody writes would be waited for.
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

  /// An input that is a folder, open for what lies below it.
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

  /// The path of an input from the folder that others may fill; `nil` of one that does not lie there.
  private func pathBelowFolder(_ path: String) -> [UInt8]? {
    guard let folder else { return nil }
    let (top, path) = ((folder + "/").systemBytes, absolutePath(of: path).systemBytes)
    return path.starts(with: top) ? Array(path.dropFirst(top.count)) : nil
  }

  /// The link that an input is, if it leads out of the folder that others may fill.
  func linkOutside(_ path: String) throws -> FolderFile? {
    guard let folder, let below = pathBelowFolder(path) else { return nil }
    var status = stat()
    // What else is wrong with it is said where it is looked at.
    guard lstat(path.systemPath, &status) == 0, status.isLink else { return nil }
    let place = InputLocation(file: path)
    let top = try SystemFiles().openFolder(folder, at: place)
    return try top.target(ofLinkOutside: below, at: place).map {
      FolderFile(relativePath: [], target: $0)
    }
  }

  /// Where a link in an input that is a folder leads, if that is out of the folder that others may fill; of an input
  /// that lies in no such folder, out of the input.
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
    // mkstemp asks for six X, and writes a name that nobody has over them.
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
  /// - Parameter system: The operating system's number of why nothing can be put into a file without a name.
  package init(unspoolable system: Int32) {
    self.init(.fileUnwritable, at: InputLocation(file: scratchFolder), system: system)
    finding.facts.reason = .spool
  }
}

/// A folder, open for what lies below it.
struct OpenFolder: ~Copyable {
  private let descriptor: Int32

  init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { Glibc.close(descriptor) }

  /// A descriptor of what lies below the folder; no link leads out of it.
  ///
  /// - Parameters:
  ///   - path: From the folder; empty of the folder itself.
  ///   - flags: As of open(2).
  ///   - followsLinks: Whether links within the folder are followed.
  ///   - place: The file, for messages.
  /// - Throws: `DaymarkError` with `file.unreadable`, or `archive.link_outside`.
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

  /// Where a link leads, if it leads out of the folder.
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
  /// The bytes of the path that the text is.
  var systemBytes: [UInt8] { systemPath.dropLast().map(UInt8.init(bitPattern:)) }
}
