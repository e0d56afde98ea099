import DaymarkDocuments
package import DaymarkModel
import DaymarkProof
import DaymarkStore
import Foundation

/// Where attestations are to be sealed.
package struct SealRequest: Sendable {
  /// The folder of the log, made when it is not there.
  package var log: String
  /// The file of the private key that signs its checkpoints.
  package var key: String
  /// The log's name; needed for a new log.
  package var origin: String?

  package init(log: String, key: String, origin: String? = nil) {
    (self.log, self.key, self.origin) = (log, key, origin)
  }
}

/// What became of sealing.
package struct SealSummary: Sendable {
  package var origin: String
  /// The place of the new entry in the log, from 0; `nil` where nothing was new.
  package var index: Int?
  /// The number of entries of the log.
  package var size: Int
  /// How many attestations the entry is over.
  package var sealed = 0
  /// How many were sealed before.
  package var earlier = 0
}

/// Puts the root over all attestations that were never sealed into a log, and says in each folder where it stands.
///
/// - Parameters:
///   - request: The log and its key.
///   - access: The output folder, whose challenges are sealed, and the store.
///   - whenBusy: Called with `store.busy` if a run is waited for.
/// - Throws: `DaymarkError` `seal.log_unsound` where the log's folder is not as it was left; `seal.origin_unstated`;
///   `key.unreadable` also for a key that is not of Ed25519; what ``OutputAccess`` throws.
package func sealAttestations(
  _ request: SealRequest, _ access: OutputAccess, whenBusy: (Finding) -> Void = { _ in }
) async throws -> SealSummary {
  _ = try signingKey(at: request.key)
  return try await access.writing(whenBusy: whenBusy) { store, mode in
    let key = try signingKey(at: request.key)
    guard key.publicKey.algorithm == .ed25519 else {
      throw DaymarkError(.keyUnreadable, at: InputLocation(file: request.key)) {
        $0.reason = .notForLogs
      }
    }
    var (origin, log) = try request.opened(by: key.publicKey)
    var summary = SealSummary(origin: origin, size: log.count)
    let folders = access.attestedFolders
    let known = folders.filter { $0.isSealed(in: log, origin) }
    let new = folders.filter { !$0.isSealed(in: log, origin) }
    summary.earlier = known.count
    guard !new.isEmpty else { return summary }
    let night = SealedNight(new.map(\.attestation))
    log.append(night.root)
    guard let checkpoint = Checkpoint(origin, size: log.count, root: log.root, signing: key) else {
      throw DaymarkError(.keyUnreadable, at: InputLocation(file: request.key))
    }
    try write(log, checkpoint, to: request.log)
    let index = log.count - 1
    for challenge in Set(new.map(\.challenge)) {
      guard
        let id = try store.challenges().map(\.challenge.id).first(where: {
          folderName(of: $0) == challenge
        })
      else { continue }
      try store.book?.append(
        RecordedSeal(origin, index: index, root: night.root, at: access.now), of: id)
    }
    func step(_ place: Int) -> Inclusion.Step {
      Inclusion.Step(place, of: log.count, log.path(of: place))
    }
    for folder in new {
      guard let own = night.step(of: folder.attestation) else { continue }
      try SubjectProof(folder: folder.path).put(
        Inclusion(origin, night: own, log: step(index)), mode: mode)
    }
    for folder in known {
      guard var inclusion = folder.inclusion else { continue }
      // The log is larger now, and the way in it longer.
      inclusion.log = step(inclusion.log.index)
      try SubjectProof(folder: folder.path).put(inclusion, mode: mode)
    }
    (summary.index, summary.size, summary.sealed) = (index, log.count, new.count)
    return summary
  }
}

extension SealRequest {
  /// The log as it lies in its folder, or a new one.
  fileprivate func opened(by key: PublicKey) throws -> (origin: String, log: TileLog) {
    let path = "\(log)/\(TileLog.checkpointName)"
    guard let bytes = StoredFile(at: path) else {
      guard let origin, Checkpoint.isOrigin(origin) else {
        throw DaymarkError(.sealOriginUnstated, at: InputLocation(file: log))
      }
      return (origin, TileLog())
    }
    let read = try tileLog(at: log, trusting: [key])
    let known = bytes.bytes.flatMap { Checkpoint($0) }?.origin ?? ""
    guard origin == nil || origin == known else {
      throw DaymarkError(.configBadValue, at: InputLocation(file: path)) {
        ($0.key, $0.value, $0.expected) = ("--origin", origin, .oneOf([known]))
      }
    }
    return (known, read)
  }
}

/// Writes what is new of a log; its checkpoint comes last, for until then the old one holds.
private func write(_ log: TileLog, _ checkpoint: Checkpoint, to folder: String) throws {
  var folders: Set<String> = []
  for (path, bytes) in log.files.sorted(by: { $0.key < $1.key }) {
    let parent = parentFolder(of: "\(folder)/\(path)")
    try makeFolder(parent)
    if try putFile(bytes, at: "\(folder)/\(path)") { folders.insert(parent) }
  }
  for parent in folders { try flushFolder(parent) }
  try makeFolder(folder)
  _ = try putFile(checkpoint.bytes, at: "\(folder)/\(TileLog.checkpointName)")
  try flushFolder(folder)
}

/// A subject's folder with an attestation.
private struct AttestedFolder {
  let path: String
  /// The name of the challenge's folder.
  let challenge: String
  let attestation: [UInt8]
  let inclusion: Inclusion?

  /// Whether an entry of the log is over the attestation.
  func isSealed(in log: TileLog, _ origin: String) -> Bool {
    guard let inclusion, inclusion.origin == origin,
      log.entries.indices.contains(inclusion.log.index)
    else { return false }
    return inclusion.nightRoot(of: attestation) == log.entries[inclusion.log.index]
  }
}

extension OutputAccess {
  /// The folders of all subjects of all challenges that have an attestation.
  fileprivate var attestedFolders: [AttestedFolder] {
    visibleNames(inFolder: outputFolder).flatMap { challenge in
      visibleNames(inFolder: "\(outputFolder)/\(challenge)").compactMap { subject in
        let path = "\(outputFolder)/\(challenge)/\(subject)"
        return SubjectProof(folder: path).sealed.map {
          AttestedFolder(
            path: path, challenge: challenge, attestation: $0.attestation, inclusion: $0.inclusion)
        }
      }
    }
  }
}
