import CDaymarkProcess
import DaymarkModel
import Foundation

// The only code that writes files. It writes a file under a temporary name in the file's own
// folder, flushes and renames it, and then flushes the folder. So at any moment, even after a kill,
// there is either the old file or the new one. ``place(_:)`` does the same for many.

/// Makes a folder and the folders above it, as far as they do not exist.
///
/// - Parameters:
///   - path: The path of the folder.
///   - mode: The permissions of new folders; `nil` for those that the umask leaves.
///   - isFlushed: Whether new folders are flushed at once.
/// - Returns: Whether this call made the folder, which is empty then.
/// - Throws: `DaymarkError` `file.unwritable`, as every function here.
@discardableResult
func makeFolder(_ path: String, mode: FileMode? = nil, isFlushed: Bool = true) throws -> Bool {
  var isNew = try makeLastFolder(path, mode)
  if isNew == nil {
    try makeFolder(parentFolder(of: path), mode: mode)
    isNew = try makeLastFolder(path, mode)
  }
  guard let isNew, isNew || isFolder(path) else { throw unwritable(path, ENOTDIR) }
  if isNew, isFlushed { try flushFolder(parentFolder(of: path)) }
  return isNew
}

/// Makes a folder in a folder that exists.
///
/// - Returns: Whether the folder was made; `nil` where the folder above it does not exist.
private func makeLastFolder(_ path: String, _ mode: FileMode?) throws -> Bool? {
  if isFolder(path) { return false }
  guard mkdir(path, mode == nil ? 0o777 : 0o700) == 0 else {
    let code = errno
    if code == ENOENT || code == ENOTDIR { return nil }
    // Another run may have made the folder in the meantime.
    if code == EEXIST { return false }
    throw unwritable(path, code)
  }
  if let mode, chmod(path, mode.folders) != 0 { throw unwritable(path, errno) }
  return true
}

/// Whether the path is a folder or a link to one.
func isFolder(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}

/// Writes a file unless it is there already with the same bytes.
///
/// - Parameter mode: The permissions of a written file; `nil` for those that the umask leaves.
/// - Returns: Whether the file was written. The caller must flush its folder then.
func putFile(_ bytes: [UInt8], at path: String, mode: FileMode? = nil) throws -> Bool {
  if contents(at: path, ifOfSize: bytes.count) == bytes {
    return unlink(temporaryPath(of: path)) == 0
  }
  try writeTemporary(bytes, of: path, mode) { file in
    guard fsync(file) == 0 else { throw unwritable(path, errno) }
  }
  try rename(preparedFileAt: path)
  return true
}

/// Writes a new file and flushes it.
///
/// - Throws: `DaymarkError` `file.exists` where the path is taken; `file.unwritable`.
func putNewFile(_ bytes: [UInt8], at path: String, mode: FileMode) throws {
  let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
  guard file >= 0 else {
    let code = errno
    if code == EEXIST { throw DaymarkError(.fileExists, at: InputLocation(file: path)) }
    throw unwritable(path, code)
  }
  do {
    defer { close(file) }
    if fchmod(file, mode.files) != 0 { throw unwritable(path, errno) }
    try writeAll(bytes, to: file, at: path)
    if fsync(file) != 0 { throw unwritable(path, errno) }
  } catch {
    unlink(path)
    throw error
  }
}

/// Writes a file under its temporary name, without flushing it, unless it is there already with the
/// same bytes.
///
/// - Parameters:
///   - bytes: The content.
///   - path: The path that the file gets later.
///   - mode: The same as for ``putFile(_:at:mode:)``.
///   - isNew: Whether the folder is new, so that there can be no file to compare with.
func prepareFile(
  _ bytes: [UInt8], at path: String, mode: FileMode?, isNew: Bool
) throws -> Preparation {
  if !isNew, contents(at: path, ifOfSize: bytes.count) == bytes {
    return unlink(temporaryPath(of: path)) == 0 ? .tidied : .unchanged
  }
  try writeTemporary(bytes, of: path, mode) { _ in }
  return .written
}

/// The effect of preparing a file.
enum Preparation {
  case unchanged
  /// The temporary file of a killed run was removed.
  case tidied
  /// The file was written in its folder, under its temporary name.
  case written
}

