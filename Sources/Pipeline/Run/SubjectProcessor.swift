import DaymarkConfiguration
import DaymarkDocuments
import DaymarkEmit
import DaymarkIngest
import DaymarkModel
import DaymarkStore

/// Reads and decides the subjects of a run, with the data that they share.
///
/// A subject is decided twice: alone as soon as it is read, and then together with all others. So a
/// run that ends early leaves a verdict for each subject that it has read. The days of a subject
/// stay in memory only until it is decided alone, because there may be thousands of subjects.
struct SubjectProcessor: Sendable {
  let configuration: PipelineConfiguration
  let options: RunOptions
  let asOf: Instant
  /// Whether no `asOf` was stated, so that a stored verdict may be reused.
  let isAsOfClock: Bool
  let rule: Digest
  /// The digest of all settings of the pipeline that are the same for every subject.
  let terms: Digest
  let store: Store
  let batch: WriteBatch
  let progress: ProgressReporter
  let readers: RunReaders
  /// The readings made elsewhere.
  ///
  /// Where there are some, archives are not looked at.
  let readings: ImportedReadings?
  /// The records of earlier runs.
  let earlier: EarlierRuns
  /// Whether the run began a new book, so that only documents show which verdicts were final.
  let beginsNewBook: Bool

  // MARK: The two decisions

  /// Reads a subject, and decides it as if no other subject had handed in the same data.
  ///
  /// Where the rule has a condition on shared data, the verdict is left open. A subject with a
  /// valid stored verdict is not decided here, because the verdict may contain flags of shared
  /// data.
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

