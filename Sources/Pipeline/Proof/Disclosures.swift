package import DaymarkDocuments
import DaymarkEmit
package import DaymarkModel
import DaymarkProof
import Foundation

/// The figures to show to somebody, and the file to write them to.
package struct DisclosureRequest: Sendable {
  /// The folder of a subject.
  package var folder: String
  package var days: [CivilDay]
  /// The ids of metrics, or `activities`, `strength` and `feats`.
  package var metrics: [String]
  /// The path of the file to write.
  package var target: String

  package init(folder: String, days: [CivilDay], metrics: [String], target: String) {
    (self.folder, self.days, self.metrics, self.target) = (folder, days, metrics, target)
  }
}

/// The result of writing a disclosure.
package struct DisclosureSummary: Sendable {
  package var subject: String
  package var challenge: String
  package var figures: [CommittedFigures]
}

/// Writes a document that shows some figures of a subject's evidence and reveals nothing about the
/// others.
///
/// - Throws: `DaymarkError` `file.missing` and `evidence.unreadable` for the evidence;
///   `attestation.missing`, `attestation.outdated`, `commitment.missing`, `commitment.exposed`;
///   `figure.unknown` for a day and metric without a figure; `file.exists` and `file.unwritable`
///   for the target.
package func disclose(_ request: DisclosureRequest) throws -> DisclosureSummary {
  let proof = SubjectProof(folder: request.folder)
  func refuse(_ code: FindingCode, _ name: String) -> DaymarkError {
    DaymarkError(code, at: InputLocation(file: "\(request.folder)/\(name)"))
  }
  let folder = SubjectFolder(at: request.folder)
  guard folder.files[.evidence] != nil else {
    throw refuse(.fileMissing, OutputFile.evidence.rawValue)
  }
  guard let evidence = folder.json(.evidence) else {
    throw refuse(.evidenceUnreadable, OutputFile.evidence.rawValue)
  }
  guard proof.hasAttestation else {
    throw refuse(.attestationMissing, ProofFile.attestation.rawValue)
  }
  guard let commitment = proof.commitment else {
    throw refuse(.commitmentMissing, ProofFile.commitment.rawValue)
  }
  guard proof.isCommitmentOwnersAlone else {
    throw refuse(.commitmentExposed, ProofFile.commitment.rawValue)
  }
  let asked = try request.asked(of: committedFigures(of: evidence))
  // The signed statement must be about the files in the folder, whoever signed it.
  guard let statement = folder.statement(commitment.root),
    proof.envelope?.payload == Statement<AttestedEvidence>.members.kind.bytes(statement),
    let disclosure = commitment.disclosure(of: asked)
  else { throw refuse(.attestationOutdated, ProofFile.attestation.rawValue) }
  try putNewFile(
    Members<Disclosure>.disclosure.kind.bytes(disclosure), at: request.target, mode: .ownerOnly)
  try flushFolder(parentFolder(of: request.target))
  return DisclosureSummary(
    subject: statement.predicate.figures.subject,
    challenge: statement.predicate.figures.challenge, figures: asked)
}

extension DisclosureRequest {
  /// Returns the figures of each requested day and metric.
  fileprivate func asked(of figures: [CommittedFigures]) throws -> [CommittedFigures] {
    var asked: [CommittedFigures] = []
    for day in Set(days).sorted() {
      for metric in Set(metrics).sorted() {
        guard let figure = figures.first(where: { $0.day == day && $0.metric == metric }) else {
          let place = InputLocation(file: "\(folder)/\(OutputFile.evidence.rawValue)")
          throw DaymarkError(.figureUnknown, at: place) {
            ($0.key, $0.day) = (metric, day)
            let ofDay = figures.filter { $0.day == day }.map(\.metric)
            $0.known = ofDay.isEmpty ? nil : ofDay
          }
        }
        asked.append(figure)
      }
    }
    return asked
  }
}

// MARK: Checking

/// The result of checking a disclosure.
package struct DisclosureVerification: Sendable {
  package var verification: Verification
  /// The figures that the disclosure states, to be believed only where all checks succeed.
  package var figures: [CommittedFigures]
}

/// Checks a disclosure with nothing but the trusted keys.
///
/// - Parameters:
///   - path: The file of the disclosure.
///   - keys: The files of the trusted public keys.
/// - Throws: The errors of reading the keys.
package func verifyDisclosure(
  _ path: String, trusting keys: [String]
) throws -> DisclosureVerification {
  let keys = try publicKeys(at: keys)
  let bytes = StoredFile(at: path, followsLinks: true)?.bytes ?? []
  var subject = SubjectVerification(path: path)
  var figures: [CommittedFigures] = []
  var differences: [DocumentDifference] = []
  if let disclosure = Members<Disclosure>.disclosure.kind.value(bytes) {
    figures = disclosure.leaves.map(\.figures)
    do {
      let trusted = try TrustedStatement<AttestedFigures>(disclosure.envelope, trusting: keys)
      let predicate = trusted.statement.predicate
      (subject.subject, subject.challenge) = (predicate.subject, predicate.challenge)
      (subject.outcome, subject.attestedBy) = (predicate.outcome, trusted.key.id)
      differences =
        trusted.statement == predicate.statement
        ? disclosure.leaves.indices.filter {
          !disclosure.leaves[$0].belongs(to: predicate.commitment)
        }.map { DocumentDifference(path: "$.figures[\($0)]", kind: .uncommitted) }
        : [DocumentDifference(path: "$.envelope", kind: .statement)]
    } catch {
      differences = [DocumentDifference(path: "$.envelope", kind: DocumentDifference.Kind(error))]
    }
  } else {
    differences = [DocumentDifference(kind: .unreadable)]
  }
  subject.checks = [VerificationCheck(.disclosure, with: .keys, differences)]
  return DisclosureVerification(
    verification: Verification(subjects: [subject]), figures: figures)
}
