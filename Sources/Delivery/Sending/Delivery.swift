package import DaymarkModel

/// The state of a subject's delivery, with its next step.
package struct Delivery: Hashable, Sendable {
  package var subject: String
  /// The subject's row in the outbox; `nil` where nothing was ever sent.
  package var row: OutboxRow?
  /// The next step by the present state.
  package var next: NextStep
  /// The reason for which nothing can be sent.
  package var obstacle: Finding?

  /// The state that is shown to people: that of the row, unless something is to be sent or waited
  /// for.
  ///
  /// An unpaid price is shown as an error until it is requested again. If the service already has
  /// the present body, the result of another body does not matter.
  package var state: OutboxState? {
    switch next {
    case .settle: row?.state
    case .send: row?.state == .error && row?.answer?.status == 402 ? .error : .pending
    case .wait(let state, _): state
    case .rest(.unchanged) where row?.state == .error || row?.state == .pending:
      row?.stored?.purpose == .proof ? .submitted : .synced
    case .rest: row?.state
    }
  }

  /// Whether a later run or a person still has something to do.
  package var isLeft: Bool {
    switch next {
    case .settle, .send: true
    case .wait(let state, _): state != .waitingForWindow
    case .rest(.refused), .rest(.tokenLapsed): true
    case .rest(.deadlinePassed): row?.stored?.purpose != .proof && row?.state.isDecided != true
    case .rest: obstacle?.code.level == .damage
    }
  }
}
