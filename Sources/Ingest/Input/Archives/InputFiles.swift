import CDaymarkArchive
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
  package init() {}

  package func absolutePath(of path: String) -> String { DaymarkIngest.absolutePath(path) }

  package func stamp(of path: String) throws -> InputStamp { try InputStamp(ofInputAt: path) }

  package func files(of path: String) throws -> [FolderFile]? {
    try isFolder(path) ? FolderFile.all(below: path) : nil
  }

  package func open(_ file: FolderFile?, of path: String, at place: InputLocation) throws -> Int32 {
    // A pipe that nobody writes would be waited for.
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK
    let descriptor =
      if let file {
        try OpenFolder(path, at: place).descriptor(of: file, flags, at: place)
      } else {
        try systemCall(at: place) { Int(Glibc.open(path.systemPath, flags)) }
      }
    do {
      let status = try fileStatus(at: place) { fstat(Int32(descriptor), &$0) }
      if status.isRegularFile { return Int32(descriptor) }
      throw DaymarkError(.fileUnreadable, at: place, system: ENOTSUP)
    } catch {
      close(Int32(descriptor))
      throw error
    }
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

/// A folder that is an input, open for what lies below it.
struct OpenFolder: ~Copyable {
  private let descriptor: Int32

  /// - Parameter path: Links in it are the operator's, and are followed.
  /// - Throws: `DaymarkError` with `file.unreadable`.
  init(_ path: String, at place: InputLocation) throws {
    descriptor = Int32(
      try systemCall(at: place) {
        Int(Glibc.open(path.systemPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
      })
  }

  deinit { Glibc.close(descriptor) }

  /// A descriptor of what lies below the folder; no link leads to it.
  ///
  /// - Throws: `DaymarkError` with `file.unreadable`.
  func descriptor(of file: FolderFile, _ flags: Int32, at place: InputLocation) throws -> Int {
    let path = file.relativePath.isEmpty ? [UInt8(ascii: ".")] : file.relativePath
    return try systemCall(at: place) {
      Int(daymark_file_open_below(descriptor, (path + [0]).map(CChar.init(bitPattern:)), flags))
    }
  }
}
