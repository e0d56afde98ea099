import DaymarkModel
import DaymarkSampleFiles
import DaymarkTestSupport
import Foundation
import Testing

@testable import DaymarkIngest

/// Formats, "Health Connect".
struct HealthConnectTests {
  private func read(_ bytes: [UInt8], named name: String = "health_connect_export.db") throws
    -> IngestedInput
  {
    let folder = try ScratchFolder()
    return try IngestedInput(of: folder.write(bytes, to: name))
  }

  private let interval = [
    "app_info_id INTEGER", "device_info_id INTEGER", "recording_method INTEGER",
    "start_time INTEGER", "end_time INTEGER",
  ]

  private func steps(_ rows: [[SQLiteWriter.Value]]) -> SQLiteWriter {
    var database = SQLiteWriter()
    database.add(
      "application_info_table", columns: ["package_name TEXT"], rows: [[.text("a.b")]])
    database.add("steps_record_table", columns: interval + ["count INTEGER"], rows: rows)
    return database
  }

  private func row(_ count: SQLiteWriter.Value, app: Int64 = 1, method: Int64 = 0)
    -> [SQLiteWriter.Value]
  {
    [
      .integer(app), .null, .integer(method), .integer(1_772_434_800_000),
      .integer(1_772_435_400_000), count,
    ]
  }

  @Test func `rows are records of their apps, and what was typed in is marked`() throws {
    let reading = try read(
      steps([row(.integer(500)), row(.integer(7), app: 9), row(.integer(5), method: 3)]).bytes())
    #expect(reading.values == [500, 7, 5])
    #expect(reading.records.map(\.isUserEntered) == [false, false, true])
    #expect(reading.facts.sources.map(\.name) == ["a.b", "Health Connect"])
    #expect(reading.facts.sources.allSatisfy { $0.deviceClass == .app })
    #expect(reading.records[0].times[0] == .at(Instant(seconds: 1_772_434_800)))
    #expect(reading.facts.findings == [])
  }

  @Test func `a number that stands for nothing is none, and what is no number is rejected`() throws
  {
    let reading = try read(
      steps([row(.real(.leastNonzeroMagnitude)), row(.null), row(.text("many")), row(.real(12.5))])
        .bytes())
    #expect(reading.records.map(\.value) == [nil, DecimalNumber("12.5")])
  }

