import DaymarkModel

/// The database in an export of Health Connect on an Android phone: `health_connect_export.db`.
///
/// Apps copy each other's records, so that each app is a source of its own, and their amounts are
/// not added. Source: Android's module HealthFitness, `datatypehelpers`.
enum HealthConnectFormat: InputFormat {
  static let id: FormatID = "health-connect-export"
  static let fileExtensions = ["db"]

  static func recognise(_ head: DocumentHead) -> Recognition {
    guard head.bytes.starts(with: SQLiteFile.signature) else { return .other }
    // The schema of so many tables does not fit on the first page.
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

/// The tables of a Health Connect database.
private struct HealthConnectExport {
  private let file: SQLiteFile
  private let tables: [String: SQLiteTable?]
  private var packages: [Int64: String] = [:]
  private var deviceTypes: [Int64: Int64] = [:]
  private var sessions = HealthConnectSessions()
  private var batch = RecordBatch()

  private static let batchSize = 1024

  init(_ file: SQLiteFile, _ tables: [String: SQLiteTable?]) {
    (self.file, self.tables) = (file, tables)
  }

  /// Sends the readable records, up to the first invalid page.
  mutating func send(_ sink: inout InputSink) throws {
    let names = HealthConnectSeries.all.map(\.table)
    if !names.contains(where: { tables[$0] != nil }) {
      sink.openTable(names[0], Metric.alwaysRead, .many)
    }
    var damage: SQLiteDamage?
    do {
      try readSources(&sink)
      try readSessions(&sink)
      for series in HealthConnectSeries.all { try read(series, &sink) }
      try readHeartRates(&sink)
      if sink.options.readsSleep { try openSleep(&sink) }
    } catch let found as SQLiteDamage {
      damage = found
    }
    try sink.send(batch)
    try sink.send(RecordBatch(activities: sessions.activities))
    if let damage { throw damage }
  }

  /// Returns a table with the given columns.
  ///
  /// A table without them becomes an opening for its possible content.
  ///
  /// - Returns: The table; `nil` where there is no readable one.
  private func table(
    _ name: String, with columns: [String], of metrics: [Metric],
    sessions: Opening.Sessions = .none, _ sink: inout InputSink
  ) -> SQLiteTable? {
    guard let known = tables[name] else { return nil }
    if let known, columns.allSatisfy({ known.positions[$0] != nil }) { return known }
    sink.openTable(name, metrics, sessions)
    return nil
  }

  /// Makes an opening of the sleep in the database, which is not read.
  private func openSleep(_ sink: inout InputSink) throws {
    let name = "sleep_session_record_table"
    guard let table = tables[name] else { return }
    var hasRows = table == nil
    if let table { try file.forEachRow(of: table) { _ in hasRows = true } }
    if hasRows { sink.openTable(name, [.sleep], .none) }
  }

  // MARK: Sources

  private mutating func readSources(_ sink: inout InputSink) throws {
    packages = try names("application_info_table", "package_name", &sink, \.text)
    deviceTypes = try names("device_info_table", "device_type", &sink, \.integer)
  }

  /// Returns the values of a column by row number.
  private func names<Value>(
    _ name: String, _ column: String, _ sink: inout InputSink, _ value: (SQLiteValue) -> Value?
  ) throws -> [Int64: Value] {
    // Without their apps, copies of records cannot be recognized.
    let table = table(name, with: [column], of: Metric.alwaysRead, &sink)
    guard let table else { return [:] }
    var names: [Int64: Value] = [:]
    let (place, budget) = (sink.place(), sink.budget)
    try file.forEachRow(of: table) { row in
      try budget.spend(1, of: .names, at: place)
      names[row.number] = row[column].flatMap(value)
    }
    return names
  }

  /// Returns the source of a record: the app that wrote it, with the class of the stated device.
  private func source(of row: SQLiteRow, _ sink: inout InputSink) throws -> UInt16 {
    let package = row["app_info_id"]?.integer.flatMap { packages[$0] } ?? "Health Connect"
    // The numbers are Device.TYPE_*: watch, phone, ring, fitness band, chest strap.
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
    // This is Metadata.RECORDING_METHOD_MANUAL_ENTRY.
    row["recording_method"]?.integer == 3
  }

  private static func time(_ value: SQLiteValue?) -> RecordTime {
    guard let value else { return .missing }
    // The number is in milliseconds since 1970. The limit excludes implausible years.
    guard let time = value.integer, time.magnitude < 1 << 48 else { return .malformed }
    return .at(Instant(milliseconds: time))
  }

  /// Returns the start of a record, and adds its offset from UTC.
  private static func start(of row: SQLiteRow, _ sink: inout InputSink) -> RecordTime {
    let start = time(row["start_time"])
    if let at = start.instant, let offset = row["start_zone_offset"]?.integer,
      offset.magnitude <= 14 * 3600
    {
      sink.addOffset(seconds: Int(offset), at: at)
    }
    return start
  }

  // MARK: Records

  private mutating func readSessions(_ sink: inout InputSink) throws {
    let columns = ["start_time", "end_time", "exercise_type"]
    let table = table(
      "exercise_session_record_table", with: columns, of: [], sessions: .many, &sink)
    guard let table else { return }
    var sessions = HealthConnectSessions()
    try file.forEachRow(of: table) { row in
      let type = row["exercise_type"]?.integer
      let sport = Sport(healthConnect: type)
      let start = Self.start(of: row, &sink)
      try sink.budget.spend(64, of: .memoryBytes, at: sink.place())
      sessions.add(
        ActivityRecord(
          kind: sport.kind, sportGap: sport.gap, isIndoor: sport.isIndoor,
          source: try source(of: row, &sink), start: start, end: Self.time(row["end_time"]),
          isUserEntered: Self.isTypedIn(row), line: 0), type: type)
    }
    sessions.sort()
    self.sessions = sessions
  }

  private mutating func read(_ series: HealthConnectSeries, _ sink: inout InputSink) throws {
    let columns = [series.column, "start_time", "end_time"]
    let table = table(series.table, with: columns, of: series.metrics, &sink)
    guard let table else { return }
    var export = self
    (batch, sessions) = (RecordBatch(), HealthConnectSessions())
    defer { (batch, sessions) = (export.batch, export.sessions) }
    try file.forEachRow(of: table) { row in
      let (start, end) = (Self.start(of: row, &sink), Self.time(row["end_time"]))
      guard let value = row[series.column]?.number else { return }
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
    let columns = ["parent_key", "epoch_millis", "beats_per_minute"]
    let records = table("heart_rate_record_table", with: [], of: [.heartRate], &sink)
    let rates = table("heart_rate_record_series_table", with: columns, of: [.heartRate], &sink)
    guard let records, let rates else { return }
    var export = self
    batch = RecordBatch()
    defer { batch = export.batch }
    var parents: [Int64: (source: UInt16, isTypedIn: Bool)] = [:]
    try file.forEachRow(of: records) { row in
      try sink.budget.spend(32, of: .memoryBytes, at: sink.place())
      _ = Self.start(of: row, &sink)
      parents[row.number] = (try export.source(of: row, &sink), Self.isTypedIn(row))
    }
    try file.forEachRow(of: rates) { row in
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
struct HealthConnectSeries {
  let table: String
  let column: String
  let metric: Metric
  let unit: Unit
  /// The metrics whose amounts the table may contain.
  var metrics: [Metric] {
    // The sessions show how a distance was covered.
    metric == .distanceWalkingRunning
      ? [metric, .distanceCycling, .distanceSwimming, .distanceWheelchair] : [metric]
  }
  /// The session figure to which its amounts are added.
  let field: ActivityField?

  static let all = [
    HealthConnectSeries("steps", "count", .steps, .count, .steps),
    HealthConnectSeries(
      "distance", "distance", .distanceWalkingRunning, .meter, .distanceMeters),
    // The unit is calories, not kilocalories. Two other programs divide by 4184, as if the values
    // were joules.
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

extension InputSink {
  /// Adds an opening for the possible content of an unreadable table.
  fileprivate mutating func openTable(
    _ name: String, _ metrics: [Metric], _ sessions: Opening.Sessions
  ) {
    find(.databaseTableUnread) { $0.key = name }
    facts.unread.append(
      Opening(.databaseTableUnread, metrics: metrics.sorted(), sessions: sessions))
  }
}
