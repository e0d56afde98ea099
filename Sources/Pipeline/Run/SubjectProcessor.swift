import DaymarkConfiguration
import DaymarkDocuments
import DaymarkEmit
import DaymarkIngest
import DaymarkModel
import DaymarkStore

/// What is done for each subject of a run, with what all of them share.
///
/// A subject is decided twice: alone, as soon as it is read, and together with all others. So a run that ends early
/// leaves a verdict for each subject that it has read. What was read of a subject is kept in memory until it is decided
/// alone, and no longer: there may be thousands.
struct SubjectProcessor: Sendable {
  let configuration: PipelineConfiguration
  let options: RunOptions
  let asOf: Instant
  /// Whether no `asOf` was given, so a stored verdict may be reused.
  let isAsOfClock: Bool
  /// The digest of the rule.
  let rule: Digest
  /// The digest of all that the pipeline says of every subject alike.
  let terms: Digest
  let store: Store
  let batch: WriteBatch
  let progress: ProgressReporter
  let readers: RunReaders
  /// Readings that were made elsewhere; archives are not looked at where there are some.
  let readings: ImportedReadings?
  /// What the runs before left.
  let earlier: EarlierRuns
  /// Whether the run began a new book, so that only documents tell what was final.
  let beginsNewBook: Bool

  // MARK: The two decisions

  /// Reads a subject, and decides on it as if nobody handed in the same.
  ///
  /// Where the rule asks whether somebody did, the answer waits. A subject that has a verdict for what is
  /// asked is left alone: what it shared with others at the last run may be in it.
  ///
  /// - Throws: `store.unusable` and `file.unwritable`, which stop the run; `CancellationError`.
  func decideAlone(_ subject: Subject) throws -> ProvisionalSummary {
    let provisional = try decidedAlone(subject)
    progress.update {
      $0.decidedSubjects += 1
      $0.subject = subject.id
    }
    return provisional
  }

  private func decidedAlone(_ subject: Subject) throws -> ProvisionalSummary {
    let (summary, basis) = try read(subject)
    var provisional = ProvisionalSummary(read: summary, terms: basis?.terms)
    guard let basis, summary.error == nil, try basis.fresh != nil || !isDecided(subject, summary)
    else { return provisional }
    provisional.decided = try decide(
      subject, summary, basis, sharing: asksAboutSharing ? nil : [])
    return provisional
  }

  /// Decides what only a look at all subjects gives.
  ///
  /// A subject whose first verdict knew all there is to know is not decided again. What the first decisions left must
  /// be in the store.
  ///
  /// - Throws: As ``decideAlone(_:)``.
  func settle(
    _ subject: Subject, _ first: ProvisionalSummary, sharing: [QualityFlag]
  ) throws -> SubjectSummary {
    var summary = first.summary
    if summary.error == nil, first.unchanged?.sharing != digest(of: sharing),
      first.decided == nil || asksAboutSharing || !sharing.isEmpty
    {
      var read = first.read
      (read.work, read.seconds) = (summary.work, summary.seconds)
      summary = try decide(subject, read, DecisionBasis(terms: first.terms), sharing: sharing)
    }
    summary.isSettled = true
    if first.read.error == nil { reportSettled(summary, after: first.read) }
    return summary
  }

  private var asksAboutSharing: Bool {
    configuration.rule.quality.contains(where: \.asksAboutSharing)
  }

  /// Reports what was found since reading; before that it would be told twice.
  private func reportSettled(_ summary: SubjectSummary, after read: SubjectSummary) {
    progress.update {
      $0.doneSubjects += 1
      $0.subject = summary.id
      $0.findings =
        summary.findings.dropFirst(read.findings.count) + (summary.error.map { [$0] } ?? [])
    }
  }

  /// Whether the store has a verdict for what this run asks.
  private func isDecided(_ subject: Subject, _ summary: SubjectSummary) throws -> Bool {
    let asOf = try instant(of: subject, summary)
    return try store.hasVerdict(
      of: key(of: subject), rule: rule,
      proofDeadline: configuration.challenge.proofDeadline,
      from: isAsOfClock ? Instant(milliseconds: .min) : asOf, through: asOf)
  }

  // MARK: Reading

  /// Reads a subject's archives into the store, unless what it has of them still serves.
  ///
  /// - Returns: The summary, also of a subject that failed, and what to decide it on.
  private func read(
    _ subject: Subject
  ) throws -> (summary: SubjectSummary, basis: DecisionBasis?) {
    var summary = SubjectSummary(of: subject, in: configuration.challenge)
    progress.update { $0.subject = subject.id }
    var (doneBytes, basis) = (Int64(0), DecisionBasis?.none)
    try attempt(&summary) { basis = try read(subject, into: &$0, &doneBytes) }
    progress.update {
      // What a failure left unread, or was given twice, need not be waited for either.
      $0.doneBytes += subject.archiveBytes - doneBytes
      $0.readSubjects += 1
      if summary.error != nil { $0.doneSubjects += 1 }
      $0.subject = subject.id
      $0.findings = summary.findings + (summary.error.map { [$0] } ?? [])
    }
    return (summary, basis)
  }

