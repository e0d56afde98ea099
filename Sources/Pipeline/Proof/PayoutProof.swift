import DaymarkDocuments
import DaymarkEmit
import DaymarkModel
import DaymarkProof

/// The payout in the folder of a challenge, and its attestation.
struct PayoutProof {
  let folder: String

  private func path(_ file: PayoutFile) -> String { "\(folder)/\(file.rawValue)" }
  private func stored(_ file: PayoutFile) -> StoredFile? { StoredFile(at: path(file)) }

  var isThere: Bool { PayoutFile.allCases.contains { stored($0) != nil } }

  var sealable: SealableAttestation {
    SealableAttestation(attestation: path(.attestation), inclusion: path(.inclusion))
  }

  private var document: Payout? {
    stored(.document)?.bytes.flatMap(Members<Payout>.payout.kind.value)
  }

  // MARK: Signing

  /// Signs the payout.
  ///
  /// - Parameter challenge: The id of the challenge whose folder this is.
  /// - Returns: Whether an attestation was written. None is where a valid attestation of these
  ///   files by this key exists.
  /// - Throws: `document.edited` where the two files are of different payouts or do not follow from
  ///   the documents beside them.
  func attest(
    challenge: String, with key: borrowing SigningKey, _ mode: FileMode
  ) throws -> Bool {
    guard let statement, checks(challenges: [challenge]).allSatisfy(\.differences.isEmpty) else {
      throw DaymarkError(.documentEdited, at: InputLocation(file: path(.document))) {
        $0.reason = .unfounded
      }
    }
    let known = stored(.attestation)?.bytes.flatMap { try? Envelope($0) }
    if known?.says(statement, by: key.publicKey) == true { return false }
    guard let envelope = Envelope(signing: statement, with: key) else { return false }
    // The inclusion is about the former attestation.
    _ = try removeFile(at: path(.inclusion))
    _ = try putFile(
      Members<Envelope>.envelope.kind.bytes(envelope), at: path(.attestation), mode: mode)
    try flushFolder(folder)
    return true
  }

  /// The statement about the two files of the payout.
  private var statement: Statement<AttestedPayout>? {
    guard let payout = document, let bytes = stored(.document)?.bytes,
      let table = stored(.table)?.bytes
    else { return nil }
    return Statement(
      [(PayoutFile.table, table), (.document, bytes)].map {
        AttestedFile($0.0.rawValue, Digest(of: $0.1))
      }, AttestedPayout(payout))
  }

  /// Removes the attestation where the payout rests on an earlier document of a subject.
  ///
  /// - Parameters:
  ///   - subject: The id of the subject.
  ///   - digests: The digests of the files that the subject's folder has or is about to have, by
  ///     file name.
  /// - Returns: The removed files.
  func removeAttestation(ifRestingOnOtherOf subject: String, than digests: [String: Digest]) throws
    -> [PayoutFile]
  {
    guard stored(.attestation) != nil,
      let basis = document?.lines.first(where: { $0.stake.subject == subject })?.basis
    else { return [] }
    let answering: OutputFile = digests[OutputFile.decision.rawValue] == nil ? .verdict : .decision
    if basis.document == answering, basis.digest == digests[answering.rawValue] { return [] }
    return try removeAttestation()
  }

  /// Removes the attestation and its inclusion in a log.
  ///
  /// - Returns: The removed files.
  func removeAttestation() throws -> [PayoutFile] {
    let files = try [PayoutFile.attestation, .inclusion].filter { try removeFile(at: path($0)) }
    if !files.isEmpty { try flushFolder(folder) }
    return files
  }

  var removalFinding: Finding {
    Finding(.attestationRemoved, at: InputLocation(file: path(.attestation)))
  }

  // MARK: Checking

  /// Checks the payout against the documents of the challenge beside it, without stakes and policy.
  ///
  /// - Parameter challenges: The ids of the challenges of the evidence beside it.
  func checks(challenges: Set<String>) -> [VerificationCheck] {
    guard let payout = document else {
      let kind = stored(.document) == nil ? DocumentDifference.Kind.missing : .unreadable
      return [VerificationCheck(.payout, with: .files, [DocumentDifference(kind: kind)])]
    }
    var differences = fileDifferences(
      stored(.document), Members<Payout>.payout.kind.json(payout))
    if differences.isEmpty {
      differences =
        (payout.firstContradiction ?? contradiction(of: payout, challenges)).map {
          [DocumentDifference(path: $0, kind: .content)]
        } ?? []
    }
    return [
      VerificationCheck(.payout, with: .files, differences),
      VerificationCheck(
        .payoutTable, with: .files,
        fileDifferences(stored(.table), Array(payoutTable(payout).utf8))),
    ]
  }

  /// Returns the path of the first value in a payout that contradicts the subjects' folders; `nil`
  /// without a contradiction.
  private func contradiction(of payout: Payout, _ challenges: Set<String>) -> String? {
    guard challenges == [payout.challenge] else { return "$.challenge" }
    if payout.isCancelled { return nil }
    var answers: [String: PayoutAnswer] = [:]
    for line in payout.lines {
      answers[line.stake.subject] = try? PayoutAnswer(on: line.stake.subject, in: folder)
    }
    let bases = answers.bases
    let other = payout.lines.firstIndex { $0.basis != bases[$0.stake.subject] }
    if let other { return "$.lines[\(other)].basis" }
    return answers.isEmpty || answers.commonTerms?.id == payout.challenge ? nil : "$.lines"
  }

  /// Checks the payout's attestation against the trusted keys.
  ///
  /// - Returns: The check, and the key that signed a trusted envelope.
  func check(trusting keys: [PublicKey]) -> (check: VerificationCheck, key: PublicKey?) {
    func check(_ differences: [DocumentDifference]) -> VerificationCheck {
      VerificationCheck(.payoutAttestation, with: .keys, differences)
    }
    guard let file = stored(.attestation) else { return (check([.init(kind: .missing)]), nil) }
    do {
      let signed = try TrustedStatement<AttestedPayout>(
        Envelope(file.bytes ?? []), trusting: keys)
      return (check(differences(from: signed.statement)), signed.key)
    } catch {
      return (check([DocumentDifference(kind: DocumentDifference.Kind(error))]), nil)
    }
  }

  private func differences(from signed: Statement<AttestedPayout>) -> [DocumentDifference] {
    if signed == statement { return [] }
    let digests = signed.files.digests
    let differences = [PayoutFile.table, .document].compactMap { file -> DocumentDifference? in
      guard let bytes = stored(file)?.bytes else {
        return DocumentDifference(path: file.rawValue, kind: .missing)
      }
      return digests[file.rawValue] == Digest(of: bytes)
        ? nil : DocumentDifference(path: file.rawValue, kind: .content)
    }
    return differences.isEmpty
      ? [DocumentDifference(path: "$.predicate", kind: .content)] : differences
  }
}
