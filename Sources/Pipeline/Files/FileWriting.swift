import CDaymarkProcess
import DaymarkModel
import Foundation

// The only code that writes files. A file is written under a temporary name in its own folder,
// flushed, and renamed, and then its folder is flushed: whoever looks, and whatever was killed, there
// is the old file or the new one. ``place(_:)`` does the same for many.

/// Makes a folder and those above it; one that is there stays as it is.
///
/// - Parameters:
///   - path: The folder.
///   - mode: That of the folders that are made; what the umask leaves when `nil`.
///   - isFlushed: Whether they are made to last at once.
/// - Returns: Whether the folder was made by this, and so is empty.
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

/// - Returns: Whether the folder was made; `nil` when there is none to make it in.
private func makeLastFolder(_ path: String, _ mode: FileMode?) throws -> Bool? {
  if isFolder(path) { return false }
  guard mkdir(path, mode == nil ? 0o777 : 0o700) == 0 else {
    let code = errno
    if code == ENOENT || code == ENOTDIR { return nil }
    // Another run may have made it at this very moment.
    if code == EEXIST { return false }
    throw unwritable(path, code)
  }
  if let mode, chmod(path, mode.folders) != 0 { throw unwritable(path, errno) }
  return true
}

/// Whether a folder lies at a path, or a link leads to one.
func isFolder(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}

/// Puts a file in place unless it is there already, byte for byte.
///
/// - Parameter mode: That of the file, if it is written; what the umask leaves when `nil`.
/// - Returns: Whether the file was written; then its folder must be flushed.
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

/// Writes a file in a place where nothing lies, and flushes it.
///
/// - Throws: Also `file.exists`.
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

/// Writes a file under its temporary name, not flushed, unless it is there already, byte for byte.
///
/// - Parameters:
///   - bytes: All of it.
///   - path: The name that it is to get.
///   - mode: As of ``putFile(_:at:mode:)``.
///   - isNew: Whether its folder was empty, so that nobody need look.
func prepareFile(
  _ bytes: [UInt8], at path: String, mode: FileMode?, isNew: Bool
) throws -> Preparation {
  if !isNew, contents(at: path, ifOfSize: bytes.count) == bytes {
    return unlink(temporaryPath(of: path)) == 0 ? .tidied : .unchanged
  }
  try writeTemporary(bytes, of: path, mode) { _ in }
  return .written
}

/// What preparing a file did.
enum Preparation {
  case unchanged
  /// What a killed run left of it was removed.
  case tidied
  /// It has its temporary name.
  case written
}

/// Gives a file that was written under its temporary name its own.
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

/// Removes a folder that a run made and nothing lies in; of one that a link leads to, the link as well.
///
/// - Returns: Whether there was one.
@discardableResult
func removeFolderIfEmpty(_ path: String) -> Bool {
  if rmdir(path) == 0 { return true }
  // A link is no folder, and its name may be a subject's.
  guard errno == ENOTDIR else { return false }
  return rmdir(URL(fileURLWithPath: path).resolvingSymlinksInPath().path) == 0 && unlink(path) == 0
}

/// Makes renames and removals in a folder last.
func flushFolder(_ path: String) throws {
  let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard folder >= 0 else { throw unwritable(path, errno) }
  defer { close(folder) }
  // Some file systems have nothing to flush for a folder and say so.
  guard fsync(folder) == 0 || errno == EINVAL else { throw unwritable(path, errno) }
}

/// Makes what was written to a file last.
func flushFile(_ path: String) throws {
  let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
  guard file >= 0 else { throw unwritable(path, errno) }
  defer { close(file) }
  guard fsync(file) == 0 else { throw unwritable(path, errno) }
}

/// Makes everything last that was done in the file system of a folder.
func flushFileSystem(of folder: String) throws {
  let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard descriptor >= 0 else { throw unwritable(folder, errno) }
  defer { close(descriptor) }
  let code = daymark_flush_file_system(descriptor)
  guard code == 0 else { throw unwritable(folder, code) }
}

/// The folder that a path lies in.
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

/// Keeps room for the next writing of a file, which may have to say that the disk is full: as much of it as there is.
///
/// The room is that of its temporary name, which the next writing takes over.
func keepRoom(_ bytes: Int, forFileAt path: String, mode: FileMode?) {
  let file = open(
    temporaryPath(of: path), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode?.files ?? 0o666)
  guard file >= 0 else { return }
  defer { close(file) }
  var bytes = bytes
  while bytes > 0, posix_fallocate(file, 0, off_t(bytes)) != 0 { bytes /= 4 }
}

/// Gives up the room that ``keepRoom(_:forFileAt:mode:)`` kept.
func giveUpRoom(forFileAt path: String) { unlink(temporaryPath(of: path)) }

/// The name of a file until it is whole.
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
