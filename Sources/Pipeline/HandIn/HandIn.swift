import DaymarkConfiguration
import DaymarkModel
import DaymarkStore

/// The hand-in of a challenge, which closes with the first run at or after the stated proof deadline; that of a subject
/// also with the first run that reads that the subject has handed in everything.
///
/// What runs had seen by then was in time, unless its receipt or its export date says otherwise. What comes later is set
/// aside unless somebody states when it was received, so a final verdict stays. See Pipelines, "Final".
struct HandIn: Sendable {
  private let recorded: RecordedHandIn
  private let deadline: Instant?
  private let acceptsLate: Bool
  private let asOf: Instant
  /// The subjects of whom the operator says that they have handed in everything.
  private let complete: Set<String>
  /// The subjects of whom the operator does not say so, as far as their settings could be read.
  private let incomplete: Set<String>
  /// Whether the deadline has passed before anybody handed in anything.
  ///
  /// An inbox that was not there yet, or that could not be reached, must not make everybody fail or be late.
  let awaitsAnybody: Bool
  /// The subjects of whose inputs something is said by their names.
  private let stated: [Subject]

  init(of configuration: PipelineConfiguration, asOf: Instant, from book: Book?) throws {
    deadline = configuration.challenge.proofDeadline
    acceptsLate = configuration.policies.lateInputs == .accept
    self.asOf = asOf
    recorded =
      try book?.handIn(of: configuration.challenge.id, deadline: deadline)
      ?? RecordedHandIn(deadline: deadline)
    awaitsAnybody =
      recorded.seen.isEmpty && configuration.subjects.allSatisfy(\.archives.isEmpty)
      && deadline.map { asOf >= $0 } ?? false
    complete = Set(configuration.subjects.filter(configuration.isComplete).map(\.id))
    let read = configuration.subjects.filter { $0.problem == nil }
    incomplete = Set(read.map(\.id)).subtracting(complete)
    stated = read.filter { !$0.receivedAt.isEmpty || !$0.setAside.isEmpty }
  }

  /// What earlier runs saw of a subject's inputs, and what that makes of them and of others.
  func known(of subject: Subject) -> SubjectHandIn {
    let id = subject.id
    let isClosed = !acceptsLate && recorded.isClosed(of: id)
    let isComplete = complete.contains(id) && recorded.complete.contains(id)
    func history(_ firstSeen: Instant, isLate: Bool, isAfterComplete: Bool) -> InputHistory? {
      if isClosed && isLate { return InputHistory(.inputReceiptUnknown, firstSeen: firstSeen) }
      if isComplete && isAfterComplete {
        return InputHistory(.inputAfterComplete, firstSeen: firstSeen)
      }
      return nil
    }
    var known = SubjectHandIn()
    known.unseen = history(
      max(asOf, recorded.latest ?? asOf), isLate: true, isAfterComplete: true)
    for (input, firstSeen) in recorded.seen[id] ?? [:] {
      known.history[input] = history(
        firstSeen, isLate: recorded.late[id]?.contains(input) == true,
        isAfterComplete: recorded.afterComplete[id]?.contains(input) == true)
      if known.unseen != nil, known.history[input] == nil { known.inTime.append(input) }
    }
    known.inTime.sort()
    return known
  }

  /// The digests that what is said of names is about, as far as it is settled.
  func bound(of subject: Subject) -> [String: [Digest]] {
    (recorded.bound[subject.id] ?? [:]).mapValues { $0.sorted() }
  }

  /// Whether the deadline has closed the hand-in of a subject.
  func isClosed(of subject: Subject) -> Bool { recorded.isClosed(of: subject.id) }

  /// Whether the run is for an earlier instant than the latest, or for one after the clock: it looks back or ahead.
  func looksElsewhere(now: Instant) -> Bool { asOf > now || asOf < recorded.latest ?? asOf }

  /// The finding that a run closes the hand-in, with the number of inputs that it takes as handed in in time because
  /// nobody says when they were received.
  func closing(_ summary: RunSummary) -> [Finding] {
    guard closes(with: summary) else { return [] }
    let assumed = summary.subjects.flatMap(\.inputs).count { !$0.isLeftOut && $0.receivedAt == nil }
    return assumed > 0 ? [Finding(.inputReceiptAssumed) { $0.inputs = assumed }] : []
  }

  /// Whether a run closes the hand-in, which none does before anybody handed in anything.
  private func closes(with summary: RunSummary) -> Bool {
    guard let deadline, recorded.closedAsOf == nil, asOf >= deadline else {
      return false
    }
    return !recorded.seen.isEmpty
      || summary.subjects.contains { !$0.inputs.isEmpty || $0.handedIn?.isEmpty == false }
  }

  /// Puts into the book what a run that came to its end saw, and closes the hand-in if it is time.
  ///
  /// A run for an earlier instant than the latest looks back, and one for an instant after the clock looks ahead: they
  /// leave the book as it is. Whoever could not be looked at in the closing run is left open until a run can, and is not
  /// complete before that either. To find nothing that can be read is to have looked: else whoever hands in rubbish would
  /// have more time than others.
  ///
  /// - Parameter said: The digests that bear the names of which something is said of a subject, by what is said.
  func record(
    _ summary: RunSummary, now: Instant, in book: Book,
    said: (Subject) -> [String: Set<Digest>]
  ) throws {
    guard !looksElsewhere(now: now) else { return }
    let unread = Set(
      summary.subjects.filter { $0.error != nil && $0.handedIn == nil }.map(\.id))
    let looked = Set(summary.subjects.map(\.id)).subtracting(unread)
    var entries = HandInEntries(asOf: asOf)
    for subject in summary.subjects where deadline != nil || complete.contains(subject.id) {
      let known = recorded.seen[subject.id] ?? [:]
      let new = Set(subject.inputs.map(\.digest) + (subject.handedIn ?? []))
        .filter { known[$0] == nil }
      if !new.isEmpty { entries.seen[subject.id] = new.sorted() }
    }
    entries.incomplete = recorded.complete.intersection(incomplete).sorted()
    entries.complete = complete.intersection(looked).subtracting(recorded.complete).sorted()
    entries.isClosing = closes(with: summary)
    if entries.isClosing {
      entries.open = unread.sorted()
    } else {
      entries.closed = recorded.open.intersection(looked).sorted()
    }
    entries.bound = newlyBound(summary, looked, isClosing: entries.isClosing, said)
    try book.append(entries, of: summary.challenge)
  }

  /// What is said of names and settled by this run: from the closing on a statement is about the input that bears the
  /// name in the run that reads it first, and one instant for all is so from the beginning.
  private func newlyBound(
    _ summary: RunSummary, _ looked: Set<String>, isClosing: Bool,
    _ said: (Subject) -> [String: Set<Digest>]
  ) -> [String: [String: [Digest]]] {
    guard deadline != nil || !complete.isEmpty, !stated.isEmpty else { return [:] }
    let inputs = Dictionary(summary.subjects.map { ($0.id, $0.inputs.map(\.digest)) }) { a, _ in a }
    var bound: [String: [String: [Digest]]] = [:]
    for subject in stated where looked.contains(subject.id) {
      let isClosed = isClosing || recorded.isClosed(of: subject.id) || complete.contains(subject.id)
      guard isClosed || subject.receivedTogether else { continue }
      let seen = Set(inputs[subject.id] ?? [])
      for (text, digests) in said(subject)
      where (isClosed || text.hasPrefix("receivedAt")) && recorded.bound[subject.id]?[text] == nil {
        bound[subject.id, default: [:]][text] = digests.intersection(seen).sorted()
      }
    }
    return bound
  }
}
