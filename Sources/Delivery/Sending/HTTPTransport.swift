import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Requests over HTTP and TLS.
///
/// Certificates are checked, redirects are answers like others, and nothing is repeated: whether that is safe only the
/// outbox knows.
package final class HTTPTransport: Transport {
  private let client: HTTPClient
  private let seconds: Int64

  /// - Parameters:
  ///   - seconds: The time after which a request without a whole answer is given up.
  ///   - connections: The most requests at a time to one host; others wait, and are given up like those without a
  ///     connection.
  package init(seconds: Int64 = 60, connections: Int = 8) {
    var configuration = HTTPClient.Configuration()
    configuration.redirectConfiguration = .disallow
    configuration.timeout = .init(connect: .seconds(min(10, seconds)), read: .seconds(seconds))
    configuration.decompression = .disabled
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.httpVersion = .http1Only
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    self.seconds = seconds
  }

  package func close() async throws { try await client.shutdown() }

  package func exchange(
    _ request: ServiceRequest
  ) async throws(TransportFailure) -> ServiceResponse {
    var outgoing = HTTPClientRequest(url: request.url)
    outgoing.method = .RAW(value: request.method.rawValue)
    for header in request.headers { outgoing.headers.add(name: header.name, value: header.value) }
    outgoing.headers.add(name: "User-Agent", value: "daymark-courier")
    if request.method == .post { outgoing.body = .bytes(ByteBuffer(bytes: request.body)) }
    do {
      // The client's own limit is over when the head of an answer is there.
      return try await within(.seconds(seconds), orThrow: HTTPClientError.deadlineExceeded) {
        [client, outgoing, seconds] in
        try await ServiceResponse(client.execute(outgoing, timeout: .seconds(seconds)))
      }
    } catch {
      throw Self.failure(error)
    }
  }

  /// Whether anything may have gone out before an error.
  ///
  /// TLS fails at its begin, when nothing went out, and in the middle of an exchange, when nobody knows.
  static func failure(_ error: any Error) -> TransportFailure {
    switch error {
    case is NIOConnectionError: .unsent("no connection")
    // A connection by an address alone; only a connect is refused.
    case let error as IOError where error.errnoCode == ECONNREFUSED: .unsent("no connection")
    case is NIOTooManyBytesError: .lost("an answer of more than 1 MiB")
    case NIOSSLError.handshakeFailed: .unsent("the host's certificate or its TLS is not accepted")
    case let error as NIOSSLExtraError where error == .failedToValidateHostname:
      .unsent("the host's certificate is another's")
    case let error as HTTPClientError:
      switch error {
      case .connectTimeout, .getConnectionFromPoolTimeout: .unsent("no connection in time")
      case .tlsHandshakeTimeout: .unsent("no TLS in time")
      case .deadlineExceeded, .readTimeout: .lost("no answer in time")
      default: .lost("the connection was lost")
      }
    default: .lost("the connection was lost")
    }
  }
}

extension ServiceResponse {
  /// Reads the whole of an answer.
  fileprivate init(_ response: HTTPClientResponse) async throws {
    let body = try await response.body.collect(upTo: Self.mostBytes)
    var headers: [String: String] = [:]
    for (name, value) in response.headers {
      headers[name.lowercased()] = headers[name.lowercased()].map { "\($0), \(value)" } ?? value
    }
    self.init(status: Int(response.status.code), headers: headers, body: Array(buffer: body))
  }
}
