package import DaymarkModel

/// The data of one subject over a period, after the proof deadline, as a case of `rules_test.yaml` gives it.
///
/// - Units: micro-units; of sessions as ``ActivityField/unit`` says.
package struct GivenPeriod: Hashable, Sendable {
  /// One session of a day.
  package struct Session: Hashable, Sendable {
    package var kind: ActivityKind
    package var isIndoor: Bool
    /// The figures that it has.
    package var values: [ActivityField: Int128]
  }

  /// What a day's figure may be where records were rejected; without an end above where `most` is `nil`.
  package struct Opened: Hashable, Sendable {
    package var least: Int128
    package var most: Int128?
  }

  /// The most flags that a case can have.
  private static let mostFlags = 1000

  /// The days, ascending.
  package var days: [CivilDay]
  /// Whether nothing was handed in that counts, which no case can say.
  package var hasNoInputs = false
  /// The figures of each day; `nil` where there is none.
  package var figures: [Column: [Int128?]] = [:]
  /// The sessions of each day.
  package var sessions: [[Session]]
  /// The places of days that lack data because an archive is damaged.
  package var damaged: Set<Int> = []
  /// The place of the first day that the data does not reach; the number of days where it reaches all.
  package var dataEnd: Int
  /// The same of a workout log.
  package var logEnd: Int
  /// The same of attempts at feats.
  package var attemptsEnd: Int
  /// The days that rejected records leave open, by metric and place, which no case can say.
  package var opened: [Metric: [Int: Opened]] = [:]
  /// What was typed in by hand, in ten-thousandths.
  package var manualShares: [Metric: Int] = [:]
  /// What was written late, in ten-thousandths.
  package var lateShares: [Metric: Int] = [:]
  /// How many flags there are.
  package var flags: [FlagCode: Int] = [:]

  /// Days without anything.
  init(days: [CivilDay]) {
    self.days = days
    sessions = days.map { _ in [] }
    (dataEnd, logEnd, attemptsEnd) = (days.count, days.count, days.count)
  }

  /// The first place past the end of what a column comes from.
  func end(of origin: Column.Origin) -> Int {
    switch origin {
    case .records: dataEnd
    case .log: logEnd
    case .attempts: attemptsEnd
    }
  }

  /// Whether a case of `rules_test.yaml` can say all of it.
  package var isCase: Bool {
    let isWhole = days.indices.map { day in
      day < dataEnd && !damaged.contains(day) && hasRecords(on: day)
    }
    // Cases have times in millionths of a minute.
    let areTimesWritable = sessions.joined().allSatisfy {
      $0.values[.activeSeconds]?.isMultiple(of: 60) ?? true
    }
    return !hasNoInputs && opened.values.allSatisfy(\.isEmpty) && areTimesWritable
      && flags.values.reduce(0, +) <= Self.mostFlags
      && damaged.allSatisfy { $0 < dataEnd && isWhole[$0...].contains(true) }
      && figures.allSatisfy { column, cells in
        column.origin != .attempts || cells[attemptsEnd...].allSatisfy { $0 == nil }
      }
  }

  /// What there is of somebody who handed in nothing.
  package static func withoutInputs(on days: [CivilDay]) -> GivenPeriod {
    var given = GivenPeriod(days: days)
    (given.hasNoInputs, given.dataEnd, given.logEnd, given.attemptsEnd) = (true, 0, 0, 0)
    return given
  }

  func hasRecords(on day: Int) -> Bool {
    !sessions[day].isEmpty
      || figures.contains { $0.key.origin == .records && $0.value[day] != nil }
  }
}
