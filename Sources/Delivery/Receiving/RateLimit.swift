import Foundation
import NIOCore
import Synchronization

/// How many requests an address may send: so many a minute, and as many at once.
///
/// IPv6 addresses of one network of 64 bits count as one, for one line has as many of them as it likes.
final class RateLimit: Sendable {
  private struct Bucket {
    /// - Units: requests.
    var left: Double
    var at: ContinuousClock.Instant
  }

  /// The most addresses that are remembered.
  static let room = 65_536

  private let perMinute: Double
  private let buckets = Mutex<[String: Bucket]>([:])

  /// - Parameter perMinute: 0 lets everything pass.
  init(perMinute: Int) { self.perMinute = Double(perMinute) }

  /// Counts a request.
  ///
  /// - Returns: `nil` where it may pass, else after how many seconds another one may.
  func wait(_ address: String, now: ContinuousClock.Instant = .now) -> Int? {
    guard perMinute > 0 else { return nil }
    let perSecond = perMinute / 60
    return buckets.withLock { buckets in
      if buckets.count >= Self.room, buckets[address] == nil {
        // Those whose buckets are full again are as if they had never come.
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

  /// The name under which an address is counted; one name for all texts that are none.
  ///
  /// A proxy may write the port of the client, too: `192.0.2.1:5678`, `[2001:db8::1]:5678`.
  static func name(_ text: String) -> String {
    let host =
      text.hasPrefix("[")
      ? text.dropFirst().prefix { $0 != "]" }
      : text.count { $0 == ":" } == 1 ? text.prefix { $0 != ":" } : Substring(text)
    // Behind a `%` stands the network card of an address of the local network.
    switch try? SocketAddress(ipAddress: String(host.prefix { $0 != "%" }), port: 0) {
    case .v4(let address):
      return name(of: withUnsafeBytes(of: address.address.sin_addr) { Array($0) })
    case .v6(let address):
      let bytes = withUnsafeBytes(of: address.address.sin6_addr) { Array($0) }
      // So does a service that listens on [::] see addresses of IPv4; RFC 4291, section 2.5.5.2.
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

/// What only one request at a time may be at work on.
final class Gate: Sendable {
  private let names = Mutex<Set<String>>([])

  /// - Returns: Whether nobody is at work on it.
  func enter(_ name: String) -> Bool { names.withLock { $0.insert(name).inserted } }

  func leave(_ name: String) { names.withLock { _ = $0.remove(name) } }
}

/// How many connections each address has, which is bounded.
final class ConnectionCount: Sendable {
  private let most: Int
  private let counts = Mutex<[String: Int]>([:])

  init(most: Int) { self.most = most }

  /// - Returns: Whether one more is not too many; then it has to leave.
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

/// The bytes of all bodies that are at work, which together are bounded, and so are those of one address.
final class BodyRoom: Sendable {
  private struct Bytes: Sendable {
    var all = 0
    var byName: [String: Int] = [:]
  }

  private let most: Int
  private let mostOfOne: Int
  private let taken = Mutex(Bytes())

  init(_ most: Int, ofOne mostOfOne: Int) { (self.most, self.mostOfOne) = (most, mostOfOne) }

  /// The share of a body from an address that is counted under a name.
  func share(of name: String) -> Share { Share(of: self, name) }

  /// The bytes of one body.
  final class Share: Sendable {
    private let room: BodyRoom
    private let name: String
    private let taken = Mutex(0)

    fileprivate init(of room: BodyRoom, _ name: String) { (self.room, self.name) = (room, name) }

    func take(_ bytes: Int) throws(Refusal) {
      let isRoom = room.taken.withLock { taken in
        let own = taken.byName[name, default: 0]
        guard taken.all + bytes <= room.most, own + bytes <= room.mostOfOne else { return false }
        taken.all += bytes
        taken.byName[name] = own + bytes
        return true
      }
      guard isRoom else { throw .busy }
      taken.withLock { $0 += bytes }
    }

    func end() {
      let bytes = taken.withLock { taken in
        defer { taken = 0 }
        return taken
      }
      room.taken.withLock { taken in
        taken.all -= bytes
        let own = taken.byName[name, default: 0] - bytes
        taken.byName[name] = own > 0 ? own : nil
      }
    }
  }
}
