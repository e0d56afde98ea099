import DaymarkDocuments
import DaymarkEmit
import DaymarkModel
import Testing

extension Decision {
  static let sample = Decision(
    challenge: "steps", subject: "anna", outcome: .pass, because: "the club saw it", by: "Mara",
    // 20 October 2025, 09:30 UTC.
    at: Instant(seconds: 1_760_952_600), verdict: DecidedVerdict(.undetermined, .ofNothing))
}

struct VerificationDocumentTests {
  /// One subject with every member that there can be.
  static func sample() -> Verification {
    var subject = SubjectVerification(path: "out/steps/anna")
    subject.subject = "anna"
    subject.challenge = "steps"
    subject.checks = [
      VerificationCheck(
        .dailyFigures, with: .archives,
        [DocumentDifference(path: "$.dailySteps[0].steps", kind: .content)])
    ]
    subject.decision = PresentDecision(.sample, on: nil)
    (subject.outcome, subject.finality) = (.fail, .final)
    subject.reasons = [Reason(code: "streak.too_short", text: "Did not walk")]
    subject.contact = "help@steps.example"
    subject.trusted = [.sharing, .asOf]
    subject.otherFiles = ["notes.txt"]
    (subject.attestedBy, subject.notAttested) = (.ofNothing, ["index.html"])
    subject.findings = [Finding(.xmlTruncated, count: 2)]
    subject.error = Finding(.evidenceInputMissing, at: InputLocation(file: "evidence.json"))
    var verification = Verification(
      subjects: [subject], checks: [VerificationCheck(.leaderboardTable, with: .files)])
    verification.absentSubjects = ["ben"]
    verification.otherFiles = ["link"]
    return verification
  }

  @Test func `a verification says what was compared, with what, and what was not`() {
    #expect(
      Members<Verification>.verification.kind.json(Self.sample()).canonicalText == """
        {"absentSubjects":["ben"],"checks":[{"differences":[],"item":"leaderboard.csv",\
        "with":"files"}],"otherFiles":["link"],"same":false,\
        "schema":"daymark/verification@1","subjects":[{"attestedBy":"\(Digest.ofNothing.hex)","challenge":"steps","checks":[{"differences":\
        [{"kind":"content","path":"$.dailySteps[0].steps"}],"item":"dailyFigures","with":"archives"}],\
        "contact":"help@steps.example","decision":{"at":"2025-10-20T09:30:00Z","by":"Mara","holds":false,"outcome":"pass"},\
        "error":{"code":"evidence.input_missing","place":"evidence.json"},\
        "final":true,"findings":{"xml.truncated":2},"notAttested":["index.html"],"olderVerdict":false,\
        "otherFiles":["notes.txt"],"outcome":"fail","path":"out/steps/anna",\
        "reasons":["streak.too_short"],"same":false,"subject":"anna","trusted":["asOf","sharing"]}],\
        "tool":{"name":"daymark","version":"0.1.0"}}
        """)
  }
}
