/// What decides which inputs come too late; see Pipelines, "Late inputs".
package struct LateInputs: Hashable, Sendable {
  /// The deadline that was given; `nil` where there is none, or where late inputs are accepted.
  package var deadline: Instant?
  /// The instants at which inputs were received, of those of which somebody said.
  package var receivedAt: [Digest: Instant]
  /// The inputs that were first seen after their hand-in had closed, and of which nobody says when they were received.
  package var history: [Digest: InputHistory] = [:]

  /// Makes the terms of a challenge; by default nothing is late.
  package init(deadline: Instant? = nil, receivedAt: [Digest: Instant] = [:]) {
    self.deadline = deadline
    self.receivedAt = receivedAt
  }

  /// The terms of a challenge under a policy.
  package init(
    of challenge: Challenge, _ policy: LateInputPolicy, receivedAt: [Digest: Instant]
  ) {
    self.init(deadline: policy == .accept ? nil : challenge.proofDeadline, receivedAt: receivedAt)
  }

  /// Whether an instant is after the deadline.
  package func isLate(_ instant: Instant?) -> Bool {
    guard let deadline, let instant else { return false }
    return instant > deadline
  }
}
