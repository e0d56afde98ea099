import DaymarkModel

/// The tables of a Samsung Health export: `com.samsung.shealth.step_daily_trend.….csv` and its like.
///
/// The first line names the table, the second has the headings, and each row has one field more than these.
enum SamsungHealthFormat: InputFormat {
  static let id: FormatID = "samsung-health-export"
  static let fileExtensions = ["csv"]

  /// The tables of days, of which each repeats the others.
  private static let days: Set = [
    "com.samsung.shealth.step_daily_trend", "com.samsung.shealth.activity.day_summary",
    "com.samsung.shealth.tracker.pedometer_day_summary",
  ]
  private static let exercises = "com.samsung.shealth.exercise"
  /// What no other table has; it is not read, and must not be taken for one that is of no use.
  private static let heartRates = "com.samsung.shealth.tracker.heart_rate"

  static func recognise(_ head: DocumentHead) -> Recognition {
    guard let name = head.heading.names.first, name != heartRates else { return .other }
    return ["com.samsung.shealth.", "com.samsung.health."].contains { name.hasPrefix($0) }
      ? .recognised : .other
  }

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    guard var rows = try NamedRows(of: &document, &sink, behind: 1, spareFields: 1) else { return }
    let table = rows.title
    // All others are parts of these, such as steps by the minute, or of something else, such as sleep.
    guard days.contains(table) || table == exercises else { return sink.skip(.totals) }
    let source = try sink.source(
      Source(provider: "samsung-health", name: "Samsung Health", deviceClass: .tracker))
    if table == exercises {
      while let row = try rows.next(&document, &sink) {
        try sink.send(SamsungExercise(row).record(by: source, &sink))
      }
      return
    }
    var days = SamsungDays()
    while let row = try rows.next(&document, &sink) { days.add(row) }
    try days.send(by: source, &sink)
  }
}

/// The days of a table, which has a row for each device and one for all of them.
private struct SamsungDays {
  private struct Day {
    /// Of all devices together.
    var combined: [DayTotalRecord] = []
    /// Of single ones.
    var parts: [[DayTotalRecord]] = []
  }

  private var days: [CivilDay: Day] = [:]
  private var undated: [DayTotalRecord] = []

  mutating func add(_ row: NamedRow) {
    let day = row["day_time"].flatMap(samsungDay)
    func total(_ metric: Metric, _ amount: WrittenAmount?) -> DayTotalRecord? {
      amount.map {
        DayTotalRecord(
          source: 0, day: day, metric: metric, figure: .sum($0), line: row.line, byte: row.byte)
      }
    }
    // The summary of activities has the distance of rides in its own.
    let isOnFoot = row["source_type"] != nil
    let totals = [
      total(.steps, row.amount("count", .count) ?? row.amount("step_count", .count)),
      total(.distanceWalkingRunning, isOnFoot ? row.amount("distance", .meter) : nil),
      total(.flightsClimbed, row.amount("floor_count", .count)),
    ].compactMap(\.self)
    // A day of which nothing was measured has a row, too.
    guard totals.contains(where: { $0.figure.isMoreThanNothing || day == nil }) else { return }
    guard let day else {
      undated += totals
      return
    }
    switch row["source_type"] {
    // -2 is all devices; the summary of activities has one row for the day.
    case "-2", nil: days[day, default: Day()].combined += totals
    default: days[day, default: Day()].parts.append(totals)
    }
  }

  mutating func send(by source: UInt16, _ sink: inout InputSink) throws {
    var totals = undated
    var open: [ClosedRange<CivilDay>] = []
    for (day, found) in days.sorted(by: { $0.key < $1.key }) {
      if !found.combined.isEmpty {
        totals += found.combined
      } else if found.parts.count == 1 {
        // Old tables have the phone alone.
        totals += found.parts[0]
      } else {
        if let last = open.last, last.upperBound.distance(to: day) == 1 {
          open[open.count - 1] = last.lowerBound...day
        } else {
          open.append(day...day)
        }
        let first = found.parts[0][0]
        sink.find(.totalUnread, line: first.line, byte: first.byte)
      }
    }
    if open.count > 50, let first = open.first, let last = open.last {
      open = [first.lowerBound...last.upperBound]
    }
    sink.facts.unread += open.map {
      Opening(
        .totalUnread, days: $0, metrics: [.steps, .distanceWalkingRunning, .flightsClimbed])
    }
    for index in totals.indices { totals[index].source = source }
    try sink.send(RecordBatch(totals: totals))
  }
}

/// The local day that a time is the midnight of: of UTC, in milliseconds or as text.
private func samsungDay(_ text: String) -> CivilDay? {
  if let milliseconds = Int64(text), milliseconds.magnitude < 1 << 48 {
    return CivilDay(ordinal: Int32(clamping: Instant(milliseconds: milliseconds).utcDay))
  }
  return CivilDay(text.prefix(10))
}

/// A row of the table of exercises.
private struct SamsungExercise {
  private let row: NamedRow

  init(_ row: NamedRow) { self.row = row }

  func record(by source: UInt16, _ sink: inout InputSink) throws -> ActivityRecord {
    let sport = Sport(samsung: row[name("exercise_type")])
    let offset = row[name("time_offset")].flatMap(Self.offset)
    let start = time("start_time")
    if let offset, let at = start.instant { sink.addOffset(seconds: offset, at: at) }
    return ActivityRecord(
      kind: sport.kind, sportGap: sport.gap, source: source, start: start, end: time("end_time"),
      duration: row.measured(name("duration"), .second, scaledBy: -3),
      distance: row.measured(name("distance"), .meter),
      energy: row.measured(name("calorie"), .kilocalorie),
      averageHeartRate: row.measured(name("mean_heart_rate"), .beatsPerMinute),
      maximumHeartRate: row.measured(name("max_heart_rate"), .beatsPerMinute),
      contribution: .samplesWhereNoRecords, line: row.line, byte: row.byte)
  }

  private func name(_ column: String) -> String { "com.samsung.health.exercise.\(column)" }

  /// `2024-06-01 10:00:00.000`, in UTC.
  private func time(_ column: String) -> RecordTime {
    guard let text = row[name(column)] else { return .missing }
    return Instant(wallClock: text).map { .at($0) } ?? .malformed
  }

  /// The seconds of an offset such as `UTC+0200`.
  private static func offset(_ text: String) -> Int? {
    guard text.hasPrefix("UTC") else { return nil }
    return HealthAutoExportTime("2000-01-01 " + text.dropFirst(3))?.offsetSeconds
  }
}

extension Sport {
  /// The sport of an exercise type of Samsung Health.
  ///
  /// Only of walks and runs several programs say the same; any other may be of any kind.
  fileprivate init(samsung type: String?) {
    (kind, isIndoor) = (.other, false)
    switch type {
    case "1001": kind = .walk
    case "1002": kind = .run
    case nil: gap = .missing
    default: gap = .unknown
    }
  }
}
