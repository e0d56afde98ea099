import DaymarkDocuments
import DaymarkModel

// The courier's work on one submission.

extension Courier {
  /// Repeats a submission that may have arrived, under the same key and without a new payment.
  func settle(
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

  func request(
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

  /// Sends a submission that was begun, until an answer ends it or patience runs out.
  ///
  /// - Parameters:
  ///   - newUntil: The instant until which a body that was not stored is sent again as a new
  ///     submission; `nil` where it is not sent again.
  ///   - paysNew: Whether a price is paid that was not paid before.
  func attempts(
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

  /// Makes a request with the submission's payment, and pays first if the service demands it and
  /// the policy allows it.
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
  /// - Returns: `false` where the wait would end after `stop`.
  func pass(until stop: Instant) async throws -> Bool {
    guard world.now < stop else { return false }
    while let pause = await breaker.wait(at: world.now) {
      guard try await wait(pause, until: stop) else { return false }
    }
    return true
  }

  /// Waits for a time, unless the wait would end after `stop`.
  ///
  /// - Returns: Whether it has waited.
  private func wait(_ milliseconds: Int64, until stop: Instant) async throws -> Bool {
    guard world.now.advanced(byMilliseconds: milliseconds) <= stop else { return false }
    try await world.sleep(milliseconds: milliseconds)
    return true
  }
}

/// Returns the `Content-Type` of our own body, whose first line contains the boundary.
private func multipartType(of body: [UInt8]) -> String {
  let line = body.prefix { $0 != UInt8(ascii: "\r") }.dropFirst(2)
  return "multipart/form-data; boundary=\(String(decoding: line, as: UTF8.self))"
}

extension ServiceAnswer {
  /// Whether another attempt in this run may help.
  ///
  /// - Parameter newUntil: The instant until which a body that was not stored may be sent as a new
  ///   submission.
  fileprivate func wantsRepeat(newUntil: Instant?) -> Bool {
    switch meaning {
    case .later, .unsent: true
    case .notStored: newUntil.map { recorded.at < $0 } ?? false
    case .stored, .refused, .priced: false
    }
  }

  /// The meaning of an answer to a request with a payment, after which money may have moved.
  fileprivate var afterPaying: ServiceAnswer {
    var answer = self
    answer.isPaid = true
    switch meaning {
    case .priced:
      (answer.meaning, answer.recorded.words) = (
        .later, "it was paid for, but the service asks for payment again"
      )
    case .notStored:
      answer.meaning = .refused
      answer.recorded.words = "paid for but not stored; ask the service's operator"
    case .refused:
      let words = recorded.words.map { ": \($0)" } ?? ""
      answer.recorded.words = "paid for but refused; ask the service's operator\(words)".plainWords
    case .unsent, .stored, .later: break
    }
    return answer
  }

  /// Whether the answer shows that the host works.
  fileprivate var isOfWorkingHost: Bool {
    switch meaning {
    case .unsent: false
    case .later: recorded.status.map { $0 < 500 } ?? false
    case .stored, .notStored, .refused, .priced: true
    }
  }
}
