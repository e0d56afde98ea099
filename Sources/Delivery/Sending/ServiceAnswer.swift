import DaymarkDocuments
package import DaymarkModel

/// An answer to a submission, and what it means for the row.
package struct ServiceAnswer: Hashable, Sendable {
  package enum Meaning: Hashable, Sendable {
    case stored(String)
    /// The service took it and has stored nothing.
    case notStored
    /// It is no use to send this again.
    case refused
    /// The service wants money.
    case priced
    /// It may be stored or not, or may be later: ask again.
    case later
    /// Nothing went out.
    case unsent
  }

  package var meaning: Meaning
  package var recorded: OutboxAnswer
  /// Whether the request paid: the submission is then never made anew.
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
        recorded.words = "stored, under an id that cannot be asked for"
      }
    } else if json?["ok"] == .bool(false) {
      meaning = .refused
    } else {
      // Whoever answers so is not the service: something in between, such as a page to log in.
      (meaning, recorded.words) = (.later, recorded.words ?? "an answer that is none of a service")
    }
  }

  /// Reads the answer to the wish that the service collects by itself.
  ///
  /// - Parameter believesEarlier: Whether it is enough that the service has something already.
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
  /// What the service wants to be paid, by its first offer; `nil` where that cannot be read.
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
  /// The meaning of a status alone; `nil` of one of success, whose body has to be looked at.
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
      words = "a redirect, which is not followed" + (words.map { ": \($0)" } ?? "")
    }
    notBefore = response.headers["retry-after"].flatMap { RetryAfter.instant($0, at: now) }
  }
}

extension String {
  /// The text on one line, without what would steer a terminal, and no longer than people read.
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

  /// The name of evidence: a text, or a whole number that JSON's numbers hold exactly.
  ///
  /// A greater one may have been rounded to that of somebody else's.
  fileprivate var evidenceName: String? {
    if let text { return text.isEmpty ? nil : text }
    return Kind<Int64>.bytes.value(of: self).flatMap { $0 < 1 << 53 ? "\($0)" : nil }
  }
}
