package import DaymarkModel

extension Members<Verification> {
  /// The document that `verify` prints: each check with its differences, and what was taken on
  /// trust.
  ///
  /// It holds no health values.
  package static let verification = Members(
    Verification(subjects: []),
    [
      .schema("daymark/verification@1"),
      .derived("tool", Members<Tool>.tool.kind) { _ in Tool(version: daymarkVersion) },
      .derived("same", .flag, \.isSame),
      .needed("subjects", \.subjects, .list(Members<SubjectVerification>.subject.kind)),
      .needed("checks", \.checks, .list(Members<VerificationCheck>.check.kind)),
      .needed("absentSubjects", \.absentSubjects, .list(.text)),
      .needed("otherFiles", \.otherFiles, .list(.text)),
      .optional(
        "payoutAttestedBy", \.payoutAttestedBy, .digest, "The SHA-256 of the key, of DER."),
    ])
}

extension Members<SubjectVerification> {
  fileprivate static let subject = Members(
    SubjectVerification(path: ""),
    [
      .needed("path", \.path, .text), .optional("subject", \.subject, .text),
      .optional("challenge", \.challenge, .text), .derived("same", .flag, \.isSame),
      .optional(
        "outcome", \.outcome, .outcome, "What the document says, whether or not it was checked."),
      .derived("reasons", .list(.reasonCode), sentence: "Their codes.") { $0.reasons.map(\.code) },
      .derivedIfAny("final", .flag) { $0.outcome == nil ? nil : $0.finality.isFinal },
      .optional("contact", \.contact, .text),
      .optional("decision", \.decision, Members<PresentDecision>.present.kind),
      .derivedIfAny("error", Members<Finding>.error.without(["facts"]).kind, \.error),
      .needed("checks", \.checks, .list(Members<VerificationCheck>.check.kind)),
      .derived("trusted", .list(.word)) { subject in
        VerifiedItem.allCases.filter(subject.trusted.contains)
      },
      .needed(
        "olderVerdict", \.hasOlderVerdict, .flag,
        "The verdict is of a version whose outcomes had another meaning."),
      .needed("otherFiles", \.otherFiles, .list(.text)),
      .optional("attestedBy", \.attestedBy, .digest, "The SHA-256 of the key, of DER."),
      .unlessEmpty(
        "notAttested", \.notAttested, .list(.text), "Files beside those that are attested."),
      .derived("findings", .findingCounts, \.findings.counts),
    ])
}

extension Members<VerificationCheck> {
  fileprivate static let check = Members(
    VerificationCheck(.evidenceDocument, with: .files),
    [
      .needed("item", \.item, .word), .needed("with", \.standard, .word),
      .needed("differences", \.differences, .list(Members<DocumentDifference>.difference.kind)),
    ])
}

extension Members<DocumentDifference> {
  fileprivate static let difference = Members(
    DocumentDifference(kind: .content),
    [.needed("path", \.path, .text), .needed("kind", \.kind, .word)])
}

extension Members<Finding> {
  /// A finding that ended something: its place as text for people, and the facts for its sentence.
  package static let error = Members(
    Finding(.valueNotANumber),
    [
      .derived("code", .code, \.code),
      .derivedIfAny("place", .text) { $0.location.map { "\($0)" } },
      .derived(
        "facts", Members<Finding.Facts>.facts.kind,
        sentence: "What the sentence of the code needs.", \.facts),
    ])
}

extension Kind<[FindingCode: Int]> {
  /// The number of findings per code.
  package static let findingCounts = map(
    FindingCode.self, .countFromOne, names: definition("findingCode"))
}

extension [Finding] {
  /// The number of findings per code.
  package var counts: [FindingCode: Int] {
    reduce(into: [:]) { $0[$1.code, default: 0] += $1.count }
  }
}
