import DaymarkDocuments
import DaymarkModel
import DaymarkProof
import Foundation

/// The checkpoint of a log, and the log itself where its folder is given, for checking
/// attestations.
struct SealingLog {
  private let checkpoint: Checkpoint
  private let log: TileLog?

  /// Reads a log from its folder, or only its checkpoint from a file, and checks the signature.
  ///
  /// - Throws: `DaymarkError` `seal.log_unsound`, `file.missing`.
  init(at path: String, trusting keys: [PublicKey]) throws {
    if isFolder(path) {
      let signed = try signedLog(at: path, trusting: keys)
      (log, checkpoint) = (signed.log, signed.checkpoint)
    } else {
      (log, checkpoint) = (nil, try signedCheckpoint(at: path, trusting: keys))
    }
  }

  /// Checks whether an attestation is in the log.
  func check(_ item: VerifiedItem, _ proof: SealableAttestation?) -> VerificationCheck {
    VerificationCheck(item, with: .log, proof.map(differences) ?? [.init(kind: .missing)])
  }

  private func differences(_ proof: SealableAttestation) -> [DocumentDifference] {
    guard let (attestation, inclusion) = proof.sealed, proof.hasInclusion else {
      return [DocumentDifference(kind: .missing)]
    }
    guard let inclusion else { return [DocumentDifference(kind: .unreadable)] }
    guard inclusion.origin == checkpoint.origin else {
      return [DocumentDifference(path: "$.origin", kind: .content)]
    }
    if let log {
      let isEntry =
        log.entries.indices.contains(inclusion.log.index)
        && inclusion.nightRoot(of: attestation) == log.entries[inclusion.log.index]
      return isEntry ? [] : [DocumentDifference(kind: .uncommitted)]
    }
    guard inclusion.log.count == checkpoint.size else {
      return [DocumentDifference(path: "$.log.leaves", kind: .otherSize)]
    }
    return inclusion.logRoot(of: attestation) == checkpoint.root
      ? [] : [DocumentDifference(kind: .uncommitted)]
  }
}

/// The result of checking a log.
package struct LogVerification: Sendable {
  package var origin: String
  /// The number of entries.
  package var size: Int
  /// The number of entries of the earlier checkpoint, if one was given.
  package var earlier: Int?
  /// Whether the earlier checkpoint belongs to another log.
  package var isDifferent = false

  fileprivate init(origin: String, size: Int, earlier: Int? = nil) {
    (self.origin, self.size, self.earlier) = (origin, size, earlier)
  }
}

/// Checks the folder of a log: each file, the checkpoint, and whether an earlier checkpoint belongs
/// to the same log.
///
/// - Parameters:
///   - path: The folder of the log.
///   - earlier: The earlier checkpoint, or a folder that has one, such as an earlier copy of the log.
///   - keys: The files of the public keys that may have signed the checkpoints.
/// - Throws: `DaymarkError` `seal.log_unsound`, and the errors of reading the keys.
package func verifyLog(
  _ path: String, earlier: String?, trusting keys: [String]
) throws -> LogVerification {
  let keys = try publicKeys(at: keys)
  let signed = try signedLog(at: path, trusting: keys)
  var verification = LogVerification(
    origin: signed.checkpoint.origin, size: signed.checkpoint.size)
  if let earlier {
    let former = try signedCheckpoint(at: earlier, trusting: keys)
    verification.earlier = former.size
    verification.isDifferent =
      former.origin != signed.checkpoint.origin
      || signed.log.root(ofFirst: former.size) != former.root
  }
  return verification
}

/// Writes a proof that an earlier checkpoint is a part of a log.
///
/// - Parameters:
///   - path: The folder of the log.
///   - earlier: The file of the earlier checkpoint.
///   - keys: The files of the public keys that may have signed the checkpoints.
///   - target: The path of the file to write.
/// - Throws: `DaymarkError` `seal.log_unsound`, with the `reason` `root` also where the earlier
///   checkpoint belongs to another log; `file.missing`, `file.exists`, `file.unwritable`; the
///   errors of reading the keys.
package func proveConsistency(
  ofLog path: String, from earlier: String, trusting keys: [String], to target: String
) throws -> LogVerification {
  let keys = try publicKeys(at: keys)
  let signed = try signedLog(at: path, trusting: keys)
  let former = try signedCheckpoint(at: earlier, trusting: keys)
  let latter = signed.checkpoint
  let hashes = signed.log.consistencyPath(from: former.size)
  guard latter.continues(former, by: hashes) else { throw unsound(earlier, .root) }
  let consistency = Consistency(
    from: String(decoding: former.bytes, as: UTF8.self),
    to: String(decoding: latter.bytes, as: UTF8.self), hashes)
  try putNewFile(
    Members<Consistency>.consistency.kind.bytes(consistency), at: target, mode: .readable)
  try flushFolder(parentFolder(of: target))
  return LogVerification(origin: latter.origin, size: latter.size, earlier: former.size)
}

/// Checks a proof that an earlier checkpoint is a part of a later one.
///
/// - Throws: `DaymarkError` `seal.log_unsound` where the proof or a checkpoint in it cannot be
///   read, or no trusted key signed a checkpoint; the errors of reading the keys.
package func verifyConsistency(_ path: String, trusting keys: [String]) throws -> LogVerification {
  let keys = try publicKeys(at: keys)
  guard let bytes = StoredFile(at: path, followsLinks: true)?.bytes,
    let consistency = Members<Consistency>.consistency.kind.value(bytes),
    let former = Checkpoint(Array(consistency.earlier.utf8)),
    let latter = Checkpoint(Array(consistency.later.utf8))
  else { throw unsound(path, .unreadable) }
  for checkpoint in [former, latter] where !keys.contains(where: checkpoint.isSigned) {
    throw unsound(path, .untrusted)
  }
  var verification = LogVerification(
    origin: latter.origin, size: latter.size, earlier: former.size)
  verification.isDifferent = !latter.continues(former, by: consistency.path)
  return verification
}

/// Reads the log in a folder.
///
/// - Throws: `DaymarkError` `seal.log_unsound`.
func signedLog(at folder: String, trusting keys: [PublicKey]) throws -> SignedLog {
  do throws(LogFault) {
    return try SignedLog(trusting: keys) { StoredFile(at: "\(folder)/\($0)")?.bytes }
  } catch {
    throw unsound(folder, Finding.Reason(error))
  }
}

extension Finding.Reason {
  fileprivate init(_ fault: LogFault) {
    self =
      switch fault {
      case .checkpoint: .checkpoint
      case .untrusted: .untrusted
      case .tiles: .tiles
      case .root: .root
      }
  }
}

/// Reads a checkpoint that a trusted key has signed.
///
/// - Parameter path: The file of a checkpoint, or a folder that contains one.
private func signedCheckpoint(at path: String, trusting keys: [PublicKey]) throws -> Checkpoint {
  let path = isFolder(path) ? "\(path)/\(TileLog.checkpointName)" : path
  guard let file = StoredFile(at: path, followsLinks: true) else {
    throw DaymarkError(.fileMissing, at: InputLocation(file: path))
  }
  guard let checkpoint = file.bytes.flatMap({ Checkpoint($0) }) else {
    throw unsound(path, .checkpoint)
  }
  guard keys.contains(where: checkpoint.isSigned) else { throw unsound(path, .untrusted) }
  return checkpoint
}

private func unsound(_ path: String, _ reason: Finding.Reason) -> DaymarkError {
  DaymarkError(.sealLogUnsound, at: InputLocation(file: path)) { $0.reason = reason }
}