  @Test func `a distance is that of the session in its time`() throws {
    var database = SQLiteWriter()
    func at(_ minute: Int64) -> SQLiteWriter.Value { .integer(1_772_434_800_000 + minute * 60_000) }
    database.add("steps_record_table", columns: interval + ["count INTEGER"], rows: [])
    database.add(
      "distance_record_table", columns: interval + ["distance REAL"],
      rows: [(0, 5), (20, 25), (40, 45), (60, 65)].map {
        [.integer(1), .null, .null, at($0.0), at($0.1), .real(100)]
      })
    // A ride, strength, and one of a number that nobody knows.
    database.add(
      "exercise_session_record_table", columns: interval + ["exercise_type INTEGER"],
      rows: [(19, 26, 4), (39, 46, 45), (59, 66, 999)].map {
        [.integer(1), .null, .null, at($0.0), at($0.1), .integer($0.2)]
      })
    let reading = try read(database.bytes())
    #expect(
      reading.records.map(\.metric) == [
        .distanceWalkingRunning, .distanceCycling, .distanceWalkingRunning,
      ])
    #expect(reading.activities.map(\.kind) == [.cycle, .strength, .other])
    #expect(reading.activities.map(\.sportGap) == [nil, nil, .unknown])
    #expect(
      reading.activities.map { $0.distance?.value?.scaled(byPowerOfTen: 0) != nil } == [
        true, true, true,
      ])
  }

  @Test func `a session that only touches a distance takes nothing of it, and the longest decides`()
    throws
  {
    var database = SQLiteWriter()
    func at(_ minute: Int64) -> SQLiteWriter.Value { .integer(1_772_434_800_000 + minute * 60_000) }
    database.add(
      "distance_record_table", columns: interval + ["distance REAL"],
      rows: [(0, 10), (10, 20), (20, 30), (35, 45), (45, 55), (60, 65)].map {
        [.integer(1), .null, .null, at($0.0), at($0.1), .real(100)]
      })
    // A run, a ride as it ends, and after a pause another ride and another run; and one by wheelchair.
    database.add(
      "exercise_session_record_table", columns: interval + ["exercise_type INTEGER"],
      rows: [(0, 10, 33), (10, 20, 4), (30, 38, 4), (38, 50, 33), (60, 70, 56)].map {
        [.integer(1), .null, .null, at($0.0), at($0.1), .integer($0.2)]
      })
    #expect(
      try read(database.bytes()).records.map(\.metric) == [
        .distanceWalkingRunning, .distanceCycling, .distanceWalkingRunning,
        .distanceWalkingRunning, .distanceWalkingRunning, .distanceWheelchair,
      ])
  }

  @Test func `a database cut anywhere, or with any byte turned, ends and says so or is read`()
    throws
  {
    let whole = steps((1...120).map { row(.integer(Int64($0))) }).bytes()
    #expect(try read(whole).values == Array(1...120))
    for length in stride(from: 20, to: whole.count, by: 97) {
      let cut = try Outcome { try read(Array(whole[..<length])) }
      if case .reading(let reading) = cut {
        #expect(reading.facts.damage == [.databaseMalformed], "\(length)")
      }
    }
    var random = SplitMix64(seed: 70)
    for _ in 0..<600 {
      var bytes = whole
      for _ in 0..<3 {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      _ = try Outcome { try read(bytes) }
    }
  }

  @Test func `pages in a circle end the reading`() throws {
    var bytes = steps((1...120).map { row(.integer(Int64($0))) }).bytes()
    // Every pointer of an interior page leads back to the page itself.
    for page in 1..<(bytes.count / 1024) where bytes[page * 1024] == 0x05 {
      bytes.replaceSubrange(page * 1024 + 8..<page * 1024 + 12, with: [0, 0, 0, UInt8(page + 1)])
    }
    #expect(try read(bytes).facts.damage == [.databaseMalformed])
  }

  @Test func `databases that are read one after the other take no room together`() throws {
    let bytes = steps([row(.integer(5))]).bytes()
    let folder = try ScratchFolder()
    for name in ["a", "b", "c"] {
      try folder.write(bytes, to: "in/\(name)/health_connect_export.db")
    }
    var limits = ReadLimits()
    limits.nestedBytes = bytes.count
    #expect(try IngestedInput(of: folder.path + "/in", limits: limits).values == [5, 5, 5])
    limits.nestedBytes -= 1
    #expect(try IngestedInput(of: folder.path + "/in", limits: limits).values == [])
  }

  @Test func `another database is not read`() throws {
    var database = SQLiteWriter()
    database.add("photos", columns: ["name TEXT"], rows: [[.text("a")]])
    #expect(throws: DaymarkError.self) { try read(database.bytes(), named: "photos.db") }
  }

  /// The library itself writes rows, with overflow pages and pages of the least size.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/sqlite3")))
  func `what SQLite writes is read`() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/health_connect_export.db"
    let rows = (1...400).map {
      "(\($0), x'\(String(repeating: "ab", count: $0 % 7 == 0 ? 900 : 16))', 1, "
        + "\($0 % 50 == 0 ? 3 : 2), \(1_772_434_800_000 + $0 * 60_000), \(1_772_434_860_000 + $0 * 60_000), \($0))"
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/sqlite3")
    let script = try folder.write(
      """
      PRAGMA page_size = 512;
      CREATE TABLE application_info_table (row_id INTEGER PRIMARY KEY AUTOINCREMENT, package_name TEXT NOT NULL UNIQUE);
      INSERT INTO application_info_table VALUES (1, 'a.b');
      CREATE TABLE steps_record_table (row_id INTEGER PRIMARY KEY AUTOINCREMENT, uuid BLOB, app_info_id INTEGER,
        recording_method INTEGER DEFAULT (1), start_time INTEGER, end_time INTEGER, "count" INTEGER,
        FOREIGN KEY (app_info_id) REFERENCES application_info_table(row_id));
      CREATE INDEX i ON steps_record_table (start_time);
      INSERT INTO steps_record_table VALUES \(rows.joined(separator: ", "));
      ALTER TABLE steps_record_table ADD COLUMN local_date INTEGER DEFAULT 7;
      """.utf8, to: "script.sql")
    process.arguments = [path, ".read \(script)"]
    try process.run()
    process.waitUntilExit()
    let reading = try IngestedInput(of: path)
    #expect(reading.values == Array(1...400))
    #expect(reading.records.count { $0.isUserEntered } == 8)
    #expect(reading.facts.findings == [])
  }
}
