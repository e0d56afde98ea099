import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTPTypes

/// Closes a connection on which a request's head, or the rest of an answered request, is too slow.
///
/// `IdleStateHandler` does not do this, because a single byte from time to time satisfies it.
final class SlowHeads: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let time: TimeAmount
  private var deadline: Scheduled<Void>?
  /// The number of requests with a complete head and without a complete answer.
  ///
  /// A client may send several at once.
  private var open = 0

  init(time: Duration) { self.time = TimeAmount(time) }

  func handlerAdded(context: ChannelHandlerContext) { wait(context) }

  func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

  func channelInactive(context: ChannelHandlerContext) {
    deadline?.cancel()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head:
      open += 1
      deadline?.cancel()
    case .end where open == 0: wait(context)
    case .body, .end: break
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .end = unwrapOutboundIn(data) {
      open = max(0, open - 1)
      if open == 0 { wait(context) }
    }
    context.write(data, promise: promise)
  }

  /// Starts the time limit for the rest of a request, or for the next head.
  private func wait(_ context: ChannelHandlerContext) {
    deadline?.cancel()
    deadline = context.eventLoop.scheduleTask(in: time) { [channel = context.channel] in
      channel.close(promise: nil)
    }
  }
}

extension RequestBody {
  /// Reads a body in pieces, within a time limit.
  ///
  /// - Parameters:
  ///   - time: The time limit.
  ///   - value: The initial value.
  ///   - add: The function that adds a piece to the value.
  func read<Value: Sendable>(
    within time: Duration, into value: Value,
    _ add: @escaping @Sendable (inout Value, ByteBufferView) throws -> Void
  ) async throws -> Value {
    let refusal = Refusal(
      408, "body.slow", "The body took longer than \(time.components.seconds) seconds.",
      endsConnection: true)
    return try await within(time, orThrow: refusal) {
      var value = value
      for try await piece in self { try add(&value, piece.readableBytesView) }
      return value
    }
  }
}
