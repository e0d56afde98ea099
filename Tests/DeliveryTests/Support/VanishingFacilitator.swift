import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Testing

/// A facilitator that finds every payment good, and takes no further connection once it has said so.
enum VanishingFacilitator {
  static func run(_ body: (String) async throws -> Void) async throws {
    let (descriptor, port) = try keptPort()
    defer { close(descriptor) }
    let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .serverChannelOption(.socketOption(.init(rawValue: SO_REUSEPORT)), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.configureHTTPServerPipeline()
          try channel.pipeline.syncOperations.addHandler(Answer())
        }
      }
      .bind(host: "127.0.0.1", port: port).get()
    do { try await body("http://127.0.0.1:\(port)") } catch {
      try? await server.close()
      throw error
    }
    try? await server.close()
  }

  /// A socket that is bound and never listens, and its port.
  ///
  /// As long as it is open no other test's server gets the port, and beside it the facilitator may listen there.
  private static func keptPort() throws -> (descriptor: CInt, port: Int) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    var isShared: CInt = 1
    setsockopt(
      descriptor, SOL_SOCKET, SO_REUSEPORT, &isShared, socklen_t(MemoryLayout<CInt>.size))
    _ = try SocketAddress(ipAddress: "127.0.0.1", port: 0)
      .withSockAddr { bind(descriptor, $0, socklen_t($1)) }
    var address = sockaddr()
    var size = socklen_t(MemoryLayout<sockaddr>.size)
    try #require(getsockname(descriptor, &address, &size) == 0)
    // The first two bytes of an internet address are its port, the higher one first.
    let (high, low) = (UInt8(bitPattern: address.sa_data.0), UInt8(bitPattern: address.sa_data.1))
    return (descriptor, Int(high) << 8 | Int(low))
  }

  private final class Answer: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private var path = ""

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data) {
      case .head(let head): path = head.uri
      case .body: break
      case .end:
        let channel = context.channel
        guard path == "/verify" else { return answer(Self.supported, on: channel) }
        // First, so that nobody who has the answer finds it listening.
        guard let server = channel.parent else { return channel.close(promise: nil) }
        server.close().whenComplete { _ in
          channel.eventLoop.execute { Self.answer(#"{"isValid":true}"#, on: channel) }
        }
      }
    }

    private static let supported =
      #"{"kinds":[{"x402Version":2,"scheme":"exact","network":"eip155:84532"}]}"#

    private func answer(_ json: String, on channel: any Channel) { Self.answer(json, on: channel) }

    private static func answer(_ json: String, on channel: any Channel) {
      let headers: HTTPHeaders = [
        "Content-Type": "application/json", "Content-Length": "\(json.utf8.count)",
        "Connection": "close",
      ]
      let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: headers)
      channel.write(HTTPServerResponsePart.head(head), promise: nil)
      channel.write(
        HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(string: json))), promise: nil)
      channel.writeAndFlush(HTTPServerResponsePart.end(nil)).whenComplete { _ in
        channel.close(promise: nil)
      }
    }
  }
}
