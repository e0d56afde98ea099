/// The deadline of the hand-in, and the instants that decide which inputs came too late; see
/// Pipelines, "Late inputs".
package struct HandInTerms: Hashable, Sendable {
  /// The deadline; `nil` where there is none, or where late inputs are accepted.
  package var deadline: Instant?
  /// The instants at which inputs were received, as far as they are stated, by input.
  package var receivedAt: [Digest: Instant]
  /// The inputs that were first seen after their hand-in had closed and whose receipt was not
  /// stated then.
  package var history: [Digest: InputHistory] = [:]

  /// Makes the terms; by default no input is late.
  package init(deadline: Instant? = nil, receivedAt: [Digest: Instant] = [:]) {
    self.deadline = deadline
    self.receivedAt = receivedAt
  }

  /// Makes the terms of a challenge under the policy for late inputs.
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
