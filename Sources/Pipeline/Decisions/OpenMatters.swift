package import DaymarkModel
import DaymarkStore

/// A reason for which a subject waits for a person.
package enum OpenMatter: String, CaseIterable, Sendable {
  /// Data was handed in that was not read and could change the answer.
  case unread
  /// A decision was made on another verdict than the present one.
  case lapsed
  /// The data goes beyond what people or devices do.
  case flagged
  /// The rule gives no answer, and no more data is expected.
  case undetermined
  /// The proof deadline has passed, and the verdict is not final.
  case provisional
  /// The archives could not be read, so there is no verdict.
  case unreadable
}

/// The subjects of a challenge that wait for a person.
package struct OpenMatters: Sendable {
  /// A subject that waits for a person.
  package struct Subject: Sendable {
    package var id: String
    /// The outcome of the verdict; `nil` without a verdict.
    package var outcome: Outcome?
    package var isFinal = false
    /// The reasons, at least one, in the order of the cases.
    package var matters: [OpenMatter]
    /// The instant of the first run with the present result.
    package var since: Instant
    /// The decision that is needed again, because it was made on another verdict.
    package var lapsed: Decision?
    /// The finding for which there is no verdict.
    package var failure: Finding?
    /// The flags of the data of level `flagged`, each once.
    package var flags: [FlagCode] = []

    /// Whether the subject fails and might have passed if all data had been read.
    package var isUnreadFail: Bool { outcome == .fail && matters.contains(.unread) }
  }

  package var challenge: String
  /// The subjects: first those that fail with unread data, then the others, each with the oldest
  /// first.
  package var subjects: [Subject] = []
  /// The number of decisions that hold.
  package var decided = 0
}

/// Finds what waits for a person in a challenge.
///
/// A subject with a decision on its present verdict does not wait.
///
/// - Parameters:
///   - challenge: The id of the challenge.
///   - path: The file of the store, which is only read.
/// - Throws: `DaymarkError` `file.missing`, `store.unusable`, `challenge.unknown`.
package func openMatters(of challenge: String, store path: String) throws -> OpenMatters {
  let cohort = try StoredCohort(at: path, challenge: challenge)
  var open = OpenMatters(challenge: challenge)
  let times = try ResultTimes(of: cohort)
  let decisions = try cohort.book()?.decisions(of: challenge) ?? [:]
  for id in try cohort.reportedSubjects() {
    let key = SubjectKey(challenge: challenge, subject: id)
    let decision = try decisions[id].map(cohort.present)
    if decision?.holds == true {
      open.decided += 1
      continue
    }
    guard let subject = try cohort.openSubject(key, decision?.decision, times) else { continue }
    open.subjects.append(subject)
  }
  open.subjects.sort { a, b in
    if a.isUnreadFail != b.isUnreadFail { return a.isUnreadFail }
    if a.since != b.since { return a.since < b.since }
    return a.id.utf8.lexicographicallyPrecedes(b.id.utf8)
  }
  return open
}

extension StoredCohort {
  /// Finds why a subject waits for a person.
  ///
  /// - Parameter lapsed: The subject's decision on another verdict than the present one; `nil`
  ///   without one.
  /// - Returns: The subject with the reasons; `nil` for a subject that does not wait.
  fileprivate func openSubject(
    _ key: SubjectKey, _ lapsed: Decision?, _ times: ResultTimes
  ) throws -> OpenMatters.Subject? {
    var matters: Set<OpenMatter> = []
    let isDue = challenge.proofDeadline.map { deadline in
      times.latest.map { $0 >= deadline } ?? false
    }
    let verdict = try store.outputs(of: key).digests.isEmpty ? nil : verdict(of: key)
    let failure = try store.failure(of: key)
    let flagged = verdict?.quality.flags.filter { $0.level == .flagged }.map(\.code) ?? []
    if let verdict {
      if verdict.outcome != .pass, verdict.restsOnUnread {
        matters.insert(.unread)
      }
      if !flagged.isEmpty { matters.insert(.flagged) }
      if verdict.outcome == .undetermined, verdict.finality.isFinal || verdict.phase == .ended {
        matters.insert(.undetermined)
      }
      if isDue == true, !verdict.finality.isFinal { matters.insert(.provisional) }
    }
    if failure != nil { matters.insert(.unreadable) }
    if lapsed != nil { matters.insert(.lapsed) }
    guard !matters.isEmpty else { return nil }
    var subject = OpenMatters.Subject(
      id: key.subject, outcome: verdict?.outcome,
      matters: OpenMatter.allCases.filter(matters.contains),
      since: times.since(key.subject) ?? verdict?.asOf ?? times.latest
        ?? Instant(milliseconds: 0))
    subject.isFinal = verdict?.finality.isFinal ?? false
    (subject.lapsed, subject.failure) = (lapsed, failure)
    subject.flags = FlagCode.allCases.filter(flagged.contains)
    return subject
  }
}

/// The instants since which subjects have their present results.
private struct ResultTimes {
  private var instants: [String: Instant] = [:]
  /// The latest instant that a run decided for; `nil` before the first run.
  private(set) var latest: Instant?

  init(of cohort: StoredCohort) throws {
    guard let book = try cohort.book() else { return }
    let id = cohort.challenge.id
    let runs = try book.runs(of: id)
    let asOf = Dictionary(runs.map { ($0.number, $0.run.asOf) }) { first, _ in first }
    var words: [String: SubjectResult] = [:]
    for (run, row) in try book.resultRows(of: id) {
      // The same answer for the same reason keeps its first instant.
      guard words[row.subject] != row.result?.result else { continue }
      (words[row.subject], instants[row.subject]) = (row.result?.result, asOf[run])
    }
    latest = [
      runs.map(\.run.asOf).max(),
      try book.handIn(of: id, deadline: cohort.challenge.proofDeadline).latest,
    ].compactMap(\.self).max()
  }

  func since(_ subject: String) -> Instant? { instants[subject] }
}
