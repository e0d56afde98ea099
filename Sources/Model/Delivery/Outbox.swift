/// What a row of the outbox is about: of each there is one row.
package struct OutboxKey: Hashable, Comparable, Sendable {
  /// The service: scheme, host and port, such as `https://intake.example`.
  package var endpoint: String
  /// The challenge's id in its pipeline.
  package var challenge: String
  package var subject: String
  /// Whose data it is for the service, such as `apple`.
  package var provider: String

  package init(endpoint: String, challenge: String, subject: String, provider: String) {
    (self.endpoint, self.challenge) = (endpoint, challenge)
    (self.subject, self.provider) = (subject, provider)
  }

  /// Orders rows as they are listed: by subject, then by provider.
  package static func < (a: OutboxKey, b: OutboxKey) -> Bool {
    (a.challenge, a.subject, a.provider, a.endpoint)
      < (b.challenge, b.subject, b.provider, b.endpoint)
  }
}

/// Where a row of the outbox stands; see Delivery, "The outbox".
package enum OutboxState: String, CaseIterable, Sendable {
  /// The period has not begun.
  case waitingForWindow
  /// Something is to be sent, and nothing of it is on its way.
  case pending
  /// Progress is on its way: it may have arrived or not.
  case syncing
  /// The service has stored progress.
  case synced
  /// A proof is on its way: it may have arrived or not.
  case submitting
  /// The service has stored a proof.
  case submitted
  /// The service says that it is deciding.
  case evaluating
  /// The service says that the subject has passed.
  case passed
  /// The service says that the subject has failed.
  case failed
  /// The service refused what was sent, and nothing is sent again until it changes.
  case error

  /// Whether a request may have arrived whose answer is not known.
  package var isUnderWay: Bool { self == .syncing || self == .submitting }

  /// Whether the service has said its last word.
  package var isDecided: Bool { self == .passed || self == .failed }
}

/// A row of the outbox, as it was after its last change.
package struct OutboxRow: Hashable, Sendable {
  package var key: OutboxKey
  package var state: OutboxState
  /// When the row came to be as it is.
  package var at: Instant
  /// What is or was last sent; `nil` before the first.
  package var submission: Submission?
  /// What the service last said that it has stored.
  package var stored: StoredSubmission?
  /// The number of the next submission; see Delivery, "One key for one submission".
  package var nextNumber: Int
  /// What the service last answered.
  package var answer: OutboxAnswer?
  /// The digest of the attestation that the service was last sent.
  package var attested: Digest?

  package init(_ key: OutboxKey, _ state: OutboxState, at: Instant, nextNumber: Int = 0) {
    (self.key, self.state, self.at, self.nextNumber) = (key, state, at, nextNumber)
  }
}

/// A body that is sent, once or several times under one key.
package struct Submission: Hashable, Sendable {
  /// What the body is sent as.
  package enum Purpose: String, CaseIterable, Sendable {
    /// Before the period's end.
    case progress
    /// After it, until the deadline.
    case proof
  }

  package var purpose: Purpose
  package var body: Digest
  /// Counts the submissions of a row from 0; where the book was lost, from the clock's seconds.
  package var number: Int
  /// How often it was sent.
  package var attempts = 0
  /// Whether an answer said that nothing was stored, so that its key is used no more.
  package var isSpent = false
  /// When it was last begun.
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
  /// The service's name of it; empty where it gave none that can be asked for.
  package var evidenceID: String

  /// The name under which the service can be asked.
  package var name: String? { evidenceID.isEmpty ? nil : evidenceID }

  package init(_ submission: Submission, as evidenceID: String, at: Instant) {
    (purpose, body, number) = (submission.purpose, submission.body, submission.number)
    (self.evidenceID, self.at) = (evidenceID, at)
  }
}

/// What a service answered, or why there is no answer.
package struct OutboxAnswer: Hashable, Sendable {
  /// The status of HTTP; `nil` where no answer came.
  package var status: Int?
  package var at: Instant
  /// The service's own words, or those of the system; without control characters.
  package var words: String?
  /// What the service advises.
  package var hint: String?
  /// Before this the service wants nothing.
  package var notBefore: Instant?

  package init(
    status: Int? = nil, at: Instant, words: String? = nil, hint: String? = nil,
    notBefore: Instant? = nil
  ) {
    (self.status, self.at, self.words, self.hint) = (status, at, words, hint)
    self.notBefore = notBefore
  }
}
