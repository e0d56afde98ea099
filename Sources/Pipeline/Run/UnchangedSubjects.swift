import DaymarkConfiguration
import DaymarkDocuments
import DaymarkEmit
import DaymarkEvaluate
import DaymarkIngest
import DaymarkModel
import DaymarkStore

// A subject is unchanged when its files lie as the last run left them, and all that decides them is what it
// was then. That is one document of the store, and a look at the stamps of a few files.

extension PipelineConfiguration {
  /// The digest of all that it says of every subject alike, as far as documents depend on it.
  ///
  /// - Parameter rule: The digest of its rule.
  func terms(rule: Digest) -> Digest {
    // What a document of nobody says is all that a pipeline can say in one.
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

/// Texts one after the other, so that no two lists have one text.
private func delimited(_ parts: [String?]) -> String {
  parts.map { part in part.map { "\($0.utf8.count):\($0)" } ?? "-" }.joined()
}

extension StoredSubject {
  /// Whether a run for an instant would leave the subject as it is, everything else being the same.
  fileprivate func holds(asOf: Instant, isClock: Bool) -> Bool {
    guard isClock else { return verdict.asOf == asOf }
    // A later verdict would be reused.
    return isLasting && verdict.asOf <= asOf
      && !decided.contains { verdict.asOf < $0 && $0 <= asOf }
  }
}

extension SubjectProcessor {
  /// The subjects that need no work, by their places.
  ///
  /// - Parameter places: Places of subjects, in the order of the bytes of their ids.
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
    progress.update {
      $0.doneBytes += now.bytes
      $0.readSubjects += 1
      $0.decidedSubjects += 1
      $0.subject = subject.id
      $0.findings = summary.findings
    }
    return ProvisionalSummary(read: summary, terms: state.request, unchanged: state)
  }

  /// The digest of what decides a subject, as things are.
  ///
  /// - Returns: Also the bytes of its archives; `nil` of a subject that has to be looked at.
  private func termsNow(of subject: Subject) -> (terms: Digest?, bytes: Int64)? {
    if let readings {
      guard
        let origin = try? readings.origin(of: subject, configuration, asOf: asOf, in: store)
      else { return nil }
      return (terms(of: subject, reading: origin), subject.archiveBytes)
    }
    let files = subject.systemFiles
    guard let stamps = try? subject.archives.map(files.stamp(of:)) else { return nil }
    return (terms(of: subject, stamps.map(\.text)), stamps.reduce(0) { $0 + $1.bytes })
  }

  /// The state of a subject once its files are in place.
  ///
  /// - Returns: `nil` of one that the next run has to look at whatever it finds.
  func pendingState(
    _ summary: SubjectSummary, _ key: SubjectKey, _ origin: ReadingOrigin, _ terms: Digest?,
    _ sharing: [QualityFlag]?
  ) -> PendingState? {
    guard let sharing, let terms, let verdict = summary.verdict else { return nil }
    // One without a known end changes with what is handed in, and with `unreadUntil`.
    let isLasting =
      verdict.phase == .ended && verdict.finality.openUntil == nil && origin.isLasting
    guard isLasting || !isAsOfClock else { return nil }
    var state = StoredSubject(
      request: terms, sharing: digest(of: sharing), isLasting: isLasting, verdict: verdict)
    (state.inputs, state.findings) = (origin.inputs, origin.findings)
    (state.outputs, state.supersedes) = (summary.files, summary.supersedes)
    return PendingState(key: key, folder: path(of: summary), state: state)
  }

  /// The digest of the flags that a look at all subjects gave one.
  func digest(of sharing: [QualityFlag]) -> Digest {
    if sharing.isEmpty { return .ofNothing }
    let flags = QualityFlags(sharing, limits: configuration.limits.identity)
    return Digest(of: Members<QualityFlags>.quality.kind.bytes(flags))
  }

  /// The digest of all that decides a subject's documents but what others handed in.
  ///
  /// - Parameters:
  ///   - subject: The subject.
  ///   - stamps: Those of its archives, in their order.
  /// - Returns: `nil` of a subject that fails.
  func terms(of subject: Subject, _ stamps: [String]) -> Digest? {
    guard subject.problem == nil, subject.unknownZone == nil else { return nil }
    var parts = termsApartFromInputs(of: subject)
    for (path, stamp) in zip(subject.archives, stamps) {
      parts += [absolutePath(path), stamp, subject.receivedAt[path].map { "\($0)" }]
    }
    return Digest(of: Array(delimited(parts).utf8))
  }

  /// The same of a subject that is decided on a reading made elsewhere.
  func terms(of subject: Subject, reading: ReadingOrigin) -> Digest {
    let parts = termsApartFromInputs(of: subject) + ["reading", reading.settings]
    return Digest(of: Array(delimited(parts).utf8))
  }

  private func termsApartFromInputs(of subject: Subject) -> [String?] {
    // A reading does not depend on the sex, and flags do.
    let sex = subject.logs.sex?.rawValue
    let request = SubjectRequest(
      subject, of: configuration, asOf: asOf, isCareful: options.reading.isCareful)
    let decisions: [String?] = subject.setAside.flatMap {
      [$0.input, $0.setAside.finding?.rawValue, $0.setAside.because]
    }
    return [
      terms.hex, subject.id, subject.address, sex, configuration.completeness(of: subject).rawValue,
      subject.receivedTogether ? "received together" : nil, request.key().text,
      earlier.decisions[subject.id].map {
        Digest(of: Members<Decision>.decision.kind.bytes($0)).hex
      },
    ]
      + decisions + (subject.link.map { ["link", $0.token, $0.expires] } ?? [])
  }
}
