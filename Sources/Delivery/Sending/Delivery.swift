package import DaymarkModel

/// What became of a subject, or would.
package struct Delivery: Hashable, Sendable {
  package var subject: String
  /// The row that tells of it; `nil` where nothing was ever sent.
  package var row: OutboxRow?
  /// What is to be done next, as things are.
  package var next: NextStep
  /// Why nothing can be sent.
  package var obstacle: Finding?

  /// The state that people are shown: that of the row, unless something is to be sent or waited for.
  ///
  /// A price that was not paid is asked for again, and is an error until then. Where the service has what there is, what
  /// became of another body is no matter.
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

  /// Whether something is left that a later run has to do, or that somebody has to look at.
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
