import DaymarkConfiguration
import DaymarkDocuments
package import DaymarkModel
import DaymarkProof
import DaymarkStore
import Foundation

/// What is to be attested, and with which key.
package struct AttestationRequest: Sendable {
  /// The folder of a challenge in the output folder of its run.
  package var folder: String
  /// The ids of subjects; all that have a verdict when empty.
  package var subjects: [String]
  /// The file of the private key.
  package var key: String

  package init(folder: String, subjects: [String] = [], key: String) {
    (self.folder, self.subjects, self.key) = (folder, subjects, key)
  }
}

/// What became of attesting.
package struct AttestationSummary: Sendable {
  package var challenge: String
  /// SHA-256 of the public key.
  package var key: Digest
  /// When the key was first used for the challenge.
  package var firstUse: Instant
  /// The subjects whose attestation is new, by id.
  package var attested: [String] = []
  /// Those whose attestation by this key stands.
  package var unchanged: [String] = []
  /// Whether the attestation of the payout is new; `nil` where there is no payout, or single subjects are attested.
  package var attestsPayout: Bool?
  /// The names of files that lie beside those that are attested, ascending.
  package var notAttested: [String] = []
  /// Why others are not attested.
  package var findings: [Finding] = []
}

/// Signs what the last run wrote, and decisions on it, and commits to each figure.
///
/// - Parameters:
///   - request: The subjects, and the key.
///   - access: The store, and the output folder in which the challenge's lies.
///   - whenBusy: Called with `store.busy` if a run is waited for.
/// - Returns: Also findings: `document.edited` of a subject whose file is not what was written, which is left out.
/// - Throws: `DaymarkError` `challenge.unknown`, `subject.unknown`, `verdict.missing`; what ``signingKey(at:)`` and
///   ``OutputAccess`` throw.
package func attestSubjects(
  _ request: AttestationRequest, _ access: OutputAccess, whenBusy: (Finding) -> Void = { _ in }
) async throws -> AttestationSummary {
  // Refused before anybody waits.
  _ = try signingKey(at: request.key)
  return try await access.writing(whenBusy: whenBusy) { store, mode in
    let key = try signingKey(at: request.key)
    let challenge = try store.challengeID(ofFolder: request.folder)
    let cohort = try StoredCohort(at: store.path, challenge: challenge)
    let decisions = try store.book?.decisions(of: challenge) ?? [:]
    var summary = AttestationSummary(
      challenge: challenge, key: key.publicKey.id,
      firstUse: try store.book?.noteUse(of: key.publicKey, for: challenge, at: access.now)
        ?? access.now)
    for subject in try cohort.attestedSubjects(request.subjects) {
      let written = try store.outputs(of: SubjectKey(challenge: challenge, subject: subject))
      let folder = AttestableFolder(
        path: "\(request.folder)/\(folderName(of: subject))",
        written: written.digests, decisions[subject])
      try folder.attest(subject, with: key, mode, &summary)
    }
    if request.subjects.isEmpty {
      try attestPayout(of: challenge, in: request.folder, with: key, mode, &summary)
    }
    return summary
  }
}

/// The folder of a subject, and what the last run wrote into it.
private struct AttestableFolder {
  let path: String
  let files: SubjectFolder
  /// The digests of the files that should lie there, by name.
  let written: [String: Digest]

  /// - Parameter decision: That on the subject, which lies there too.
  init(path: String, written: [String: Digest], _ decision: Decision?) {
    (self.path, files) = (path, SubjectFolder(at: path))
    var written = written
    written[OutputFile.decision.rawValue] = decision.map {
      Digest(of: Members<Decision>.decision.kind.bytes($0))
    }
    self.written = written
  }

  func attest(
    _ subject: String, with key: borrowing SigningKey, _ mode: FileMode,
    _ summary: inout AttestationSummary
  ) throws {
    if let edited = files.firstEdited(written) {
      summary.findings.append(
        Finding(.documentEdited, at: InputLocation(file: "\(path)/\(edited.rawValue)")) {
          $0.subject = subject
        })
      return
    }
    if try DaymarkPipeline.attest(files, in: SubjectProof(folder: path), with: key, mode) {
      summary.attested.append(subject)
    } else {
      summary.unchanged.append(subject)
    }
    let others = Set(SubjectFolder(at: path).others).subtracting([ProofFile.attestation.rawValue])
    summary.notAttested = others.union(summary.notAttested).sorted()
  }
}

