package import DaymarkModel

/// A request over HTTP.
package struct ServiceRequest: Hashable, Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  package var method: Method
  package var url: String
  /// In the order in which they are sent, without `Host` and `Content-Length`.
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

/// What a service answers to a request.
package struct ServiceResponse: Hashable, Sendable {
  package var status: Int
  /// By names in small letters; of one that comes twice, all values with `, ` between.
  package var headers: [String: String]
  /// At most ``mostBytes`` of it.
  package var body: [UInt8]

  /// The longest answer that is read.
  package static let mostBytes = 1 << 20

  package init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }
}

/// Why no answer came.
package enum TransportFailure: Error, Hashable, Sendable {
  /// There was no connection, so nothing went out.
  case unsent(String)
  /// The request, or a part of it, may have arrived.
  case lost(String)

  /// What the system says.
  package var words: String {
    switch self {
    case .unsent(let words), .lost(let words): words
    }
  }
}

/// Whatever carries a request to a service and its answer back.
///
/// It follows no redirects and repeats nothing by itself.
package protocol Transport: Sendable {
  func exchange(_ request: ServiceRequest) async throws(TransportFailure) -> ServiceResponse
}

/// What sending needs of the world, so that a test can be all of it.
package protocol Surroundings: Sendable {
  /// The clock.
  var now: Instant { get }
  /// Waits.
  func sleep(milliseconds: Int64) async throws
  /// A number of chance from 0 to a bound, the bound included.
  func random(through bound: Int64) -> Int64
}

/// Where the rows of an outbox are kept, and the bodies that are to be sent.
///
/// What was added is durable when the call is over.
package protocol Outbox: Sendable {
  /// The bytes of a subject's body; `nil` where they are not those of its digest any more.
  func bytes(ofBody subject: OutgoingSubject) throws -> [UInt8]?
  func rows() throws -> [OutboxKey: OutboxRow]
  /// Adds what a row has become, with the body when it begins to be sent; a body is kept while its row is under way.
  func append(_ row: OutboxRow, sending body: [UInt8]?) throws
  /// The body of a row that is under way, as it was first sent.
  func bodyUnderWay(of key: OutboxKey) throws -> [UInt8]?
  /// The number of a row's first submission.
  func firstNumber(at now: Instant) throws -> Int
}
