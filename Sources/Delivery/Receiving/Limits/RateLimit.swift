import Foundation
import NIOCore
import Synchronization

/// A limit on the requests of each address, both per minute and in a burst.
///
/// The IPv6 addresses of one /64 network count as one, because a single subscriber has all of them.
final class RateLimit: Sendable {
  private struct Bucket {
    /// The number of requests that the address may still send at once.
    var left: Double
    var at: ContinuousClock.Instant
  }

  /// The maximum number of addresses that are remembered.
  static let room = 65_536

  private let perMinute: Double
  private let buckets = Mutex<[String: Bucket]>([:])

  /// Sets the number of requests that an address may send in a minute; 0 for no limit.
  init(perMinute: Int) { self.perMinute = Double(perMinute) }

  /// Returns the number of seconds until an address may send its next request; `nil` where this
  /// request may pass, which is then counted.
  func secondsToWait(
    countingRequestFrom address: String, now: ContinuousClock.Instant = .now
  ) -> Int? {
    guard perMinute > 0 else { return nil }
    let perSecond = perMinute / 60
    return buckets.withLock { buckets in
      if buckets.count >= Self.room, buckets[address] == nil {
        // An address whose bucket is full again needs no entry.
        buckets = buckets.filter {
          $0.value.left + $0.value.at.seconds(to: now) * perSecond < perMinute
        }
        if buckets.count >= Self.room { return 60 }
      }
      var bucket = buckets[address] ?? Bucket(left: perMinute, at: now)
      bucket.left = min(perMinute, bucket.left + bucket.at.seconds(to: now) * perSecond)
      bucket.at = now
      defer { buckets[address] = bucket }
      guard bucket.left >= 1 else { return Int(((1 - bucket.left) / perSecond).rounded(.up)) }
      bucket.left -= 1
      return nil
    }
  }

  /// Returns the name under which an address is counted.
  ///
  /// Texts that are not addresses share one name.
  ///
  /// A proxy may add the client's port: `192.0.2.1:5678`, `[2001:db8::1]:5678`.
  static func name(_ text: String) -> String {
    let host =
      text.hasPrefix("[")
      ? text.dropFirst().prefix { $0 != "]" }
      : text.count { $0 == ":" } == 1 ? text.prefix { $0 != ":" } : Substring(text)
    // A `%` precedes the network interface of a link-local address.
    switch try? SocketAddress(ipAddress: String(host.prefix { $0 != "%" }), port: 0) {
    case .v4(let address):
      return name(of: withUnsafeBytes(of: address.address.sin_addr) { Array($0) })
    case .v6(let address):
      let bytes = withUnsafeBytes(of: address.address.sin6_addr) { Array($0) }
      // A service that listens on [::] sees IPv4 addresses in this form; RFC 4291, section 2.5.5.2.
      let isOfIPv4 = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10...11] == [255, 255]
      return isOfIPv4 ? name(of: bytes.suffix(4)) : hexText(Array(bytes.prefix(8))) + "/64"
    default: return "unknown"
    }
  }

  private static func name(of bytes: some Sequence<UInt8>) -> String {
    bytes.map { "\($0)" }.joined(separator: ".")
  }
}

extension ContinuousClock.Instant {
  fileprivate func seconds(to later: ContinuousClock.Instant) -> Double {
    duration(to: later) / .seconds(1)
  }
}
