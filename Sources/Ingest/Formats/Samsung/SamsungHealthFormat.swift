import DaymarkModel

/// The tables of a Samsung Health export: `com.samsung.shealth.step_daily_trend.….csv` and similar
/// files.
///
/// The first line is the name of the table, the second has the headings, and each row has one field
/// more than these.
enum SamsungHealthFormat: InputFormat {
  static let id: FormatID = "samsung-health-export"
  static let fileExtensions = ["csv"]

  /// The tables of days, which repeat each other.
  private static let days: Set = [
    "com.samsung.shealth.step_daily_trend", "com.samsung.shealth.activity.day_summary",
    "com.samsung.shealth.tracker.pedometer_day_summary",
  ]
  private static let exercises = "com.samsung.shealth.exercise"
  /// The table of heart rates.
  ///
  /// It is not read, but must not be counted as irrelevant.
  private static let heartRates = "com.samsung.shealth.tracker.heart_rate"

  static func recognise(_ head: DocumentHead) -> Recognition {
    guard let name = head.heading.names.first, name != heartRates else { return .other }
    return ["com.samsung.shealth.", "com.samsung.health."].contains { name.hasPrefix($0) }
      ? .recognised : .other
  }

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    guard var rows = try NamedRows(of: &document, &sink, behind: 1, spareFields: 1) else { return }
    let table = rows.title
    // All other tables are parts of these, such as steps by the minute, or irrelevant, such as
    // sleep.
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

/// The days of a table with a row for each device and one for all devices.
private struct SamsungDays {
  private struct Day {
    /// The totals of all devices together.
    var combined: [DayTotalRecord] = []
    /// The totals of single devices.
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
    // The distance in the summary of activities includes rides.
    let isOnFoot = row["source_type"] != nil
    let totals = [
      total(.steps, row.amount("count", .count) ?? row.amount("step_count", .count)),
      total(.distanceWalkingRunning, isOnFoot ? row.amount("distance", .meter) : nil),
      total(.flightsClimbed, row.amount("floor_count", .count)),
    ].compactMap(\.self)
    // A day without measurements also has a row.
    guard totals.contains(where: { $0.figure.isMoreThanNothing || day == nil }) else { return }
    guard let day else {
      undated += totals
      return
    }
    switch row["source_type"] {
    // The value -2 means all devices. The summary of activities has one row per day.
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
        // A table without a row for all devices has one device, the phone, so its row is the day's.
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

/// Returns the local day for a time that is UTC midnight, in milliseconds or as text.
private func samsungDay(_ text: String) -> CivilDay? {
  if let milliseconds = Int64(text), milliseconds.magnitude < 1 << 48 {
    return CivilDay(ordinal: Int32(clamping: Instant(milliseconds: milliseconds).utcDay))
  }
  return CivilDay(text.prefix(10))
}

/// A row in the table of exercises.
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

  /// Returns a time such as `2024-06-01 10:00:00.000`, in UTC.
  private func time(_ column: String) -> RecordTime {
    guard let text = row[name(column)] else { return .missing }
    return Instant(wallClock: text).map { .at($0) } ?? .malformed
  }

  /// Returns the seconds of an offset such as `UTC+0200`.
  private static func offset(_ text: String) -> Int? {
    guard text.hasPrefix("UTC") else { return nil }
    return HealthAutoExportTime("2000-01-01 " + text.dropFirst(3))?.offsetSeconds
  }
}

extension Sport {
  /// Makes the sport of an exercise type in Samsung Health.
  ///
  /// Independent programs agree only about the numbers of walks and runs. Any other number may mean
  /// any kind.
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
