import DaymarkConfiguration
import DaymarkEvaluate
import DaymarkIngest
import DaymarkModel
import DaymarkStore

/// What is done for one subject of a run, with what all of them share.
///
/// What was read of a subject is kept in memory until it is decided on, and no longer: all subjects are
/// looked at together after that, and there may be thousands.
struct SubjectTurn: Sendable {
  let configuration: PipelineConfiguration
  let options: RunOptions
  let asOf: Instant
  /// Nobody asked for an instant, so that a stored verdict may stand.
  let isAsOfClock: Bool
  /// The digest of the rule.
  let rule: Digest
  /// The digest of all that the pipeline says of every subject alike.
  let terms: Digest
  let store: Store
  let batch: WriteBatch
  let progress: ProgressReporter
  let readers: ReaderSource
  /// Readings that were made elsewhere; archives are not looked at where there are some.
  let readings: TakenReadings?

  /// Reads a subject's archives into the store, unless what it has of them still serves.
  ///
  /// - Returns: The summary, also of a subject that failed, and what to decide it on.
  /// - Throws: `store.unusable` and `file.unwritable`, which stop the run; `CancellationError`.
  func read(_ subject: Subject) throws -> (summary: SubjectSummary, input: SubjectInput?) {
    var summary = SubjectSummary(of: subject, in: configuration.challenge)
    progress.update { $0.subject = subject.id }
    var (doneBytes, input) = (Int64(0), SubjectInput?.none)
    try attempt(&summary) { input = try read(subject, into: &$0, &doneBytes) }
    progress.update {
      // What a failure left unread, or was given twice, need not be waited for either.
      $0.doneBytes += archiveBytes(subject.archives) - doneBytes
      $0.readSubjects += 1
      if summary.error != nil { $0.doneSubjects += 1 }
      $0.subject = subject.id
      $0.findings = summary.findings + (summary.error.map { [$0] } ?? [])
    }
    return (summary, input)
  }

  /// Decides on a subject that was read, and writes its files.
  ///
  /// - Parameters:
  ///   - subject: The subject.
  ///   - summary: As reading left it.
  ///   - input: What it is decided on.
  ///   - sharing: What only a look at the other subjects gives; `nil` before that look.
  /// - Returns: `summary` with what became of it.
  /// - Throws: As ``read(_:)``.
  func decide(
    _ subject: Subject, _ summary: SubjectSummary, _ input: SubjectInput,
    sharing: [QualityFlag]?
  ) throws -> SubjectSummary {
    var summary = summary
    try attempt(&summary) { try decide(subject, into: &$0, input, sharing) }
    return summary
  }

  /// Whether the store has a verdict for what this run asks.
  func isDecided(_ subject: Subject) throws -> Bool {
    try store.hasVerdict(
      of: key(of: subject), rule: rule,
      proofDeadline: configuration.challenge.proofDeadline,
      from: isAsOfClock ? Instant(milliseconds: .min) : asOf, through: asOf)
  }

