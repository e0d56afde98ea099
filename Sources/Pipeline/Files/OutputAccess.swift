package import DaymarkModel
import DaymarkStore
import Foundation

/// Where a run left its outputs and its store, for commands that change them.
package struct OutputAccess: Sendable {
  /// The output folder of the run.
  package var outputFolder: String
  /// `daymark.sqlite` in the output folder when `nil`.
  package var storePath: String?
  /// The clock, read once by the caller.
  package var now: Instant
  /// Whether it waits for a run on the same store or folder.
  package var waits: Bool

  package init(
    outputFolder: String, storePath: String? = nil, now: Instant, waits: Bool = true
  ) {
    self.outputFolder = outputFolder
    self.storePath = storePath
    self.now = now
    self.waits = waits
  }

  /// Does some work while nobody else writes there.
  ///
  /// - Parameters:
  ///   - whenBusy: Called with `store.busy` if a run is waited for.
  ///   - work: Given the store, which is closed behind it, and the permissions of what it writes.
  /// - Throws: `DaymarkError` `file.missing` without such a store and folder; `store.unusable`, `file.unwritable`,
  ///   `store.busy`; `CancellationError`.
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
