import DaymarkDocuments
import DaymarkModel
import DaymarkProof
import Foundation

/// What attestations are looked for in: the checkpoint of a log, and the log where its folder is given.
struct SealingLog {
  private let checkpoint: Checkpoint
  private let log: TileLog?

  /// - Throws: `DaymarkError` `seal.log_unsound`, `file.missing`.
  init(at path: String, trusting keys: [PublicKey]) throws {
    let file = isFolder(path) ? "\(path)/\(TileLog.checkpointName)" : path
    log = isFolder(path) ? try tileLog(at: path, trusting: keys) : nil
    checkpoint = try signedCheckpoint(at: file, trusting: keys)
  }

  /// Whether the attestation of a folder is in the log.
  func check(_ proof: SubjectProof?) -> VerificationCheck {
    VerificationCheck(.inclusion, with: .log, proof.map(differences) ?? [.init(kind: .missing)])
  }

  private func differences(_ proof: SubjectProof) -> [DocumentDifference] {
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

/// What the folder of a log shows.
package struct LogVerification: Sendable {
  package var origin: String
  /// The number of entries.
  package var size: Int
  /// The size of the earlier checkpoint, if one was given.
  package var earlier: Int?
  /// Whether the earlier checkpoint is not one of this log's.
  package var isDifferent = false
}

/// Checks the folder of a log: each file, the checkpoint, and that an earlier checkpoint is one of the same log.
///
/// - Returns: `nil` where the path is something else, such as evidence.
/// - Throws: `DaymarkError` `seal.log_unsound`, and what reading the keys throws.
package func verifyLog(
  _ path: String, earlier: String?, trusting keys: [String]
) throws -> LogVerification? {
  guard isFolder(path), isFolder("\(path)/tile"), !keys.isEmpty else { return nil }
  let keys = try publicKeys(at: keys)
  let log = try tileLog(at: path, trusting: keys)
  let checkpoint = try signedCheckpoint(
    at: "\(path)/\(TileLog.checkpointName)", trusting: keys)
  var verification = LogVerification(origin: checkpoint.origin, size: log.count)
  if let earlier {
    let former = try signedCheckpoint(at: earlier, trusting: keys)
    verification.earlier = former.size
    verification.isDifferent =
      former.origin != checkpoint.origin || log.root(ofFirst: former.size) != former.root
  }
  return verification
}

/// A log as it lies in its folder.
///
/// - Throws: `DaymarkError` `seal.log_unsound`.
func tileLog(at folder: String, trusting keys: [PublicKey]) throws -> TileLog {
  do throws(LogFault) {
    return try TileLog(trusting: keys) { StoredFile(at: "\(folder)/\($0)")?.bytes }
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

private func signedCheckpoint(at path: String, trusting keys: [PublicKey]) throws -> Checkpoint {
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

private func isFolder(_ path: String) -> Bool {
  var isFolder: ObjCBool = false
  return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
}
