import NIOCore
import NIOPosix

/// A service that begins an answer, and sends the rest of it a byte at a time, ten in a second.
enum DribblingService {
  /// - Parameter answer: What it sends at once, whatever it is asked.
  static func run(_ answer: String, _ body: (String) async throws -> Void) async throws {
    let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .childChannelInitializer { channel in
        channel.pipeline.addHandler(Dribble(answer))
      }
      .bind(host: "127.0.0.1", port: 0).get()
    do { try await body("http://127.0.0.1:\(server.localAddress?.port ?? 0)") } catch {
      try? await server.close()
      throw error
    }
    try? await server.close()
  }

  private final class Dribble: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let answer: String

    init(_ answer: String) { self.answer = answer }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let channel = context.channel
      channel.writeAndFlush(ByteBuffer(string: answer), promise: nil)
      let dribble = channel.eventLoop.scheduleRepeatedTask(
        initialDelay: .zero, delay: .milliseconds(100)
      ) { _ in channel.writeAndFlush(ByteBuffer(string: " "), promise: nil) }
      channel.closeFuture.whenComplete { _ in dribble.cancel() }
    }
  }
}
