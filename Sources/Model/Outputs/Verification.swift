/// The result of checking what a run wrote: of one subject, or of all subjects of a challenge.
public struct Verification: Hashable, Sendable {
  /// In the order of their paths.
  public var subjects: [SubjectVerification]
  /// The checks of a challenge's own files, its leaderboard.
  public var checks: [VerificationCheck]
  /// The ids of subjects that the pipeline has and that have no folder in the challenge's.
  public var absentSubjects: [String] = []
  /// The names of what lies in a challenge's folder and is no subject's; nobody has looked into it.
  public var otherFiles: [String] = []
  /// The SHA-256 of the trusted key by which the payout is attested.
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

/// The result of checking what a run wrote for one subject.
public struct SubjectVerification: Hashable, Sendable {
  /// The folder or the document, as it was named.
  public var path: String
  /// The subject that the document says it is about; `nil` when it could not be read.
  public var subject: String?
  /// The challenge that the document says it is of; `nil` when it could not be read.
  package var challenge: String?
  /// What the document says of the verdict, whether or not that could be checked.
  package var outcome: Outcome?
  package var reasons: [Reason] = []
  package var finality = Finality.provisional(until: nil)
  /// Whom to write to, if the document says so.
  package var contact: String?
  /// Everything that was compared.
  public var checks: [VerificationCheck] = []
  /// What nothing at hand could show; the document's word stands.
  public var trusted: Set<VerifiedItem> = []
  /// What a person decided beside the verdict.
  package var decision: PresentDecision?
  /// Whether the verdict is of a version whose outcomes had an older meaning.
  package var hasOlderVerdict = false
  /// Why it could not be checked.
  public var error: Finding?
  /// What was found in the archives on the way.
  public var findings: [Finding] = []
  /// The names of files that no run writes; nobody has looked into them.
  package var otherFiles: [String] = []
  /// The SHA-256 of the trusted key by which the files are attested.
  package var attestedBy: Digest?
  /// The names of files that lie beside those that are attested.
  package var notAttested: [String] = []
  /// The limits that the document says its flags were compared with.
  package var claimedLimits: LimitsIdentity?
  /// The limits that the archives were compared with.
  package var limits: LimitsIdentity?

  /// Begins the verification of what lies at a path.
  package init(path: String) { self.path = path }

  /// Whether it could be checked and nothing differs.
  public var isSame: Bool { error == nil && differences.isEmpty }

  /// Everything that differs, in the order of the checks.
  package var differences: [DocumentDifference] { checks.flatMap(\.differences) }
}

/// One thing that was compared, with what, and what came of it.
public struct VerificationCheck: Hashable, Sendable {
  /// The thing that was compared.
  public var item: VerifiedItem
  /// The thing that it was compared with.
  public var standard: Standard
  /// Empty when the two are the same.
  public var differences: [DocumentDifference]

  /// What a check compares with.
  public enum Standard: String, CaseIterable, Hashable, Sendable {
    /// The other files that the run wrote.
    case files
    /// The archives that were handed in.
    case archives
    /// The pipeline as it was published.
    case pipeline
    /// The keys that are trusted.
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

/// The things that a verification checks or takes on trust; the raw value is the stable name.
public enum VerifiedItem: String, CaseIterable, Hashable, Sendable {
  // MARK: Files

  case evidenceDocument = "evidence.json"
  case evidenceDigest = "evidence.sha256"
  case verdictDocument = "verdict.json"
  /// What a person decided, which no archive and no pipeline shows.
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
  /// Days that only a file's name says, which no archive can show.
  case daysFromNames
  case dailyFigures, sessions, quality, verdict
  /// The tree of `verdict.json`.
  case explanation
  /// Exercise time, of which the evidence has the sources and no value.
  case exerciseMinutes

  // MARK: What a pipeline says

  case subject, challenge, deadline, zone, policy, rule, limits
  /// The operator's files that say what data means.
  case operatorFiles
  /// The instant that the verdict is for.
  case asOf
  case address, intake
  /// When inputs were received, which decides whether they are late.
  case receivedAt
  /// The operator's decisions to leave inputs out.
  case setAside
  /// Of whom the operator says that they have handed in everything.
  case complete

  // MARK: What earlier runs saw

  case history

  // MARK: What others show

  /// Whether other subjects handed in the same.
  case sharing
}
