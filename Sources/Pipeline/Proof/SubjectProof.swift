import DaymarkDocuments
import DaymarkModel
import DaymarkProof
import Foundation

/// The files in a subject's folder that prove who made the other files.
struct SubjectProof {
  let folder: String

  private func path(_ file: ProofFile) -> String { "\(folder)/\(file.rawValue)" }
  private func bytes(_ file: ProofFile) -> [UInt8]? { StoredFile(at: path(file))?.bytes }

  var hasAttestation: Bool { StoredFile(at: path(.attestation)) != nil }

  /// The attestation, whoever signed it; `nil` where none can be read.
  var envelope: Envelope? { bytes(.attestation).flatMap { try? Envelope($0) } }

  /// Whether only the owner has permissions on the commitment, which contains a secret.
  var isCommitmentOwnersAlone: Bool {
    var status = stat()
    return lstat(path(.commitment), &status) == 0 && status.st_mode & 0o077 == 0
  }

  /// Removes everybody's permissions on the commitment except the owner's.
  func closeCommitment() throws {
    guard !isCommitmentOwnersAlone else { return }
    guard chmod(path(.commitment), FileMode.ownerOnly.files) == 0 else {
      throw unwritable(path(.commitment), errno)
    }
  }

  var commitment: Commitment? {
    bytes(.commitment).flatMap(Members<Commitment>.commitment.kind.value)
  }

  func put(_ envelope: Envelope, _ commitment: Commitment, mode: FileMode) throws {
    // The inclusion is about the former attestation.
    _ = try removeFile(at: path(.inclusion))
    // The attestation comes last: without its commitment it could show no figure.
    _ = try putFile(
      Members<Commitment>.commitment.kind.bytes(commitment), at: path(.commitment), mode: .ownerOnly
    )
    _ = try putFile(
      Members<Envelope>.envelope.kind.bytes(envelope), at: path(.attestation), mode: mode)
    try flushFolder(folder)
  }

  var sealable: SealableAttestation {
    SealableAttestation(attestation: path(.attestation), inclusion: path(.inclusion))
  }

  /// Removes the attestation, the commitment and the inclusion in a log.
  ///
  /// - Returns: The removed files.
  func remove() throws -> [ProofFile] {
    try ProofFile.allCases.filter { try removeFile(at: path($0)) }
  }

  /// Removes the attestation and its commitment, if it names other files than the folder is about
  /// to have.
  ///
  /// - Parameter digests: The digests of the files of a run that the folder will have, by file
  ///   name.
  /// - Returns: The removed files.
  func removeUnless(of digests: [String: Digest]) throws -> [ProofFile] {
    guard hasAttestation else { return [] }
    if let files = envelope?.statedFiles, files == digests { return [] }
    return try remove()
  }

  var removalFinding: Finding {
    Finding(.attestationRemoved, at: InputLocation(file: path(.attestation)))
  }
}

extension Envelope {
  /// The files that the statement names, whoever signed it; `nil` where the statement cannot be
  /// read.
  fileprivate var statedFiles: [String: Digest]? {
    Statement<AttestedEvidence>.members.kind.value(payload)?.files.digests
  }
}

extension [AttestedFile] {
  /// The digests by file name.
  ///
  /// A trusted statement names each file once.
  var digests: [String: Digest] { Dictionary(map { ($0.name, $0.digest) }) { first, _ in first } }
}

extension SubjectFolder {
  /// The digests of the readable files of a run, by file name.
  var digests: [String: Digest] {
    files.reduce(into: [:]) { $0[$1.key.rawValue] = $1.value.bytes.map { Digest(of: $0) } }
  }

  /// Makes the statement about the files and the evidence.
  ///
  /// - Returns: `nil` without evidence.
  func statement(_ commitment: CommitmentRoot) -> Statement<AttestedEvidence>? {
    json(.evidence).flatMap { AttestedEvidence($0, commitment) }.map { predicate in
      Statement(
        digests.map { AttestedFile($0.key, $0.value) }.sorted { $0.name < $1.name }, predicate)
    }
  }
}