/// Attests the payout of a challenge, where there is one.
private func attestPayout(
  of challenge: String, in folder: String, with key: borrowing SigningKey, _ mode: FileMode,
  _ summary: inout AttestationSummary
) throws {
  let payout = PayoutProof(folder: folder)
  guard payout.isThere else { return }
  do {
    summary.attestsPayout = try payout.attest(challenge: challenge, with: key, mode)
  } catch let error as DaymarkError where error.finding.code == .documentEdited {
    summary.findings.append(error.finding)
  }
}

/// - Returns: Whether an attestation was written; not where one of these files by this key stands.
private func attest(
  _ files: SubjectFolder, in proof: SubjectProof, with key: borrowing SigningKey, _ mode: FileMode
) throws -> Bool {
  if let known = proof.commitment, let statement = files.statement(known.root),
    proof.envelope?.says(statement, by: key.publicKey) == true,
    known.envelope?.says(statement.predicate.figures.statement, by: key.publicKey) == true
  {
    try proof.closeCommitment()
    return false
  }
  // Never one of another commitment: the same salt would be on two figures.
  let secret = (0..<32).map { _ in UInt8.random(in: 0...255) }
  var commitment = Commitment(
    to: committedFigures(of: files.json(.evidence) ?? .null), secret: secret)
  guard let statement = files.statement(commitment.root),
    let envelope = Envelope(signing: statement, with: key)
  else {
    throw DaymarkError(
      .evidenceUnreadable,
      at: InputLocation(file: "\(proof.folder)/\(OutputFile.evidence.rawValue)"))
  }
  commitment.envelope = Envelope(signing: statement.predicate.figures.statement, with: key)
  try proof.put(envelope, commitment, mode: mode)
  return true
}

extension Envelope {
  /// Whether it is around a statement, and signed by a key.
  func says<Predicate: PredicateRow>(
    _ statement: Statement<Predicate>, by key: PublicKey
  ) -> Bool {
    (try? TrustedStatement<Predicate>(self, trusting: [key]))?.statement == statement
  }
}

extension SubjectFolder {
  /// A file that is not what the last run wrote, or that it did not write.
  fileprivate func firstEdited(_ written: [String: Digest]) -> OutputFile? {
    OutputFile.allCases.first { file in
      switch files[file] {
      case nil: written[file.rawValue] != nil
      case .unreadable: true
      case .bytes(let bytes): written[file.rawValue] != Digest(of: bytes)
      }
    }
  }
}

extension Store {
  /// The challenge whose folder this is, by its name.
  func challengeID(ofFolder path: String) throws -> String {
    let name = URL(fileURLWithPath: path).lastPathComponent
    let ids = try challenges().map(\.challenge.id)
    guard let id = ids.first(where: { folderName(of: $0) == name }) else {
      throw DaymarkError(.challengeUnknown, at: InputLocation(file: self.path)) {
        ($0.challenge, $0.known) = (name, ids.isEmpty ? nil : ids)
        $0.suggestion = suggestion(for: name, among: ids)
      }
    }
    return id
  }
}

extension StoredCohort {
  /// The subjects that are named, or all that have a verdict.
  fileprivate func attestedSubjects(_ named: [String]) throws -> [String] {
    func hasVerdict(_ subject: String) throws -> Bool {
      let key = SubjectKey(challenge: challenge.id, subject: subject)
      return try store.outputs(of: key).digests[OutputFile.verdict.rawValue] != nil
    }
    guard !named.isEmpty else { return try reportedSubjects().filter(hasVerdict) }
    let known = Set(try reportedSubjects())
    for subject in named where try !hasVerdict(subject) {
      guard known.contains(subject) else { throw try unknownSubject(subject) }
      throw DaymarkError(.verdictMissing, at: InputLocation(file: path)) {
        ($0.subject, $0.reason) = (subject, .failed)
      }
    }
    return named
  }
}

extension Book {
  /// Enters a key that was not used for the challenge before.
  ///
  /// - Returns: When it was first used.
  fileprivate func noteUse(
    of key: PublicKey, for challenge: String, at now: Instant
  ) throws -> Instant {
    if let known = try keys(of: challenge).first(where: { $0.id == key.id }) {
      return known.firstUse
    }
    try append(
      RecordedKey(
        id: key.id, algorithm: key.algorithm.rawValue, publicHalf: key.pem, firstUse: now),
      of: challenge)
    return now
  }
}
