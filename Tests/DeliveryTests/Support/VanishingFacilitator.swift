import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// A facilitator that finds every payment good, and takes no further connection once it has said so.
enum VanishingFacilitator {
  static func run(_ body: (String) async throws -> Void) async throws {
    let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.configureHTTPServerPipeline()
          try channel.pipeline.syncOperations.addHandler(Answer())
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    do { try await body("http://127.0.0.1:\(server.localAddress?.port ?? 0)") } catch {
      try? await server.close()
      throw error
    }
    try? await server.close()
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
        let address = server.localAddress
        server.close().whenComplete { _ in
          if let address { Self.keep(address) }
          channel.eventLoop.execute { Self.answer(#"{"isValid":true}"#, on: channel) }
        }
      }
    }

    /// Binds the address until the tests end without listening on it: another test's server may get the port otherwise.
    private static func keep(_ address: SocketAddress) {
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
      _ = address.withSockAddr { bind(descriptor, $0, socklen_t($1)) }
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