  private func read(
    _ subject: Subject, into summary: inout SubjectSummary, _ doneBytes: inout Int64
  ) throws -> DecisionBasis {
    if let failure = subject.failureBeforeReading { throw DaymarkError(failure) }
    summary.operatorFiles = configuration.operatorFiles(of: subject).map(\.identity)
    if let readings {
      let origin = try readings.origin(of: subject, configuration, asOf: asOf, in: store)
      summary.handedIn = origin.inputs.map(\.digest)
      let known = try earlier.known(of: subject)
      if let refusal = known.refusal(of: origin.inputs, in: readings.folder) {
        throw DaymarkError(refusal)
      }
      try checkPresence(of: subject, among: origin.inputs.map(\.digest))
      (summary.inputs, summary.findings) = (origin.inputs, origin.findings)
      guard try origin.holds(asOf: instant(of: subject, summary)) else {
        throw DaymarkError(.readingMissing) {
          ($0.folder, $0.reason) = (readings.folder, .otherSettings)
        }
      }
      if readings.fresh.contains(subject.id) { summary.work = .read }
      return DecisionBasis(terms: terms(of: subject, reading: origin))
    }
    if earlier.handIn.awaitsAnybody { throw DaymarkError(.fileMissing) { $0.reason = .noArchives } }
    let archives = try ArchiveSet(of: request(for: subject), known: store.archive(at:))
    summary.handedIn = archives.archives.map(\.digest)
    try checkPresence(of: subject, among: archives.archives.map(\.digest))
    let request = try request(for: subject)
    let settings = request.key(of: archives).text
    let terms = terms(of: subject, archives.given.map(\.stamp))
    if let origin = try store.readingOrigin(of: key(of: subject)), origin.settings == settings,
      origin.holds(asOf: request.instant(of: archives))
    {
      (summary.inputs, summary.findings) = (origin.inputs, origin.findings)
      if !archives.hashed.isEmpty { try save(subject) { $0.archives = archives.hashed } }
      return DecisionBasis(terms: terms)
    }
    let fresh = try read(subject, archives, settings, &doneBytes)
    (summary.inputs, summary.findings) = (fresh.inputs, fresh.aggregates.findings)
    summary.work = .read
    try save(subject) { ($0.archives, $0.reading) = (archives.hashed, fresh) }
    return DecisionBasis(terms: terms, fresh: fresh)
  }

  /// Reads a subject's archives, whatever the store has of them.
  private func read(
    _ subject: Subject, _ archives: ArchiveSet, _ settings: String, _ doneBytes: inout Int64
  ) throws -> Reading {
    var request = try request(for: subject)
    request.known = archives.given
    let found = try readers.read(request) { more in
      doneBytes += more
      progress.update {
        $0.doneBytes += more
        $0.subject = subject.id
      }
    }
    if let failure = found.failure { throw DaymarkError(failure) }
    guard let reading = found.reading, reading.settings == settings else {
      // The reader found other archives than were hashed.
      throw DaymarkError(
        .fileChanged, at: InputLocation(file: subject.archives.first ?? subject.id))
    }
    return reading
  }

  // MARK: Deciding

  /// Decides on a subject that was read, and writes its files.
  ///
  /// - Parameters:
  ///   - subject: The subject.
  ///   - summary: As reading left it.
  ///   - basis: What it is decided on.
  ///   - sharing: What only a look at the other subjects gives; `nil` before that look.
  /// - Returns: `summary` with what became of it.
  private func decide(
    _ subject: Subject, _ summary: SubjectSummary, _ basis: DecisionBasis,
    sharing: [QualityFlag]?
  ) throws -> SubjectSummary {
    var summary = summary
    try attempt(&summary) { try decide(subject, into: &$0, basis, sharing) }
    return summary
  }

