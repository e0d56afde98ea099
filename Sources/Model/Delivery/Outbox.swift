/// The identity of a row of the outbox.
package struct OutboxKey: Hashable, Comparable, Sendable {
  /// The service, as scheme, host and port, such as `https://intake.example`.
  package var endpoint: String
  /// The challenge's id in its pipeline.
  package var challenge: String
  package var subject: String
  /// The provider of the data in the service's words, such as `apple`.
  package var provider: String

  package init(endpoint: String, challenge: String, subject: String, provider: String) {
    (self.endpoint, self.challenge) = (endpoint, challenge)
    (self.subject, self.provider) = (subject, provider)
  }

  /// Orders rows as they are listed: by challenge, then subject, then provider, then service.
  package static func < (a: OutboxKey, b: OutboxKey) -> Bool {
    (a.challenge, a.subject, a.provider, a.endpoint)
      < (b.challenge, b.subject, b.provider, b.endpoint)
  }
}

/// The progress of sending one subject's data; see Delivery, "The outbox".
package enum OutboxState: String, CaseIterable, Sendable {
  /// The challenge's period has not begun.
  case waitingForWindow
  /// There is data to send, and no request is under way.
  case pending
  /// Progress was sent, and no answer is known: it may have arrived or not.
  case syncing
  /// The service has stored progress.
  case synced
  /// A proof was sent, and no answer is known: it may have arrived or not.
  case submitting
  /// The service has stored a proof.
  case submitted
  /// The service says that it is deciding.
  case evaluating
  /// The service says that the subject has passed.
  case passed
  /// The service says that the subject has failed.
  case failed
  /// The service refused the data; nothing is sent again until the data changes.
  case error

  /// Whether a request was sent whose answer is not known.
  package var isUnderWay: Bool { self == .syncing || self == .submitting }

  /// Whether the service has given its final answer.
  package var isDecided: Bool { self == .passed || self == .failed }
}

/// A row of the outbox, as it was after its last change.
package struct OutboxRow: Hashable, Sendable {
  package var key: OutboxKey
  package var state: OutboxState
  /// The instant of the row's last change.
  package var at: Instant
  /// The last submission; `nil` before the first.
  package var submission: Submission?
  /// The last submission of which the service said that it is stored.
  package var stored: StoredSubmission?
  /// The number of the next submission; see Delivery, "One key for one submission".
  package var nextNumber: Int
  /// The service's last answer.
  package var answer: OutboxAnswer?
  /// The digest of the attestation that was last sent to the service.
  package var attested: Digest?

  package init(_ key: OutboxKey, _ state: OutboxState, at: Instant, nextNumber: Int = 0) {
    (self.key, self.state, self.at, self.nextNumber) = (key, state, at, nextNumber)
  }
}

/// A body that is sent, perhaps several times, under one idempotency key.
package struct Submission: Hashable, Sendable {
  /// The purpose of sending a body.
  package enum Purpose: String, CaseIterable, Sendable {
    /// Data so far, sent before the period's end.
    case progress
    /// The data of the whole period, sent after its end and until the deadline.
    case proof
  }

  package var purpose: Purpose
  package var body: Digest
  /// The submission's number among those of its row, from 0; where the book was lost, counting
  /// begins at the clock's seconds.
  package var number: Int
  /// The number of times that the body was sent.
  package var attempts = 0
  /// Whether an answer said that nothing was stored, so that the key must not be used again.
  package var isSpent = false
  /// The instant at which the last attempt began.
  package var begunAt: Instant

  package init(_ purpose: Purpose, _ body: Digest, number: Int, begunAt: Instant) {
    (self.purpose, self.body, self.number, self.begunAt) = (purpose, body, number, begunAt)
  }
}

/// A submission of which the service said that it is stored.
package struct StoredSubmission: Hashable, Sendable {
  package var purpose: Submission.Purpose
  package var body: Digest
  package var number: Int
  package var at: Instant
  /// The service's id of the submission; empty where the service gave none under which it can be
  /// asked for.
  package var evidenceID: String

  /// The id under which the service can be asked; `nil` where it gave none.
  package var name: String? { evidenceID.isEmpty ? nil : evidenceID }

  package init(_ submission: Submission, as evidenceID: String, at: Instant) {
    (purpose, body, number) = (submission.purpose, submission.body, submission.number)
    (self.evidenceID, self.at) = (evidenceID, at)
  }
}

/// A service's answer to a request, or the reason why none came.
package struct OutboxAnswer: Hashable, Sendable {
  /// The HTTP status; `nil` where no answer came.
  package var status: Int?
  package var at: Instant
  /// The message of the service, or of the system where no answer came; without control characters.
  package var words: String?
  /// The service's advice on what to do.
  package var hint: String?
  /// The instant before which the service wants no further request.
  package var notBefore: Instant?

  package init(
    status: Int? = nil, at: Instant, words: String? = nil, hint: String? = nil,
    notBefore: Instant? = nil
  ) {
    (self.status, self.at, self.words, self.hint) = (status, at, words, hint)
    self.notBefore = notBefore
  }
}
