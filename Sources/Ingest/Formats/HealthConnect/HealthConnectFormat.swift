import DaymarkModel

/// The database that Health Connect exports from an Android phone: `health_connect_export.db`.
///
/// Apps copy what others have written, so each app is a source of its own, and none is added to another. Source: Android's
/// module HealthFitness, `datatypehelpers`.
enum HealthConnectFormat: InputFormat {
  static let id: FormatID = "health-connect-export"
  static let fileExtensions = ["db"]

  static func recognise(_ head: DocumentHead) -> Recognition {
    guard head.bytes.starts(with: SQLiteFile.signature) else { return .other }
    // A schema of so many tables does not fit on the first page.
    return head.name == "health_connect_export.db"
      || UnsafeRawBufferPointer(head.bytes).contains(sequence: Array("steps_record_table".utf8))
      ? .recognised : .other
  }

  static func read(_ document: inout ArchiveReader, into sink: inout InputSink) throws {
    do {
      let file = try SQLiteFile(&document, &sink)
      var export = HealthConnectExport(file, try file.tables())
      try export.send(&sink)
      if file.isCut { throw SQLiteDamage(page: file.pageCount + 1) }
    } catch let damage as SQLiteDamage {
      sink.find(.databaseMalformed) { $0.most = damage.page }
    }
  }
}

/// The tables of one such database.
private struct HealthConnectExport {
  private let file: SQLiteFile
  private let tables: [String: SQLiteTable]
  private var packages: [Int64: String] = [:]
  private var deviceTypes: [Int64: Int64] = [:]
  private var sessions = HealthConnectSessions()
  private var batch = RecordBatch()

  private static let batchSize = 1024

  init(_ file: SQLiteFile, _ tables: [String: SQLiteTable]) {
    (self.file, self.tables) = (file, tables)
  }

  /// Sends what can be read, up to the first page that is none.
  mutating func send(_ sink: inout InputSink) throws {
    var damage: SQLiteDamage?
    do {
      try readSources(&sink)
      try readSessions(&sink)
      for series in HealthConnectSeries.all { try read(series, &sink) }
      try readHeartRates(&sink)
    } catch let found as SQLiteDamage {
      damage = found
    }
    try sink.send(batch)
    try sink.send(RecordBatch(activities: sessions.activities))
    if let damage { throw damage }
  }

  private func forEachRow(
    of name: String, with columns: String..., body: (SQLiteRow) throws -> Void
  ) throws {
    guard let table = tables[name], columns.allSatisfy({ table.has($0) }) else { return }
    try file.forEachRow(of: table, body)
  }

  // MARK: Sources

  private mutating func readSources(_ sink: inout InputSink) throws {
    var (packages, types) = ([Int64: String](), [Int64: Int64]())
    let place = sink.place()
    let budget = sink.budget
    try forEachRow(of: "application_info_table", with: "package_name") { row in
      try budget.spend(1, of: .names, at: place)
      packages[row.number] = row["package_name"]?.text
    }
    try forEachRow(of: "device_info_table", with: "device_type") { row in
      try budget.spend(1, of: .names, at: place)
      types[row.number] = row["device_type"]?.integer
    }
    (self.packages, deviceTypes) = (packages, types)
  }

  /// The source of a record: the app that wrote it, with the class of the device that it states.
  private func source(of row: SQLiteRow, _ sink: inout InputSink) throws -> UInt16 {
    let package = row["app_info_id"]?.integer.flatMap { packages[$0] } ?? "Health Connect"
    // Device.TYPE_*: watch, phone, ring, fitness band, chest strap.
    let deviceClass: DeviceClass =
      switch row["device_info_id"]?.integer.flatMap({ deviceTypes[$0] }) {
      case 1: .watch
      case 2: .phone
      case 4, 6, 7: .tracker
      default: .app
      }
    let name = package.utf8.count <= sink.options.limits.nameBytes ? package : "Health Connect"
    return try sink.source(
      Source(provider: .healthConnect, name: name, deviceClass: deviceClass))
  }

  private static func isTypedIn(_ row: SQLiteRow) -> Bool {
    // Metadata.RECORDING_METHOD_MANUAL_ENTRY
    row["recording_method"]?.integer == 3
  }

  private static func time(_ value: SQLiteValue?) -> RecordTime {
    guard let value else { return .missing }
    // Milliseconds since 1970; beyond these is no year that anybody records in.
    guard let time = value.integer, abs(time) < 1 << 48 else { return .malformed }
    return .at(Instant(milliseconds: time))
  }

  // MARK: Records