/// Renames a prepared file from its temporary name to its own.
func rename(preparedFileAt path: String) throws {
  let temporary = temporaryPath(of: path)
  guard rename(temporary, path) == 0 else {
    let code = errno
    unlink(temporary)
    throw unwritable(path, code)
  }
}

private func writeTemporary(
  _ bytes: [UInt8], of path: String, _ mode: FileMode?, _ end: (Int32) throws -> Void
) throws {
  let temporary = temporaryPath(of: path)
  let file = open(
    temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode == nil ? 0o666 : 0o600)
  guard file >= 0 else { throw unwritable(temporary, errno) }
  do {
    defer { close(file) }
    if let mode, fchmod(file, mode.files) != 0 { throw unwritable(path, errno) }
    try writeAll(bytes, to: file, at: path)
    try end(file)
  } catch {
    unlink(temporary)
    throw error
  }
}

/// Removes a file and its temporary file, if a killed run left one.
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

/// Removes an empty folder that a run made.
///
/// A link to the folder is removed too.
///
/// - Returns: Whether there was one.
@discardableResult
func removeFolderIfEmpty(_ path: String) -> Bool {
  if rmdir(path) == 0 { return true }
  // The path may be a link to a folder: a link may have a subject's name.
  guard errno == ENOTDIR else { return false }
  return rmdir(URL(fileURLWithPath: path).resolvingSymlinksInPath().path) == 0 && unlink(path) == 0
}

/// Flushes a folder, so that renames and removals in it are durable.
func flushFolder(_ path: String) throws {
  let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard folder >= 0 else { throw unwritable(path, errno) }
  defer { close(folder) }
  // Some file systems cannot flush a folder and report `EINVAL`.
  guard fsync(folder) == 0 || errno == EINVAL else { throw unwritable(path, errno) }
}

/// Flushes a file, so that its content is durable.
func flushFile(_ path: String) throws {
  let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
  guard file >= 0 else { throw unwritable(path, errno) }
  defer { close(file) }
  guard fsync(file) == 0 else { throw unwritable(path, errno) }
}

/// Flushes the file system of a folder, so that everything done in it is durable.
func flushFileSystem(of folder: String) throws {
  let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard descriptor >= 0 else { throw unwritable(folder, errno) }
  defer { close(descriptor) }
  let code = daymark_flush_file_system(descriptor)
  guard code == 0 else { throw unwritable(folder, code) }
}

/// Returns the path of the folder that contains a path.
package func parentFolder(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

func unwritable(_ path: String, _ code: Int32) -> DaymarkError {
  DaymarkError(.fileUnwritable, at: InputLocation(file: path)) {
    $0.system = String(cString: strerror(code))
    $0.reason =
      switch code {
      case ENOSPC, EDQUOT: .diskFull
      case EFBIG: .fileLimit
      default: nil
      }
  }
}

/// Reserves disk space for the next writing of a file, which may have to report a full disk.
///
/// Reserves as much as there is.
///
/// The space belongs to the file's temporary name, which the next writing takes over.
func reserveSpace(_ bytes: Int, forFileAt path: String, mode: FileMode?) {
  let file = open(
    temporaryPath(of: path), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode?.files ?? 0o666)
  guard file >= 0 else { return }
  defer { close(file) }
  var bytes = bytes
  while bytes > 0, posix_fallocate(file, 0, off_t(bytes)) != 0 { bytes /= 4 }
}

/// Releases the disk space that ``reserveSpace(_:forFileAt:mode:)`` reserved.
func releaseSpace(forFileAt path: String) { unlink(temporaryPath(of: path)) }

/// Returns the temporary path that a file has until it is complete.
func temporaryPath(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return ".\(path).part" }
  return "\(path[...slash]).\(path[path.index(after: slash)...]).part"
}

/// Writes all bytes to a descriptor.
///
/// - Parameter path: The path of the file, for the error.
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

/// Returns the bytes of a regular file with exactly this size; `nil` for any other file.
private func contents(at path: String, ifOfSize size: Int) -> [UInt8]? {
  var status = stat()
  guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
    Int(status.st_size) == size
  else { return nil }
  return FileManager.default.contents(atPath: path).map { Array($0) }
}
