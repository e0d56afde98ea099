import DaymarkModel
import Foundation

/// Files of one folder that lie there under temporary names, whole but not yet flushed.
struct PreparedFiles: Sendable {
  /// The folder.
  let folder: String
  /// The paths that they are to have.
  var paths: [String] = []
  /// Whether the folder is another already, for something was removed from it.
  var hasRemoved = false

  /// Whether the folder stays as it was.
  var isEmpty: Bool { paths.isEmpty && !hasRemoved }
}

/// Gives files of many folders their names, for good: whoever looks, and whatever is killed, there is the
/// old file or the new one.
///
/// Flushing a file takes as long as flushing all that wait in its file system, so those of several folders
/// are flushed by one call before they get their names, and their names by one after.
///
/// - Throws: `file.unwritable` for the first that cannot have its name; the others get theirs.
func place(_ prepared: [PreparedFiles]) throws {
  let prepared = prepared.filter { !$0.isEmpty }
  let isAlone = prepared.count == 1
  try flush(prepared, isAlone)
  var failure: (any Error)?
  for path in prepared.flatMap(\.paths) {
    do { try rename(preparedFileAt: path) } catch { failure = failure ?? error }
  }
  if isAlone {
    try flushFolder(prepared[0].folder)
    // The folder may be new.
    try flushFolder(parentFolder(of: prepared[0].folder))
  } else {
    try flush(prepared, isAlone)
  }
  if let failure { throw failure }
}

private func flush(_ prepared: [PreparedFiles], _ isAlone: Bool) throws {
  if isAlone {
    // Others may have much to flush in this file system, which need not be waited for.
    for path in prepared[0].paths { try flushFile(temporaryPath(of: path)) }
    return
  }
  var flushed: Set<UInt64> = []
  for files in prepared {
    var status = stat()
    guard stat(files.folder, &status) == 0 else { throw unwritable(files.folder, errno) }
    guard flushed.insert(UInt64(status.st_dev)).inserted else { continue }
    try flushFileSystem(of: files.folder)
  }
}
