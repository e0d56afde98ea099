import DaymarkDocuments
package import DaymarkModel

/// An answer to a submission, with its meaning for the row.
package struct ServiceAnswer: Hashable, Sendable {
  package enum Meaning: Hashable, Sendable {
    case stored(String)
    /// The service accepted the request but stored nothing.
    case notStored
    /// The service refused the request, and would refuse it again.
    case refused
    /// The service demands a payment.
    case priced
    /// The body may have been stored, or may be stored later.
    ///
    /// The request is repeated.
    case later
    /// The request was not sent.
    case unsent
  }

  package var meaning: Meaning
  package var recorded: OutboxAnswer
  /// Whether the request carried a payment.
  ///
  /// Such a submission is never replaced by a new one.
  package var isPaid = false

  init(_ meaning: Meaning, _ recorded: OutboxAnswer) {
    (self.meaning, self.recorded) = (meaning, recorded)
  }

  init(_ failure: TransportFailure, at now: Instant) {
    meaning = if case .unsent = failure { .unsent } else { .later }
    recorded = OutboxAnswer(at: now, words: failure.words.plainWords)
  }

  /// Reads the answer to a body; see Delivery, "Answers".
  init(toBody response: ServiceResponse, at now: Instant) {
    let json = try? JSONValue(parsing: response.body)
    recorded = OutboxAnswer(response, json, at: now)
    if let meaning = Meaning(status: response.status) {
      self.meaning = meaning
      if meaning == .priced { recorded.words = recorded.words ?? response.priceWords }
    } else if json?["ok"] == .bool(true), let id = json?["evidenceId"] {
      meaning = id == .null ? .notStored : .stored(id.evidenceName ?? "")
      if id != .null, id.evidenceName == nil {
        recorded.words = "stored, but under an id whose status cannot be requested"
      }
    } else if json?["ok"] == .bool(false) {
      meaning = .refused
    } else {
      // Such an answer comes from something between us and the service, such as a login page.
      (meaning, recorded.words) = (
        .later, recorded.words ?? "the answer does not come from the service"
      )
    }
  }

  /// Reads the answer to a request that the service collects data itself.
  ///
  /// - Parameter believesEarlier: Whether data that the service already has is enough.
  init(toCollecting response: ServiceResponse, believesEarlier: Bool, at now: Instant) {
    let json = try? JSONValue(parsing: response.body)
    recorded = OutboxAnswer(response, json, at: now)
    let status = json?.string("status")
    if let meaning = Meaning(status: response.status) {
      self.meaning = meaning
    } else if let status, status == "collected" || believesEarlier && status == "already-submitted"
    {
      (meaning, recorded.words) = (.stored(json?["evidenceId"]?.evidenceName ?? ""), status)
    } else {
      meaning = .notStored
      recorded.words = recorded.words ?? status?.plainWords
    }
  }
}

extension ServiceResponse {
  /// The price in the service's first offer, in words; `nil` where it cannot be read.
  fileprivate var priceWords: String? {
    let header = headers[PaymentVersion.priceHeader.lowercased()]
    let required =
      header.map { try? PaymentRequired(header: $0) } ?? (try? PaymentRequired(body: body))
    return required?.offers.first.map { offer in
      "the service asks for \(offer.amountText) of \(offer.asset) on \(offer.networkName)"
        .plainWords
    }
  }
}

extension ServiceAnswer.Meaning {
  /// Makes the meaning of a status; `nil` for a successful one, where the body decides.
  fileprivate init?(status: Int) {
    switch status {
    case 200..<300: return nil
    case 402: self = .priced
    case 408, 409, 425, 429, 500..<600: self = .later
    default: self = .refused
    }
  }
}

extension OutboxAnswer {
  init(_ response: ServiceResponse, _ json: JSONValue?, at now: Instant) {
    self.init(status: response.status, at: now)
    words = (json?.string("error") ?? json?.string("message"))?.plainWords
    hint = json?.string("hint")?.plainWords
    if (300..<400).contains(response.status) {
      words =
        "a redirect, which is not followed"
        + (words.map { ": \($0)" } ?? "")
    }
    notBefore = response.headers["retry-after"].flatMap { RetryAfter.instant($0, at: now) }
  }
}

extension String {
  /// The text on one line and without control characters, limited to 400 characters.
  var plainWords: String {
    let most = 400
    let scalars = unicodeScalars.map { scalar -> Character in
      scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
        || scalar.properties.generalCategory == .lineSeparator
        || scalar.properties.generalCategory == .paragraphSeparator ? " " : Character(scalar)
    }
    return String(scalars.prefix(most)) + (scalars.count > most ? "…" : "")
  }
}

extension JSONValue {
  var text: String? { if case .string(let text) = self { text } else { nil } }

  /// The id of evidence: a text, or a whole number that a JSON number holds exactly.
  ///
  /// A larger number may have been rounded to another subject's id.
  fileprivate var evidenceName: String? {
    if let text { return text.isEmpty ? nil : text }
    return Kind<Int64>.bytes.value(of: self).flatMap { $0 < 1 << 53 ? "\($0)" : nil }
  }
}
