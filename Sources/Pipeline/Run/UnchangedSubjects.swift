import DaymarkConfiguration
import DaymarkDocuments
import DaymarkEmit
import DaymarkEvaluate
import DaymarkIngest
import DaymarkModel
import DaymarkStore

// A subject is unchanged when its files are as the last run left them, and everything that decides
// them is the same. To find that out takes one document of the store, and the stamps of a few
// files.

extension PipelineConfiguration {
  /// Computes the digest of the pipeline's settings that are the same for every subject and that
  /// documents depend on.
  ///
  /// - Parameter rule: The digest of the pipeline's rule.
  func terms(rule: Digest) -> Digest {
    // The document of a subject without data contains all settings of a pipeline that any document
    // can contain.
    let nobody = SubjectAggregates(zone: ResolvedZone(.utc, by: .assumedUTC))
    let verdict = evaluate(
      self.rule, on: nobody, of: challenge, asOf: Instant(milliseconds: 0),
      quality: QualityFlags([], limits: limits.identity))
    let document = evidenceDocument(
      Evidence(
        toolVersion: daymarkVersion, challenge: challenge, subject: Subject(id: ""),
        policies: policies, operatorFiles: operatorFiles.map(\.identity), inputs: [],
        aggregates: nobody, rule: self.rule, verdict: verdict, limits: limits))
    let parts = [
      document.canonicalText, rule.hex, limits.identity.digest.hex, challenge.zone?.id,
      challenge.proofDeadline.map { "\($0)" }, intake?.profile.rawValue, intake?.challengeID,
      intake?.modelHash, intake?.evidenceToken, intake?.evidenceExpires,
    ]
    return Digest(of: Array(delimited(parts).utf8))
  }
}

/// Joins texts such that different lists give different texts.
private func delimited(_ parts: [String?]) -> String {
  parts.map { part in part.map { "\($0.utf8.count):\($0)" } ?? "-" }.joined()
}

extension StoredSubject {
  /// Whether a run for an instant would leave the subject as it is, if everything else is the same.
  fileprivate func holds(asOf: Instant, isClock: Bool) -> Bool {
    guard isClock else { return verdict.asOf == asOf }
    // A verdict that is still valid would be reused.
    return isLasting && verdict.asOf <= asOf
      && !decided.contains { verdict.asOf < $0 && $0 <= asOf }
  }
}

extension SubjectProcessor {
  /// Finds the subjects that need no work, by index.
  ///
  /// - Parameter places: Indices of subjects, in the order of the bytes of their ids.
  /// - Throws: `store.unusable`; `CancellationError`.
  func unchangedSubjects(at places: ArraySlice<Int>) throws -> [Int: ProvisionalSummary] {
    let subjects = configuration.subjects
    guard let first = places.first, let last = places.last else { return [:] }
    let stored = try store.storedSubjects(
      of: configuration.challenge.id, from: subjects[first].id, through: subjects[last].id)
    var unchanged: [Int: ProvisionalSummary] = [:]
    for place in places {
      try Task.checkCancellation()
      let subject = subjects[place]
      guard let state = stored[subject.id], let summary = self.unchanged(subject, state)
      else { continue }
      unchanged[place] = summary
    }
    return unchanged
  }

  private func unchanged(_ subject: Subject, _ state: StoredSubject) -> ProvisionalSummary? {
    guard state.holds(asOf: asOf, isClock: isAsOfClock),
      let now = termsNow(of: subject), now.terms == state.request
    else { return nil }
    var summary = SubjectSummary(of: subject, in: configuration.challenge)
    let stamp = FolderStamp(of: path(of: summary), holding: Array(state.outputs.keys))
    guard stamp?.text == state.stamp else { return nil }
    summary.operatorFiles = configuration.operatorFiles(of: subject).map(\.identity)
    (summary.verdict, summary.inputs) = (state.verdict, state.inputs)
    (summary.findings, summary.files) = (state.findings, state.outputs)
    summary.supersedes = state.supersedes
    summary.unitOfFirstReason = state.unitOfFirstReason
    progress.update {
      $0.doneBytes += now.bytes
      $0.readSubjects += 1
      $0.decidedSubjects += 1
      $0.subject = subject.id
      $0.findings = summary.findings
    }
    return ProvisionalSummary(read: summary, terms: state.request, unchanged: state)
  }

