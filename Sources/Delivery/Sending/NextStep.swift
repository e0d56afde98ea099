package import DaymarkModel

/// What is to be done next for a row of the outbox.
package enum NextStep: Hashable, Sendable {
  /// A request may have arrived whose answer is not known: ask again, under the same key.
  case settle
  case send(Submission.Purpose)
  /// Nothing before an instant; until then the row is in this state.
  case wait(OutboxState, until: Instant)
  /// Nothing, until something changes.
  case rest(Rest)

  /// Why nothing is to be done.
  package enum Rest: String, CaseIterable, Sendable {
    /// The service has given its verdict.
    case decided
    /// There is nothing that could be sent.
    case nothingToSend
    /// The token in the body has lapsed.
    case tokenLapsed
    /// The deadline has passed.
    case deadlinePassed
    /// The service refused the body as it is.
    case refused
    /// The service has what there is.
    case unchanged
  }
}

/// The rules by which the next step is chosen; see Delivery, "When".
package struct SendingRules: Hashable, Sendable {
  /// Progress of a subject is sent at most once in this time.
  package static let progressInterval: Int64 = 15 * 60_000

  /// Whether what the service refused is sent again.
  package var sendsRefusedAgain = false
  /// Whether a price can be paid.
  package var canPay = false

  package init() {}

  /// - Parameters:
  ///   - body: What there is to send; `nil` where there is nothing.
  ///   - subject: Whose it is.
  ///   - row: What was done before; `nil` where nothing was.
  ///   - now: The clock.
  package func nextStep(
    for body: OutgoingBody?, of subject: OutgoingSubject, after row: OutboxRow?, at now: Instant
  ) -> NextStep {
    if let row {
      // Asked for before all else, after the deadline too: nothing is sent under a second key before it is known.
      if row.state.isUnderWay { return row.wait(at: now) ?? .settle }
      if row.state.isDecided { return .rest(.decided) }
    }
    guard let body else { return .rest(.nothingToSend) }
    let purpose: Submission.Purpose = now < subject.period.end ? .progress : .proof
    if let row, row.has(body.digest, as: purpose) { return .rest(.unchanged) }
    if now >= subject.deadline { return .rest(.deadlinePassed) }
    if let expires = body.expires, expires <= now { return .rest(.tokenLapsed) }
    if now < subject.period.start {
      return .wait(.waitingForWindow, until: subject.period.start)
    }
    if let row {
      if isRefused(body.digest, as: purpose, row) { return .rest(.refused) }
      if let wait = row.wait(at: now) { return wait }
      // What the service wanted to be paid for, or did not store, it has not had yet.
      if purpose == .progress, let last = row.submission, last.attempts > 0, !last.isSpent,
        row.answer?.status != 402
      {
        let next = last.begunAt.advanced(byMilliseconds: Self.progressInterval)
        if now < next { return .wait(.pending, until: next) }
      }
    }
    return .send(purpose)
  }

  private func isRefused(
    _ body: Digest, as purpose: Submission.Purpose, _ row: OutboxRow
  ) -> Bool {
    guard row.state == .error, !sendsRefusedAgain, let refused = row.submission else {
      return false
    }
    if canPay, row.answer?.status == 402 { return false }
    return refused.body == body && refused.purpose == purpose
  }
}

extension OutboxRow {
  /// Whether the service has stored a body as what it is due.
  fileprivate func has(_ body: Digest, as purpose: Submission.Purpose) -> Bool {
    guard let stored, stored.body == body else { return false }
    return purpose == .progress || stored.purpose == .proof
  }

  /// A wait that the service has asked for and that is not over.
  fileprivate func wait(at now: Instant) -> NextStep? {
    answer?.notBefore.flatMap { now < $0 ? .wait(state, until: $0) : nil }
  }
}
