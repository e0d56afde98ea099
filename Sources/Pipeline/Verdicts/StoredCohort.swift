import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel
import DaymarkStore
import Foundation

/// One challenge of a store, opened for reading.
struct StoredCohort {
  let path: String
  let store: Store
  let challenge: Challenge
  /// The rule by which the challenge was last decided, with the names of feats.
  let rule: Rule

  /// Opens a store and finds the challenge in it that is meant.
  ///
  /// - Parameters:
  ///   - id: The id of the challenge. `nil` is allowed for a store with one challenge, or for the
  ///     challenge of a pipeline.
  ///   - rulePaths: Folders or files of rules, whose pipelines may determine the challenge.
  /// - Throws: `DaymarkError` `file.missing`, `store.unusable`, or `challenge.unknown` with the ids
  ///   in the store.
  init(at path: String, challenge id: String?, rulePaths: [String] = []) throws {
    self.path = path
    store = try Store(reading: path)
    let challenges = try store.challenges()
    let ids = challenges.map(\.challenge.id)
    let named = Set(rulePaths.compactMap(challengeID)).intersection(ids)
    guard let wanted = id ?? only(ids) ?? only(named),
      let stored = challenges.first(where: { $0.challenge.id == wanted })
    else {
      throw DaymarkError(.challengeUnknown, at: InputLocation(file: path)) { facts in
        (facts.challenge, facts.known) = (id, ids.isEmpty ? nil : ids)
        facts.suggestion = id.flatMap { suggestion(for: $0, among: ids) }
      }
    }
    challenge = stored.challenge
    guard let rule = try store.rule(stored.rule) else {
      throw DaymarkError(.storeUnusable, at: InputLocation(file: path)) {
        ($0.reason, $0.table) = (.damaged, "rule")
      }
    }
    self.rule = rule.featsAsked.isEmpty ? rule : try store.naming(rule, of: wanted)
  }

  /// Opens the book beside the store for reading; `nil` where there is none.
  func book() throws -> Book? { try Book(ifBesideStore: path) }

  /// Returns a person's decision on a subject with its relation to the present verdict.
  func presentDecision(of key: SubjectKey) throws -> PresentDecision? {
    guard let decision = try book()?.decisions(of: key.challenge)[key.subject] else { return nil }
    return try present(decision)
  }

  func present(_ decision: Decision) throws -> PresentDecision {
    let key = SubjectKey(challenge: decision.challenge, subject: decision.subject)
    return PresentDecision(
      decision, on: try store.outputs(of: key).digests[OutputFile.verdict.rawValue])
  }

  /// The days of a subject, with the last verdict.
  struct Member {
    var aggregates: SubjectAggregates
    var asOf: Instant
    var quality: QualityFlags
    var completeness: Completeness
    /// Whether the archives were read for sleep.
    var hasSleep: Bool
  }

  /// Returns the verdict of the last run.
  ///
  /// - Returns: `nil` where there is no verdict by the present rule.
  func verdict(of key: SubjectKey) throws -> Verdict? {
    try store.lastVerdict(of: key).flatMap { last in
      let asOf = last.verdict.asOf
      return try store.verdict(
        of: key, rule: rule.digest, proofDeadline: challenge.proofDeadline, from: asOf,
        through: asOf)
    }
  }

  func member(_ subject: String) throws -> Member? {
    let key = SubjectKey(challenge: challenge.id, subject: subject)
    guard let reading = try store.reading(of: key),
      let last = try store.lastVerdict(of: key)?.verdict
    else { return nil }
    return Member(
      aggregates: reading.aggregates, asOf: last.asOf, quality: last.quality,
      completeness: last.completeness,
      hasSleep: ReadingKey(reading.settings)?.readsSleep ?? false)
  }

  /// Visits the subjects with a verdict in ascending order of ids, with one in memory at a time.
  ///
  /// - Parameters:
  ///   - rules: The rules to decide by.
  ///   - progress: Called with the number of subjects that are done and the number of all.
  /// - Throws: `DaymarkError` `sleep.not_read` where a rule asks for sleep, and `baseline.not_read`
  ///   where it asks for days before the period, and the archives were read by another rule, without
  ///   them.
  func forEachMember(
    by rules: [Rule], progress: (_ done: Int, _ of: Int) -> Void,
    _ visit: (String, Member) throws -> Void
  ) throws {
    let subjects = try store.subjects(of: challenge.id)
    let asksForSleep = rules.contains(where: \.asksForSleep)
    let daysBefore = rules.map(\.daysBefore).max() ?? 0
    for (index, subject) in subjects.enumerated() {
      if let member = try member(subject) {
        guard member.hasSleep || !asksForSleep else {
          throw DaymarkError(.sleepNotRead, at: InputLocation(file: path))
        }
        guard member.aggregates.daysBefore >= daysBefore else {
          throw DaymarkError(.baselineNotRead, at: InputLocation(file: path))
        }
        try visit(subject, member)
      }
      progress(index + 1, subjects.count)
    }
  }

  /// Makes the error for an unknown subject, with the ids in the store.
  func unknownSubject(_ subject: String) throws -> DaymarkError {
    let ids = try store.subjects(of: challenge.id)
    return DaymarkError(.subjectUnknown, at: InputLocation(file: path)) { facts in
      (facts.subject, facts.known) = (subject, ids.isEmpty ? nil : ids)
      facts.suggestion = suggestion(for: subject, among: ids)
    }
  }
}

extension Store {
  /// The rule with the names of feats as the operator's file beside the pipeline says them: those of
  /// the first reading, because a file for one subject alone is rare.
  fileprivate func naming(_ rule: Rule, of challenge: String) throws -> Rule {
    for subject in try subjects(of: challenge) {
      let key = SubjectKey(challenge: challenge, subject: subject)
      guard let reading = try reading(of: key) else { continue }
      return rule.naming(feats: reading.aggregates.featNames)
    }
    return rule
  }
}

private func only(_ ids: some Collection<String>) -> String? { ids.count == 1 ? ids.first : nil }

extension Instant {
  /// Extends a range so that it contains this instant.
  func joined(to range: ClosedRange<Instant>?) -> ClosedRange<Instant> {
    guard let range else { return self...self }
    return min(self, range.lowerBound)...max(self, range.upperBound)
  }
}
