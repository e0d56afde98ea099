import DaymarkModel
import Foundation

/// The files that lie in one folder under temporary names, complete but not yet flushed.
struct PreparedFiles: Sendable {
  let folder: String
  /// The paths that the files get.
  var paths: [String] = []
  /// Whether a file was removed from the folder, so that it must be flushed.
  var hasRemoved = false

  /// Whether the folder stays as it was.
  var isEmpty: Bool { paths.isEmpty && !hasRemoved }
}

/// Renames the prepared files of many folders durably.
///
/// At any moment, even after a kill, there is either the old file or the new one.
///
/// Flushing one file takes as long as flushing the whole file system, so the files of several
/// folders are flushed by one call before the renames, and the folders by one call after.
///
/// - Throws: `file.unwritable` for the first file that cannot be renamed. The others are renamed.
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
    // The folder itself may be new.
    try flushFolder(parentFolder(of: prepared[0].folder))
  } else {
    try flush(prepared, isAlone)
  }
  if let failure { throw failure }
}

private func flush(_ prepared: [PreparedFiles], _ isAlone: Bool) throws {
  if isAlone {
    // Other programs may have much to flush in this file system; flushing only these files does not
    // wait for them.
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
