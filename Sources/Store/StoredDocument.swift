import DaymarkDocuments
package import DaymarkModel
import GRDB

/// The kinds of documents that the store keeps for each subject; the raw value is that of the
/// column `kind`.
enum DocumentKind: String, CaseIterable {
  /// The subject's ``Reading``.
  case reading
  /// The ``ReadingOrigin`` of the reading, which is needed more often than the whole reading.
  case origin
  /// The data of the reading that is compared with other subjects; see ``SharedItems``.
  case shared
  /// The rule and instant of the verdict that the output files show.
  case last
  /// The digests of the output files; see ``StoredOutputs``.
  case outputs
  /// The ``StoredSubject``, by which the next run can tell that nothing has to be done.
  case state
  /// The finding because of which the last run has no verdict.
  case failure
}

/// A document in a row: its canonical bytes, and their SHA-256, by which damage is noticed.
struct StoredDocument {
  var text: String
  var sha256: String

  init<Value>(_ value: Value, _ kind: Kind<Value>) {
    let bytes = kind.bytes(value)
    text = String(decoding: bytes, as: UTF8.self)
    sha256 = Digest(of: bytes).hex
  }

  /// Reads the value in a row.
  ///
  /// - Returns: `nil` where the row is not what was written.
  static func value<Value>(_ kind: Kind<Value>, in row: Row) -> Value? {
    guard let text = row.text("text"), let sha256 = row.text("sha256") else { return nil }
    let bytes = Array(text.utf8)
    return Digest(of: bytes).hex == sha256 ? kind.value(bytes) : nil
  }
}

extension Database {
  func put<Value>(
    _ document: DocumentKind, of key: SubjectKey, _ value: Value, _ kind: Kind<Value>
  ) throws {
    let stored = StoredDocument(value, kind)
    try put(
      "document",
      [
        "challenge": key.challenge, "kind": document.rawValue, "subject": key.subject,
        "text": stored.text, "sha256": stored.sha256,
      ])
  }

  func remove(_ documents: [DocumentKind], of key: SubjectKey) throws {
    for document in documents {
      try remove(
        "document WHERE challenge = ? AND kind = ? AND subject = ?",
        [key.challenge, document.rawValue, key.subject])
    }
  }

  func row(_ document: DocumentKind, of key: SubjectKey) throws -> Row? {
    try row(
      "SELECT * FROM document WHERE challenge = ? AND kind = ? AND subject = ?",
      [key.challenge, document.rawValue, key.subject])
  }
}

// MARK: Documents of the store alone

/// The key of a subject's rows: one subject in one challenge.
package struct SubjectKey: Hashable, Sendable {
  package var challenge: String
  package var subject: String

  package init(challenge: String, subject: String) {
    (self.challenge, self.subject) = (challenge, subject)
  }
}

/// A challenge as its pipeline stated it when it was last run.
package struct StoredChallenge: Hashable, Sendable {
  package var challenge: Challenge
  /// The digest of the challenge's rule; see ``Store/rule(_:)``.
  package var rule: Digest
  /// The absolute path of the pipeline's folder; `nil` when it was run without one.
  package var pipeline: String?

  package init(challenge: Challenge, rule: Digest, pipeline: String? = nil) {
    (self.challenge, self.rule, self.pipeline) = (challenge, rule, pipeline)
  }
}

extension Members<StoredChallenge> {
  static let challenge = Members(
    StoredChallenge(
      challenge: Challenge(
        id: "", title: "", period: .days(from: CivilDay(ordinal: 0), to: CivilDay(ordinal: 0))),
      rule: .ofNothing),
    [
      // Reading the challenge removes the zone, so it must come before the zone.
      .needed("challenge", \.challenge, .challenge), .needed("rule", \.rule, .digest),
      .optional("pipeline", \.pipeline, .text), .optional("zone", \.challenge.zone, .zone),
      .optional("contact", \.challenge.contact, .text),
    ])
}

/// The output files of a subject, as far as the store knows them.
package struct StoredOutputs: Hashable, Sendable {
  /// The digests of the files, by name.
  package var digests: [String: Digest] = [:]
  /// Whether the files may be missing, because the run that decided on them may have been killed
  /// before they had their names.
  package var mayBeMissing = false

  package init(digests: [String: Digest] = [:], mayBeMissing: Bool = false) {
    (self.digests, self.mayBeMissing) = (digests, mayBeMissing)
  }
}

extension Members<StoredOutputs> {
  static let outputs = Members(
    StoredOutputs(),
    [
      .needed("files", \.digests, .files), .unlessEmpty("mayBeMissing", \.mayBeMissing, .flag),
    ])
}

/// The input and the result of the last decision on a subject, by which a run recognises that it
/// has nothing to do.
package struct StoredSubject: Sendable {
  /// The digest of everything that the pipeline states about the subject, and of the state of its
  /// archives on disk.
  package var request: Digest
  /// The digest of the flags that followed from comparing subjects.
  package var sharing: Digest
  /// The state on disk of the subject's output folder and its files.
  package var stamp = ""
  /// Whether every later instant of evaluation gives the same verdict.
  package var isLasting: Bool
  /// Whether the book has the subject's result.
  package var isRecorded = false
  /// The verdict that the output files show, without the days and parts of its explanation.
  package var verdict: Verdict
  /// The unit of the figures of the verdict's first reason; see ``Explanation/unit(of:)``.
  package var unitOfFirstReason: Unit?
  package var inputs: [EvidenceInput] = []
  package var findings: [Finding] = []
  /// Digests of the output files, by name.
  package var outputs: [String: Digest] = [:]
  /// The earlier final verdict that the verdict replaced.
  package var supersedes: Supersedes?
  /// The instants of all verdicts on the reading, in any order; they are not part of the document.
  package var decided: [Instant] = []

  package init(request: Digest, sharing: Digest, isLasting: Bool, verdict: Verdict) {
    (self.request, self.sharing) = (request, sharing)
    (self.isLasting, self.verdict) = (isLasting, verdict)
  }
}

extension Members<StoredSubject> {
  static let state = Members(
    StoredSubject(
      request: .ofNothing, sharing: .ofNothing, isLasting: false, verdict: .undecided),
    [
      .needed("request", \.request, .digest), .needed("sharing", \.sharing, .digest),
      .needed("stamp", \.stamp, .text), .needed("isLasting", \.isLasting, .flag),
      .needed("isRecorded", \.isRecorded, .flag),
      .needed("verdict", \.verdict, Members<Verdict>.verdict.kind),
      .optional("unitOfFirstReason", \.unitOfFirstReason, .word),
      .needed("inputs", \.inputs, .list(Members<EvidenceInput>.input.kind)),
      .unlessEmpty("findings", \.findings, .list(Members<Finding>.finding.kind)),
      .needed("outputs", \.outputs, .files),
      .optional("supersedes", \.supersedes, Members<Supersedes>.supersedes.kind),
    ])
}

/// The rule and the instant of a verdict.
struct LastDecision {
  var rule = Digest.ofNothing
  var asOf = Instant(milliseconds: 0)
}

extension Members<LastDecision> {
  static let last = Members(
    LastDecision(), [.needed("rule", \.rule, .digest), .needed("asOf", \.asOf, .instant)])
}
