import DaymarkConfiguration
import DaymarkDocuments
import DaymarkEvaluate
import DaymarkModel
import DaymarkReport
import DaymarkStore

// The report of a challenge, made from the results of a run in a store.

extension StoredCohort {
  /// Makes the report of the challenge from the store.
  ///
  /// - Parameter showsValues: Whether health figures of subjects may be shown.
  func challengeReport(showsValues: Bool) throws -> ChallengeReport {
    let calendar = DayCalendar(zone: challenge.zone ?? .utc)
    var report = ChallengeReport(
      challenge: challenge, rule: rule, ruleSentence: rule.plainSentence,
      days: challenge.period.days(in: calendar), showsValues: showsValues,
      toolVersion: daymarkVersion)
    var lines = rule.shownThresholds.map { ThresholdTally(rule, $0) }
    var entries: [Leaderboard.Entry] = []
    var earlier: [Leaderboard.Entry] = []
    let decisions = try book()?.decisions(of: challenge.id) ?? [:]
    for subject in try reportedSubjects() {
      let key = SubjectKey(challenge: challenge.id, subject: subject)
      guard let decided = try decided(key) else {
        var row = SubjectRow(id: subject)
        row.failure = try store.failure(of: key)
        row.decision = try decisions[subject].map(present)
        report.subjects.append(row)
        continue
      }
      let (verdict, reading) = decided
      var row = SubjectRow(
        subject, verdict, reading, of: rule, on: report.days,
        evidence: try evidenceDigest(of: key))
      row.decision = try decisions[subject].map(present)
      report.subjects.append(row)
      report.asOf = verdict.asOf.joined(to: report.asOf)
      if report.asOf?.upperBound == verdict.asOf { report.phase = verdict.phase }
      for index in lines.indices { lines[index].count(verdict, reading.aggregates, in: challenge) }
      guard rule.score != nil else { continue }
      entries.append(
        Leaderboard.Entry(subject: subject, outcome: verdict.outcome, score: verdict.score))
      if let before = try verdictBefore(verdict, of: key) {
        report.earlierAsOf = max(report.earlierAsOf ?? before.asOf, before.asOf)
        earlier.append(
          Leaderboard.Entry(subject: subject, outcome: before.outcome, score: before.score))
      }
    }
    report.subjects.sort(by: SubjectRow.precedes)
    report.lines = lines.map(\.curve)
    report.changes = try resultChanges()
    if rule.score != nil {
      report.board = Leaderboard(entries)
      report.earlierRanks = Leaderboard(earlier).ranks
    }
    return report
  }

  /// Lists the subjects of the last run, including those that could not be read, in ascending order
  /// of ids.
  func reportedSubjects() throws -> [String] {
    let recorded = try book()?.results(of: challenge.id).keys.map(\.self) ?? []
    return Sharing.ordered(Array(Set(try store.subjects(of: challenge.id)).union(recorded)))
  }

  /// Returns the last verdict with the days that it is about; `nil` for a subject without a verdict
  /// by the present rule.
  func decided(_ key: SubjectKey) throws -> (Verdict, Reading)? {
    guard try !store.outputs(of: key).digests.isEmpty, let verdict = try verdict(of: key),
      let reading = try store.reading(of: key)
    else { return nil }
    return (verdict, reading)
  }

  private func evidenceDigest(of key: SubjectKey) throws -> Digest? {
    try store.outputs(of: key).digests[OutputFile.evidence.rawValue]
  }

  /// Returns the verdict for the instant of the run before, where the days are still the same.
  private func verdictBefore(_ verdict: Verdict, of key: SubjectKey) throws -> Verdict? {
    try store.verdict(
      of: key, rule: rule.digest, proofDeadline: challenge.proofDeadline,
      through: verdict.asOf.advanced(byMilliseconds: -1))
  }

  private func resultChanges() throws -> [ResultChange] {
    guard try book()?.runs(of: challenge.id).count ?? 0 > 1 else { return [] }
    return try storedChanges(of: challenge.id, store: path).changes.map {
      ResultChange(id: $0.subject, old: $0.old?.word.rawValue, new: $0.new?.word.rawValue)
    }
  }
}

extension Leaderboard {
  /// The rank of each ranked subject, by id.
  fileprivate var ranks: [String: Int] {
    let ranked = standings.compactMap { standing in
      standing.rank.map { (standing.entry.subject, $0) }
    }
    return Dictionary(ranked) { first, _ in first }
  }
}

extension SubjectRow {
  fileprivate init(
    _ id: String, _ verdict: Verdict, _ reading: Reading, of rule: Rule, on days: [CivilDay],
    evidence: Digest?
  ) {
    self.init(id: id)
    outcome = verdict.outcome
    self.days = verdict.explanation.standings(on: days)
    if let leaf = rule.leaves.first?.leaf, rule.leaves.count == 1, !leaf.asksEachDay {
      quarters = verdict.explanation.quarters(on: days)
    }
    reason = verdict.reasons(with: reading.inputs).first
    unit = reason.flatMap(verdict.explanation.unit)
    finality = verdict.finality
    // Without any data nobody can say how close the subject came.
    hasData = verdict.explanation.leaves.contains { $0.days.contains { $0.value != nil } }
    closeness = hasData ? verdict.explanation.closeness(to: rule) : nil
    score = verdict.score
    damage = reading.inputs.damaged
    self.evidence = evidence
    inputs = reading.inputs.count
    for flag in verdict.quality.flags {
      flags[flag.code, default: [:]][flag.level, default: 0] += 1
    }
    var codes: Set<FindingCode> = []
    findings = reading.aggregates.findings.filter {
      $0.code.level == .damage && codes.insert($0.code).inserted
    }
  }
}
