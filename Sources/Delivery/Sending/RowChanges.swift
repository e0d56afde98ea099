import DaymarkModel

// What becomes of a row, and nothing else: no clock, no network.

extension OutboxRow {
  /// The row when a body begins to be sent.
  ///
  /// A body that was not stored under its number, nor refused, keeps the number: it is the same submission. So does one
  /// that is stored and sent again as proof.
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

  /// The row when its submission is about to be sent once more.
  func repeating(at now: Instant) -> OutboxRow {
    var row = self
    row.submission?.attempts += 1
    row.at = now
    return row
  }

  /// The row after an answer, or without one.
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
      // What was paid for is asked for again under its key, with its payment.
      row.submission?.isSpent = !answer.isPaid
    case .priced: row.state = .error
    case .later: break
    case .unsent:
      // Attempts are those that may have arrived.
      row.submission?.attempts -= 1
      if submission.attempts == 1 { row.state = .pending }
    }
    return row
  }

  /// The row after the service has said how far it is.
  func told(_ state: OutboxState, _ answer: OutboxAnswer, at now: Instant) -> OutboxRow {
    var row = self
    (row.state, row.at, row.answer) = (state, now, answer)
    return row
  }
}