  /// Decides a subject again with the flags that a comparison of all subjects gives.
  ///
  /// A subject whose first verdict is complete is not decided again. The results of the first
  /// decisions must be in the store.
  ///
  /// - Throws: The errors of ``decideAlone(_:)``.
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
      // The first decision has already changed the files, which the second cannot tell.
      summary.findings += (first.decided?.findings ?? []).filter {
        [.attestationRemoved, .fileRewritten].contains($0.code) && !summary.findings.contains($0)
      }
    }
    summary.isSettled = true
    if first.read.error == nil { reportSettled(summary, after: first.read) }
    return summary
  }

  private var asksAboutSharing: Bool {
    configuration.rule.quality.contains(where: \.asksAboutSharing)
  }

  /// Reports the findings since reading; the earlier ones have been reported.
  private func reportSettled(_ summary: SubjectSummary, after read: SubjectSummary) {
    progress.update {
      $0.doneSubjects += 1
      $0.subject = summary.id
      $0.findings =
        summary.findings.dropFirst(read.findings.count) + (summary.error.map { [$0] } ?? [])
    }
  }

  /// Whether the store has a valid verdict on the subject for this run.
  private func isDecided(_ subject: Subject, _ summary: SubjectSummary) throws -> Bool {
    let asOf = try instant(of: subject, summary)
    return try store.hasVerdict(
      of: key(of: subject), rule: rule,
      proofDeadline: configuration.challenge.proofDeadline,
      from: isAsOfClock ? Instant(milliseconds: .min) : asOf, through: asOf)
  }

  // MARK: Reading

  /// Reads a subject's archives into the store, unless the store's reading is still valid.
  ///
  /// - Returns: The summary, also for a subject that failed, and the basis for deciding it.
  private func read(
    _ subject: Subject
  ) throws -> (summary: SubjectSummary, basis: DecisionBasis?) {
    var summary = SubjectSummary(of: subject, in: configuration.challenge)
    progress.update { $0.subject = subject.id }
    var (doneBytes, basis) = (Int64(0), DecisionBasis?.none)
    try attempt(&summary) { basis = try read(subject, into: &$0, &doneBytes) }
    progress.update {
      // Bytes that a failure left unread, or of an archive given twice, count as done.
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
      if earlier.handIn.isClosedWithoutInputs, !readings.handsInAnything {
        throw DaymarkError(.fileMissing) { $0.reason = .noArchives }
      }
      // A reading that failed also lists inputs: they were handed in, although nothing was read.
      summary.handedIn = readings.handedIn[subject.id]
      let known = try earlier.known(of: subject)
      let origin = try readings.origin(of: subject, configuration, asOf: asOf, known, in: store)
      let archives = summary.handedIn ?? origin.inputs.map(\.digest)
      summary.handedIn = archives
      if let refusal = try earlier.refusal(
        of: subject, origin.inputs, among: archives, in: readings.folder)
      {
        throw DaymarkError(refusal)
      }
      (summary.inputs, summary.findings) = (known.stated(origin.inputs), origin.findings)
      guard try origin.holds(asOf: instant(of: subject, summary)) else {
        throw DaymarkError(.readingMissing) {
          ($0.folder, $0.reason) = (readings.folder, .otherSettings)
        }
      }
      if readings.fresh.contains(subject.id) { summary.work = .read }
      return DecisionBasis(terms: terms(of: subject, reading: origin))
    }
    if earlier.handIn.isClosedWithoutInputs {
      throw DaymarkError(.fileMissing) { $0.reason = .noArchives }
    }
    let request = try request(for: subject)
    let archives = try ArchiveSet(of: request, known: store.archive(at:))
    summary.handedIn = archives.archives.map(\.digest)
    if let gone = try earlier.goneInput(of: subject, among: archives.archives.map(\.digest)) {
      throw DaymarkError(gone)
    }
    let settings = request.key(of: archives).text
    let terms = terms(of: subject, archives.given.map(\.stamp))
    if let origin = try store.readingOrigin(of: key(of: subject)), origin.settings == settings,
      origin.holds(asOf: request.instant(of: archives))
    {
      (summary.inputs, summary.findings) = (origin.inputs, origin.findings)
      if !archives.hashed.isEmpty { try save(subject) { $0.archives = archives.hashed } }
      return DecisionBasis(terms: terms)
    }
    let fresh = try read(subject, request, archives, settings, &doneBytes)
    (summary.inputs, summary.findings) = (fresh.inputs, fresh.aggregates.findings)
    summary.work = .read
    try save(subject) { ($0.archives, $0.reading) = (archives.hashed, fresh) }
    return DecisionBasis(terms: terms, fresh: fresh)
  }

  /// Reads a subject's archives, whatever the store has, and adds the bytes that were read to
  /// `doneBytes`.
  private func read(
    _ subject: Subject, _ request: SubjectRequest, _ archives: ArchiveSet, _ settings: String,
    _ doneBytes: inout Int64
  ) throws -> Reading {
    var request = request
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
      // The reader found other archives than those that were hashed.
      throw DaymarkError(
        .fileChanged, at: InputLocation(file: subject.archives.first ?? subject.id))
    }
    return reading
  }

  // MARK: Deciding

  /// Decides a subject that was read, and writes its files.
  ///
  /// - Parameters:
  ///   - subject: The subject.
  ///   - summary: The summary after reading.
  ///   - basis: The basis for deciding the subject.
  ///   - sharing: The flags that a comparison with other subjects gives; `nil` before that
  ///     comparison.
  /// - Returns: The summary after deciding.
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
    // The flags of shared data are computed again in each run, so they are part of the question for
    // a stored verdict.
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
      for: verdict, on: reading.aggregates,
      of: try earlier.known(of: subject).stated(reading.inputs), summary.operatorFiles)
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
    summary.unitOfFirstReason = verdict.reasons.first.flatMap(verdict.explanation.unit)
    // The whole explanation is in the subject's files. Thousands of them would fill the memory.
    summary.verdict?.explanation.days = []
    summary.verdict?.explanation.children = []
    try batch.add(
      change.files, placing: isPlacing || known.mayBeMissing ? key : nil,
      // A run repeats the findings about missing documents, so such a subject must be made again
      // each time.
      state: documents.findings.isEmpty
        ? pendingState(summary, key, reading.origin, basis.terms, sharing) : nil)
  }

  /// Removes the attestation of a payout that rests on earlier documents of the subject.
  func removePayoutAttestation(
    unlessOf digests: [String: Digest], _ summary: inout SubjectSummary
  ) throws {
    let payout = PayoutProof(folder: parentFolder(of: path(of: summary)))
    if try !payout.removeAttestation(ifRestingOnOtherOf: summary.id, than: digests).isEmpty {
      summary.findings.append(payout.removalFinding)
    }
  }

  /// Returns the reading in the store.
  ///
  /// The archives are read again where it is not what was written.
  private func storedReading(of subject: Subject) throws -> Reading {
    if let reading = try store.reading(of: key(of: subject)) { return reading }
    let request = try request(for: subject)
    let archives = try ArchiveSet(of: request, known: store.archive(at:))
    let settings = request.key(of: archives).text
    var doneBytes: Int64 = 0
    let fresh = try read(subject, request, archives, settings, &doneBytes)
    try save(subject) { $0.reading = fresh }
    return fresh
  }

  /// Returns the stored verdict that is valid for this run.
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

  /// Returns the digests of the archives whose names the operator's statements about a subject
  /// name, by the text of the statement.
  ///
  /// - Returns: An empty dictionary for archives that cannot be looked at now. A later run settles
  ///   the statements.
  func namedDigests(of subject: Subject) -> [String: Set<Digest>] {
    if let readings { return (readings.namedDigests[subject.id] ?? [:]).mapValues { Set($0) } }
    let archives = try? ArchiveSet(of: request(for: subject), known: store.archive(at:))
    return archives?.namedDigests ?? [:]
  }
}

extension Verdict {
  /// Whether the verdict is the same as `other`, apart from the explanation and the instant.
  fileprivate func says(_ other: Verdict) -> Bool {
    outcome == other.outcome && reasons == other.reasons && phase == other.phase
      && finality == other.finality && completeness == other.completeness && score == other.score
      && quality == other.quality
  }
}

/// A subject that was read, and decided as if no other subject had handed in the same data.
struct ProvisionalSummary: Sendable {
  /// The summary after reading.
  var read: SubjectSummary
  /// The summary after deciding; `nil` where an earlier run's verdict stays until all subjects are
  /// compared.
  var decided: SubjectSummary?
  /// The digest of everything that decides the subject; `nil` where it could not be read.
  var terms: Digest?
  /// The state that an earlier run left, where this run finds the same.
  var unchanged: StoredSubject?

  /// The summary of the subject if the run ended now.
  var summary: SubjectSummary { decided ?? read }
}

/// The basis for deciding a subject.
struct DecisionBasis: Sendable {
  /// The digest of everything that decides the subject's documents, apart from shared data.
  var terms: Digest?
  /// The reading of this run, which the store may not have yet; `nil` for the store's reading.
  var fresh: Reading?
}
