import DaymarkEvaluate
package import DaymarkModel
import DaymarkStore

/// The results of a challenge that changed since an earlier run, as the store records them.
package struct StoredChanges: Sendable {
  /// A run with its number in the store.
  package struct Run: Hashable, Sendable {
    /// The number, which ascends with time.
    package var number: Int64
    /// The instant at which the run began.
    package var startedAt: Instant
    /// The instant that the run's verdicts are for.
    package var asOf: Instant
  }

  /// The change of one subject's result.
  package struct Change: Hashable, Sendable {
    /// The id of the subject.
    package var subject: String
    /// The result before; `nil` for a subject that was not there.
    package var old: SubjectResult?
    /// The result now; `nil` for a subject that is gone.
    package var new: SubjectResult?
    /// Every possible cause, at least one.
    package var causes: [ChangeCause]
    /// The digest of the former `verdict.json`, where the former verdict was final.
    package var supersedes: Digest?
  }

  /// A decision on a subject that was made, taken back or called in question since the base run.
  package struct Decided: Hashable, Sendable {
    package var subject: String
    /// The subject's result now; `nil` without one.
    package var result: SubjectResult?
    /// The decision; `nil` where it was taken back.
    package var decision: PresentDecision?
    package var withdrawn: WithdrawnDecision?
  }

  /// The id of the challenge.
  package var challenge: String
  /// The run to compare with; `nil` where the latest run is the first.
  package var base: Run?
  /// The latest run that changed anything.
  package var latest: Run
  /// The changes, in ascending order of subjects.
  package var changes: [Change]
  /// The decisions, in ascending order of subjects, each with the subject's present result.
  package var decisions: [Decided] = []
}

/// The run whose results are compared with the present ones.
package enum ChangeBase: Hashable, Sendable {
  /// The run with a number.
  case run(Int64)
  /// The last run that began at or before an instant.
  case instant(Instant)
}

/// Compares the results of a challenge with those after an earlier run.
///
/// - Parameters:
///   - challenge: The id of the challenge. `nil` is allowed for a store with one challenge.
///   - path: The file of the store, which is only read.
///   - base: The run to compare with; `nil` for the one before the latest.
/// - Throws: `DaymarkError` `file.missing`, `store.unusable`, `challenge.unknown`; `run.unknown`
///   for a run that the store does not have, with the first and the last that it has.
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

/// Returns the decisions that were made or taken back after a run, and those whose verdict has
/// changed since then.
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
  /// Combines successive changes into one per subject.
  ///
  /// A subject whose result is the same as at the base run is left out, unless a final verdict of
  /// it changed meanwhile.
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
