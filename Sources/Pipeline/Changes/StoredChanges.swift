import DaymarkEvaluate
package import DaymarkModel
import DaymarkStore

/// Whose result is another than at an earlier run of a challenge, as a store has it.
package struct StoredChanges: Sendable {
  /// A run as the store numbers it.
  package struct Run: Hashable, Sendable {
    /// The number, ascending with time.
    package var number: Int64
    /// The instant at which it began.
    package var startedAt: Instant
    /// The instant that its verdicts are for.
    package var asOf: Instant
  }

  /// One subject's change.
  package struct Change: Hashable, Sendable {
    /// The id of the subject.
    package var subject: String
    /// `nil` when the subject was not there.
    package var old: SubjectResult?
    /// `nil` when the subject is gone.
    package var new: SubjectResult?
    /// Everything that can have been the cause, at least one.
    package var causes: [ChangeCause]
    /// The digest of the former `verdict.json`, where that was final.
    package var supersedes: Digest?
  }

  /// A decision on a subject that was made, taken back or called in question.
  package struct Decided: Hashable, Sendable {
    package var subject: String
    /// The subject's result now; `nil` without any.
    package var result: SubjectResult?
    /// The decision; `nil` where it was taken back.
    package var decision: PresentDecision?
    package var withdrawn: WithdrawnDecision?
  }

  /// The id of the challenge.
  package var challenge: String
  /// The run that is compared with; `nil` when the latest is the first.
  package var base: Run?
  /// The latest run that changed anything.
  package var latest: Run
  /// Ascending by subject.
  package var changes: [Change]
  /// Ascending by subject; of each subject as it stands now.
  package var decisions: [Decided] = []
}

/// The run since which changes are asked for.
package enum ChangeBase: Hashable, Sendable {
  /// By its number.
  case run(Int64)
  /// The last one that began at or before an instant.
  case instant(Instant)
}

/// Compares the results of a challenge with those after an earlier run.
///
/// - Parameters:
///   - challenge: The id; may be left out when the store holds one challenge.
///   - path: The file of the store that runs left; no byte of it changes.
///   - base: The run before the latest when `nil`.
/// - Throws: `DaymarkError` `file.missing`, `store.unusable`, `challenge.unknown`; `run.unknown` when the
///   store does not keep that run, with the first and the last that it keeps.
package func storedChanges(
  of challenge: String? = nil, store path: String, since base: ChangeBase? = nil
) throws -> StoredChanges {
  let cohort = try StoredCohort(at: path, challenge: challenge)
  let (book, id) = (try Book(reading: Book.path(besideStore: path)), cohort.challenge.id)
  let runs = try book.runs(of: id).map { number, run in
    StoredChanges.Run(number: number, startedAt: run.startedAt, asOf: run.asOf)
  }
  guard let first = runs.first, let latest = runs.last else {
    throw DaymarkError(.runUnknown, at: InputLocation(file: path)) { $0.challenge = id }
  }
  let found: StoredChanges.Run?
  switch base {
  case nil: found = runs.dropLast().last
  case .run(let number):
    found = runs.first { $0.number == number }
    if found == nil {
      throw DaymarkError(.runUnknown, at: InputLocation(file: path)) {
        ($0.challenge, $0.value) = (id, "\(number)")
        $0.known = ["\(first.number)", "\(latest.number)"]
      }
    }
  case .instant(let instant): found = runs.last { $0.startedAt <= instant } ?? first
  }
  let changes = try found.map { try book.changes(of: id, after: $0.number) } ?? []
  return StoredChanges(
    challenge: id, base: found, latest: latest, changes: StoredChanges.net(changes),
    decisions: try decisions(of: id, since: found?.number ?? 0, in: book))
}

/// The decisions that were made or taken back after a run, and those whose verdict is another since then.
private func decisions(
  of challenge: String, since run: Int64, in book: Book
) throws -> [StoredChanges.Decided] {
  let entries = try book.decisionEntries(of: challenge)
  if entries.isEmpty { return [] }
  let results = try book.results(of: challenge)
  let changed = Set(try book.resultRows(of: challenge).filter { $0.run > run }.map(\.value.subject))
  let last = entries.reduce(into: [:]) { $0[$1.value.subject] = $1 }
  return Sharing.ordered(Array(last.keys)).compactMap { subject in
    guard let (number, entry) = last[subject] else { return nil }
    let result = results[subject]
    let present = entry.decision.map { PresentDecision($0, on: result?.verdict) }
    guard number >= run || present?.holds == false && changed.contains(subject) else { return nil }
    return StoredChanges.Decided(
      subject: subject, result: result?.result, decision: present, withdrawn: entry.withdrawn)
  }
}

extension StoredChanges {
  /// What is left of changes, one after the other: a subject that is what it was is in none, unless a final verdict of it
  /// changed meanwhile.
  static func net(_ changes: [RecordedChange]) -> [Change] {
    let bySubject = Dictionary(grouping: changes, by: \.subject)
    return bySubject.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.compactMap { id in
      guard let steps = bySubject[id], let first = steps.first, let last = steps.last,
        first.old?.word != last.new?.word || steps.contains(where: { $0.supersedes != nil })
      else { return nil }
      let words = Set(steps.flatMap(\.causes))
      return Change(
        subject: id, old: first.old, new: last.new,
        causes: ChangeCause.allCases.filter { words.contains($0.rawValue) },
        supersedes: steps.lazy.compactMap(\.supersedes).first)
    }
  }
}
