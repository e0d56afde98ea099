/// The result of verifying what a run wrote, for one subject or for all subjects of a challenge.
public struct Verification: Hashable, Sendable {
  /// The results by subject, in the order of their paths.
  public var subjects: [SubjectVerification]
  /// The checks of the challenge's own files, such as its leaderboard.
  public var checks: [VerificationCheck]
  /// The ids of subjects of the pipeline that have no folder in the challenge's.
  public var absentSubjects: [String] = []
  /// The names of what lies in the challenge's folder and belongs to no subject; it was not
  /// checked.
  public var otherFiles: [String] = []
  /// The SHA-256 of the trusted key that signed the payout.
  package var payoutAttestedBy: Digest?

  /// Makes the result for subjects, and for the files beside their folders.
  package init(subjects: [SubjectVerification], checks: [VerificationCheck] = []) {
    self.subjects = subjects
    self.checks = checks
  }
}

extension Verification {
  /// Whether everything could be checked and nothing differs.
  public var isSame: Bool {
    subjects.allSatisfy(\.isSame) && checks.allSatisfy(\.differences.isEmpty)
  }

  /// Whether anything differs.
  public var isDifferent: Bool {
    (checks + subjects.flatMap(\.checks)).contains { !$0.differences.isEmpty }
  }
}

/// The result of verifying what a run wrote for one subject.
public struct SubjectVerification: Hashable, Sendable {
  /// The folder or document, as the user named it.
  public var path: String
  /// The subject that the document names; `nil` when it could not be read.
  public var subject: String?
  /// The challenge that the document names; `nil` when it could not be read.
  package var challenge: String?
  /// The outcome that the document states, whether or not it could be checked.
  package var outcome: Outcome?
  package var reasons: [Reason] = []
  package var finality = Finality.provisional(until: nil)
  /// The contact that the document states for the participant, if it does.
  package var contact: String?
  /// Every check that was made, with its differences.
  public var checks: [VerificationCheck] = []
  /// The items that could not be checked with the given means, so that the document's statements
  /// are trusted.
  public var trusted: Set<VerifiedItem> = []
  /// A person's decision beside the verdict.
  package var decision: PresentDecision?
  /// Whether the verdict is in a version of the format in which the outcomes meant something else.
  package var hasOlderVerdict = false
  /// The reason for which the subject's documents could not be checked.
  public var error: Finding?
  /// The findings of the archives that were read for the verification.
  public var findings: [Finding] = []
  /// The names of files that no run writes; they were not checked.
  package var otherFiles: [String] = []
  /// The SHA-256 of the trusted key that signed the attestation.
  package var attestedBy: Digest?
  /// The names of files beside the attested ones that the attestation does not cover.
  package var notAttested: [String] = []
  /// The limits by which, as the document says, flags were raised.
  package var claimedLimits: LimitsIdentity?
  /// The limits by which flags were raised in the verification.
  package var limits: LimitsIdentity?

  /// Begins the verification of what lies at a path.
  package init(path: String) { self.path = path }

  /// Whether the documents could be checked and nothing differs.
  public var isSame: Bool { error == nil && differences.isEmpty }

  /// Everything that differs, in the order of the checks.
  package var differences: [DocumentDifference] { checks.flatMap(\.differences) }
}

/// One check: what was compared, with what, and the differences.
public struct VerificationCheck: Hashable, Sendable {
  public var item: VerifiedItem
  /// The standard that the item was compared with.
  public var standard: Standard
  /// The differences; empty when there are none.
  public var differences: [DocumentDifference]

  /// The standards that an item can be compared with.
  public enum Standard: String, CaseIterable, Hashable, Sendable {
    /// The other files that the run wrote.
    case files
    /// The archives that were handed in.
    case archives
    /// The pipeline that the operator published.
    case pipeline
    /// The keys that the verifier trusts.
    case keys
    /// The checkpoint of a log.
    case log
  }

  /// Makes the result of a comparison.
  package init(
    _ item: VerifiedItem, with standard: Standard, _ differences: [DocumentDifference] = []
  ) {
    self.item = item
    self.standard = standard
    self.differences = differences
  }
}

/// The items that a verification compares or trusts.
///
/// The raw value is the stable name.
public enum VerifiedItem: String, CaseIterable, Hashable, Sendable {
  // MARK: Files

  case evidenceDocument = "evidence.json"
  case evidenceDigest = "evidence.sha256"
  case verdictDocument = "verdict.json"
  /// A person's decision, which neither archives nor pipeline can confirm.
  case decision = "decision.json"
  case records = "records.json"
  case body = "body.multipart"
  case headers = "headers.txt"
  /// The name of a subject's folder.
  case folder
  case verdictTable = "verdicts.csv"
  case leaderboardDocument = "leaderboard.json"
  case leaderboardTable = "leaderboard.csv"

  // MARK: What keys show

  case attestation = "attestation.dsse.json"
  case disclosure = "disclosure.json"
  case inclusion = "inclusion.json"
  case payout = "payout.json"
  case payoutTable = "payout.csv"
  case payoutAttestation = "payout.dsse.json"
  case payoutInclusion = "payout.inclusion.json"

  // MARK: What archives show

  case inputs, sources
  /// Days that only the name of a file states, so that no archive can confirm them.
  case daysFromNames
  case dailyFigures, sessions, quality, verdict
  /// The explanation of the verdict in `verdict.json`.
  case explanation
  /// Exercise time, for which evidence lists sources without a value.
  case exerciseMinutes

  // MARK: What a pipeline says

  case subject, challenge, deadline, zone, policy, rule, limits
  /// The operator's files that say what the data means.
  case operatorFiles
  /// The instant that the verdict is for.
  case asOf
  case address, intake
  /// The instants at which inputs were received, which decide whether they are late.
  case receivedAt
  /// The operator's decisions to leave inputs out.
  case setAside
  /// The operator's statement that a subject has handed in everything.
  case complete

  // MARK: What earlier runs saw

  case history

  // MARK: What other subjects handed in

  /// Whether other subjects handed in the same data.
  case sharing
}
