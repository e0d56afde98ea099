package import DaymarkModel
import DaymarkStore
import Foundation

/// The output folder and the store of a run, for commands that change them.
package struct OutputAccess: Sendable {
  /// The output folder of the run.
  package var outputFolder: String
  /// The path of the store; `nil` for `daymark.sqlite` in the output folder.
  package var storePath: String?
  /// The present instant, read once by the caller.
  package var now: Instant
  /// Whether a command waits for a run on the same store or folder.
  package var waits: Bool

  package init(
    outputFolder: String, storePath: String? = nil, now: Instant, waits: Bool = true
  ) {
    self.outputFolder = outputFolder
    self.storePath = storePath
    self.now = now
    self.waits = waits
  }

  /// Does work while no other process writes to the store or the folder.
  ///
  /// - Parameters:
  ///   - whenBusy: Called with `store.busy` while the function waits for a run.
  ///   - work: Gets the store, which is closed afterwards, and the permissions of new files.
  /// - Throws: `DaymarkError` `file.missing` for a store or folder that does not exist;
  ///   `store.unusable`, `file.unwritable`, `store.busy`; `CancellationError`.
  func writing<Value>(
    whenBusy: (Finding) -> Void, _ work: (Store, FileMode) async throws -> Value
  ) async throws -> Value {
    let storePath = storePath ?? defaultStorePath(inOutputFolder: outputFolder)
    for path in [outputFolder, storePath] where !FileManager.default.fileExists(atPath: path) {
      throw DaymarkError(.fileMissing, at: InputLocation(file: path)) { $0.path = path }
    }
    let mode = FileMode(ofFileAt: storePath)
    let lock = try await OutputLock.acquire(
      store: storePath, folder: outputFolder, mode: mode, as: LockHolder(since: now),
      waits: waits, whenBusy: whenBusy)
    let store = try Store(at: storePath, mode: mode.files)
    let value = try await work(store, mode)
    try store.close()
    _ = consume lock
    return value
  }
}
