import CDaymarkProcess
import DaymarkModel
import Foundation

/// The meaning of a name in an inbox.
enum InboxEntry {
  /// A folder, whose name is a subject's id.
  case folder
  /// Something that may be a subject's folder and cannot be examined, so that the subject must not
  /// be taken for gone.
  case unseen(Finding)
  /// A file, or something else that is no folder.
  case other
  /// Something that was removed after the inbox was listed.
  case gone

  /// Examines a name in the inbox.
  ///
  /// - Parameter followsLinks: Whether a subject's folder may be a link.
  init(at path: String, followsLinks: Bool) {
    var status = stat()
    if let failure = systemFailure({ lstat(path.systemPath, &status) }) {
      self = failure == ENOENT ? .gone : .unseen(unreadable(path, failure))
      return
    }
    guard status.st_mode & S_IFMT == S_IFLNK else {
      self = status.st_mode & S_IFMT == S_IFDIR ? .folder : .other
      return
    }
    let failure = systemFailure { stat(path.systemPath, &status) }
    if failure == ENOENT {
      self = .unseen(Finding(.fileMissing, at: InputLocation(file: path)) { $0.reason = .dangling })
    } else if let failure {
      self = .unseen(unreadable(path, failure))
    } else if status.st_mode & S_IFMT != S_IFDIR {
      self = .other
    } else if followsLinks {
      self = .folder
    } else {
      self = .unseen(
        Finding(.archiveLinkOutside, at: InputLocation(file: path)) { $0.reason = .ofOperator })
    }
  }
}

/// Makes a system call, repeatedly while its failure may be temporary, and returns the error
/// number; `nil` on success.
///
/// - Parameter call: The call, which returns a negative number when it fails.
func systemFailure(_ call: () -> Int32) -> Int32? {
  var attempts: Int32 = 0
  while call() < 0 {
    let code = errno
    if !daymark_file_try_again(code, &attempts) { return code }
  }
  return nil
}

/// Whether nothing lies at a path; false where that cannot be found out.
func isAbsent(_ path: String) -> Bool {
  var status = stat()
  let failure = systemFailure { stat(path.systemPath, &status) }
  return failure == ENOENT || failure == ENOTDIR
}

/// The finding of a file or folder that the system refuses to read.
func unreadable(_ path: String, _ code: Int32) -> Finding {
  Finding(.fileUnreadable, at: InputLocation(file: path)) {
    $0.system = String(cString: strerror(code))
  }
}

/// The error for which the system cannot list a folder.
struct ListingFailure: Error {
  let code: Int32
}

/// The names in a folder in the order of their scalars, without hidden ones.
///
/// - Throws: ``ListingFailure``.
func visibleNames(inFolder path: String) throws(ListingFailure) -> [String] {
  var listing: OpaquePointer?
  let failure = systemFailure {
    listing = opendir(path.systemPath)
    return listing == nil ? -1 : 0
  }
  guard let listing else { throw ListingFailure(code: failure ?? EIO) }
  defer { closedir(listing) }
  var names: [String] = []
  while true {
    var entry: UnsafeMutablePointer<dirent>?
    let failure = systemFailure {
      errno = 0
      entry = readdir(listing)
      return entry == nil && errno != 0 ? -1 : 0
    }
    if let failure { throw ListingFailure(code: failure) }
    guard let entry else { break }
    let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
      String(systemPath: Array(bytes.prefix { $0 != 0 }))
    }
    if !name.hasPrefix(".") { names.append(name) }
  }
  return names.sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }
}
