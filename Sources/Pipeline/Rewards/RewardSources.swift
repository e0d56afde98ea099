import DaymarkConfiguration
import DaymarkModel
import DaymarkStore

/// When the inputs of a challenge's subjects became known; see Rewards, "When something is known".
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

  /// When an input became known: at its stated receipt, else when a run first saw it.
  ///
  /// - Returns: `nil` where the book does not say.
  func instant(_ input: EvidenceInput, of subject: String) -> Instant? {
    input.receivedAt ?? handIn.seen[subject]?[input.digest] ?? first[subject]?[input.digest]
  }

  /// When the hand-in of a subject closed; `nil` while it is open.
  func closed(of subject: String) -> Instant? {
    handIn.isClosed(of: subject) ? handIn.closedAsOf : nil
  }
}

extension SubjectAggregates {
  /// The instant up to which the data of a reading is complete: its ExportDate.
  ///
  /// - Parameter reading: The reading that they are of.
  /// - Returns: `nil` where an input states none that is believed, or is damaged.
  func completeThrough(_ reading: Reading) -> Instant? {
    reading.asOf == nil && !isDamaged && damagedSpans.isEmpty ? dataEnd : nil
  }
}
