import DaymarkDocuments
package import DaymarkModel
import DaymarkProof
import DaymarkStore
import Foundation

/// The log to seal attestations in.
package struct SealRequest: Sendable {
  /// The folder of the log, which is made if it does not exist.
  package var log: String
  /// The file of the private key that signs the log's checkpoints.
  package var key: String
  /// The name of the log, needed for a new log.
  package var origin: String?

  package init(log: String, key: String, origin: String? = nil) {
    (self.log, self.key, self.origin) = (log, key, origin)
  }
}

/// The result of sealing.
package struct SealSummary: Sendable {
  package var origin: String
  /// The index of the new entry in the log, from 0; `nil` where no attestation was new.
  package var index: Int?
  /// The number of entries of the log.
  package var size: Int
  /// The number of attestations that the new entry covers.
  package var sealed = 0
  /// The number of attestations that were sealed before.
  package var earlier = 0
  /// The file in the log's folder that keeps the former checkpoint, where witnesses signed it too.
  package var keptCheckpoint: String?
}

/// Adds the root over all unsealed attestations to a log, and writes an inclusion beside each
/// attestation.
///
/// - Parameters:
///   - request: The log and its key.
///   - access: The store, and the output folder with the challenges to seal.
///   - whenBusy: Called with `store.busy` while the function waits for a run.
/// - Throws: `DaymarkError` `seal.log_unsound` for a log that was changed or lacks an entry that
///   the book has; `seal.origin_unstated`; `key.unreadable` also for a key other than Ed25519; the
///   errors of ``OutputAccess``.
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
    try request.compare(log, with: store.book?.seals(inLog: origin) ?? [])
    var summary = SealSummary(origin: origin, size: log.count)
    let attestations = access.attestations
    let known = attestations.filter { $0.isSealed(in: log, origin) }
    let new = attestations.filter { !$0.isSealed(in: log, origin) }
    summary.earlier = known.count
    let night = SealedNight(new.map(\.bytes))
    if !new.isEmpty {
      log.append(night.root)
      guard let checkpoint = Checkpoint(origin, size: log.count, root: log.root, signing: key)
      else { throw DaymarkError(.keyUnreadable, at: InputLocation(file: request.key)) }
      summary.keptCheckpoint = try write(log, checkpoint, to: request.log)
      (summary.index, summary.size, summary.sealed) = (log.count - 1, log.count, new.count)
      let seal = RecordedSeal(origin, index: log.count - 1, root: night.root, at: access.now)
      let challenges = try store.challenges().map(\.challenge.id)
      for folder in Set(new.map(\.challenge)) {
        guard let id = challenges.first(where: { folderName(of: $0) == folder }) else { continue }
        try store.book?.append(seal, of: id)
      }
    }
    let tree = log.tree
    func put(_ night: Inclusion.Step, _ place: Int, of attestation: StoredAttestation) throws {
      let step = Inclusion.Step(place, of: tree.count, tree.path(of: place))
      try attestation.place.put(Inclusion(origin, night: night, log: step), mode: mode)
    }
    for attestation in new {
      guard let own = night.step(of: attestation.bytes) else { continue }
      try put(own, log.count - 1, of: attestation)
    }
    // The log has grown since the last seal of these attestations, by this seal or by one of
    // another output folder.
    for attestation in known {
      guard let inclusion = attestation.inclusion, inclusion.log.count != tree.count else {
        continue
      }
      try put(inclusion.night, inclusion.log.index, of: attestation)
    }
    return summary
  }
}

extension SealRequest {
  /// Opens the log in its folder, or makes a new one.
  fileprivate func opened(by key: PublicKey) throws -> (origin: String, log: TileLog) {
    let path = "\(log)/\(TileLog.checkpointName)"
    guard StoredFile(at: path) != nil else {
      guard let origin, Checkpoint.isOrigin(origin) else {
        throw DaymarkError(.sealOriginUnstated, at: InputLocation(file: log))
      }
      return (origin, TileLog())
    }
    let read = try signedLog(at: log, trusting: [key])
    let known = read.checkpoint.origin
    guard origin == nil || origin == known else {
      throw DaymarkError(.configBadValue, at: InputLocation(file: path)) {
        ($0.key, $0.value, $0.expected) = ("--origin", origin, .oneOf([known]))
      }
    }
    return (known, read.log)
  }

  /// Compares a log with the entries that the book has for a log of the same name.
  ///
  /// - Throws: `DaymarkError` `seal.log_unsound`, with the first entry that is missing or
  ///   different.
  fileprivate func compare(_ log: TileLog, with seals: [RecordedSeal]) throws {
    let lacking = seals.first {
      !log.entries.indices.contains($0.index) || log.entries[$0.index] != $0.root
    }
    guard let lacking else { return }
    throw DaymarkError(.sealLogUnsound, at: InputLocation(file: self.log)) {
      ($0.reason, $0.value, $0.since) = (.entry, "\(lacking.index)", lacking.at)
    }
  }
}

/// Writes the new files of a log, with the checkpoint last, because the old one is valid until
/// then.
///
/// - Returns: The name of the file that keeps the former checkpoint, where witnesses signed it.
private func write(
  _ log: TileLog, _ checkpoint: Checkpoint, to folder: String
) throws -> String? {
  var folders: Set<String> = []
  for (path, bytes) in log.files.sorted(by: { $0.key < $1.key }) {
    let parent = parentFolder(of: "\(folder)/\(path)")
    try makeFolder(parent)
    if try putFile(bytes, at: "\(folder)/\(path)") { folders.insert(parent) }
  }
  for parent in folders { try flushFolder(parent) }
  try makeFolder(folder)
  let path = "\(folder)/\(TileLog.checkpointName)"
  var kept: String?
  if let bytes = StoredFile(at: path)?.bytes, let former = Checkpoint(bytes),
    former.signatures.count > 1
  {
    let name = "\(TileLog.checkpointName).\(former.size)"
    _ = try putFile(bytes, at: "\(folder)/\(name)")
    try flushFolder(folder)
    kept = name
  }
  _ = try putFile(checkpoint.bytes, at: path)
  try flushFolder(folder)
  return kept
}

/// An attestation in the output folder.
private struct StoredAttestation {
  let place: SealableAttestation
  /// The name of the challenge's folder.
  let challenge: String
  let bytes: [UInt8]
  let inclusion: Inclusion?

  /// Reads the attestation of one subject or payout; `nil` where there is none.
  init?(_ place: SealableAttestation, of challenge: String) {
    guard let sealed = place.sealed else { return nil }
    (self.place, self.challenge) = (place, challenge)
    (bytes, inclusion) = (sealed.attestation, sealed.inclusion)
  }

  /// Whether an entry of the log covers the attestation.
  func isSealed(in log: TileLog, _ origin: String) -> Bool {
    guard let inclusion, inclusion.origin == origin,
      log.entries.indices.contains(inclusion.log.index)
    else { return false }
    return inclusion.nightRoot(of: bytes) == log.entries[inclusion.log.index]
  }
}

extension OutputAccess {
  /// The attestations of all subjects and all payouts of all challenges.
  fileprivate var attestations: [StoredAttestation] {
    visibleNames(inFolder: outputFolder).flatMap { challenge in
      let folder = "\(outputFolder)/\(challenge)"
      let subjects = visibleNames(inFolder: folder).map {
        SubjectProof(folder: "\(folder)/\($0)").sealable
      }
      return (subjects + [PayoutProof(folder: folder).sealable]).compactMap {
        StoredAttestation($0, of: challenge)
      }
    }
  }
}
