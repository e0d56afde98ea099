import DaymarkConfiguration
import DaymarkModel
import DaymarkStore

/// The hand-in of a challenge, which closes with the first run at or after the stated proof deadline.
///
/// What runs had seen by then was in time, unless its receipt or its export date says otherwise. What comes later is set
/// aside unless somebody states when it was received, so a final verdict stays. See Pipelines, "Late inputs".
struct HandIn: Sendable {
  /// `nil` where no deadline is stated, so that nothing closes.
  private let recorded: RecordedHandIn?
  private let deadline: Instant?
  private let acceptsLate: Bool
  private let asOf: Instant

  init(of configuration: PipelineConfiguration, asOf: Instant, from book: Book?) throws {
    deadline = configuration.challenge.proofDeadline
    acceptsLate = configuration.policies.lateInputs == .accept
    self.asOf = asOf
    recorded = try deadline.map {
      try book?.handIn(of: configuration.challenge.id, deadline: $0) ?? RecordedHandIn(deadline: $0)
    }
  }

  /// When inputs of a subject were first seen, of those that came after its hand-in had closed.
  func firstSeen(of subject: String, among inputs: [Digest]) -> [Digest: Instant] {
    guard let recorded, !acceptsLate, recorded.isClosed(of: subject) else { return [:] }
    let (seen, late) = (recorded.seen[subject] ?? [:], recorded.late[subject] ?? [])
    return inputs.reduce(into: [:]) { found, input in
      if let instant = seen[input] {
        if late.contains(input) { found[input] = instant }
      } else {
        found[input] = max(asOf, recorded.latest ?? asOf)
      }
    }
  }

  /// The finding that a run closes the hand-in, with the number of inputs that it takes as handed in in time because
  /// nobody says when they were received.
  func closing(_ summary: RunSummary) -> [Finding] {
    guard closes(with: summary) else { return [] }
    let assumed = summary.subjects.flatMap(\.inputs).count { !$0.isLeftOut && $0.receivedAt == nil }
    return assumed > 0 ? [Finding(.inputReceiptAssumed) { $0.inputs = assumed }] : []
  }

  /// Whether a run closes the hand-in.
  ///
  /// A run before anybody handed in anything does not: an inbox that was not there yet, or that could not be
  /// reached, must not make everybody late.
  private func closes(with summary: RunSummary) -> Bool {
    guard let deadline, let recorded, recorded.closedAsOf == nil, asOf >= deadline else {
      return false
    }
    return !recorded.seen.isEmpty || summary.subjects.contains { !$0.inputs.isEmpty }
  }

  /// Puts into the book what a run that came to its end saw, and closes the hand-in if it is time.
  ///
  /// A run for an earlier instant than the latest looks back, and one for an instant after the clock looks ahead: they
  /// leave the book as it is. Whoever could not be looked at in the closing run is left open until a run can.
  func record(_ summary: RunSummary, now: Instant, in book: Book) throws {
    guard let recorded, asOf <= now, asOf >= recorded.latest ?? asOf else { return }
    let unread = summary.subjects.filter {
      $0.error.map { $0.facts.reason != .noArchives } ?? false
    }.map(\.id)
    var seen: [String: [Digest]] = [:]
    for subject in summary.subjects {
      let known = recorded.seen[subject.id] ?? [:]
      let new = Set(subject.inputs.map(\.digest)).filter { known[$0] == nil }
      if !new.isEmpty { seen[subject.id] = new.sorted() }
    }
    let looked = Set(summary.subjects.map(\.id)).subtracting(unread)
    let isClosing = closes(with: summary)
    try book.append(
      handInOf: summary.challenge, asOf: asOf, seen: seen, closing: isClosing,
      open: isClosing ? unread.sorted() : [],
      closed: isClosing ? [] : recorded.open.intersection(looked).sorted())
  }
}
