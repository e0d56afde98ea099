import DaymarkConfiguration
import DaymarkEvaluate
import DaymarkIngest
import DaymarkModel
import DaymarkStore

/// What is done for one subject of a run, with what all of them share.
///
/// A subject is decided from what the store has, not from memory: all subjects are looked at together
/// in between, and there may be thousands.
struct SubjectTurn: Sendable {
  let configuration: PipelineConfiguration
  let options: RunOptions
  let asOf: Instant
  /// Nobody asked for an instant, so that a stored verdict may stand.
  let isAsOfClock: Bool
  let store: Store
  let progress: ProgressReporter
  let readers: ReaderSource
  /// Readings that were made elsewhere; archives are not looked at where there are some.
  let readings: TakenReadings?

  /// Reads a subject's archives into the store, unless what it has of them still serves.
  ///
  /// - Returns: Also for a subject that failed.
  /// - Throws: `store.unusable` and `file.unwritable`, which stop the run; `CancellationError`.
  func read(_ subject: Subject) throws -> SubjectSummary {
    var summary = SubjectSummary(of: subject, in: configuration.challenge)
    progress.update { $0.subject = subject.id }
    var doneBytes: Int64 = 0
    try attempt(&summary) { try read(subject, into: &$0, &doneBytes) }
    progress.update {
      // What a failure left unread, or was given twice, need not be waited for either.
      $0.doneBytes += archiveBytes(subject.archives) - doneBytes
      $0.readSubjects += 1
      if summary.error != nil { $0.doneSubjects += 1 }
      $0.subject = subject.id
      $0.findings = summary.findings + (summary.error.map { [$0] } ?? [])
    }
    return summary
  }

  /// Decides on a subject that was read, and writes its files.
  ///
  /// - Parameter sharing: What only a look at the other subjects gives; `nil` before that look.
  /// - Returns: `summary` with what became of it.
  /// - Throws: As ``read(_:)``.
  func decide(
    _ subject: Subject, _ summary: SubjectSummary, sharing: [QualityFlag]?
  ) throws -> SubjectSummary {
    var summary = summary
    try attempt(&summary) { try decide(subject, into: &$0, sharing) }
    return summary
  }

  /// Whether the store has a verdict for what this run asks.
  func isDecided(_ subject: Subject) throws -> Bool {
    try store.hasVerdict(
      of: key(of: subject), rule: configuration.rule.digest,
      proofDeadline: configuration.challenge.proofDeadline,
      from: isAsOfClock ? Instant(milliseconds: .min) : asOf, through: asOf)
  }

  /// Keeps what concerns this subject alone as its error.
  private func attempt(
    _ summary: inout SubjectSummary, _ body: (inout SubjectSummary) throws -> Void
  ) throws {
    let started = ContinuousClock.now
    do {
      try body(&summary)
    } catch let error as DaymarkError
      where !error.finding.isOfWholeRun
    {
      summary.error = error.finding
      if error.finding.code.saysNothingOfArchives || error.finding.facts.reason == .spool {
        try keepEarlier(&summary)
      } else {
        try forget(&summary)
      }
      // Where an earlier verdict stands, nothing is kept of this run.
      if summary.stale == nil {
        try store.setFailure(
          error.finding,
          of: SubjectKey(challenge: configuration.challenge.id, subject: summary.id))
      }
    }
    summary.seconds += (ContinuousClock.now - started) / .seconds(1)
  }

  /// Leaves the files of a subject whose archives could not be looked at.
  private func keepEarlier(_ summary: inout SubjectSummary) throws {
    let key = SubjectKey(challenge: configuration.challenge.id, subject: summary.id)
    summary.files = try store.outputs(of: key)
    guard !summary.files.isEmpty, var last = try store.lastVerdict(of: key) else { return }
    last.verdict.explanation.days = []
    last.verdict.explanation.children = []
    summary.stale = SubjectSummary.StaleVerdict(rule: last.rule, verdict: last.verdict)
  }

