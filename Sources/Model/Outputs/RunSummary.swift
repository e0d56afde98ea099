/// The work and the results of a run.
public struct RunSummary: Sendable {
  /// The name of the pipeline.
  package var pipeline: String
  /// The id of the challenge.
  public var challenge: String
  package var rule: Rule
  /// The instant of evaluation; a verdict that was reused from the store has its own, earlier one.
  public var asOf: Instant
  /// The results by subject, in the order of the pipeline.
  public var subjects: [SubjectSummary] = []
  /// The subjects that handed in the same data.
  ///
  /// This is for the operator, because a subject's evidence names nobody else.
  package var sharing: [SharedData] = []
  /// Ids of subjects that the store or the outputs have and the pipeline no longer has, ascending.
  package var goneSubjects: [String] = []
  /// The folder of the readings from which the run decided; `nil` for a run that read archives
  /// itself.
  package var readingsFolder: String?
  /// Whether the run began a new book, because that of the earlier runs was not there.
  package var beginsNewBook = false
  /// The findings of the run itself; those of a subject stand in its summary.
  public var findings: [Finding] = []
  /// The instant at which the run began.
  package var startedAt: Instant
  /// The wall time of the whole run, in seconds.
  package var seconds = 0.0
  package var state = State.running
  /// The finding that ended a failed run.
  package var failure: Finding?

  package init(
    pipeline: String, challenge: String, rule: Rule, asOf: Instant, startedAt: Instant
  ) {
    (self.pipeline, self.challenge, self.rule) = (pipeline, challenge, rule)
    (self.asOf, self.startedAt) = (asOf, startedAt)
  }

  /// The state that a run has reached.
  package enum State: String, CaseIterable, Sendable {
    /// The run is under way, or was killed.
    case running
    /// Every subject is settled.
    case done
    /// The store or the outputs could not be written.
    case failed
    /// The run was interrupted on request, such as by a signal.
    case interrupted
  }
}

extension RunSummary {
  /// The number of subjects without a verdict of this run, or with data that could not be read or
  /// understood.
  public var damagedSubjects: Int { subjects.count(where: \.isDamaged) }
}

/// The result of a run for one subject.
public struct SubjectSummary: Sendable {
  /// The kinds of work that a run may have to do for a subject, from the least to the most.
  ///
  /// Of several kinds, a summary states the last in this order.
  package enum Work: String, CaseIterable, Sendable, Comparable {
    /// Nothing, because everything was up to date.
    case nothing
    /// Output files were written, or removed.
    case written
    /// The rule was evaluated on days known from before.
    case evaluated
    /// Its archives were read.
    case read

    package static func < (a: Work, b: Work) -> Bool {
      (allCases.firstIndex(of: a) ?? 0) < (allCases.firstIndex(of: b) ?? 0)
    }
  }

  /// A verdict of an earlier run that stays because this run could not look at the archives.
  package struct StaleVerdict: Sendable {
    /// The digest of the rule that the verdict is by, which may differ from that of this run.
    package var rule: Digest
    /// The verdict, without the days and parts of its explanation.
    package var verdict: Verdict

    package init(rule: Digest, verdict: Verdict) { (self.rule, self.verdict) = (rule, verdict) }
  }

  /// The summary of a subject before anything is known of it.
  package init(of subject: Subject, in challenge: Challenge) {
    id = subject.id
    folder = "\(folderName(of: challenge.id))/\(folderName(of: subject.id))"
  }

  public var id: String
  /// The path of the subject's files, relative to the output folder.
  public var folder: String
  /// The verdict; `nil` when the subject failed.
  ///
  /// Its explanation is the root node alone, without days; the whole explanation is in
  /// `verdict.json` and in the store.
  public var verdict: Verdict?
  /// The unit of the figures of the verdict's first reason; see ``Explanation/unit(of:)``.
  package var unitOfFirstReason: Unit?
  /// The reason for which the subject has no verdict.
  public var error: Finding?
  /// The verdict of an earlier run that stays, with its files, because this run could not look at
  /// the archives.
  package var stale: StaleVerdict?
  /// The final verdict of an earlier run that this run's verdict replaces.
  package var supersedes: Supersedes?
  /// A person's decision on the subject.
  package var decision: PresentDecision?
  /// The findings of the subject's archives, samples and intake documents.
  public var findings: [Finding] = []
  /// The inputs that the subject handed in.
  package var inputs: [EvidenceInput] = []
  /// The digests of what the subject handed in, readable or not; `nil` where the archives could not
  /// be looked at.
  package var handedIn: [Digest]?
  /// The operator's files that say what the subject's data means.
  package var operatorFiles: [OperatorFileIdentity] = []
  /// Whether the verdict takes into account what the subject shares with others; until then it may
  /// still change.
  package var isSettled = false
  /// The greatest work that the run did for the subject.
  package var work = Work.nothing
  /// Digests of the subject's output files, by file name.
  package var files: [String: Digest] = [:]
  /// The seconds that the run spent on the subject.
  package var seconds = 0.0
}

extension SubjectSummary {
  /// Whether the subject failed, or has data that could not be read or understood.
  package var isDamaged: Bool { error != nil || !inputs.damageCodes(findings).isEmpty }
}

extension [EvidenceInput] {
  /// The codes of inputs' data that could not be read or understood, ascending.
  ///
  /// - Parameter findings: The findings of the inputs.
  package func damageCodes(_ findings: [Finding]) -> [FindingCode] {
    let found = findings.map(\.code).filter { $0.level == .damage }
    return Set(damaged.flatMap(\.codes) + found).sorted()
  }
}
