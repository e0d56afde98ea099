/// A person's decision on a subject, which stands beside the verdict and never replaces it.
///
/// See Pipelines, "Decisions".
package struct Decision: Hashable, Sendable {
  package var challenge: String
  package var subject: String
  package var outcome: Outcome
  /// The reason, in the person's words.
  package var because: String
  /// The name of the person.
  package var by: String
  /// The instant at which the decision was made.
  package var at: Instant
  /// The verdict that the person had before them.
  package var verdict: DecidedVerdict

  package init(
    challenge: String, subject: String, outcome: Outcome, because: String, by: String, at: Instant,
    verdict: DecidedVerdict
  ) {
    (self.challenge, self.subject, self.outcome) = (challenge, subject, outcome)
    (self.because, self.by, self.at, self.verdict) = (because, by, at, verdict)
  }
}

/// The verdict that a decision was made on, identified by its digest.
package struct DecidedVerdict: Hashable, Sendable {
  package var outcome: Outcome
  /// The digest of the verdict's `verdict.json`.
  package var digest: Digest

  package init(_ outcome: Outcome, _ digest: Digest) {
    (self.outcome, self.digest) = (outcome, digest)
  }
}

/// A decision, with whether it was made on today's verdict.
package struct PresentDecision: Hashable, Sendable {
  package var decision: Decision
  /// Whether today's verdict is the one that the decision was made on; if not, the person must be
  /// asked again.
  package var holds: Bool

  /// Compares a decision with the present verdict.
  ///
  /// - Parameter verdict: The digest of the present `verdict.json`; `nil` where there is none.
  package init(_ decision: Decision, on verdict: Digest?) {
    (self.decision, holds) = (decision, decision.verdict.digest == verdict)
  }
}

/// A decision that was withdrawn, with who did so and why, as far as that was stated.
package struct WithdrawnDecision: Hashable, Sendable {
  package var at: Instant
  package var by: String?
  package var because: String?

  package init(at: Instant, by: String?, because: String?) {
    (self.at, self.by, self.because) = (at, by, because)
  }
}
