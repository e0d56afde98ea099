import AsyncHTTPClient
import Foundation
import NIOCore
import NIOSSL
import Testing

@testable import DaymarkDelivery

/// What an error says of a request: that nothing went out is said only where it is sure.
struct HTTPTransportTests {
  private func isUnsent(_ error: any Error) -> Bool {
    if case .unsent = HTTPTransport.failure(error) { true } else { false }
  }

  @Test func `TLS that ends in the middle of an exchange leaves open what arrived`() {
    #expect(!isUnsent(NIOSSLError.uncleanShutdown))
    #expect(!isUnsent(NIOSSLError.readInInvalidTLSState))
    #expect(!isUnsent(BoringSSLError.sslError([])))
    #expect(isUnsent(NIOSSLError.handshakeFailed(.sslError([]))))
    #expect(isUnsent(NIOSSLExtraError.failedToValidateHostname))
  }

  @Test func `a connection that was refused carried nothing, and one that was cut may have`() {
    #expect(isUnsent(IOError(errnoCode: ECONNREFUSED, reason: "connect")))
    #expect(!isUnsent(IOError(errnoCode: ECONNRESET, reason: "read")))
    #expect(isUnsent(HTTPClientError.connectTimeout) && !isUnsent(HTTPClientError.readTimeout))
    #expect(!isUnsent(HTTPClientError.remoteConnectionClosed))
    #expect(isUnsent(HTTPClientError.getConnectionFromPoolTimeout))
  }

  @Test func `an answer that comes byte by byte is given up when its time is over`() async throws {
    let answer = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"
    try await DribblingService.run(answer) { url async throws in
      let transport = HTTPTransport(seconds: 1)
      let begun = ContinuousClock.now
      await #expect(throws: TransportFailure.lost("timed out waiting for an answer")) {
        try await transport.exchange(ServiceRequest(.get, url))
      }
      #expect(begun.duration(to: .now) < .seconds(10))
      try await transport.close()
    }
  }
}
