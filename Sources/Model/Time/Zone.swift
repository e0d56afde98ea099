import Foundation

/// A time zone, which decides where days begin: one of the IANA database, or a fixed offset where
/// no zone is known.
public enum Zone: Hashable, Sendable {
  case named(String)
  /// An offset from UTC that never changes.
  ///
  /// - Units: seconds east of UTC.
  case fixedOffset(seconds: Int)

  package static let utc = Zone.named("UTC")

  /// The zone with a name, or `nil` when the text is no zone name.
  ///
  /// A zone name is `UTC`, or has a `/` and is known to Foundation, which brings its own zone data.
  /// See Semantics, "Time".
  public init?(name: String) {
    guard name == "UTC" || (name.contains("/") && TimeZone(identifier: name) != nil) else {
      return nil
    }
    self = .named(name)
  }

  /// The name of the zone, or `±hh:mm` for a fixed offset.
  public var id: String {
    switch self {
    case .named(let name): return name
    case .fixedOffset(let seconds):
      let minutes = seconds.magnitude / 60
      let sign = seconds < 0 ? "-" : "+"
      return "\(sign)\(padded(Int(minutes / 60), 2)):\(padded(Int(minutes % 60), 2))"
    }
  }

  /// Reads what ``id`` gives; `nil` for any other text.
  package init?(id: String) {
    if let seconds = Zone.fixedOffsetSeconds(id) {
      self = .fixedOffset(seconds: seconds)
    } else {
      self.init(name: id)
    }
  }

  /// Reads `±hh:mm` as seconds east of UTC; `nil` for any other text.
  static func fixedOffsetSeconds(_ text: String) -> Int? {
    let bytes = Array(text.utf8)
    guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"),
      bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-")
    else { return nil }
    let digits = [1, 2, 4, 5].map { Int(bytes[$0]) - 48 }
    guard digits.allSatisfy({ (0...9).contains($0) }) else { return nil }
    let (hours, minutes) = (digits[0] * 10 + digits[1], digits[2] * 10 + digits[3])
    guard hours < 24, minutes < 60 else { return nil }
    return (hours * 60 + minutes) * 60 * (bytes[0] == UInt8(ascii: "-") ? -1 : 1)
  }

  /// The zone's offset at `instant`, in seconds east of UTC.
  package func offsetSeconds(at instant: Instant) -> Int {
    switch self {
    case .fixedOffset(let seconds): seconds
    case .named(let name):
      TimeZone(identifier: name)?.secondsFromGMT(for: instant.date) ?? 0
    }
  }

  /// The version of the zone data that decides where days begin, such as `2025b`.
  package static var dataVersion: String { TimeZone.timeZoneDataVersion }
}

extension Zone {
  /// The zone's offsets from 1989 to 2100, in seconds east of UTC, each with its first instant;
  /// ascending.
  func offsets() -> [(from: Instant, seconds: Int)] {
    let beginning = Instant(seconds: Int64(daysSince1970(year: 1989, month: 1, day: 1)) * 86_400)
    let end = Instant(seconds: Int64(daysSince1970(year: 2100, month: 1, day: 1)) * 86_400)
    guard case .named(let name) = self, let zone = TimeZone(identifier: name) else {
      return [(Instant(milliseconds: .min / 2), offsetSeconds(at: beginning))]
    }
    var offsets = [(Instant(milliseconds: .min / 2), zone.secondsFromGMT(for: beginning.date))]
    var at = beginning.date
    while let next = zone.nextDaylightSavingTimeTransition(after: at), next > at,
      next < end.date
    {
      let instant = Instant(milliseconds: Int64((next.timeIntervalSince1970 * 1000).rounded()))
      offsets.append((instant, zone.secondsFromGMT(for: next)))
      at = next
    }
    return offsets
  }
}

extension Instant {
  fileprivate var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
}

/// The way in which a subject's zone was found; see Semantics, "Time".
public enum ZoneMethod: String, CaseIterable, Sendable {
  case subject, challenge, inferred, fixedOffset, assumedUTC
}

/// A subject's zone and how it was found.
public struct ResolvedZone: Hashable, Sendable {
  /// The zone that decides days.
  public var zone: Zone
  /// The way in which the zone was found.
  public var method: ZoneMethod

  package init(_ zone: Zone, by method: ZoneMethod) {
    self.zone = zone
    self.method = method
  }
}
