import DaymarkConfiguration
import DaymarkDocuments
package import DaymarkModel
import DaymarkProof
import DaymarkStore
import Foundation

/// The subjects to attest, and the key to sign with.
package struct AttestationRequest: Sendable {
  /// The folder of a challenge in the output folder of its run.
  package var folder: String
  /// The ids of subjects; empty for all that have a verdict.
  package var subjects: [String]
  /// The file of the private key.
  package var key: String

  package init(folder: String, subjects: [String] = [], key: String) {
    (self.folder, self.subjects, self.key) = (folder, subjects, key)
  }
}

/// The result of attesting.
package struct AttestationSummary: Sendable {
  package var challenge: String
  /// The SHA-256 digest of the public key.
  package var key: Digest
  /// The instant at which the key was first used for the challenge.
  package var firstUse: Instant
  /// The ids of the subjects with a new attestation.
  package var attested: [String] = []
  /// The ids of the subjects whose attestation by this key is still valid.
  package var unchanged: [String] = []
  /// Whether the attestation of the payout is new; `nil` without a payout, or where only named
  /// subjects are attested.
  package var attestsPayout: Bool?
  /// The names of files that lie beside the attested ones, in ascending order.
  package var notAttested: [String] = []
  /// The findings for subjects that are not attested.
  package var findings: [Finding] = []
}

/// Signs the files that the last run wrote and the decisions on them, with a commitment to each
/// figure.
///
/// - Parameters:
///   - request: The subjects, and the key.
///   - access: The store, and the output folder in which the challenge's lies.
///   - whenBusy: Called with `store.busy` while the function waits for a run.
/// - Returns: The summary, with the finding `document.edited` for a subject whose file was changed
///   after the run. Such a subject is not attested.
/// - Throws: `DaymarkError` `challenge.unknown`, `subject.unknown`, `verdict.missing`; the errors
///   of ``signingKey(at:)`` and ``OutputAccess``.
package func attestSubjects(
  _ request: AttestationRequest, _ access: OutputAccess, whenBusy: (Finding) -> Void = { _ in }
) async throws -> AttestationSummary {
  // A bad key is refused before the function waits for a run.
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

/// The folder of a subject, and the files that the last run wrote into it.
private struct AttestableFolder {
  let path: String
  let files: SubjectFolder
  /// The digests of the files that should lie in the folder, by file name.
  let written: [String: Digest]

  /// Adds the decision's file to those that the last run wrote.
  ///
  /// - Parameter decision: The decision on the subject, whose file lies in the folder too.
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

/// Attests the payout of a challenge, if there is one.
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

/// Signs the files in a subject's folder, with a new commitment to the figures.
///
/// - Returns: Whether an attestation was written. None is where a valid attestation of these files
///   by this key exists.
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
  // Each attestation has a new commitment: one salt must never be used for two figures.
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
  /// Whether the envelope contains a statement and is signed by a key.
  func says<Predicate: PredicateRow>(
    _ statement: Statement<Predicate>, by key: PublicKey
  ) -> Bool {
    (try? TrustedStatement<Predicate>(self, trusting: [key]))?.statement == statement
  }
}

extension SubjectFolder {
  /// Returns the first file that the last run did not write, or wrote differently; `nil` for none.
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
  /// Finds the id of a challenge by the name of its folder.
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
  /// Lists the named subjects, or all subjects with a verdict where none is named.
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
  /// Enters a key into the book at its first use for the challenge.
  ///
  /// - Returns: The instant of the first use.
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
