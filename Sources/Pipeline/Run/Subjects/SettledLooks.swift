import DaymarkConfiguration
import DaymarkEmit
import DaymarkEvaluate
import DaymarkIngest
import DaymarkModel
import DaymarkStore
import Foundation

// A subject is settled when its files lie as the last run left them, and all that decides them is what it
// was then. That is one row of the store, and a look at the stamps of a few files.

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

extension SettledSummary {
  /// Whether a run for an instant would leave the subject as it is, everything else being the same.
  fileprivate func holds(asOf: Instant, isClock: Bool) -> Bool {
    guard isClock else { return settled.asOf == asOf }
    // A later verdict would be taken.
    return settled.isLasting && settled.asOf <= asOf
      && !decided.contains { settled.asOf < $0 && $0 <= asOf }
  }
}

extension SubjectTurn {
  /// The subjects that need no other look, by their places.
  ///
  /// - Parameter places: Of subjects, in the order of the bytes of their ids.
  /// - Throws: `store.unusable`; `CancellationError`.
  func settledLooks(at places: ArraySlice<Int>) throws -> [Int: FirstLook] {
    let subjects = configuration.subjects
    guard let first = places.first, let last = places.last else { return [:] }
    let rows = try store.settledSubjects(
      of: configuration.challenge.id, from: subjects[first].id, through: subjects[last].id)
    var looks: [Int: FirstLook] = [:]
    for place in places {
      try Task.checkCancellation()
      let subject = subjects[place]
      guard let row = rows[subject.id], let look = settledLook(at: subject, row) else { continue }
      looks[place] = look
    }
    return looks
  }

  private func settledLook(at subject: Subject, _ row: SettledSummary) -> FirstLook? {
    let settled = row.settled
    guard row.holds(asOf: asOf, isClock: isAsOfClock), let verdict = row.verdict,
      let now = termsNow(of: subject), now.terms == settled.request
    else { return nil }
    var summary = SubjectSummary(of: subject, in: configuration.challenge)
    let stamp = FolderStamp(of: path(of: summary), holding: Array(row.outputs.keys))
    guard stamp?.text == settled.stamp else { return nil }
    summary.verdict = verdict
    summary.operatorFiles = configuration.operatorFiles(of: subject).map(\.identity)
    summary.verdict?.explanation.days = []
    summary.verdict?.explanation.children = []
    (summary.inputs, summary.findings, summary.files) = (row.inputs, row.findings, row.outputs)
    progress.update {
      $0.doneBytes += now.bytes
      $0.readSubjects += 1
      $0.subject = subject.id
      $0.findings = summary.findings
    }
    return FirstLook(read: summary, terms: settled.request, settled: settled)
  }

  /// The digest of what decides a subject, as things are.
  ///
  /// - Returns: Also the bytes of its archives; `nil` of a subject that has to be looked at.
  private func termsNow(of subject: Subject) -> (terms: Digest?, bytes: Int64)? {
    if let readings {
      guard
        let origin = try? readings.origin(of: subject, configuration, asOf: asOf, in: store)
      else { return nil }
      return (terms(of: subject, reading: origin), archiveBytes(subject.archives))
    }
    guard let stamps = try? subject.archives.map(InputStamp.init(ofInputAt:)) else { return nil }
    return (terms(of: subject, stamps.map(\.text)), stamps.reduce(0) { $0 + $1.bytes })
  }

  /// What a subject is settled on once its files are in place.
  ///
  /// - Returns: `nil` of one that the next run has to look at whatever it finds.
  func settling(
    _ summary: SubjectSummary, _ key: SubjectKey, on reading: StoredReading, _ terms: Digest?,
    _ sharing: [QualityFlag]?
  ) -> Settling? {
    guard let sharing, let terms, let verdict = summary.verdict else { return nil }
    let isLasting =
      verdict.phase == .ended && verdict.openUntil == nil && ReadingOrigin(reading).isLasting
    guard isLasting || !isAsOfClock else { return nil }
    return Settling(
      key: key, folder: path(of: summary), names: Array(summary.files.keys),
      settled: SettledSubject(
        request: terms, sharing: digest(of: sharing), stamp: "", asOf: verdict.asOf,
        isLasting: isLasting))
  }

  /// The digest of the flags that a look at all subjects gave one.
  func digest(of sharing: [QualityFlag]) -> Digest {
    if sharing.isEmpty { return Digest(of: []) }
    let flags = QualityFlags(sharing, limits: configuration.limits.identity)
    return Digest(of: VerdictCoding.stored.json(flags).canonicalBytes())
  }

  /// The digest of all that decides a subject's documents but what others handed in.
  ///
  /// - Parameters:
  ///   - subject: The subject.
  ///   - stamps: Those of its archives, in their order.
  /// - Returns: `nil` of a subject that fails.
  func terms(of subject: Subject, _ stamps: [String]) -> Digest? {
    guard subject.problem == nil, subject.unknownZone == nil, !subject.archives.isEmpty
    else { return nil }
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
    let policy = configuration.policies.lateInputs
    let late = LateInputs(of: configuration.challenge, policy, receivedAt: [:])
    // A reading does not depend on the sex, and flags do.
    let sex = subject.logs.sex?.rawValue
    return [terms.hex, subject.id, subject.address, sex, settings(of: subject, [], late)]
  }
}
