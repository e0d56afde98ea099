import DaymarkModel
import Foundation

// The only code that writes files. A file is written under a temporary name in its own folder,
// flushed, and renamed, and then its folder is flushed: whoever looks, and whatever was killed, there
// is the old file or the new one.

/// Makes a folder and those above it; one that is there stays as it is.
///
/// - Parameter mode: That of the folders that are made; what the umask leaves when `nil`.
/// - Throws: `DaymarkError` `file.unwritable`, as every function here.
func makeFolder(_ path: String, mode: FileMode? = nil) throws {
  guard !isFolder(path) else { return }
  let parent = parentFolder(of: path)
  try makeFolder(parent, mode: mode)
  if mkdir(path, mode == nil ? 0o777 : 0o700) == 0 {
    if let mode, chmod(path, mode.folders) != 0 { throw unwritable(path, errno) }
  } else if errno != EEXIST {
    // Another run may have made it at this very moment.
    throw unwritable(path, errno)
  }
  guard isFolder(path) else { throw unwritable(path, ENOTDIR) }
  try flushFolder(parent)
}

private func isFolder(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}

/// Puts a file in place unless it is there already, byte for byte.
///
/// - Parameter mode: That of the file, if it is written; what the umask leaves when `nil`.
/// - Returns: Whether the file was written; then its folder must be flushed.
func putFile(_ bytes: [UInt8], at path: String, mode: FileMode? = nil) throws -> Bool {
  let temporary = temporaryPath(of: path)
  if contents(at: path, ifOfSize: bytes.count) == bytes { return unlink(temporary) == 0 }
  let file = open(
    temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode == nil ? 0o666 : 0o600)
  guard file >= 0 else { throw unwritable(temporary, errno) }
  do {
    defer { close(file) }
    if let mode, fchmod(file, mode.files) != 0 { throw unwritable(path, errno) }
    try writeAll(bytes, to: file, at: path)
    guard fsync(file) == 0 else { throw unwritable(path, errno) }
  } catch {
    unlink(temporary)
    throw error
  }
  guard rename(temporary, path) == 0 else {
    let code = errno
    unlink(temporary)
    throw unwritable(path, code)
  }
  return true
}

/// Removes a file, and what a killed run left of it.
///
/// - Returns: Whether there was one.
func removeFile(at path: String) throws -> Bool {
  var wasThere = false
  for path in [path, temporaryPath(of: path)] {
    if unlink(path) == 0 {
      wasThere = true
    } else if errno != ENOENT && errno != ENOTDIR {
      throw unwritable(path, errno)
    }
  }
  return wasThere
}

/// Removes a folder that a run made and nothing lies in.
///
/// - Returns: Whether there was one.
@discardableResult
func removeFolderIfEmpty(_ path: String) -> Bool { rmdir(path) == 0 }

/// Makes renames and removals in a folder last.
func flushFolder(_ path: String) throws {
  let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard folder >= 0 else { throw unwritable(path, errno) }
  defer { close(folder) }
  // Some file systems have nothing to flush for a folder and say so.
  guard fsync(folder) == 0 || errno == EINVAL else { throw unwritable(path, errno) }
}

func parentFolder(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

func unwritable(_ path: String, _ code: Int32) -> DaymarkError {
  DaymarkError(.fileUnwritable, at: InputLocation(file: path)) {
    $0.system = String(cString: strerror(code))
  }
}

func temporaryPath(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return ".\(path).part" }
  return "\(path[...slash]).\(path[path.index(after: slash)...]).part"
}

/// Writes all bytes to a descriptor.
///
/// - Parameter path: Its name in the error.
func writeAll(_ bytes: [UInt8], to file: Int32, at path: String) throws {
  try bytes.withUnsafeBytes { buffer in
    var rest = buffer[...]
    while !rest.isEmpty {
      let count = write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw unwritable(path, errno) }
      rest = rest.dropFirst(count)
    }
  }
}

/// The bytes of a regular file of that size, or `nil` when there is no such file.
private func contents(at path: String, ifOfSize size: Int) -> [UInt8]? {
  var status = stat()
  guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
    Int(status.st_size) == size
  else { return nil }
  return FileManager.default.contents(atPath: path).map { Array($0) }
}