  /// Takes the files of a subject away, so that nobody takes the old for new.
  private func forget(_ summary: inout SubjectSummary) throws {
    let wasThere = try SubjectDocuments.remove(from: path(of: summary))
    try store.forgetOutputs(
      of: SubjectKey(challenge: configuration.challenge.id, subject: summary.id))
    if wasThere { summary.work = max(summary.work, .written) }
  }

  private func read(
    _ subject: Subject, into summary: inout SubjectSummary, _ doneBytes: inout Int64
  ) throws {
    if let failure = subject.failureBeforeReading { throw DaymarkError(failure) }
    if let readings {
      let origin = try readings.origin(of: subject, configuration, asOf: asOf, in: store)
      (summary.inputs, summary.findings) = (origin.inputs, origin.findings)
      if readings.fresh.contains(subject.id) { summary.work = .read }
      return
    }
    // Without data there is no verdict, not even that data is missing.
    guard !subject.archives.isEmpty else {
      throw DaymarkError(.fileMissing) { $0.reason = .noArchives }
    }
    let archives = try ArchiveSet(
      subject.archives, receivedAt: subject.receivedAt, known: store.archive(at:))
    let late = LateInputs(
      of: configuration.challenge, configuration.policies.lateInputs,
      receivedAt: archives.receivedAt)
    let settings = settings(of: subject, archives, late)
    summary.operatorFiles = configuration.operatorFiles(of: subject).map(\.identity)
    var fresh: StoredReading?
    if let origin = try store.readingOrigin(of: key(of: subject)), origin.settings == settings,
      origin.holds(asOf: asOf)
    {
      (summary.inputs, summary.findings) = (origin.inputs, origin.findings)
    } else {
      let reading = try self.reading(of: subject, archives, late, settings, &doneBytes)
      (summary.inputs, summary.findings) = (reading.inputs, reading.aggregates.findings)
      summary.work = .read
      fresh = reading
    }
    guard fresh != nil || !archives.hashed.isEmpty else { return }
    try save(subject, archives: archives.hashed, reading: fresh)
  }

  private func decide(
    _ subject: Subject, into summary: inout SubjectSummary, _ sharing: [QualityFlag]?
  ) throws {
    let key = key(of: subject)
    guard let reading = try store.reading(of: key) else {
      throw DaymarkError(
        .storeUnusable, at: InputLocation(file: store.path)
      ) { $0.reason = .damaged }
    }
    let (verdict, isNew) = try verdict(on: reading, key, sharing)
    summary.verdict = verdict
    try store.setFailure(nil, of: key)
    if isNew { summary.work = max(summary.work, .evaluated) }
    let evidence = Evidence(
      toolVersion: daymarkVersion, challenge: configuration.challenge, subject: subject,
      policies: policies(of: subject), operatorFiles: summary.operatorFiles,
      inputs: reading.inputs, aggregates: reading.aggregates, rule: configuration.rule,
      verdict: verdict, limits: configuration.limits)
    let documents = SubjectDocuments(evidence, intake: configuration.intake)
    summary.findings += documents.findings
    summary.files = documents.digests
    let known = try store.outputs(of: key)
    if isNew || known != summary.files {
      try save(subject, verdict: verdict, outputs: summary.files)
    }
    let change = try documents.write(
      to: path(of: summary), known: known, mode: options.fileMode)
    summary.findings += change.rewritten
    if change.hasChanged { summary.work = max(summary.work, .written) }
    // It is in the subject's files, and thousands of them would fill the memory.
    summary.verdict?.explanation.days = []
    summary.verdict?.explanation.children = []
  }

  private func save(
    _ subject: Subject, archives: [ArchiveIdentity] = [], reading: StoredReading? = nil,
    verdict: Verdict? = nil, outputs: [String: Digest]? = nil
  ) throws {
    try store.save(
      SubjectChange(
        key: key(of: subject), archives: archives, reading: reading, rule: configuration.rule,
        proofDeadline: configuration.challenge.proofDeadline, verdict: verdict, outputs: outputs,
        takesPart: verdict != nil))
  }

  private func key(of subject: Subject) -> SubjectKey {
    SubjectKey(challenge: configuration.challenge.id, subject: subject.id)
  }

