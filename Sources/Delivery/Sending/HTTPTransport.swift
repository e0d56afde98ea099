import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// A transport over HTTP and TLS.
///
/// It checks certificates, returns redirects as ordinary answers, and never repeats a request,
/// because only the outbox knows whether that is safe.
package final class HTTPTransport: Transport {
  private let client: HTTPClient
  private let seconds: Int64

  /// Prepares an HTTP client that follows no redirects.
  ///
  /// - Parameters:
  ///   - seconds: The time limit for a request with its whole answer.
  ///   - connections: The maximum number of simultaneous requests to one host. Others wait, and
  ///     those that wait too long fail as if there were no connection.
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
      // The client's own limit ends with the head of an answer, so the whole exchange has this one.
      return try await within(.seconds(seconds), orThrow: HTTPClientError.deadlineExceeded) {
        [client, outgoing, seconds] in
        try await ServiceResponse(client.execute(outgoing, timeout: .seconds(seconds)))
      }
    } catch {
      throw Self.failure(error)
    }
  }

  /// Returns the failure of a request that ended with an error: whether a part may have been sent.
  ///
  /// A failed TLS handshake means that nothing was sent. After a later TLS error nobody knows.
  static func failure(_ error: any Error) -> TransportFailure {
    switch error {
    case is NIOConnectionError: .unsent("cannot connect")
    // The address needs no name lookup, and only connecting can be refused.
    case let error as IOError where error.errnoCode == ECONNREFUSED: .unsent("cannot connect")
    case is NIOTooManyBytesError: .lost("the answer is larger than 1 MiB")
    case NIOSSLError.handshakeFailed:
      .unsent("TLS failed: the certificate or TLS version of the host is not accepted")
    case let error as NIOSSLExtraError where error == .failedToValidateHostname:
      .unsent("the certificate belongs to another host")
    case let error as HTTPClientError:
      switch error {
      case .connectTimeout, .getConnectionFromPoolTimeout: .unsent("timed out while connecting")
      case .tlsHandshakeTimeout: .unsent("timed out during the TLS handshake")
      case .deadlineExceeded, .readTimeout: .lost("timed out waiting for an answer")
      default: .lost("the connection was lost")
      }
    default: .lost("the connection was lost")
    }
  }
}

extension ServiceResponse {
  /// Reads the whole answer; values of a header that occurs several times are joined with commas.
  ///
  /// - Throws: `NIOTooManyBytesError` where the body has more than ``mostBytes``, and the errors of
  ///   the connection.
  fileprivate init(_ response: HTTPClientResponse) async throws {
    let body = try await response.body.collect(upTo: Self.mostBytes)
    var headers: [String: String] = [:]
    for (name, value) in response.headers {
      headers[name.lowercased()] = headers[name.lowercased()].map { "\($0), \(value)" } ?? value
    }
    self.init(status: Int(response.status.code), headers: headers, body: Array(buffer: body))
  }
}
