package import DaymarkModel

/// The data of one subject in a period, after the proof deadline, as a case of `rules_test.yaml`
/// states it.
///
/// - Units: micro-units; for sessions millionths of ``ActivityField/unit``.
package struct GivenPeriod: Hashable, Sendable {
  /// A session of a day.
  package struct Session: Hashable, Sendable {
    package var kind: ActivityKind
    package var isIndoor: Bool
    /// The figures that the session has, in millionths of ``ActivityField/unit``.
    package var values: [ActivityField: Int128]
  }

  /// The range of a day's figure that rejected records leave open.
  ///
  /// It has no upper end where `most` is `nil`.
  package struct Opened: Hashable, Sendable {
    package var least: Int128
    package var most: Int128?
  }

  /// The maximum number of flags in a case.
  private static let mostFlags = 1000

  /// The days, ascending.
  package var days: [CivilDay]
  /// Whether no accepted data was handed in, which a case cannot state.
  package var hasNoInputs = false
  /// The figures of each day; `nil` where a day has none.
  package var figures: [Column: [Int128?]] = [:]
  /// The sessions of each day.
  package var sessions: [[Session]]
  /// The indices of days that lack data because an archive is damaged.
  package var damaged: Set<Int> = []
  /// The index of the first day after the end of the data; the number of days where the data covers
  /// all.
  package var dataEnd: Int
  /// The index of the first day after the end of the workout log.
  package var logEnd: Int
  /// The index of the first day after the end of the attempts at feats.
  package var attemptsEnd: Int
  /// The ranges that rejected records leave open, by metric and day index, which a case cannot
  /// state.
  package var opened: [Metric: [Int: Opened]] = [:]
  /// The typed-in share of each metric, in ten-thousandths.
  package var manualShares: [Metric: Int] = [:]
  /// The share of each metric that was written late, in ten-thousandths.
  package var lateShares: [Metric: Int] = [:]
  /// The number of flags of each code.
  package var flags: [FlagCode: Int] = [:]

  /// Makes days without any data.
  init(days: [CivilDay]) {
    self.days = days
    sessions = days.map { _ in [] }
    (dataEnd, logEnd, attemptsEnd) = (days.count, days.count, days.count)
  }

  /// Returns the index of the first day after the end of an origin's data.
  func end(of origin: Column.Origin) -> Int {
    switch origin {
    case .records: dataEnd
    case .log: logEnd
    case .attempts: attemptsEnd
    }
  }

  /// Whether a case of `rules_test.yaml` can state all of the data.
  package var isCase: Bool {
    let isWhole = days.indices.map { day in
      day < dataEnd && !damaged.contains(day) && hasRecords(on: day)
    }
    // Cases state times in millionths of a minute.
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

  /// Returns the data of a subject who handed in nothing.
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
