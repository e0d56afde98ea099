/// The files that a run wrote for one subject and that can be sent to a service.
package struct OutgoingSubject: Hashable, Sendable {
  package var subject: String
  /// The challenge's id in its pipeline.
  package var challenge: String
  /// The challenge's period in the subject's zone.
  package var period: Interval
  /// The instant from which nothing new may be sent.
  package var deadline: Instant
  /// The body as the run wrote it; `nil` where ``obstacle`` says why there is none.
  package var body: OutgoingBody?
  /// The reason for which nothing can be sent.
  package var obstacle: Finding?
  /// The providers whose data the service collects from the provider itself.
  package var linked: [String] = []
  /// The subject's address and the service's number of the challenge, as the pipeline has them.
  ///
  /// A subject whose data the service collects itself may have no body to state them.
  package var address, challengeID: String?
  /// The attestation that covers the body.
  package var attestation: [UInt8]?

  package init(subject: String, challenge: String, period: Interval, deadline: Instant) {
    (self.subject, self.challenge, self.period) = (subject, challenge, period)
    self.deadline = deadline
  }
}

/// The body of a request, with what it states about itself.
package struct OutgoingBody: Hashable, Sendable {
  /// The bytes; `nil` for a body in the subject's folder, where it is read again when it is sent.
  package var bytes: [UInt8]?
  package var digest: Digest
  /// The value of the header `Content-Type`.
  package var contentType: String
  /// The provider of the data in the service's words, such as `apple`.
  package var provider: String
  /// The service's number of the challenge.
  package var challengeID: String
  /// The subject's Ethereum address.
  package var address: String
  /// The instant at which the token in the body expires; `nil` for a body without one.
  package var expires: Instant?

  package init(
    _ bytes: [UInt8], contentType: String, provider: String, challengeID: String, address: String,
    expires: Instant? = nil
  ) {
    (self.bytes, digest, self.contentType) = (bytes, Digest(of: bytes), contentType)
    (self.provider, self.challengeID, self.address) = (provider, challengeID, address)
    self.expires = expires
  }
}
