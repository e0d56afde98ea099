import DaymarkDocuments
package import DaymarkModel

/// Sends what runs left to a service, each submission exactly once as far as the service can tell.
///
/// What is to be done is said by ``SendingRules`` and the changes of rows, which know no network; this does it: it
/// records what it is about to do before it does it, so that a kill at any instant leaves a row that says what may have
/// arrived.
package struct Courier<Line: Transport, Box: Outbox, World: Surroundings>: Sendable {
  package var endpoint: ServiceAddress
  package var line: Line
  package var outbox: Box
  package var world: World
  package var rules = SendingRules()
  package var patience = Patience()
  /// Repeats what was paid, and pays what a service asks for where it may; a price ends a submission where there is none.
  package var payer: (any Payer)?
  /// How many subjects are served at a time.
  package var jobs = 4
  private let breaker = Breaker()

  package init(to endpoint: ServiceAddress, over line: Line, outbox: Box, in world: World) {
    (self.endpoint, self.line, self.outbox, self.world) = (endpoint, line, outbox, world)
  }

  // MARK: All subjects

  /// What would be done, without doing it.
  ///
  /// - Throws: What the outbox throws.
  package func plan(_ subjects: [OutgoingSubject]) throws -> [Delivery] {
    let rows = try outbox.rows()
    return subjects.map { standing(of: $0, in: rows) }
  }

  /// Does for each subject what is to be done.
  ///
  /// - Returns: In the order of the subjects.
  /// - Throws: What the outbox throws; `CancellationError`.
  package func deliver(_ subjects: [OutgoingSubject]) async throws -> [Delivery] {
    try await payer?.settleLapsed()
    let rows = try outbox.rows()
    let stop = world.now.advanced(byMilliseconds: patience.milliseconds)
    return try await forEach(subjects) { try await deliver($0, rows, until: stop) }
  }

  /// Asks the service how far it is with what it has stored.
  ///
  /// - Returns: In the order of the subjects.
  /// - Throws: As ``deliver(_:)``.
  package func refresh(_ subjects: [OutgoingSubject]) async throws -> [Delivery] {
    let rows = try outbox.rows()
    return try await forEach(subjects) { subject in
      var delivery = standing(of: subject, in: rows)
      // A verdict on progress would not be the last one; what was refused stays refused.
      if let known = delivery.row, known.stored?.purpose == .proof, !known.state.isUnderWay,
        !known.state.isDecided, known.state != .error
      {
        delivery.row = try await asked(known)
      }
      return delivery
    }
  }

  /// Serves subjects side by side.
  private func forEach(
    _ subjects: [OutgoingSubject],
    _ serve: @Sendable @escaping (OutgoingSubject) async throws -> Delivery
  ) async throws -> [Delivery] {
    try await withThrowingTaskGroup(of: (Int, Delivery).self) { group in
      var deliveries = [Delivery?](repeating: nil, count: subjects.count)
      var next = 0
      while next < subjects.count || !group.isEmpty {
        while next < subjects.count, next < deliveries.count(where: { $0 != nil }) + max(1, jobs) {
          let (place, subject) = (next, subjects[next])
          group.addTask { (place, try await serve(subject)) }
          next += 1
        }
        if let (place, delivery) = try await group.next() { deliveries[place] = delivery }
      }
      return deliveries.compactMap(\.self)
    }
  }

  // MARK: One subject

  private func key(of subject: OutgoingSubject, _ provider: String) -> OutboxKey {
    OutboxKey(
      endpoint: "\(endpoint)", challenge: subject.challenge, subject: subject.subject,
      provider: provider)
  }

  /// The row of the subject's own body; where there is none any more, of the one that was sent last.
  private func ownRow(of subject: OutgoingSubject, in rows: [OutboxKey: OutboxRow]) -> OutboxRow? {
    if let body = subject.body { return rows[key(of: subject, body.provider)] }
    return rows.values.filter { row in
      row.key.endpoint == "\(endpoint)" && row.key.subject == subject.subject
        && !subject.linked.contains(row.key.provider)
    }.max { $0.at < $1.at }
  }

  /// How a subject stands: by what the service has collected by itself, or else by the subject's own body.
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
    // What may have arrived is settled before anything else is sent, and before others are asked for it.
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
      for: subject.body, of: subject, after: row, at: world.now), let body = subject.body,
      try await pass(until: stop)
    {
      let known = try row ?? newRow(key(of: subject, body.provider))
      let begun = known.beginning(purpose, body.digest, at: world.now)
      try outbox.append(begun, sending: body.bytes)
      row = try await attempts(
        begun, body.bytes, until: stop, newUntil: subject.deadline, payer
      ) {
        request($0, "/api/aivm/intake", body.bytes, body.contentType)
      } read: {
        ServiceAnswer(toBody: $0, at: $1)
      }
    }
    if let known = row, let body = subject.body { row = try await attested(known, subject, body) }
    return delivery(of: subject, after: row)
  }

  private func newRow(_ key: OutboxKey) throws -> OutboxRow {
    OutboxRow(key, .pending, at: world.now, nextNumber: try outbox.firstNumber(at: world.now))
  }

  // MARK: One submission

  /// Asks again, under the same key, for a submission that may have arrived, and pays nothing new for it.
  private func settle(
    _ row: OutboxRow, _ body: [UInt8], until stop: Instant
  ) async throws -> OutboxRow {
    guard try await pass(until: stop) else { return row }
    let begun = row.repeating(at: world.now)
    try outbox.append(begun, sending: body)
    return try await attempts(begun, body, until: stop, newUntil: nil, payer, paysNew: false) {
      request($0, "/api/aivm/intake", body, multipartType(of: body))
    } read: {
      ServiceAnswer(toBody: $0, at: $1)
    }
  }

  private func request(
    _ row: OutboxRow, _ path: String, _ body: [UInt8], _ contentType: String
  ) -> ServiceRequest {
    let key = row.submission.map { IdempotencyKey(of: $0.body, number: $0.number) }
    return ServiceRequest(
      .post, endpoint.url(path),
      headers: [
        .init("Content-Type", contentType), .init("Accept", "application/json"),
        .init("Idempotency-Key", key?.header ?? ""),
      ], body: body)
  }

  /// Sends a submission that was begun until an answer ends it, or patience does.
  ///
  /// - Parameters:
  ///   - newUntil: Until then the body is sent as the next submission when it was not stored; `nil` where it is not.
  ///   - paysNew: Whether a price is paid that was not paid before.
  private func attempts(
    _ begun: OutboxRow, _ body: [UInt8], until stop: Instant, newUntil: Instant?,
    _ payer: (any Payer)? = nil, paysNew: Bool = true, _ request: (OutboxRow) -> ServiceRequest,
    read: (ServiceResponse, Instant) -> ServiceAnswer
  ) async throws -> OutboxRow {
    var row = begun
    for attempt in 0..<max(1, patience.attempts) {
      if attempt > 0 {
        guard try await pass(until: stop) else { return row }
        row =
          row.state.isUnderWay
          ? row.repeating(at: world.now)
          : row.beginning(row.submission?.purpose ?? .proof, Digest(of: body), at: world.now)
        try outbox.append(row, sending: body)
      }
      let answer = try await answer(to: request(row), of: row, payer, paysNew: paysNew, read)
      await breaker.note(hasAnswer: answer.isOfWorkingHost, at: world.now)
      row = row.answered(answer, at: world.now)
      try outbox.append(row, sending: nil)
      guard answer.wantsRepeat(newUntil: newUntil), attempt + 1 < patience.attempts,
        try await wait(
          max(
            world.random(through: Patience.longestWait(beforeAttempt: attempt)),
            answer.recorded.notBefore.map { $0.milliseconds - world.now.milliseconds } ?? 0),
          until: stop)
      else { return row }
    }
    return row
  }

  /// Makes a request, with the payment that the submission has, and pays for it where that is asked for and allowed.
  private func answer(
    to request: ServiceRequest, of row: OutboxRow, _ payer: (any Payer)?, paysNew: Bool,
    _ read: (ServiceResponse, Instant) -> ServiceAnswer
  ) async throws -> ServiceAnswer {
    var request = request
    var header = try await payer?.header(for: row)
    if let header { request.headers.append(header) }
    var result = await exchanged(request, read)
    if let payer, header == nil, paysNew, payer.mode != .repeats, result.answer.meaning == .priced,
      let price = result.response
    {
      do {
        let payment = try await payer.pay(price, for: row, at: request.url)
        request.headers.append(payment)
        header = payment
        result = await exchanged(request, read)
      } catch let refusal as PaymentRefusal {
        result.answer.recorded.words = refusal.words
      }
    }
    guard header != nil else { return result.answer }
    var isStored = false
    if case .stored = result.answer.meaning { isStored = true }
    try await payer?.note(result.response, isStored: isStored, for: row)
    return result.answer.afterPaying
  }

  private func exchanged(
    _ request: ServiceRequest, _ read: (ServiceResponse, Instant) -> ServiceAnswer
  ) async -> (answer: ServiceAnswer, response: ServiceResponse?) {
    do throws(TransportFailure) {
      let response = try await line.exchange(request)
      return (read(response, world.now), response)
    } catch {
      return (ServiceAnswer(error, at: world.now), nil)
    }
  }

  /// Waits until the breaker lets a request pass.
  ///
  /// - Returns: `false` where that is not before `stop`.
  private func pass(until stop: Instant) async throws -> Bool {
    guard world.now < stop else { return false }
    while let pause = await breaker.wait(at: world.now) {
      guard try await wait(pause, until: stop) else { return false }
    }
    return true
  }

  /// - Returns: `false`, at once, where the wait would end later than `stop`.
  private func wait(_ milliseconds: Int64, until stop: Instant) async throws -> Bool {
    guard world.now.advanced(byMilliseconds: milliseconds) <= stop else { return false }
    try await world.sleep(milliseconds: milliseconds)
    return true
  }

  // MARK: Further requests

  /// Has the service collect by itself, in the proof window.
  ///
  /// - Returns: `nil` where it has not, and the subject's own body is to be sent.
  private func collected(
    _ subject: OutgoingSubject, from provider: String, _ rows: [OutboxKey: OutboxRow],
    until stop: Instant
  ) async throws -> Delivery? {
    guard let wish = subject.wish(to: provider) else { return nil }
    var row = rows[key(of: subject, provider)]
    let next = rules.nextStep(for: wish, of: subject, after: row, at: world.now)
    if next == .settle || next == .send(.proof) {
      guard try await pass(until: stop) else { return nil }
      let known = try row ?? newRow(key(of: subject, provider))
      let begun =
        known.state.isUnderWay
        ? known.repeating(at: world.now) : known.beginning(.proof, wish.digest, at: world.now)
      try outbox.append(begun, sending: wish.bytes)
      // What a service has already may be our own progress, or anybody's: who has, or had, a body of their own sends it.
      let hadNothing =
        subject.obstacle?.code == .submitNoBody && ownRow(of: subject, in: rows)?.submission == nil
      row = try await attempts(begun, wish.bytes, until: stop, newUntil: nil) {
        request(
          $0, "/api/challenge/\(wish.challengeID.pathSegment)/auto-proof", wish.bytes,
          wish.contentType)
      } read: {
        ServiceAnswer(toCollecting: $0, believesEarlier: hadNothing, at: $1)
      }
    }
    guard let row, row.stored?.body == wish.digest else { return nil }
    return Delivery(
      subject: subject.subject, row: row,
      next: rules.nextStep(for: wish, of: subject, after: row, at: world.now))
  }

  /// Sends the attestation of what the service has stored, once.
  ///
  /// A service without a place for it is asked no more.
  private func attested(
    _ row: OutboxRow, _ subject: OutgoingSubject, _ body: OutgoingBody
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
    // A service that refuses it, or has no place for it, is not asked again.
    guard let response = try? await line.exchange(request),
      ServiceAnswer(toCollecting: response, believesEarlier: true, at: world.now).meaning != .later
    else { return row }
    var row = row
    row.attested = digest
    try outbox.append(row, sending: nil)
    return row
  }

  /// The row after the service was asked how far it is.
  private func asked(_ row: OutboxRow) async throws -> OutboxRow {
    guard let id = row.stored?.name else { return row }
    let request = ServiceRequest(
      .get, endpoint.url("/evidence/\(id.pathSegment)"),
      headers: [.init("Accept", "application/json")])
    guard let response = try? await line.exchange(request),
      let (state, answer) = ServiceVerdict.read(response, at: world.now), state != row.state
    else { return row }
    let told = row.told(state, answer, at: world.now)
    try outbox.append(told, sending: nil)
    return told
  }
}

