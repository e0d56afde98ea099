import DaymarkDelivery
import Foundation
import NIOCore
import NIOPosix

/// A client that sends a byte from time to time.
enum SlowClient {
  /// - Parameters:
  ///   - bytes: Sent one by one.
  ///   - port: Of 127.0.0.1.
  ///   - interval: The time between two of them.
  ///   - head: Sent at once, before.
  /// - Returns: How many bytes could be sent before the connection ended, and what was answered.
  static func send(
    _ bytes: [UInt8], to port: Int, every interval: Duration, after head: [UInt8] = []
  ) async throws -> (sent: Int, answer: String) {
    let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    return try await channel.executeThenClose { inbound, outbound in
      try await withThrowingTaskGroup(of: Int.self) { group in
        group.addTask {
          var sent = 0
          do {
            try await outbound.write(ByteBuffer(bytes: head))
            for byte in bytes {
              try await outbound.write(ByteBuffer(bytes: [byte]))
              sent += 1
              try await Task.sleep(for: interval)
            }
          } catch {}
          return sent
        }
        var answer = ""
        do {
          for try await piece in inbound { answer += String(buffer: piece) }
        } catch {}
        group.cancelAll()
        return (try await group.next() ?? 0, answer)
      }
    }
  }
}
