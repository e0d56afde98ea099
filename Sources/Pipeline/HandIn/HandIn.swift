import DaymarkConfiguration
import DaymarkModel
import DaymarkStore

/// The hand-in of a challenge, with the inputs that count as handed in in time.
///
/// It closes with the first run at or after the stated proof deadline. For a single subject it
/// closes also with the first run that reads the operator's statement that the subject has handed
/// in everything.
///
/// Inputs that runs had seen by then were in time, unless their receipt or export date says
/// otherwise. Later inputs are left out unless their receipt is stated, so a final verdict stays.
/// See Pipelines, "Final".
struct HandIn: Sendable {
  private let recorded: RecordedHandIn
  private let deadline: Instant?
  private let acceptsLate: Bool
  private let asOf: Instant
  /// Whether the run is for an earlier instant than the latest run, or for one after the present.
  let isForAnotherTime: Bool
  /// Whether the run is for an instant after the present.
  private let isAhead: Bool
  /// Whether the run knows everybody who takes part.
  private let knowsEverybody: Bool
  /// The subjects of which the operator states that they have handed in everything.
  private let complete: Set<String>
  /// The subjects without that statement, as far as their settings could be read.
  private let incomplete: Set<String>
  /// Whether the deadline has passed and no subject has handed in anything.
  ///
  /// An inbox that does not exist yet or cannot be reached must not make every subject fail or be
  /// late.
  let isClosedWithoutInputs: Bool
  /// The subjects with statements that name inputs.
  private let stated: [Subject]

  init(
    of configuration: PipelineConfiguration, asOf: Instant, now: Instant, from book: Book?
  ) throws {
    deadline = configuration.challenge.proofDeadline
    acceptsLate = configuration.policies.lateInputs == .accept
    self.asOf = asOf
    recorded =
      try book?.handIn(of: configuration.challenge.id, deadline: deadline)
      ?? RecordedHandIn(deadline: deadline)
    (isAhead, knowsEverybody) = (asOf > now, configuration.knowsEverybody)
    isForAnotherTime = isAhead || asOf < recorded.latest ?? asOf
    isClosedWithoutInputs =
      recorded.seen.isEmpty && configuration.subjects.allSatisfy(\.archives.isEmpty)
      && deadline.map { asOf >= $0 } ?? false
    complete = Set(configuration.subjects.filter(configuration.isComplete).map(\.id))
    let read = configuration.subjects.filter { $0.problem == nil }
    incomplete = Set(read.map(\.id)).subtracting(complete)
    stated = read.filter { !$0.receivedAt.isEmpty || !$0.setAside.isEmpty }
  }

  /// Returns the records of earlier runs about a subject's inputs, and which inputs do not count
  /// because of them.
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

  /// Returns the digests to which statements about file names apply, as far as earlier runs have
  /// settled them.
  func settledNames(of subject: Subject) -> [String: [Digest]] {
    (recorded.settledNames[subject.id] ?? [:]).mapValues { $0.sorted() }
  }

  /// Whether the deadline has closed the hand-in of a subject.
  func isClosed(of subject: Subject) -> Bool { recorded.isClosed(of: subject.id) }

  /// Whether the deadline has passed and the hand-in of a subject is open.
  ///
  /// Whoever decides then must know of every archive that was handed in by the deadline, because
  /// the hand-in closes, and archives that a later run finds do not count.
  func isDue(of subject: Subject) -> Bool {
    guard let deadline, asOf >= deadline, !isAhead else { return false }
    return !isClosed(of: subject)
  }

  /// Whether this is the first run to see the statement that a subject has handed in everything.
  func isNewlyComplete(_ subject: Subject) -> Bool {
    !isAhead && complete.contains(subject.id) && !recorded.complete.contains(subject.id)
  }

  /// The finding that a run closes the hand-in, with the number of inputs that count as in time
  /// although their receipt is not stated.
  func closing(_ summary: RunSummary) -> [Finding] {
    guard closes(with: summary) else { return [] }
    let assumed = summary.subjects.flatMap(\.inputs).count { !$0.isLeftOut && $0.receivedAt == nil }
    return assumed > 0 ? [Finding(.inputReceiptAssumed) { $0.inputs = assumed }] : []
  }

  /// Whether a run closes the hand-in.
  ///
  /// No run does before a subject has handed in something, nor one that does not know everybody.
  private func closes(with summary: RunSummary) -> Bool {
    guard let deadline, recorded.closedAsOf == nil, asOf >= deadline, knowsEverybody else {
      return false
    }
    return !recorded.seen.isEmpty
      || summary.subjects.contains { !$0.inputs.isEmpty || $0.handedIn?.isEmpty == false }
  }

  /// Records in the book what a finished run saw, and closes the hand-in if it is time.
  ///
  /// A run for an earlier instant than the latest, or for one after the present, leaves the book as
  /// it is. A subject that could not be read in the closing run, or that handed in something and is
  /// not among its subjects, stays open, and not complete, until a run can read it. A subject whose inputs hold nothing readable counts as read: otherwise
  /// handing in rubbish would give more time.
  ///
  /// - Parameter namedDigests: Returns the digests of a subject's inputs whose names the operator's
  ///   statements name, by the text of the statement.
  func record(
    _ summary: RunSummary, in book: Book,
    namedDigests: (Subject) -> [String: Set<Digest>]
  ) throws {
    guard !isForAnotherTime else { return }
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
      entries.open = unread.union(recorded.seen.keys).subtracting(looked).sorted()
    } else {
      entries.closed = recorded.open.intersection(looked).sorted()
    }
    entries.settledNames = newlySettled(summary, looked, isClosing: entries.isClosing, namedDigests)
    try book.append(entries, of: summary.challenge)
  }

  /// Returns the digests that this run settles for statements about file names.
  ///
  /// From the closing on a statement applies to the input that has the name in the run that first
  /// reads the statement. One instant stated for all inputs is settled from the beginning.
  private func newlySettled(
    _ summary: RunSummary, _ looked: Set<String>, isClosing: Bool,
    _ namedDigests: (Subject) -> [String: Set<Digest>]
  ) -> [String: [String: [Digest]]] {
    guard deadline != nil || !complete.isEmpty, !stated.isEmpty else { return [:] }
    let inputs = Dictionary(summary.subjects.map { ($0.id, $0.inputs.map(\.digest)) }) { a, _ in a }
    var settledNames: [String: [String: [Digest]]] = [:]
    for subject in stated where looked.contains(subject.id) {
      let isClosed = isClosing || recorded.isClosed(of: subject.id) || complete.contains(subject.id)
      guard isClosed || subject.receivedTogether else { continue }
      let seen = Set(inputs[subject.id] ?? [])
      for (text, digests) in namedDigests(subject)
      where (isClosed || text.hasPrefix("receivedAt"))
        && recorded.settledNames[subject.id]?[text] == nil
      {
        settledNames[subject.id, default: [:]][text] = digests.intersection(seen).sorted()
      }
    }
    return settledNames
  }
}
