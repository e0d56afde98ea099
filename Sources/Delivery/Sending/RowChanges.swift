import DaymarkModel

// How each event changes the outbox row of a subject. Nothing in this file uses a clock or network.

extension OutboxRow {
  /// Returns the row for the start of a submission.
  ///
  /// A body that is sent again keeps the number of its submission, so that the service recognizes
  /// it. It gets a new number only after the service answered that it refused the body or did not
  /// store it. A stored body that is sent again as proof keeps its number too.
  func beginning(_ purpose: Submission.Purpose, _ body: Digest, at now: Instant) -> OutboxRow {
    var row = self
    if let submission, submission.body == body, !submission.isSpent {
      row.submission?.purpose = purpose
      row.submission?.attempts = submission.attempts + 1
    } else if let stored, stored.body == body {
      row.submission = Submission(purpose, body, number: stored.number, begunAt: now)
      row.submission?.attempts = 1
    } else {
      row.submission = Submission(purpose, body, number: nextNumber, begunAt: now)
      row.submission?.attempts = 1
    }
    row.submission?.begunAt = now
    row.nextNumber = max(nextNumber, (row.submission?.number ?? 0) + 1)
    (row.state, row.at, row.answer) = (purpose == .progress ? .syncing : .submitting, now, nil)
    return row
  }

  /// Returns the row for another attempt at the same submission.
  func repeating(at now: Instant) -> OutboxRow {
    var row = self
    row.submission?.attempts += 1
    row.at = now
    return row
  }

  /// Returns the row after an answer, or after a failed exchange.
  func answered(_ answer: ServiceAnswer, at now: Instant) -> OutboxRow {
    var row = self
    row.at = now
    row.answer = answer.recorded
    guard let submission else { return row }
    switch answer.meaning {
    case .stored(let id):
      row.state = submission.purpose == .progress ? .synced : .submitted
      row.stored = StoredSubmission(submission, as: id, at: now)
    case .notStored:
      row.state = .pending
      row.submission?.isSpent = true
    case .refused:
      row.state = .error
      // A paid submission is repeated under its key, with its payment.
      row.submission?.isSpent = !answer.isPaid
    case .priced: row.state = .error
    case .later: break
    case .unsent:
      // Only attempts that may have arrived are counted.
      row.submission?.attempts -= 1
      if submission.attempts == 1 { row.state = .pending }
    }
    return row
  }

  /// Returns the row with the state that the service has reported.
  func told(_ state: OutboxState, _ answer: OutboxAnswer, at now: Instant) -> OutboxRow {
    var row = self
    (row.state, row.at, row.answer) = (state, now, answer)
    return row
  }
}