  private func read(
    _ subject: Subject, into summary: inout SubjectSummary, _ doneBytes: inout Int64
  ) throws -> SubjectInput {
    if let failure = subject.failureBeforeReading { throw DaymarkError(failure) }
    summary.operatorFiles = configuration.operatorFiles(of: subject).map(\.identity)
    if let readings {
      let origin = try readings.origin(of: subject, configuration, asOf: asOf, in: store)
      (summary.inputs, summary.findings) = (origin.inputs, origin.findings)
      if readings.fresh.contains(subject.id) { summary.work = .read }
      return SubjectInput(terms: terms(of: subject, reading: origin))
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
    let settings = settings(of: subject, archives.archives.map(\.digest), late)
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
    if fresh != nil || !archives.hashed.isEmpty {
      try save(subject, archives: archives.hashed, reading: fresh)
    }
    return SubjectInput(terms: terms(of: subject, archives.stamps), fresh: fresh)
  }

  private func decide(
    _ subject: Subject, into summary: inout SubjectSummary, _ input: SubjectInput,
    _ sharing: [QualityFlag]?
  ) throws {
    let key = key(of: subject)
    guard let reading = try input.fresh ?? store.reading(of: key) else {
      throw DaymarkError(
        .storeUnusable, at: InputLocation(file: store.path)
      ) { $0.reason = .damaged }
    }
    let (verdict, isNew) = try verdict(
      on: reading, of: subject, isFresh: input.fresh != nil, sharing)
    summary.verdict = verdict
    if isNew {
      summary.work = max(summary.work, .evaluated)
    } else {
      try store.setFailure(nil, of: key)
    }
    let evidence = Evidence(
      toolVersion: daymarkVersion, challenge: configuration.challenge, subject: subject,
      policies: policies(of: subject), operatorFiles: summary.operatorFiles,
      inputs: reading.inputs, aggregates: reading.aggregates, rule: configuration.rule,
      verdict: verdict, limits: configuration.limits)
    let documents = SubjectDocuments(evidence, intake: configuration.intake)
    summary.findings += documents.findings
    summary.files = documents.digests
    let known = try store.knownOutputs(of: key)
    let isPlacing = isNew || known.digests != summary.files
    if isPlacing { try save(subject, verdict: verdict, outputs: summary.files) }
    let change = try documents.prepare(
      in: path(of: summary), summary.files, known: known, mode: options.fileMode)
    summary.findings += change.rewritten
    if !change.files.isEmpty { summary.work = max(summary.work, .written) }
    try batch.add(
      change.files, placing: isPlacing || known.mayBeMissing ? key : nil,
      // What documents lack is told by each run, which has to make them for that.
      settling: documents.findings.isEmpty
        ? settling(summary, key, on: reading, input.terms, sharing) : nil)
    // It is in the subject's files, and thousands of them would fill the memory.
    summary.verdict?.explanation.days = []
    summary.verdict?.explanation.children = []
  }

  private func save(
    _ subject: Subject, archives: [ArchiveIdentity] = [], reading: StoredReading? = nil,
    verdict: Verdict? = nil, outputs: [String: Digest]? = nil
  ) throws {
    try batch.add(
      SubjectChange(
        key: key(of: subject), archives: archives, reading: reading, rule: configuration.rule,
        ruleDigest: rule, proofDeadline: configuration.challenge.proofDeadline, verdict: verdict,
        outputs: outputs,
        takesPart: verdict != nil))
  }

  private func key(of subject: Subject) -> SubjectKey {
    SubjectKey(challenge: configuration.challenge.id, subject: subject.id)
  }

  func path(of summary: SubjectSummary) -> String {
    "\(options.outputFolder)/\(summary.folder)"
  }

  func settings(
    of subject: Subject, _ inputs: [Digest], _ late: LateInputs
  ) -> String {
    request(for: subject).settings(of: inputs, late).text
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
    on reading: StoredReading, of subject: Subject, isFresh: Bool, _ sharing: [QualityFlag]?
  ) throws -> (Verdict, isNew: Bool) {
    let challenge = configuration.challenge
    let flags = qualityFlags(
      of: reading.aggregates, in: challenge, limits: configuration.limits, logs: subject.logs,
      sharing: sharing)
    // Who had something in common is known anew each time, so the flags are a part of the question.
    let stored = isFresh ? nil : try storedVerdict(of: key(of: subject))
    if let stored, !isAsOfClock, stored.quality == flags { return (stored, false) }
    let fresh = evaluate(
      configuration.rule, on: reading.aggregates, of: challenge, asOf: asOf, quality: flags)
    if let stored, isAsOfClock, stored.says(fresh) { return (stored, false) }
    return (fresh, true)
  }

  /// The verdict that the store has for what this run asks.
  private func storedVerdict(of key: SubjectKey) throws -> Verdict? {
    let deadline = configuration.challenge.proofDeadline
    guard isAsOfClock else {
      return try store.verdict(of: key, rule: rule, asOf: asOf, proofDeadline: deadline)
    }
    return try store.latestVerdict(of: key, rule: rule, proofDeadline: deadline, through: asOf)
  }
}

extension Verdict {
  /// Whether it is what `other` says, the explanation and the instant apart.
  fileprivate func says(_ other: Verdict) -> Bool {
    outcome == other.outcome && reasons == other.reasons && phase == other.phase
      && openUntil == other.openUntil && score == other.score && quality == other.quality
  }
}

/// What a subject is decided on.
struct SubjectInput: Sendable {
  /// The digest of all that decides its documents but what others handed in.
  var terms: Digest?
  /// What was read in this run, which the store may not have yet; that of the store serves when `nil`.
  var fresh: StoredReading?
}

extension ReadingOrigin {
  init(_ reading: StoredReading) {
    self.init(
      settings: reading.settings, asOf: reading.asOf, dataEnd: reading.aggregates.dataEnd,
      inputs: reading.inputs, findings: reading.aggregates.findings)
  }

  /// Whether reading again at any later instant would give the same.
  var isLasting: Bool {
    // A later bound accepts what the earlier one accepted, and there was nothing else.
    asOf == nil
      || inputs.allSatisfy { $0.rejected[.timeOutOfRange] == nil }
        && !findings.contains { $0.code == .timeExportOutOfRange }
  }

  /// Whether reading again at `asOf` would give the same.
  func holds(asOf: Instant) -> Bool {
    guard let bound = self.asOf else {
      // The latest export date is the end of the data.
      return dataEnd.map { $0 <= Record.latestEnd(knownAt: asOf) } ?? true
    }
    return bound == asOf || bound < asOf && isLasting
  }
}
