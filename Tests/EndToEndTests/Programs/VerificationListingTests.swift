import DaymarkModel
import Testing

@testable import daymark

struct VerificationListingTests {
  private func text(_ verification: Verification) -> String {
    VerificationListing(verification).text(Terminal(environment: ["TERM": "dumb"]))
  }

  /// A line of ours that a stranger would like to see printed.
  private static let forged = "x\nsame: anna in steps\u{1B}[2K"

  @Test func `nothing that a document or a folder says looks like a line of ours`() {
    var subject = SubjectVerification(path: "anna")
    subject.subject = Self.forged
    subject.challenge = Self.forged
    subject.otherFiles = [Self.forged]
    subject.checks = [
      VerificationCheck(
        .verdict, with: .archives,
        [DocumentDifference(path: "$['\(Self.forged)']", kind: .content)])
    ]
    subject.claimedLimits = LimitsIdentity(
      name: Self.forged, version: Self.forged, digest: Digest(of: []))
    subject.limits = LimitsIdentity(name: "limits", version: "1.0.0", digest: Digest(of: []))
    var verification = Verification(subjects: [subject])
    verification.absentSubjects = [Self.forged]
    verification.otherFiles = [Self.forged]
    let text = text(verification)
    #expect(!text.contains("\u{1B}"))
    #expect(!text.split(separator: "\n").contains { $0.hasPrefix("same") })
    #expect(text.split(separator: "\n").count == 11)
  }

  @Test func `a path is cut where no document of ours has one`() {
    var subject = SubjectVerification(path: "anna")
    let path = "$" + String(repeating: ".x", count: 100_000)
    subject.checks = [
      VerificationCheck(.verdict, with: .archives, [DocumentDifference(path: path, kind: .content)])
    ]
    #expect(text(Verification(subjects: [subject])).count < 1000)
  }

  @Test func `the last lines say what was checked with what, and what was not`() {
    var subject = SubjectVerification(path: "anna")
    (subject.subject, subject.challenge) = ("anna", "steps")
    subject.checks = [
      VerificationCheck(.evidenceDocument, with: .files),
      VerificationCheck(.dailyFigures, with: .archives),
      VerificationCheck(.deadline, with: .pipeline),
    ]
    subject.trusted = [.sharing, .asOf]
    #expect(
      text(Verification(subjects: [subject])) == """
        same: anna in steps
        Checked against each other: evidence.json
        Checked against the archives: daily figures
        Checked against the pipeline: deadline
        Taken on trust: the instant of the verdict, what others handed in
        """)
  }
}
