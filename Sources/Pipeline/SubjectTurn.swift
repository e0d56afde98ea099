import DaymarkConfiguration
import DaymarkEvaluate
import DaymarkModel
import DaymarkStore

/// What every subject of a run shares.
struct SubjectTurn: Sendable {
  let configuration: PipelineConfiguration
  let options: RunOptions
  let asOf: Instant
  /// Nobody asked for an instant, so that a stored verdict may stand.
  let isAsOfClock: Bool
  let store: Store
  let progress: ProgressReporter

  /// Does what is left to do for one subject.
  ///
  /// - Returns: Also for a subject that failed.
  /// - Throws: `store.unusable` and `file.unwritable`, which stop the run; `CancellationError`.
  func take(_ subject: Subject) throws -> SubjectSummary {
    let started = ContinuousClock.now
    let key = SubjectKey(challenge: configuration.challenge.id, subject: subject.id)
    var summary = SubjectSummary(
      id: subject.id,
      folder: "\(folderName(of: key.challenge))/\(folderName(of: key.subject))")
    progress.update { $0.subject = subject.id }
    var doneBytes: Int64 = 0
    do {
      try finish(subject, key, &summary, &doneBytes)
    } catch let error as DaymarkError
      where error.finding.code != .storeUnusable && error.finding.code != .fileUnwritable
    {
      summary.error = error.finding
      let wasThere = try SubjectDocuments.remove(from: path(of: summary))
      try store.forgetOutputs(of: key)
      if wasThere { summary.work = max(summary.work, .written) }
    }
    summary.seconds = (ContinuousClock.now - started) / .seconds(1)
    progress.update {
      // What a failure left unread, or was given twice, need not be waited for either.
      $0.doneBytes += archiveBytes(subject.archives) - doneBytes
      $0.doneSubjects += 1
      $0.subject = subject.id
      $0.findings = summary.findings + (summary.error.map { [$0] } ?? [])
    }
    return summary
  }

  private func finish(
    _ subject: Subject, _ key: SubjectKey, _ summary: inout SubjectSummary,
    _ doneBytes: inout Int64
  ) throws {
    if let name = subject.unknownZone {
      throw DaymarkError(.timezoneUnknown, facts: ["zone": name])
    }
    // Without data there is no verdict, not even that data is missing.
    guard !subject.archives.isEmpty else {
      throw DaymarkError(.fileMissing, facts: ["reason": "noArchives"])
    }
    let archives = try ArchiveSet(subject.archives, known: store.archive(at:))
    let (reading, isNewReading) = try reading(of: subject, key, archives, &doneBytes)
    summary.findings = reading.aggregates.findings
    summary.inputs = reading.inputs
    if isNewReading { summary.work = .read }

    let (verdict, isNewVerdict) = try verdict(on: reading, key, isNewReading: isNewReading)
    summary.verdict = verdict
    if isNewVerdict { summary.work = max(summary.work, .evaluated) }

    let documents = SubjectDocuments(
      Evidence(
        toolVersion: daymarkVersion, challenge: configuration.challenge, subject: subject,
        policies: configuration.policies, inputs: reading.inputs, aggregates: reading.aggregates,
        rule: configuration.rule, verdict: verdict, limits: configuration.limits),
      intake: configuration.intake)
    summary.findings += documents.findings
    summary.files = documents.digests
    let isNewFile = try store.outputs(of: key) != summary.files
    if isNewReading || isNewVerdict || isNewFile || !archives.hashed.isEmpty {
      try store.save(
        SubjectChange(
          key: key, archives: archives.hashed, reading: isNewReading ? reading : nil,
          rule: configuration.rule, proofDeadline: configuration.challenge.proofDeadline,
          verdict: isNewVerdict ? verdict : nil, outputs: summary.files))
    }
    if try documents.write(to: path(of: summary)) { summary.work = max(summary.work, .written) }
  }

  private func path(of summary: SubjectSummary) -> String {
    "\(options.outputFolder)/\(summary.folder)"
  }

  private func reading(
    of subject: Subject, _ key: SubjectKey, _ archives: ArchiveSet,
    _ doneBytes: inout Int64
  ) throws -> (StoredReading, isNew: Bool) {
    let challenge = configuration.challenge
    let settings = ReadingSettings(
      inputs: archives.archives.map(\.digest), subjectZone: subject.zone,
      challengeZone: challenge.zone, policies: configuration.policies, period: challenge.period,
      programVersion: daymarkVersion, zoneDataVersion: Zone.dataVersion
    ).text
    let stored = try store.reading(of: key)
    if let stored, stored.settings == settings, stored.holds(asOf: asOf) { return (stored, false) }
    let request = ReadingRequest(
      subjectZone: subject.zone, challengeZone: challenge.zone, policies: configuration.policies,
      asOf: asOf, options: options.reading)
    let fresh = try aggregated(
      archives.archives.map { ($0.path, $0.digest) }, request, over: challenge.period
    ) { more in
      doneBytes += more
      progress.update {
        $0.doneBytes += more
        $0.subject = subject.id
      }
    }
    let statesDates = fresh.inputs.allSatisfy { $0.exportDate != nil }
    let reading = StoredReading(
      settings: settings, asOf: statesDates ? nil : asOf, inputs: fresh.evidenceInputs,
      aggregates: fresh.aggregates)
    return (reading, true)
  }

  private func verdict(
    on reading: StoredReading, _ key: SubjectKey, isNewReading: Bool
  ) throws -> (Verdict, isNew: Bool) {
    let (rule, challenge) = (configuration.rule, configuration.challenge)
    var stored: Verdict?
    if !isNewReading {
      stored =
        isAsOfClock
        ? try store.latestVerdict(
          of: key, rule: rule.digest, proofDeadline: challenge.proofDeadline, through: asOf)
        : try store.verdict(
          of: key, rule: rule.digest, asOf: asOf, proofDeadline: challenge.proofDeadline)
    }
    // Flags of other limits are other flags.
    if stored?.quality.limits != configuration.limits.identity { stored = nil }
    if let stored, !isAsOfClock { return (stored, false) }
    let flags = qualityFlags(of: reading.aggregates, in: challenge, limits: configuration.limits)
    let fresh = evaluate(
      rule, on: reading.aggregates, of: challenge, asOf: asOf, quality: flags)
    if let stored, stored.outcome == fresh.outcome, stored.reasons == fresh.reasons,
      stored.phase == fresh.phase, stored.quality == fresh.quality
    {
      return (stored, false)
    }
    return (fresh, true)
  }
}

extension StoredReading {
  /// Whether reading again at `asOf` would give the same.
  fileprivate func holds(asOf: Instant) -> Bool {
    guard let bound = self.asOf, bound != asOf else { return true }
    // A later bound accepts what the earlier one accepted, and there was nothing else.
    return bound < asOf && inputs.allSatisfy { $0.rejected[.timeOutOfRange] == nil }
  }
}
