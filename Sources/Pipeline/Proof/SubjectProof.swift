import DaymarkDocuments
import DaymarkModel
import DaymarkProof
import Foundation

/// What lies in a subject's folder that proves who made the other files.
struct SubjectProof {
  let folder: String

  private func path(_ file: ProofFile) -> String { "\(folder)/\(file.rawValue)" }
  private func bytes(_ file: ProofFile) -> [UInt8]? { StoredFile(at: path(file))?.bytes }

  var hasAttestation: Bool { StoredFile(at: path(.attestation)) != nil }

  /// The attestation, whoever has signed it; `nil` where none can be read.
  var envelope: Envelope? { bytes(.attestation).flatMap { try? Envelope($0) } }

  /// Whether nobody but its owner has any right to the commitment, which holds a secret.
  var isCommitmentOwnersAlone: Bool {
    var status = stat()
    return lstat(path(.commitment), &status) == 0 && status.st_mode & 0o077 == 0
  }

  /// Takes the rights to the commitment from everybody but its owner.
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
    // What was sealed of the former one says nothing of this.
    _ = try removeFile(at: path(.inclusion))
    // The attestation comes last: one without its commitment could show nothing.
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

  /// Removes what is there.
  ///
  /// - Returns: The files that are gone.
  func remove() throws -> [ProofFile] {
    try ProofFile.allCases.filter { try removeFile(at: path($0)) }
  }

  /// Removes an attestation of other files than the folder is about to have, with its commitment.
  ///
  /// - Parameter digests: Those of all files of a run that the folder will have, by name.
  /// - Returns: The files that are gone.
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
  /// The files that its statement names, whoever has signed it; `nil` where that cannot be read.
  fileprivate var statedFiles: [String: Digest]? {
    Statement<AttestedEvidence>.members.kind.value(payload)?.files.digests
  }
}

extension [AttestedFile] {
  /// The digests by name; no name stands twice in a statement that can be believed.
  var digests: [String: Digest] { Dictionary(map { ($0.name, $0.digest) }) { first, _ in first } }
}

extension SubjectFolder {
  /// The digests of the files that runs write, by name; those that cannot be read are left out.
  var digests: [String: Digest] {
    files.reduce(into: [:]) { $0[$1.key.rawValue] = $1.value.bytes.map { Digest(of: $0) } }
  }

  /// The statement about the files and what the evidence says.
  ///
  /// - Returns: `nil` without evidence.
  func statement(_ commitment: CommitmentRoot) -> Statement<AttestedEvidence>? {
    json(.evidence).flatMap { AttestedEvidence($0, commitment) }.map { predicate in
      Statement(
        digests.map { AttestedFile($0.key, $0.value) }.sorted { $0.name < $1.name }, predicate)
    }
  }
}