  private func path(of summary: SubjectSummary) -> String {
    "\(options.outputFolder)/\(summary.folder)"
  }

  private func settings(
    of subject: Subject, _ archives: ArchiveSet, _ late: LateInputs
  ) -> String {
    request(for: subject).settings(of: archives.archives.map(\.digest), late).text
  }

  private func policies(of subject: Subject) -> Policies {
    var policies = configuration.policies
    policies.logs = subject.logs
    return policies
  }

  private func reading(
    of subject: Subject, _ archives: ArchiveSet, _ late: LateInputs, _ settings: String,
    _ doneBytes: inout Int64
  ) throws -> StoredReading {
    let request = request(for: subject)
    let fresh = try readers.read(
      request.reading(of: archives.archives, late, options: options.reading)
    ) { more in
      doneBytes += more
      progress.update {
        $0.doneBytes += more
        $0.subject = subject.id
      }
    }
    return request.stored(fresh, under: settings)
  }

  private func request(for subject: Subject) -> SubjectRequest {
    SubjectRequest(
      subject, of: configuration, asOf: asOf, isCareful: options.reading.isCareful)
  }

  private func verdict(
    on reading: StoredReading, _ key: SubjectKey, _ sharing: [QualityFlag]?
  ) throws -> (Verdict, isNew: Bool) {
    let (rule, challenge) = (configuration.rule, configuration.challenge)
    let flags = qualityFlags(
      of: reading.aggregates, in: challenge, limits: configuration.limits, sharing: sharing)
    // Who had something in common is known anew each time, so the flags are a part of the question.
    let stored =
      isAsOfClock
      ? try store.latestVerdict(
        of: key, rule: rule.digest, proofDeadline: challenge.proofDeadline, through: asOf)
      : try store.verdict(
        of: key, rule: rule.digest, asOf: asOf, proofDeadline: challenge.proofDeadline)
    if let stored, !isAsOfClock, stored.quality == flags { return (stored, false) }
    let fresh = evaluate(
      rule, on: reading.aggregates, of: challenge, asOf: asOf, quality: flags)
    if let stored, isAsOfClock, stored.says(fresh) { return (stored, false) }
    return (fresh, true)
  }
}

extension Finding {
  /// Whether no other subject would fare better.
  ///
  /// A subject's archive inside an archive may be too large for the room that there is for temporary
  /// files; another's is not.
  fileprivate var isOfWholeRun: Bool {
    code == .storeUnusable || code == .fileUnwritable && facts.reason != .spool
  }
}

extension FindingCode {
  /// Whether a subject failed with it for want of a look at what it handed in, so that what was decided
  /// on that before stands; see Pipelines, "Subjects".
  fileprivate var saysNothingOfArchives: Bool {
    switch self {
    case .fileMissing, .fileUnreadable, .fileChanged, .readingMissing, .timezoneUnknown,
      .configSyntax, .configUnknownKey, .configMissingKey, .configBadValue, .configDuplicate:
      true
    // The machine may have been short of time or memory.
    case .readerCrashed, .readerTimeout, .readerMemory: true
    default: false
    }
  }
}

extension Verdict {
  /// Whether it is what `other` says, the explanation and the instant apart.
  fileprivate func says(_ other: Verdict) -> Bool {
    outcome == other.outcome && reasons == other.reasons && phase == other.phase
      && openUntil == other.openUntil && score == other.score && quality == other.quality
  }
}

extension ReadingOrigin {
  /// Whether reading again at `asOf` would give the same.
  func holds(asOf: Instant) -> Bool {
    guard let bound = self.asOf else {
      // The latest export date is the end of the data.
      return dataEnd.map { $0 <= Record.latestEnd(knownAt: asOf) } ?? true
    }
    if bound == asOf { return true }
    // A later bound accepts what the earlier one accepted, and there was nothing else.
    return bound < asOf && inputs.allSatisfy { $0.rejected[.timeOutOfRange] == nil }
      && !findings.contains { $0.code == .timeExportOutOfRange }
  }
}