  /// Computes the digest of everything that decides a subject now.
  ///
  /// - Returns: The digest and the size of the archives in bytes; `nil` for a subject that must be
  ///   processed.
  private func termsNow(of subject: Subject) -> (terms: Digest?, bytes: Int64)? {
    if let readings {
      guard
        let known = try? earlier.known(of: subject),
        let origin = try? readings.origin(
          of: subject, configuration, asOf: asOf, known, in: store)
      else { return nil }
      return (terms(of: subject, reading: origin), subject.archiveBytes)
    }
    let files = subject.systemFiles
    guard let stamps = try? subject.archives.map(files.stamp(of:)) else { return nil }
    return (terms(of: subject, stamps.map(\.text)), stamps.reduce(0) { $0 + $1.bytes })
  }

  /// Makes the state of a subject that becomes valid once its files are placed.
  ///
  /// - Returns: `nil` for a subject that the next run must process in any case.
  func pendingState(
    _ summary: SubjectSummary, _ key: SubjectKey, _ origin: ReadingOrigin, _ terms: Digest?,
    _ sharing: [QualityFlag]?
  ) -> PendingState? {
    guard let sharing, let terms, let verdict = summary.verdict else { return nil }
    // A verdict that is open without a known end changes with new data and with `unreadUntil`.
    let isLasting =
      verdict.phase == .ended && verdict.finality.openUntil == nil && origin.isLasting
    guard isLasting || !isAsOfClock else { return nil }
    var state = StoredSubject(
      request: terms, sharing: digest(of: sharing), isLasting: isLasting, verdict: verdict)
    (state.inputs, state.findings) = (origin.inputs, origin.findings)
    (state.outputs, state.supersedes) = (summary.files, summary.supersedes)
    state.unitOfFirstReason = summary.unitOfFirstReason
    return PendingState(key: key, folder: path(of: summary), state: state)
  }

  /// Computes the digest of the flags that a comparison of all subjects gave one.
  func digest(of sharing: [QualityFlag]) -> Digest {
    if sharing.isEmpty { return .ofNothing }
    let flags = QualityFlags(sharing, limits: configuration.limits.identity)
    return Digest(of: Members<QualityFlags>.quality.kind.bytes(flags))
  }

  /// Computes the digest of everything that decides a subject's documents, apart from shared data.
  ///
  /// - Parameters:
  ///   - subject: The subject.
  ///   - stamps: The stamps of its archives, in their order.
  /// - Returns: `nil` for a subject that fails.
  func terms(of subject: Subject, _ stamps: [String]) -> Digest? {
    guard subject.problem == nil, subject.unknownZone == nil else { return nil }
    var parts = termsApartFromInputs(of: subject)
    for (path, stamp) in zip(subject.archives, stamps) {
      parts += [absolutePath(path), stamp, subject.receivedAt[path].map { "\($0)" }]
    }
    return Digest(of: Array(delimited(parts).utf8))
  }

  /// Computes the same digest for a subject that is decided on a reading made elsewhere.
  func terms(of subject: Subject, reading: ReadingOrigin) -> Digest {
    let parts = termsApartFromInputs(of: subject) + ["reading", reading.settings]
    return Digest(of: Array(delimited(parts).utf8))
  }

  private func termsApartFromInputs(of subject: Subject) -> [String?] {
    // Flags depend on the sex, and readings do not.
    let sex = subject.logs.sex?.rawValue
    let request = SubjectRequest(
      subject, of: configuration, asOf: asOf, isCareful: options.reading.isCareful)
    let waivers: [String?] = subject.setAside.flatMap {
      [$0.input, $0.waiver.finding?.rawValue, $0.waiver.because]
    }
    return [
      terms.hex, subject.id, subject.address, sex, configuration.completeness(of: subject).rawValue,
      subject.receivedTogether ? "received together" : nil, request.key().text,
      earlier.decisions[subject.id].map {
        Digest(of: Members<Decision>.decision.kind.bytes($0)).hex
      },
    ]
      + waivers + (subject.link.map { ["link", $0.token, $0.expires] } ?? [])
  }
}
