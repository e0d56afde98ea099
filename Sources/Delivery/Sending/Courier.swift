import DaymarkDocuments
package import DaymarkModel

/// Sends the results of runs to a service, each submission exactly once as far as the service can
/// tell.
///
/// ``SendingRules`` and the changes of rows decide what to do, without any network. The courier
/// records each action before it begins, so that a kill at any instant leaves a row that says what
/// may have arrived.
package struct Courier<Line: Transport, Box: Outbox, World: Surroundings>: Sendable {
  package var endpoint: ServiceAddress
  package var line: Line
  package var outbox: Box
  package var world: World
  package var rules = SendingRules()
  package var patience = Patience()
  /// The part that repeats earlier payments and pays allowed prices; `nil` where a price ends a
  /// submission.
  package var payer: (any Payer)?
  /// The maximum number of subjects that are served at a time.
  package var jobs = 4
  let breaker = Breaker()

  package init(to endpoint: ServiceAddress, over line: Line, outbox: Box, in world: World) {
    (self.endpoint, self.line, self.outbox, self.world) = (endpoint, line, outbox, world)
  }

  // MARK: All subjects

  /// Returns the actions for all subjects, without carrying them out.
  ///
  /// - Throws: The errors of the outbox.
  package func plan(_ subjects: [OutgoingSubject]) throws -> [Delivery] {
    let rows = try outbox.rows()
    return subjects.map { standing(of: $0, in: rows) }
  }

  /// Carries out the next actions for all subjects.
  ///
  /// - Returns: The results, in the order of the subjects.
  /// - Throws: The errors of the outbox; `CancellationError`.
  package func deliver(_ subjects: [OutgoingSubject]) async throws -> [Delivery] {
    let stop = end
    // Half of the time is reserved for sending, however slow a signer is.
    try await payer?.settleLapsed(
      until: world.now.advanced(byMilliseconds: patience.milliseconds / 2))
    let rows = try outbox.rows()
    return try await forEach(subjects) { try await deliver($0, rows, until: stop) }
  }

  /// The instant from which no new request begins.
  private var end: Instant { world.now.advanced(byMilliseconds: patience.milliseconds) }

  /// Asks the service for its state of all stored submissions.
  ///
  /// - Returns: The results, in the order of the subjects.
  /// - Throws: The errors of ``deliver(_:)``.
  package func refresh(_ subjects: [OutgoingSubject]) async throws -> [Delivery] {
    let (rows, stop) = (try outbox.rows(), end)
    return try await forEach(subjects) { subject in
      var delivery = standing(of: subject, in: rows)
      // A verdict on progress would not be final, and a refusal does not change.
      if let known = delivery.row, known.stored?.purpose == .proof, !known.state.isUnderWay,
        !known.state.isDecided, known.state != .error
      {
        delivery.row = try await asked(known, until: stop)
      }
      return delivery
    }
  }

  /// Serves subjects concurrently, at most ``jobs`` at a time.
  private func forEach(
    _ subjects: [OutgoingSubject],
    _ serve: @Sendable @escaping (OutgoingSubject) async throws -> Delivery
  ) async throws -> [Delivery] {
    try await withThrowingTaskGroup(of: (Int, Delivery).self) { group in
      var deliveries = [Delivery?](repeating: nil, count: subjects.count)
      for (place, subject) in subjects.enumerated() {
        if place >= max(1, jobs), let (done, delivery) = try await group.next() {
          deliveries[done] = delivery
        }
        group.addTask { (place, try await serve(subject)) }
      }
      for try await (done, delivery) in group { deliveries[done] = delivery }
      return deliveries.compactMap(\.self)
    }
  }

  // MARK: One subject

  func key(of subject: OutgoingSubject, _ provider: String) -> OutboxKey {
    OutboxKey(
      endpoint: "\(endpoint)", challenge: subject.challenge, subject: subject.subject,
      provider: provider)
  }

  /// Returns the row of the subject's own body; without a body, the row that changed last.
  func ownRow(of subject: OutgoingSubject, in rows: [OutboxKey: OutboxRow]) -> OutboxRow? {
    if let body = subject.body { return rows[key(of: subject, body.provider)] }
    return rows.values.filter { row in
      row.key.endpoint == "\(endpoint)" && row.key.subject == subject.subject
        && !subject.linked.contains(row.key.provider)
    }.max { $0.at < $1.at }
  }

  /// Returns the state of a subject: of the data that the service has collected, or else of the
  /// subject's own body.
  private func standing(
    of subject: OutgoingSubject, in rows: [OutboxKey: OutboxRow]
  ) -> Delivery {
    for provider in subject.linked {
      guard let wish = subject.wish(to: provider), let row = rows[key(of: subject, provider)],
        row.stored?.body == wish.digest
      else { continue }
      let next = rules.nextStep(for: wish, of: subject, after: row, at: world.now)
      return Delivery(subject: subject.subject, row: row, next: next)
    }
    return delivery(of: subject, after: ownRow(of: subject, in: rows))
  }

  private func delivery(of subject: OutgoingSubject, after row: OutboxRow?) -> Delivery {
    let next = rules.nextStep(for: subject.body, of: subject, after: row, at: world.now)
    var delivery = Delivery(
      subject: subject.subject, row: row, next: next, obstacle: subject.obstacle)
    if next == .rest(.tokenLapsed) {
      delivery.obstacle = Finding(.submitTokenLapsed) { $0.until = subject.body?.expires }
    }
    return delivery
  }

  private func deliver(
    _ subject: OutgoingSubject, _ rows: [OutboxKey: OutboxRow], until stop: Instant
  ) async throws -> Delivery {
    var row = ownRow(of: subject, in: rows)
    let asksForPrices = payer?.mode == .quotes
    // A submission that may have arrived is settled first, before another body is sent or the
    // service is asked to collect.
    if let known = row, !asksForPrices,
      rules.nextStep(for: subject.body, of: subject, after: row, at: world.now) == .settle,
      let bytes = try outbox.bodyUnderWay(of: known.key)
    {
      row = try await settle(known, bytes, until: stop)
    }
    if row?.stored?.purpose != .proof, row?.state.isUnderWay != true, !asksForPrices {
      for provider in subject.linked {
        if let collected = try await collected(subject, from: provider, rows, until: stop) {
          return collected
        }
      }
    }
    if case .send(let purpose) = rules.nextStep(
      for: subject.body, of: subject, after: row, at: world.now), let body = subject.body
    {
      guard let bytes = try outbox.bytes(ofBody: subject) else {
        var edited = subject
        (edited.body, edited.obstacle) = (nil, Finding(.submitBodyEdited))
        return delivery(of: edited, after: row)
      }
      if try await pass(until: stop) {
        let known = try row ?? newRow(key(of: subject, body.provider))
        let begun = known.beginning(purpose, body.digest, at: world.now)
        try outbox.append(begun, sending: bytes)
        row = try await attempts(begun, bytes, until: stop, newUntil: subject.deadline, payer) {
          request($0, "/api/aivm/intake", bytes, body.contentType)
        } read: {
          ServiceAnswer(toBody: $0, at: $1)
        }
      }
    }
    if let known = row, let body = subject.body {
      row = try await attested(known, subject, body, until: stop)
    }
    return delivery(of: subject, after: row)
  }

  func newRow(_ key: OutboxKey) throws -> OutboxRow {
    OutboxRow(key, .pending, at: world.now, nextNumber: try outbox.firstNumber(at: world.now))
  }
}