/// The `Content-Type` of a body of ours, whose boundary stands in its first line.
private func multipartType(of body: [UInt8]) -> String {
  let line = body.prefix { $0 != UInt8(ascii: "\r") }.dropFirst(2)
  return "multipart/form-data; boundary=\(String(decoding: line, as: UTF8.self))"
}

extension ServiceAnswer {
  /// Whether another attempt may help now.
  ///
  /// - Parameter newUntil: Until then what was not stored may be sent as a new submission.
  fileprivate func wantsRepeat(newUntil: Instant?) -> Bool {
    switch meaning {
    case .later, .unsent: true
    case .notStored: newUntil.map { recorded.at < $0 } ?? false
    case .stored, .refused, .priced: false
    }
  }

  /// What the answer to a request that pays means: money may have moved.
  fileprivate var afterPaying: ServiceAnswer {
    var answer = self
    answer.isPaid = true
    switch meaning {
    case .priced:
      (answer.meaning, answer.recorded.words) = (.later, "it was paid for, and is to be paid again")
    case .notStored:
      answer.meaning = .refused
      answer.recorded.words = "paid for, and not stored: ask the service"
    case .refused:
      let words = recorded.words.map { ": \($0)" } ?? ""
      answer.recorded.words = "paid for, and refused: ask the service\(words)".plainWords
    case .unsent, .stored, .later: break
    }
    return answer
  }

  /// Whether the host has answered as one that works.
  fileprivate var isOfWorkingHost: Bool {
    switch meaning {
    case .unsent: false
    case .later: recorded.status.map { $0 < 500 } ?? false
    case .stored, .notStored, .refused, .priced: true
    }
  }
}

extension OutgoingSubject {
  /// The wish that the service collects from a provider by itself; `nil` where nobody knows for whom, and for the provider
  /// of the subject's own body, which is sent.
  fileprivate func wish(to provider: String) -> OutgoingBody? {
    guard provider != body?.provider, let challengeID = body?.challengeID ?? challengeID,
      let address = body?.address ?? address
    else { return nil }
    let json = JSONValue.object(["subject": .string(address)])
    return OutgoingBody(
      json.canonicalBytes(), contentType: "application/json", provider: provider,
      challengeID: challengeID, address: address)
  }
}

/// How far a service is with what it has stored.
enum ServiceVerdict {
  /// - Returns: `nil` where it says nothing of that.
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
