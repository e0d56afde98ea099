import DaymarkConfiguration
import DaymarkModel
import DaymarkStore

/// The instants at which the inputs of a challenge's subjects became known; see Rewards, "When
/// something is known".
struct KnownInputs {
  private let handIn: RecordedHandIn
  /// The `asOf` of the first run that had each input, by subject.
  private var first: [String: [Digest: Instant]] = [:]

  init(of challenge: Challenge, in book: Book) throws {
    handIn = try book.handIn(of: challenge.id, deadline: challenge.proofDeadline)
    for (_, row) in try book.resultRows(of: challenge.id) {
      guard let basis = row.result?.basis, let asOf = basis.asOf else { continue }
      for input in basis.inputs {
        let known = first[row.subject]?[input.digest]
        first[row.subject, default: [:]][input.digest] = min(known ?? asOf, asOf)
      }
    }
  }

  /// The instant at which an input became known: its stated receipt or, without one, the first run
  /// that saw it.
  ///
  /// - Returns: `nil` where the book does not have the input.
  func instant(_ input: EvidenceInput, of subject: String) -> Instant? {
    input.receivedAt ?? handIn.seen[subject]?[input.digest] ?? first[subject]?[input.digest]
  }

  /// Returns the instant at which the hand-in of a subject closed; `nil` while it is open.
  func closed(of subject: String) -> Instant? {
    handIn.isClosed(of: subject) ? handIn.closedAsOf : nil
  }
}

extension SubjectAggregates {
  /// Returns the instant up to which the days and sessions of a reading are complete: its export
  /// date.
  ///
  /// - Parameter reading: The reading that these days and sessions are from.
  /// - Returns: `nil` where an input is damaged or states no believable export date.
  func completeThrough(_ reading: Reading) -> Instant? {
    reading.asOf == nil && !isDamaged && damagedSpans.isEmpty ? dataEnd : nil
  }
}