  private mutating func readSessions(_ sink: inout InputSink) throws {
    var sessions = HealthConnectSessions()
    try forEachRow(
      of: "exercise_session_record_table", with: "start_time", "end_time", "exercise_type"
    ) { row in
      let sport = Sport(healthConnect: row["exercise_type"]?.integer)
      let start = Self.time(row["start_time"])
      if let at = start.instant, let offset = row["start_zone_offset"]?.integer,
        abs(offset) <= 14 * 3600
      {
        sink.addOffset(seconds: Int(offset), at: at)
      }
      try sink.budget.spend(64, of: .memoryBytes, at: sink.place())
      sessions.add(
        ActivityRecord(
          kind: sport.kind, sportGap: sport.gap, isIndoor: sport.isIndoor,
          source: try source(of: row, &sink), start: start, end: Self.time(row["end_time"]),
          isUserEntered: Self.isTypedIn(row), line: 0))
    }
    sessions.sort()
    self.sessions = sessions
  }

  private mutating func read(_ series: HealthConnectSeries, _ sink: inout InputSink) throws {
    var export = self
    (batch, sessions) = (RecordBatch(), HealthConnectSessions())
    defer { (batch, sessions) = (export.batch, export.sessions) }
    try forEachRow(of: series.table, with: series.column, "start_time", "end_time") { row in
      guard let value = row[series.column]?.number else { return }
      let (start, end) = (Self.time(row["start_time"]), Self.time(row["end_time"]))
      let source = try export.source(of: row, &sink)
      let isTypedIn = Self.isTypedIn(row)
      var metric: Metric? = series.metric
      if let from = start.instant, let to = end.instant {
        if series.metric == .distanceWalkingRunning {
          metric = export.sessions.distanceMetric(from: from, to: to)
        }
        if !isTypedIn { export.sessions.add(value, of: series, by: source, from: from, to: to) }
      }
      guard let metric else { return }
      let record = Record(
        metric: metric, source: source, unit: .known(series.unit), value: value.decimal,
        start: start, end: end, isUserEntered: isTypedIn, line: 0)
      try export.append(record, &sink)
    }
  }

  private mutating func readHeartRates(_ sink: inout InputSink) throws {
    var export = self
    batch = RecordBatch()
    defer { batch = export.batch }
    var parents: [Int64: (source: UInt16, isTypedIn: Bool)] = [:]
    try forEachRow(of: "heart_rate_record_table") { row in
      try sink.budget.spend(32, of: .memoryBytes, at: sink.place())
      parents[row.number] = (try export.source(of: row, &sink), Self.isTypedIn(row))
    }
    try forEachRow(
      of: "heart_rate_record_series_table", with: "parent_key", "epoch_millis", "beats_per_minute"
    ) { row in
      guard let parent = row["parent_key"]?.integer.flatMap({ parents[$0] }),
        let rate = row["beats_per_minute"]?.number
      else { return }
      let record = Record(
        metric: .heartRate, source: parent.source, unit: .known(.beatsPerMinute),
        value: rate.decimal, start: Self.time(row["epoch_millis"]),
        isUserEntered: parent.isTypedIn, line: 0)
      try export.append(record, &sink)
    }
  }

  private mutating func append(_ record: Record, _ sink: inout InputSink) throws {
    batch.records.append(record)
    guard batch.records.count >= Self.batchSize else { return }
    try sink.send(batch)
    batch.records.removeAll(keepingCapacity: true)
  }
}

/// A table of amounts over intervals.
private struct HealthConnectSeries {
  let table: String
  let column: String
  let metric: Metric
  let unit: Unit
  /// The figure of a session that its amounts add up to.
  let field: ActivityField?

  static let all = [
    HealthConnectSeries("steps", "count", .steps, .count, .steps),
    HealthConnectSeries(
      "distance", "distance", .distanceWalkingRunning, .meter, .distanceMeters),
    // Calories, and not kilocalories; two programs divide them by 4184, as if they were joules.
    HealthConnectSeries(
      "active_calories_burned", "energy", .activeEnergy, .calorie, .kilocalories),
    HealthConnectSeries("floors_climbed", "floors", .flightsClimbed, .count, nil),
    HealthConnectSeries("wheelchair_pushes", "count", .wheelchairPushes, .count, nil),
  ]

  private init(
    _ name: String, _ column: String, _ metric: Metric, _ unit: Unit, _ field: ActivityField?
  ) {
    (table, self.column, self.metric) = ("\(name)_record_table", column, metric)
    (self.unit, self.field) = (unit, field)
  }
}

/// The exercise sessions of the database, with what their apps recorded in their time.
private struct HealthConnectSessions {
  private(set) var activities: [ActivityRecord] = []
  /// The latest end of a session and all before it.
  private var latestEnds: [Instant] = []
  private var sums: [Int: [ActivityField: Int64]] = [:]

