import DaymarkDocuments
import DaymarkEmit
import DaymarkModel
import DaymarkProof

/// A payout as it lies in the folder of a challenge, and the attestation of it.
struct PayoutProof {
  let folder: String

  private func path(_ file: PayoutFile) -> String { "\(folder)/\(file.rawValue)" }
  private func stored(_ file: PayoutFile) -> StoredFile? { StoredFile(at: path(file)) }

  var isThere: Bool { PayoutFile.allCases.contains { stored($0) != nil } }

  /// The statement about the two files, which must be those of one payout.
  private var statement: Statement<AttestedPayout>? {
    guard let document = stored(.document)?.bytes, let table = stored(.table)?.bytes,
      let payout = Members<Payout>.payout.kind.value(document),
      Members<Payout>.payout.kind.bytes(payout) == document,
      Array(payoutTable(payout).utf8) == table
    else { return nil }
    return Statement(
      [(PayoutFile.table, table), (.document, document)].map {
        AttestedFile($0.0.rawValue, Digest(of: $0.1))
      }, AttestedPayout(payout))
  }

  /// Signs the payout.
  ///
  /// - Returns: Whether an attestation was written; not where one of these files by this key stands.
  /// - Throws: `document.edited` where the two files are not of one payout.
  func attest(with key: borrowing SigningKey, _ mode: FileMode) throws -> Bool {
    guard let statement else {
      throw DaymarkError(.documentEdited, at: InputLocation(file: path(.document)))
    }
    let known = stored(.attestation)?.bytes.flatMap { try? Envelope($0) }
    if known?.says(statement, by: key.publicKey) == true { return false }
    guard let envelope = Envelope(signing: statement, with: key) else { return false }
    _ = try putFile(
      Members<Envelope>.envelope.kind.bytes(envelope), at: path(.attestation), mode: mode)
    try flushFolder(folder)
    return true
  }

  /// What is not as a trusted key has signed it.
  func check(trusting keys: [PublicKey]) -> VerificationCheck {
    VerificationCheck(.payoutAttestation, with: .keys, differences(trusting: keys))
  }

  private func differences(trusting keys: [PublicKey]) -> [DocumentDifference] {
    guard let file = stored(.attestation) else { return [DocumentDifference(kind: .missing)] }
    let signed: Statement<AttestedPayout>
    do {
      signed = try TrustedStatement(Envelope(file.bytes ?? []), trusting: keys).statement
    } catch {
      return [DocumentDifference(kind: DocumentDifference.Kind(error))]
    }
    if signed == statement { return [] }
    let digests = Dictionary(signed.files.map { ($0.name, $0.digest) }) { first, _ in first }
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
