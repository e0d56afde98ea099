package import DaymarkModel

/// The value of `schema`; another version has another.
let verificationSchemaName = "daymark/verification@1"

/// The document that `verify` prints: what was compared with what, and what was taken on trust.
///
/// The schema is ``DocumentSchema/verification``. It holds no health values.
package func verificationDocument(_ verification: Verification, toolVersion: String) -> JSONValue {
  .object([
    "schema": .string(verificationSchemaName),
    "tool": .object(["name": .string("daymark"), "version": .string(toolVersion)]),
    "same": .bool(verification.isSame),
    "subjects": .array(verification.subjects.map(subjectMember)),
    "checks": .array(verification.checks.map(checkMember)),
    "absentSubjects": .array(verification.absentSubjects.map { .string($0) }),
    "otherFiles": .array(verification.otherFiles.map { .string($0) }),
  ])
}

private func subjectMember(_ subject: SubjectVerification) -> JSONValue {
  .object(present: [
    "path": .string(subject.path), "subject": subject.subject.map { .string($0) },
    "challenge": subject.challenge.map { .string($0) }, "same": .bool(subject.isSame),
    "error": subject.error.map(errorMember),
    "checks": .array(subject.checks.map(checkMember)),
    "trusted": .array(
      VerifiedItem.allCases.filter(subject.trusted.contains).map { .string($0.rawValue) }),
    "olderVerdict": .bool(subject.hasOlderVerdict),
    "otherFiles": .array(subject.otherFiles.map { .string($0) }),
    "findings": findingsMember(subject.findings),
  ])
}

private func checkMember(_ check: VerificationCheck) -> JSONValue {
  .object([
    "item": .string(check.item.rawValue), "with": .string(check.standard.rawValue),
    "differences": .array(
      check.differences.map {
        .object(["path": .string($0.path), "kind": .string($0.kind.rawValue)])
      }),
  ])
}

private func errorMember(_ error: Finding) -> JSONValue {
  .object(present: [
    "code": .string(error.code.rawValue), "place": error.location.map { .string("\($0)") },
  ])
}

private func findingsMember(_ findings: [Finding]) -> JSONValue {
  let counts = findings.reduce(into: [:]) { $0[$1.code.rawValue, default: 0] += $1.count }
  return .object(counts.mapValues { .number($0) })
}
