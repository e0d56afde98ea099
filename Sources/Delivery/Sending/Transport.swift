package import DaymarkModel

/// An HTTP request.
package struct ServiceRequest: Hashable, Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  package var method: Method
  package var url: String
  /// The headers in the order in which they are sent, without `Host` and `Content-Length`.
  package var headers: [Header] = []
  package var body: [UInt8] = []

  package struct Header: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
  }

  package init(_ method: Method, _ url: String, headers: [Header] = [], body: [UInt8] = []) {
    (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
  }
}

/// A service's answer to a request.
package struct ServiceResponse: Hashable, Sendable {
  package var status: Int
  /// The headers by their names in lower case.
  ///
  /// The values of a repeated header are joined by `, `.
  package var headers: [String: String]
  /// The body, of at most ``mostBytes`` bytes; ``HTTPTransport`` refuses a longer one.
  package var body: [UInt8]

  /// The maximum length of a body, in bytes.
  package static let mostBytes = 1 << 20

  package init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }
}

/// The reason for which no answer came.
package enum TransportFailure: Error, Hashable, Sendable {
  /// There was no connection, so nothing was sent.
  case unsent(String)
  /// The request, or part of it, may have arrived.
  case lost(String)

  /// The explanation of the system.
  package var words: String {
    switch self {
    case .unsent(let words), .lost(let words): words
    }
  }
}

/// A carrier of requests and answers.
///
/// It follows no redirects and never repeats a request.
package protocol Transport: Sendable {
  func exchange(_ request: ServiceRequest) async throws(TransportFailure) -> ServiceResponse
}

/// The clock, waiting and random numbers of the courier, which a test can replace.
package protocol Surroundings: Sendable {
  /// The present instant.
  var now: Instant { get }
  /// Waits, unless the task is cancelled before.
  func sleep(milliseconds: Int64) async throws
  /// Returns a random number from 0 to a bound, inclusive.
  func random(through bound: Int64) -> Int64
}

/// A store of outbox rows, and of the bodies to be sent.
///
/// An entry is durable when the call that adds it returns.
package protocol Outbox: Sendable {
  /// Returns the bytes of a subject's body; `nil` where they no longer match its digest.
  func bytes(ofBody subject: OutgoingSubject) throws -> [UInt8]?
  func rows() throws -> [OutboxKey: OutboxRow]
  /// Adds a row's new state, with the body when sending begins.
  ///
  /// The body is kept while its outcome is unknown.
  func append(_ row: OutboxRow, sending body: [UInt8]?) throws
  /// Returns the body of a row of unknown outcome, as it was first sent.
  func bodyUnderWay(of key: OutboxKey) throws -> [UInt8]?
  /// Returns the number for a row's first submission.
  func firstNumber(at now: Instant) throws -> Int
}
