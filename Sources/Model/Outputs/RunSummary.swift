/// The results of a run.
public struct RunSummary: Sendable {
  /// The name of the pipeline.
  package var pipeline: String
  /// The id of the challenge.
  public var challenge: String
  /// The rule that was asked.
  package var rule: Rule
  /// The instant of evaluation; a stored verdict that stands has an earlier one of its own.
  public var asOf: Instant
  /// In the order of the pipeline.
  public var subjects: [SubjectSummary] = []
  /// Who has something in common.
  ///
  /// Evidence names nobody else, so this is for who runs the pipeline.
  package var sharing: [SharedData] = []
  /// Ids of subjects that are no longer in the pipeline, but in the store or the outputs, ascending.
  package var goneSubjects: [String] = []
  /// Where the readings that were decided on lie; `nil` of a run that read archives.
  package var readingsFolder: String?
  /// Whether it began a new book, without one of the runs before.
  package var beginsNewBook = false
  /// Of the run itself, not of a subject.
  public var findings: [Finding] = []
  /// The instant at which the run began.
  package var startedAt: Instant
  /// Wall time of the whole run.
  package var seconds = 0.0
  /// How far the run has come.
  package var state = State.running
  /// What ended a run that failed.
  package var failure: Finding?

  package init(
    pipeline: String, challenge: String, rule: Rule, asOf: Instant, startedAt: Instant
  ) {
    (self.pipeline, self.challenge, self.rule) = (pipeline, challenge, rule)
    (self.asOf, self.startedAt) = (asOf, startedAt)
  }

  /// The states of a run.
  package enum State: String, CaseIterable, Sendable {
    /// It goes on, or was killed.
    case running
    /// Every subject is settled.
    case done
    /// The store or the outputs could not be written.
    case failed
    /// It was asked to end.
    case interrupted
  }
}

extension RunSummary {
  /// How many subjects have no verdict of this run, or data that could not be read or understood.
  public var damagedSubjects: Int { subjects.count(where: \.isDamaged) }
}

/// The result of a run for one subject.
public struct SubjectSummary: Sendable {
  /// The work that a subject took, least first: the most that had to be done for it.
  package enum Work: String, CaseIterable, Sendable, Comparable {
    /// Everything was there.
    case nothing
    /// Output files were written, or removed.
    case written
    /// The rule was evaluated on days known from before.
    case evaluated
    /// Its archives were read.
    case read

    /// Orders work from the least to the most.
    package static func < (a: Work, b: Work) -> Bool {
      (allCases.firstIndex(of: a) ?? 0) < (allCases.firstIndex(of: b) ?? 0)
    }
  }

  /// A verdict that an earlier run left.
  package struct StaleVerdict: Sendable {
    /// The digest of the rule that it is by, which need not be that of this run.
    package var rule: Digest
    /// Without days and parts of its explanation.
    package var verdict: Verdict

    package init(rule: Digest, verdict: Verdict) { (self.rule, self.verdict) = (rule, verdict) }
  }

  /// A subject of a challenge of which nothing is known yet.
  package init(of subject: Subject, in challenge: Challenge) {
    id = subject.id
    folder = "\(folderName(of: challenge.id))/\(folderName(of: subject.id))"
  }

  /// The id of the subject.
  public var id: String
  /// Where its files are, relative to the output folder.
  public var folder: String
  /// `nil` when the subject failed.
  ///
  /// Its explanation is the root alone, without days: the whole is in `verdict.json` and in the
  /// store.
  public var verdict: Verdict?
  /// Why there is no verdict.
  public var error: Finding?
  /// The verdict of an earlier run, whose files stay as they were because this one could not look at the
  /// archives.
  package var stale: StaleVerdict?
  /// The final verdict of an earlier run that this run's took the place of.
  package var supersedes: Supersedes?
  /// What a person decided on it.
  package var decision: PresentDecision?
  /// Of its archives, its samples and its intake documents.
  public var findings: [Finding] = []
  /// The inputs that it handed in.
  package var inputs: [EvidenceInput] = []
  /// The digests of what it handed in, also where none of it could be read; `nil` where nobody could look at it.
  package var handedIn: [Digest]?
  /// The operator's files that say what its data means.
  package var operatorFiles: [OperatorFileIdentity] = []
  /// Whether what it shares with others is in its verdict; before that it may still change.
  package var isSettled = false
  /// The most that was done for it.
  package var work = Work.nothing
  /// Digests of its output files, by name.
  package var files: [String: Digest] = [:]
  /// The seconds that it took.
  package var seconds = 0.0
}

extension SubjectSummary {
  /// Whether it failed, or something of it could not be read or understood.
  package var isDamaged: Bool { error != nil || !inputs.damageCodes(findings).isEmpty }
}

extension [EvidenceInput] {
  /// The codes of what could not be read or understood of inputs, ascending.
  ///
  /// - Parameter findings: What was found in the inputs.
  package func damageCodes(_ findings: [Finding]) -> [FindingCode] {
    let found = findings.map(\.code).filter { $0.level == .damage }
    return Set(damaged.flatMap(\.codes) + found).sorted()
  }
}