  mutating func add(_ activity: ActivityRecord) { activities.append(activity) }

  mutating func sort() {
    activities.sort { a, b in
      (a.start.instant ?? Instant(milliseconds: .min))
        < (b.start.instant ?? Instant(milliseconds: .min))
    }
    var latest = Instant(milliseconds: .min)
    latestEnds = activities.map { activity in
      latest = max(latest, activity.end.instant ?? latest)
      return latest
    }
  }

  /// The sessions that go on at some time between two instants, the latest first; as many as anybody has at once.
  private func indices(from start: Instant, to end: Instant) -> [Int] {
    var (low, high) = (0, activities.count)
    while low < high {
      let middle = (low + high) / 2
      if (activities[middle].start.instant ?? Instant(milliseconds: .min)) <= end {
        low = middle + 1
      } else {
        high = middle
      }
    }
    var found: [Int] = []
    var index = low - 1
    while index >= 0, latestEnds[index] > start, low - index < Self.most {
      if let to = activities[index].end.instant, to > start { found.append(index) }
      index -= 1
    }
    return found
  }

  private static let most = 100

  /// The metric of a distance: that of a session in its time, or on foot where there is none.
  ///
  /// - Returns: `nil` where the session is of a kind without a metric.
  func distanceMetric(from start: Instant, to end: Instant) -> Metric? {
    let kinds = indices(from: start, to: end).map { activities[$0].kind }
    // Whoever lifts weights walks between them.
    let metrics = Set(kinds.filter { !$0.staysInPlace }.map(\.distanceMetric))
    if metrics.isEmpty { return .distanceWalkingRunning }
    // One that may be of two kinds is of none.
    return metrics.count == 1 ? metrics.first ?? nil : nil
  }

  /// Adds an amount to the session of the same app that it lies in.
  mutating func add(
    _ value: SQLiteNumber, of series: HealthConnectSeries, by source: UInt16, from start: Instant,
    to end: Instant
  ) {
    guard let field = series.field,
      let amount = try? value.decimal?.quantity(times: UnitRatio(1)).microUnits
    else { return }
    let session = indices(from: start, to: end).first { index in
      let activity = activities[index]
      return activity.source == source && activity.start.instant.map { $0 <= start } ?? false
        && activity.end.instant.map { $0 >= end } ?? false
    }
    guard let session else { return }
    let (sum, isTooMuch) = (sums[session]?[field] ?? 0).addingReportingOverflow(amount)
    if isTooMuch { return }
    sums[session, default: [:]][field] = sum
    let total = WrittenAmount(
      DecimalNumber(coefficient: UInt128(sum), exponent: -6), .known(series.unit))
    switch field {
    case .steps: activities[session].steps = total
    case .kilocalories: activities[session].energy = total
    default:
      activities[session].distance = total
      activities[session].isDistanceComputed = true
    }
  }
}

/// A number of the database.
private struct SQLiteNumber {
  let decimal: DecimalNumber?
}

extension SQLiteValue {
  /// The number, exactly as a decimal is written that stands for it; `nil` of nothing, as which the least number that there
  /// is stands in these tables.
  fileprivate var number: SQLiteNumber? {
    switch self {
    case .integer(let integer):
      SQLiteNumber(
        decimal: DecimalNumber(
          isNegative: integer < 0, coefficient: UInt128(integer.magnitude)))
    case .real(let real) where abs(real) > 0 && abs(real) < 1e-300: nil
    case .real(let real): SQLiteNumber(decimal: DecimalNumber("\(real)"))
    case .text, .blob: SQLiteNumber(decimal: nil)
    case .null: nil
    }
  }
}

extension Sport {
  /// The sport of an exercise type: Android's own numbers, which are not those of the Jetpack library.
  ///
  /// Source: `android.health.connect.datatypes.ExerciseSessionType`.
  fileprivate init(healthConnect type: Int64?) {
    (kind, isIndoor) = (.other, false)
    guard let type, type != 0 else {
      gap = .missing
      return
    }
    switch type {
    case 33: kind = .run
    case 34: (kind, isIndoor) = (.run, true)
    case 53: kind = .walk
    case 21: kind = .hike
    case 4: kind = .cycle
    case 5: (kind, isIndoor) = (.cycle, true)
    case 48: kind = .swim
    case 49: (kind, isIndoor) = (.swim, true)
    case 31: kind = .row
    case 61: (kind, isIndoor) = (.row, true)
    case 45, 55: kind = .strength
    case 20: kind = .hiit
    case 57: kind = .yoga
    case 8, 10, 17, 38, 39, 41, 44, 46, 56, 58, 59, 60: break
    default: gap = .unknown
    }
  }
}
