package import DaymarkModel

/// The next step for a row of the outbox.
package enum NextStep: Hashable, Sendable {
  /// A request of unknown outcome may have arrived, and is repeated under the same key.
  case settle
  case send(Submission.Purpose)
  /// Nothing is done before an instant.
  ///
  /// Until then the row is shown in this state.
  case wait(OutboxState, until: Instant)
  /// Nothing is done until something changes.
  case rest(Rest)

  /// The reasons for which nothing is done.
  package enum Rest: String, CaseIterable, Sendable {
    /// The service has given its verdict.
    case decided
    /// There is no body to send.
    case nothingToSend
    /// The token in the body has expired.
    case tokenLapsed
    /// The deadline of the challenge has passed.
    case deadlinePassed
    /// The service refused this body.
    case refused
    /// The service already has this body.
    case unchanged
  }
}

/// The rules that choose the next step; see Delivery, "When".
package struct SendingRules: Hashable, Sendable {
  /// The minimum interval between two progress submissions of a subject, in milliseconds.
  package static let progressInterval: Int64 = 15 * 60_000

  /// Whether a refused body is sent again.
  package var sendsRefusedAgain = false
  /// Whether a price can be paid.
  package var canPay = false

  package init() {}

  /// Returns the next step.
  ///
  /// - Parameters:
  ///   - body: The present body; `nil` where there is none.
  ///   - subject: The subject, with its period and deadline.
  ///   - row: The subject's row; `nil` where nothing was sent before.
  ///   - now: The present instant.
  package func nextStep(
    for body: OutgoingBody?, of subject: OutgoingSubject, after row: OutboxRow?, at now: Instant
  ) -> NextStep {
    if let row {
      // An unknown outcome is settled before anything else, also after the deadline, so that
      // nothing is sent under a second key.
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
      // A submission that was not stored, or not paid, does not count as sent progress.
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
  /// Whether the service has stored the body for this purpose, or as the final proof.
  fileprivate func has(_ body: Digest, as purpose: Submission.Purpose) -> Bool {
    guard let stored, stored.body == body else { return false }
    return purpose == .progress || stored.purpose == .proof
  }

  /// Returns the wait that the service has requested; `nil` where there is none or it is over.
  fileprivate func wait(at now: Instant) -> NextStep? {
    answer?.notBefore.flatMap { now < $0 ? .wait(state, until: $0) : nil }
  }
}
