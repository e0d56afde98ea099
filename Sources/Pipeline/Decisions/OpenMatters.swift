package import DaymarkModel
import DaymarkStore

/// A reason for which a subject waits for a person.
package enum OpenMatter: String, CaseIterable, Sendable {
  /// Something that was handed in and not read could change the answer.
  case unread
  /// A decision was made on another verdict.
  case lapsed
  /// The data is past what people or devices do.
  case flagged
  /// The rule gives no answer, and nothing more is waited for.
  case undetermined
  /// The proof deadline has passed, and the verdict is not final.
  case provisional
  /// The archives could not be read, so there is no verdict.
  case unreadable
}

/// What waits for a person in a challenge.
package struct OpenMatters: Sendable {
  /// A subject that waits.
  package struct Subject: Sendable {
    package var id: String
    /// The outcome of the verdict; `nil` without one.
    package var outcome: Outcome?
    package var isFinal = false
    /// At least one, in the order of the cases.
    package var matters: [OpenMatter]
    /// The instant of the run since which the result is so.
    package var since: Instant
    /// The decision that is asked for again.
    package var lapsed: Decision?
    /// Why there is no verdict.
    package var failure: Finding?

    /// Whether somebody fails who may have passed, had everything been read.
    package var isUnreadFail: Bool { outcome == .fail && matters.contains(.unread) }
  }

  package var challenge: String
  /// Fails that rest on what was not read first; then the oldest first.
  package var subjects: [Subject] = []
  /// How many decisions stand.
  package var decided = 0
}

/// Finds what waits for a person in a challenge.
///
/// Nothing waits of a subject on whose verdict a decision stands.
///
/// - Parameters:
///   - challenge: The id of the challenge.
///   - path: The file of the store that a run left; no byte of it changes.
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
  /// - Parameter lapsed: The subject's decision, which was made on another verdict.
  fileprivate func openSubject(
    _ key: SubjectKey, _ lapsed: Decision?, _ times: ResultTimes
  ) throws -> OpenMatters.Subject? {
    var matters: Set<OpenMatter> = []
    let isDue = challenge.proofDeadline.map { deadline in
      times.latest.map { $0 >= deadline } ?? false
    }
    let verdict = try store.outputs(of: key).digests.isEmpty ? nil : verdict(of: key)
    let failure = try store.failure(of: key)
    if let verdict {
      let codes = Set(verdict.reasons.map(\.code))
      if verdict.outcome != .pass, !codes.isDisjoint(with: OpenMatters.unreadCodes) {
        matters.insert(.unread)
      }
      if verdict.quality.flags.contains(where: { $0.level == .flagged }) {
        matters.insert(.flagged)
      }
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
    return subject
  }
}

extension OpenMatters {
  /// The codes of reasons that rest on what was not read.
  fileprivate static let unreadCodes: Set<String> = Set(
    ["data.unread"] + SportGap.allCases.map(\.code.rawValue))
}

/// Since when subjects have the results that they have.
private struct ResultTimes {
  private var instants: [String: Instant] = [:]
  /// The latest instant for which a run decided; `nil` before any.
  private(set) var latest: Instant?

  init(of cohort: StoredCohort) throws {
    guard let book = try cohort.book() else { return }
    let id = cohort.challenge.id
    let runs = try book.runs(of: id)
    let asOf = Dictionary(runs.map { ($0.number, $0.run.asOf) }) { first, _ in first }
    var words: [String: SubjectResult] = [:]
    for (run, row) in try book.resultRows(of: id) {
      // The same answer for the same reason is not younger for having been given again.
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
