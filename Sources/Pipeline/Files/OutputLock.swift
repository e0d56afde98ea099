import DaymarkModel
import Foundation

/// The right to write to a store and an output folder, which one process has at a time.
struct OutputLock: ~Copyable {
  private let first: FileLock
  /// The lock on the second file, where the store does not lie in the output folder.
  private let second: FileLock?

  /// Makes the folders that do not exist, and waits until no other process has the right.
  ///
  /// - Parameters:
  ///   - mode: The permissions of the lock files and of new folders.
  ///   - holder: The process that waiting processes are told about.
  ///   - waits: Whether the function waits.
  ///   - whenBusy: Called with `store.busy` while the function waits for another process.
  /// - Throws: `file.unwritable`; `CancellationError`; `store.busy` for a caller that does not
  ///   wait.
  static func acquire(
    store: String, folder: String, mode: FileMode, as holder: LockHolder, waits: Bool,
    whenBusy: (Finding) -> Void
  ) async throws -> OutputLock {
    try makeFolder(folder, mode: mode)
    try makeFolder(parentFolder(of: store), mode: mode)
    let files = [
      LockFile(store: store, of: store),
      LockFile(store: defaultStorePath(inOutputFolder: folder), of: folder),
    ].sorted { $0.path < $1.path }
    func acquire(_ file: LockFile) async throws -> FileLock {
      try await FileLock.acquire(file.path, mode: mode, as: holder) { other in
        var finding = busy(file.subject, heldBy: other)
        if waits { return whenBusy(finding) }
        finding.facts.reason = .notWaiting
        throw DaymarkError(finding)
      }
    }
    // Both locks are always taken in the same order, so that two processes never wait for each
    // other.
    let first = try await acquire(files[0])
    guard files[0].path != files[1].path else { return OutputLock(first: first, second: nil) }
    return OutputLock(first: first, second: try await acquire(files[1]))
  }
}

/// The file beside a store or in a folder that is locked in its place.
private struct LockFile {
  /// The path without links, so that one file has one path.
  let path: String
  /// The path of the store or folder that the file stands for.
  let subject: String

  init(store: String, of subject: String) {
    let folder = URL(fileURLWithPath: parentFolder(of: store)).resolvingSymlinksInPath().path
    path = "\(folder)/\(URL(fileURLWithPath: store).lastPathComponent).lock"
    self.subject = subject
  }
}

/// Makes the finding that another process holds a store or a folder.
func busy(_ path: String, heldBy holder: LockHolder? = nil) -> Finding {
  Finding(.storeBusy, at: InputLocation(file: path)) {
    ($0.process, $0.since) = (holder?.process, holder?.since)
  }
}
