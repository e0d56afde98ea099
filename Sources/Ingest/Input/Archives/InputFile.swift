import CDaymarkProcess
import DaymarkModel

#if canImport(Glibc)
  import Glibc
#endif

/// A file of an input, open for reading.
struct InputFile: ~Copyable {
  let descriptor: Int32
  private let files: any InputFiles
  private let place: InputLocation

  /// Opens a file of an input.
  ///
  /// - Parameters:
  ///   - file: A file of a folder; `nil` for an input that is a file.
  ///   - path: The path of the input.
  ///   - files: The access to files.
  ///   - place: The file, for messages.
  /// - Throws: `DaymarkError` with `file.unreadable`.
  init(
    _ file: FolderFile? = nil, of path: String, in files: any InputFiles, at place: InputLocation
  ) throws {
    (self.files, self.place) = (files, place)
    descriptor = try files.open(file, of: path, at: place)
  }

  deinit { files.close(descriptor) }

  /// Fills `buffer` from the present position, only partly at the end.
  ///
  /// - Throws: `DaymarkError` with `file.unreadable`.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    var filled = 0
    while filled < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = daymark_file_read(descriptor, rest.baseAddress, rest.count)
      guard count >= 0 else { throw DaymarkError(.fileUnreadable, at: place, system: errno) }
      if count == 0 { break }
      filled += count
    }
    return filled
  }
}

/// Returns the result of a system call, which is repeated after temporary failures; see
/// `daymark_file_try_again`.
///
/// - Parameter call: The call, whose result is negative for a failure.
/// - Throws: `DaymarkError` with `file.unreadable` and the system's message.
func systemCall(at place: InputLocation, _ call: () throws -> Int) throws -> Int {
  var attempts: Int32 = 0
  while true {
    let result = try call()
    if result >= 0 { return result }
    let code = errno
    guard daymark_file_try_again(code, &attempts) else {
      throw DaymarkError(.fileUnreadable, at: place, system: code)
    }
  }
}

/// Returns the status that `stat` or a similar call gives.
///
/// - Throws: The errors of ``systemCall(at:_:)``.
func fileStatus(at place: InputLocation, _ call: (inout stat) throws -> Int32) throws -> stat {
  var status = stat()
  _ = try systemCall(at: place) { Int(try call(&status)) }
  return status
}

extension stat {
  var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
  var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }
  var isLink: Bool { st_mode & S_IFMT == S_IFLNK }
}

extension DaymarkError {
  /// Describes the failure of a system call, with the system's own message.
  ///
  /// - Parameter system: The operating system's error number.
  init(_ code: FindingCode, at place: InputLocation, system: Int32) {
    self.init(code, at: place) { $0.system = String(cString: strerror(system)) }
  }
}