  private func decide(
    _ subject: Subject, into summary: inout SubjectSummary, _ basis: DecisionBasis,
    _ sharing: [QualityFlag]?
  ) throws {
    let key = key(of: subject)
    let reading = try basis.fresh ?? storedReading(of: subject)
    var decision = DecisionTerms(
      subject: subject, challenge: configuration.challenge, policies: configuration.policies,
      rule: configuration.rule, limits: configuration.limits,
      asOf: try instant(of: subject, summary), sharing: sharing,
      intake: configuration.intake(of: subject))
    decision.policies.logs = subject.logs
    decision.completeness = configuration.completeness(of: subject)
    let stored = basis.fresh == nil ? try storedVerdict(of: key, asOf: decision.asOf) : nil
    // Who had something in common is known anew each time, so the flags are a part of the question.
    let fresh = DaymarkPipeline.decide(on: reading.aggregates, decision) { flags in
      let isAsked = stored?.quality == flags && stored?.completeness == decision.completeness
      return isAsOfClock || !isAsked ? nil : stored
    }
    let isReused = stored.map { isAsOfClock ? $0.says(fresh) : $0 == fresh } ?? false
    let verdict = isReused ? stored ?? fresh : fresh
    summary.verdict = verdict
    if isReused {
      try store.setFailure(nil, of: key)
    } else {
      summary.work = max(summary.work, .evaluated)
    }
    var evidence = decision.evidence(
      for: verdict, on: reading.aggregates, of: reading.inputs, summary.operatorFiles)
    evidence.supersedes = try supersedes(evidence, of: subject, summary)
    summary.supersedes = evidence.supersedes
    let documents = SubjectDocuments(
      evidence, intake: decision.intake, decision: earlier.decisions[subject.id])
    summary.findings += documents.findings
    summary.files = documents.digests
    let known = try store.outputs(of: key)
    let isPlacing = !isReused || known.digests != summary.files
    if isPlacing {
      try save(subject) {
        ($0.verdict, $0.outputs, $0.takesPart) = (verdict, summary.files, true)
      }
    }
    let change = try documents.prepare(
      in: path(of: summary), summary.files, known: known, mode: options.fileMode)
    summary.findings += change.findings
    if !change.files.isEmpty {
      summary.work = max(summary.work, .written)
      try removePayoutAttestation(unlessOf: summary.files, &summary)
    }
    // The whole is in the subject's files, and thousands of them would fill the memory.
    summary.verdict?.explanation.days = []
    summary.verdict?.explanation.children = []
    try batch.add(
      change.files, placing: isPlacing || known.mayBeMissing ? key : nil,
      // What documents lack is told by each run, which has to make them for that.
      state: documents.findings.isEmpty
        ? pendingState(summary, key, reading.origin, basis.terms, sharing) : nil)
  }

  /// Removes what was signed of a payout that rests on other documents of the subject than these.
  func removePayoutAttestation(
    unlessOf digests: [String: Digest], _ summary: inout SubjectSummary
  ) throws {
    let payout = PayoutProof(folder: parentFolder(of: path(of: summary)))
    if try !payout.removeAttestation(ifRestingOnOtherOf: summary.id, than: digests).isEmpty {
      summary.findings.append(payout.removalFinding)
    }
  }

  /// The reading that the store has; archives are read again where it is not what was written.
  private func storedReading(of subject: Subject) throws -> Reading {
    if let reading = try store.reading(of: key(of: subject)) { return reading }
    let archives = try ArchiveSet(of: request(for: subject), known: store.archive(at:))
    let settings = try request(for: subject).key(of: archives).text
    var doneBytes: Int64 = 0
    let fresh = try read(subject, archives, settings, &doneBytes)
    try save(subject) { $0.reading = fresh }
    return fresh
  }

  /// The verdict that the store has for what this run asks.
  private func storedVerdict(of key: SubjectKey, asOf: Instant) throws -> Verdict? {
    try store.verdict(
      of: key, rule: rule, proofDeadline: configuration.challenge.proofDeadline,
      from: isAsOfClock ? Instant(milliseconds: .min) : asOf, through: asOf)
  }

  private func save(_ subject: Subject, _ fill: (inout SubjectUpdate) -> Void) throws {
    var update = SubjectUpdate(
      key: key(of: subject), rule: configuration.rule, ruleDigest: rule,
      proofDeadline: configuration.challenge.proofDeadline)
    fill(&update)
    try batch.add(update)
  }

  func key(of subject: Subject) -> SubjectKey {
    SubjectKey(challenge: configuration.challenge.id, subject: subject.id)
  }

  func path(of summary: SubjectSummary) -> String {
    "\(options.outputFolder)/\(summary.folder)"
  }

  func request(for subject: Subject) throws -> SubjectRequest {
    try earlier.request(
      for: subject, showsNames: options.reading.showsNames, isCareful: options.reading.isCareful)
  }

  /// The digests that bear the names of which something is said of a subject, by what is said.
  ///
  /// - Returns: Nothing of archives that are elsewhere, or cannot be looked at any more: a later run settles it.
  func said(of subject: Subject) -> [String: Set<Digest>] {
    guard readings == nil,
      let archives = try? ArchiveSet(of: request(for: subject), known: store.archive(at:))
    else { return [:] }
    return archives.said
  }
}

extension Verdict {
  /// Whether it is what `other` says, the explanation and the instant apart.
  fileprivate func says(_ other: Verdict) -> Bool {
    outcome == other.outcome && reasons == other.reasons && phase == other.phase
      && finality == other.finality && completeness == other.completeness && score == other.score
      && quality == other.quality
  }
}

/// A subject that was read, and decided as if nobody handed in the same.
struct ProvisionalSummary: Sendable {
  /// As reading left it.
  var read: SubjectSummary
  /// As deciding left it; `nil` where an earlier run's verdict stands until all are looked at.
  var decided: SubjectSummary?
  /// The digest of what decides it, of a subject that could be read.
  var terms: Digest?
  /// What an earlier run left, where this one finds the same.
  var unchanged: StoredSubject?

  /// The subject as it stands if the run ends now.
  var summary: SubjectSummary { decided ?? read }
}

/// What a subject is decided on.
struct DecisionBasis: Sendable {
  /// The digest of all that decides its documents but what others handed in.
  var terms: Digest?
  /// What was read in this run, which the store may not have yet; that of the store serves when `nil`.
  var fresh: Reading?
}
