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

  /// The name under which an address is counted.
  static func name(_ address: String) -> String {
    guard address.contains(":") else { return address }
    let groups = address.split(separator: ":", omittingEmptySubsequences: false)
    // An abbreviation within the first four groups stands for groups of zeros.
    let head = groups.prefix { !$0.isEmpty }.prefix(4)
    return head.joined(separator: ":") + "::/64"
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

/// The bytes of all bodies that are at work, which together are bounded.
final class BodyRoom: Sendable {
  private let most: Int
  private let taken = Mutex(0)

  init(_ most: Int) { self.most = most }

  func share() -> Share { Share(of: self) }

  /// The bytes of one body.
  final class Share: Sendable {
    private let room: BodyRoom
    private let taken = Mutex(0)

    fileprivate init(of room: BodyRoom) { self.room = room }

    func take(_ bytes: Int) throws(Refusal) {
      let isRoom = room.taken.withLock { taken in
        guard taken + bytes <= room.most else { return false }
        taken += bytes
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
      room.taken.withLock { $0 -= bytes }
    }
  }
}
