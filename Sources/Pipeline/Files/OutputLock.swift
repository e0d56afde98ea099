import DaymarkModel
import Foundation

/// The right to write a store and an output folder, which one process has at a time.
struct OutputLock: ~Copyable {
  private let first: FileLock
  /// Of the other file, where the store lies elsewhere.
  private let second: FileLock?

  /// Makes the folders that are not there, and waits until nobody else has the right.
  ///
  /// - Parameters:
  ///   - mode: That of the lock, and of the folders that are made.
  ///   - holder: Said to whoever waits meanwhile.
  ///   - waits: Whether it waits at all.
  ///   - whenBusy: Called with `store.busy` if somebody else is waited for.
  /// - Throws: `file.unwritable`; `CancellationError`; `store.busy` when it does not wait.
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
    // Always in one order, so that two never wait for each other.
    let first = try await acquire(files[0])
    guard files[0].path != files[1].path else { return OutputLock(first: first, second: nil) }
    return OutputLock(first: first, second: try await acquire(files[1]))
  }
}

/// The file beside a store that is locked in its place.
private struct LockFile {
  /// Without links, so that one file has one path.
  let path: String
  /// The thing that the file stands for.
  let subject: String

  init(store: String, of subject: String) {
    let folder = URL(fileURLWithPath: parentFolder(of: store)).resolvingSymlinksInPath().path
    path = "\(folder)/\(URL(fileURLWithPath: store).lastPathComponent).lock"
    self.subject = subject
  }
}

/// The finding that somebody else holds a store or a folder.
func busy(_ path: String, heldBy holder: LockHolder? = nil) -> Finding {
  Finding(.storeBusy, at: InputLocation(file: path)) {
    ($0.process, $0.since) = (holder?.process, holder?.since)
  }
}
