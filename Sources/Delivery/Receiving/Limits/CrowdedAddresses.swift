import HTTPTypes
import NIOCore
import NIOHTTPTypes
import Synchronization

/// Closes a new connection if its address has too many.
final class CrowdedAddresses: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart

  private let count: ConnectionCount
  /// The name under which the connection is counted; `nil` where it is not counted.
  private var name: String?

  init(_ count: ConnectionCount) { self.count = count }

  func handlerAdded(context: ChannelHandlerContext) {
    let name = RateLimit.name(context.channel.remoteAddress?.ipAddress ?? "")
    guard count.enter(name) else {
      // The close waits, because the connection is still being set up.
      return context.eventLoop.execute { [channel = context.channel] in
        channel.close(promise: nil)
      }
    }
    self.name = name
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    if let name = name.take() { count.leave(name) }
  }
}

/// A limit on the number of connections of each address.
final class ConnectionCount: Sendable {
  private let most: Int
  private let counts = Mutex<[String: Int]>([:])

  init(most: Int) { self.most = most }

  /// Counts a connection, and returns whether it is allowed.
  ///
  /// An allowed connection must call `leave` at its end.
  func enter(_ name: String) -> Bool {
    counts.withLock { counts in
      guard counts[name, default: 0] < most else { return false }
      counts[name, default: 0] += 1
      return true
    }
  }

  func leave(_ name: String) {
    counts.withLock { counts in
      counts[name] = counts[name].flatMap { $0 > 1 ? $0 - 1 : nil }
    }
  }
}
