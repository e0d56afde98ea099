import DaymarkDocuments
import DaymarkModel

// The courier's requests other than submissions of bodies.

extension Courier {
  /// Asks the service to collect the subject's data itself, in the proof window.
  ///
  /// - Returns: `nil` where the service has not collected anything, so that the subject's own body
  ///   is to be sent.
  func collected(
    _ subject: OutgoingSubject, from provider: String, _ rows: [OutboxKey: OutboxRow],
    until stop: Instant
  ) async throws -> Delivery? {
    guard let wish = subject.wish(to: provider), let bytes = wish.bytes else { return nil }
    var row = rows[key(of: subject, provider)]
    let next = rules.nextStep(for: wish, of: subject, after: row, at: world.now)
    if next == .settle || next == .send(.proof) {
      guard try await pass(until: stop) else { return nil }
      let known = try row ?? newRow(key(of: subject, provider))
      let begun =
        known.state.isUnderWay
        ? known.repeating(at: world.now) : known.beginning(.proof, wish.digest, at: world.now)
      try outbox.append(begun, sending: bytes)
      // Data that a service already has may be our own progress, or anybody's. It is enough only
      // for a subject that never had a body of its own.
      let hadNothing =
        subject.obstacle?.code == .submitNoBody && ownRow(of: subject, in: rows)?.submission == nil
      row = try await attempts(begun, bytes, until: stop, newUntil: nil) {
        request(
          $0, "/api/challenge/\(wish.challengeID.pathSegment)/auto-proof", bytes, wish.contentType)
      } read: {
        ServiceAnswer(toCollecting: $0, believesEarlier: hadNothing, at: $1)
      }
    }
    guard let row, row.stored?.body == wish.digest else { return nil }
    return Delivery(
      subject: subject.subject, row: row,
      next: rules.nextStep(for: wish, of: subject, after: row, at: world.now))
  }

  /// Makes a request that is not a submission, once.
  ///
  /// A later call may repeat it.
  ///
  /// - Returns: The answer; `nil` where none came, or no time is left.
  private func answer(
    to request: ServiceRequest, until stop: Instant
  ) async throws -> ServiceResponse? {
    guard try await pass(until: stop) else { return nil }
    let response = try? await line.exchange(request)
    // A host that answers this request with an error may still accept bodies, so any answer counts.
    await breaker.note(hasAnswer: response != nil, at: world.now)
    return response
  }

  /// Sends the attestation of a stored submission, once.
  ///
  /// It is not sent again to a service that does not accept attestations.
  func attested(
    _ row: OutboxRow, _ subject: OutgoingSubject, _ body: OutgoingBody, until stop: Instant
  ) async throws -> OutboxRow {
    guard let attestation = subject.attestation, let stored = row.stored, let id = stored.name,
      stored.body == body.digest, !row.state.isUnderWay
    else { return row }
    let digest = Digest(of: Array(stored.evidenceID.utf8) + attestation)
    guard row.attested != digest else { return row }
    let request = ServiceRequest(
      .post, endpoint.url("/evidence/\(id.pathSegment)/attestation"),
      headers: [.init("Content-Type", "application/json"), .init("Accept", "application/json")],
      body: attestation)
    // A service that refuses the attestation, or does not accept any, is not asked again.
    guard let response = try await answer(to: request, until: stop),
      ServiceAnswer(toCollecting: response, believesEarlier: true, at: world.now).meaning != .later
    else { return row }
    var row = row
    row.attested = digest
    try outbox.append(row, sending: nil)
    return row
  }

  /// Asks the service for its state of a stored submission, and returns the updated row.
  func asked(_ row: OutboxRow, until stop: Instant) async throws -> OutboxRow {
    guard let id = row.stored?.name else { return row }
    let request = ServiceRequest(
      .get, endpoint.url("/evidence/\(id.pathSegment)"),
      headers: [.init("Accept", "application/json")])
    guard let response = try await answer(to: request, until: stop),
      let (state, answer) = ServiceVerdict.read(response, at: world.now), state != row.state
    else { return row }
    let told = row.told(state, answer, at: world.now)
    try outbox.append(told, sending: nil)
    return told
  }
}

extension OutgoingSubject {
  /// Returns the request that the service collects a subject's data from a provider.
  ///
  /// It is `nil` where the subject's address is unknown, and for the provider of the subject's own
  /// body, which is sent instead.
  func wish(to provider: String) -> OutgoingBody? {
    guard provider != body?.provider, let challengeID = body?.challengeID ?? challengeID,
      let address = body?.address ?? address
    else { return nil }
    let json = JSONValue.object(["subject": .string(address)])
    return OutgoingBody(
      json.canonicalBytes(), contentType: "application/json", provider: provider,
      challengeID: challengeID, address: address)
  }
}

/// The service's state of a stored submission.
private enum ServiceVerdict {
  /// Reads the service's verdict from its answer; `nil` where the answer does not state it.
  static func read(_ response: ServiceResponse, at now: Instant) -> (OutboxState, OutboxAnswer)? {
    guard (200..<300).contains(response.status), let json = try? JSONValue(parsing: response.body)
    else { return nil }
    let states: [String: OutboxState] = [
      "evaluating": .evaluating, "passed": .passed, "failed": .failed,
    ]
    guard let state = json.string("state").flatMap({ states[$0] }) else { return nil }
    return (state, OutboxAnswer(response, json, at: now))
  }
}
