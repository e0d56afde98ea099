import DaymarkModel

/// A computation of active energy from calories by the minute, which include those burned at rest.
///
/// See Semantics, "What a Fitbit export says". Days are those of the figures' own clock, because a
/// document contains complete days of that clock.
struct FitbitEnergy {
  /// The minimum number of minutes with a figure.
  ///
  /// Days with fewer are ignored.
  static let minimumMinutes = 1200
  /// The minimum number of minutes of a day that are assumed to be at rest.
  static let minimumRest = 60

  /// The minutes above rest on a day of one source.
  struct Day {
    var source: UInt16
    /// The day, counted from 1970.
    var day: Int64
    /// The figures; empty where all minutes are at rest.
    var figures: [FitbitFigure]
  }

  private struct Minute {
    var at: Instant
    var microKilocalories: Int64
    var line: Int
    var byte: Int
  }

  private struct Key: Hashable, Comparable {
    var day: Int64
    var source: UInt16

    static func < (a: Key, b: Key) -> Bool { (a.day, a.source) < (b.day, b.source) }
  }

  private var minutes: [Key: [Minute]] = [:]

  /// Adds the calories of one minute.
  ///
  /// - Returns: Whether the time and the value are valid; otherwise nothing is added.
  mutating func add(_ figure: FitbitFigure, by source: UInt16) -> Bool {
    guard let at = figure.start.instant,
      let quantity = try? figure.value?.quantity(times: UnitRatio(1))
    else { return false }
    let minute = Minute(
      at: at, microKilocalories: quantity.microUnits, line: figure.line, byte: figure.byte)
    minutes[Key(day: at.utcDay, source: source), default: []].append(minute)
    return true
  }

  /// Removes and returns the days for which active energy can be computed, ascending.
  ///
  /// A day whose minutes are all at rest has no figures.
  mutating func takeDays() -> [Day] {
    defer { minutes = [:] }
    return minutes.sorted { $0.key < $1.key }.compactMap { key, minutes in
      guard let rest = Self.rest(of: minutes) else { return nil }
      let figures = minutes.filter { $0.microKilocalories > rest }.map {
        FitbitFigure(
          start: .at($0.at),
          value: DecimalNumber(coefficient: UInt128($0.microKilocalories - rest), exponent: -6),
          line: $0.line, byte: $0.byte)
      }
      return Day(source: key.source, day: key.day, figures: figures)
    }
  }

  /// Returns the energy of a minute at rest: the lowest level of at least ``minimumRest`` minutes.
  private static func rest(of minutes: [Minute]) -> Int64? {
    guard minutes.count >= minimumMinutes else { return nil }
    var counts: [Int64: Int] = [:]
    for minute in minutes where minute.microKilocalories > 0 {
      counts[minute.microKilocalories, default: 0] += 1
    }
    return counts.filter { $0.value >= minimumRest }.keys.min()
  }
}

extension Instant {
  /// The day since 1970 in UTC.
  var utcDay: Int64 { secondsSince1970 / 86_400 - (secondsSince1970 % 86_400 < 0 ? 1 : 0) }
}
