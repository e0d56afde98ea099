import DaymarkModel
import DaymarkSampleFiles
import DaymarkTestSupport
import Foundation
import Testing

@testable import DaymarkIngest

/// Formats, "Health Connect": the pages that SQLite itself writes, and those that it never would.
struct SQLiteFileTests {
  private static let hasSQLite = FileManager.default.fileExists(atPath: "/usr/bin/sqlite3")

  /// The database that SQLite makes of a script.
  private func database(_ script: String, in folder: borrowing ScratchFolder) throws -> String {
    let path = folder.path + "/health_connect_export.db"
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/sqlite3")
    process.arguments = [path, ".read \(try folder.write(script.utf8, to: "script.sql"))"]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return path
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private func read(_ bytes: [UInt8]) throws -> IngestedInput {
    let folder = try ScratchFolder()
    return try IngestedInput(of: folder.write(bytes, to: "health_connect_export.db"))
  }

  private let steps = """
    CREATE TABLE application_info_table (row_id INTEGER PRIMARY KEY, package_name TEXT);
    INSERT INTO application_info_table VALUES (1, 'a.b–表🏃');
    CREATE TABLE steps_record_table (row_id INTEGER PRIMARY KEY AUTOINCREMENT, uuid BLOB, app_info_id INTEGER,
      start_time INTEGER, start_zone_offset INTEGER, end_time INTEGER, count INTEGER);

    """

  /// Statements that add rows, minute by minute, whose steps are their numbers; each seventh has a long blob.
  private func rows(_ numbers: ClosedRange<Int>, blob: Int = 3000) -> String {
    numbers.map { number in
      let start = 1_772_434_800_000 + number * 60_000
      return
        "INSERT INTO steps_record_table VALUES (\(number), zeroblob(\(number % 7 == 0 ? blob : 16)), 1, "
        + "\(start), 3600, \(start + 60_000), \(number));\n"
    }.joined()
  }

  @Test(
    .enabled(if: hasSQLite),
    arguments: [
      "page_size = 512", "page_size = 65536", "encoding = 'UTF-16le'", "encoding = 'UTF-16be'",
      "auto_vacuum = FULL", "journal_mode = WAL", "journal_mode = PERSIST",
    ])
  func `a database of any making is read, and what was taken out of it is not`(_ pragma: String)
    throws
  {
    let folder = try ScratchFolder()
    let path = try database(
      "PRAGMA \(pragma);\n" + steps + "BEGIN;\n" + rows(1...900)
        + """
        COMMIT;
        CREATE INDEX i ON steps_record_table (start_time);
        CREATE VIEW v AS SELECT * FROM steps_record_table;
        DELETE FROM steps_record_table WHERE row_id BETWEEN 200 AND 799;
        """, in: folder)
    let reading = try IngestedInput(of: path)
    #expect(reading.values == Array(1...199) + Array(800...900))
    #expect(reading.facts.sources.map(\.name) == ["a.b–表🏃"])
    #expect(reading.facts.findings == [])
    #expect(reading.facts.earliestOffset?.seconds == 3600)
  }

  @Test(
    .enabled(if: hasSQLite),
    arguments: [
      "ALTER TABLE steps_record_table RENAME COLUMN count TO steps;",
      """
      DROP TABLE steps_record_table;
      CREATE TABLE steps_record_table (uuid BLOB PRIMARY KEY, start_time INTEGER, end_time INTEGER, count INTEGER)
        WITHOUT ROWID;
      INSERT INTO steps_record_table VALUES (x'01', 1772434800000, 1772434860000, 5);
      """,
    ])
  func `a table of another layout is named, and its days are open`(_ change: String) throws {
    let folder = try ScratchFolder()
    let reading = try IngestedInput(
      of: database(steps + rows(1...3) + change, in: folder))
    #expect(reading.records == [] && reading.codes == ["database.table_unread"])
    #expect(reading.finding(.databaseTableUnread)?.facts.key == "steps_record_table")
    #expect(reading.facts.unread.map(\.metrics) == [[.steps]])
    #expect(reading.facts.unread.map(\.days) == [nil])
  }

  @Test(.enabled(if: hasSQLite))
  func `columns that are worked out have no place in a row, unless they are stored`() throws {
    // Android's IntervalRecordHelper and CreateTableRequest, and a column that a later version has added.
    let android = """
      CREATE TABLE steps_record_table (row_id INTEGER PRIMARY KEY AUTOINCREMENT, uuid BLOB UNIQUE NOT NULL,
        app_info_id INTEGER, start_time INTEGER, start_zone_offset INTEGER, end_time INTEGER,
        local_date_time_start_time INTEGER AS (start_time + 1000 * start_zone_offset),
        local_date_time_end_time INTEGER AS (end_time + 1000 * start_zone_offset),
        kept INTEGER GENERATED ALWAYS AS (CAST('STORED' AS INTEGER)) STORED, "as" TEXT DEFAULT (CAST(1 AS TEXT)),
        FOREIGN KEY (app_info_id) REFERENCES application_info_table(row_id) ON DELETE CASCADE);
      ALTER TABLE steps_record_table ADD COLUMN twice INTEGER AS (2 * kept);
      ALTER TABLE steps_record_table ADD COLUMN count INTEGER;
      INSERT INTO steps_record_table (uuid, start_time, start_zone_offset, end_time, count)
        VALUES (x'01', 1772434800000, 3600, 1772434860000, 7);
      """
    let folder = try ScratchFolder()
    let reading = try IngestedInput(of: database(android, in: folder))
    #expect(reading.values == [7] && reading.facts.findings == [])
    #expect(reading.facts.earliestOffset?.seconds == 3600)
  }

  @Test(.enabled(if: hasSQLite))
  func `a database of that name without its tables leaves everything open`() throws {
    let folder = try ScratchFolder()
    let reading = try IngestedInput(of: database("CREATE TABLE photos (name TEXT);", in: folder))
    #expect(reading.codes == ["database.table_unread"])
    #expect(reading.facts.unread.map(\.metrics) == [Metric.alwaysRead.sorted()])
    #expect(reading.facts.unread.map(\.sessions) == [.many])
  }

  @Test(.enabled(if: hasSQLite))
  func `a made-up table and the words of a definition do not hide the others`() throws {
    let folder = try ScratchFolder()
    let definition = """
      CREATE TABLE steps_record_table ( -- the steps, of everybody (
        "row,id" INTEGER PRIMARY KEY DESC, [uuid (16)] BLOB DEFAULT (x'00'), /* ' */ `start_time` INTEGER CHECK (1, 2 > 1),
        end_time INTEGER, count INTEGER, UNIQUE (count, end_time), CONSTRAINT c CHECK (count >= 0));
      """.replacing(" CHECK (1, 2 > 1)", with: " CHECK (start_time IN (1772434800000, 2))")
    let reading = try IngestedInput(
      of: database(
        "CREATE VIRTUAL TABLE search USING fts4(a);\n" + definition
          + "INSERT INTO steps_record_table VALUES (3, NULL, 1772434800000, 1772434860000, 9);",
        in: folder))
    #expect(reading.values == [9] && reading.facts.findings == [])
  }

  @Test(.enabled(if: hasSQLite))
  func `the stated number of pages counts only where the program that wrote last knew of it`()
    throws
  {
    let folder = try ScratchFolder()
    let whole = try bytes(database("PRAGMA page_size = 512;\n" + steps + rows(1...40), in: folder))
    var old = whole
    // A program older than the count has written: its change is counted, and more pages are stated than there are.
    old[27] &+= 1
    old[31] &+= 1
    #expect(try read(old).facts.findings == [])
    #expect(try read(whole + [0, 0, 0]).facts.findings == [])
    var short = whole
    short[31] &+= 1
    #expect(try read(short).facts.damage == [.databaseMalformed])
    #expect(try read(short).values == Array(1...40))
  }

  @Test func `numbers beyond any time are no time, and end nothing`() throws {
    var database = SQLiteWriter()
    database.add(
      "steps_record_table",
      columns: [
        "start_time INTEGER", "start_zone_offset INTEGER", "end_time INTEGER", "count INTEGER",
      ],
      rows: [
        [.integer(.min), .integer(.min), .integer(.max), .integer(.min)],
        [.integer(1_772_434_800_000), .integer(.min), .integer(1 << 48), .real(-.infinity)],
      ])
    let reading = try read(database.bytes())
    #expect(
      reading.records.map { Array($0.times.prefix(2)) } == [
        [.malformed, .malformed], [.at(Instant(seconds: 1_772_434_800)), .malformed],
      ])
    #expect(reading.facts.earliestOffset == nil)
  }

  /// A leaf of 512 bytes as the root of a table, behind the schema and before pages of overflow.
  private func table(cells: [[UInt8]], pointers: [Int]? = nil, overflow: [[UInt8]] = [])
    throws -> [UInt8]
  {
    var database = SQLiteWriter()
    database.add(
      "steps_record_table", columns: ["start_time INTEGER", "end_time INTEGER", "count INTEGER"],
      rows: [[.integer(1_772_434_800_000), .integer(1_772_434_860_000), .integer(7)]])
    var bytes = database.bytes()
    let size = 1024
    var page = [UInt8](repeating: 0, count: size)
    var end = size
    var places: [Int] = []
    for cell in cells {
      end -= cell.count
      page.replaceSubrange(end..<end + cell.count, with: cell)
      places.append(end)
    }
    places = pointers?.map { places[$0] } ?? places
    page[0] = 0x0D
    page.replaceSubrange(3..<5, with: [UInt8(places.count >> 8), UInt8(places.count & 255)])
    for (index, place) in places.enumerated() {
      page[8 + 2 * index] = UInt8(place >> 8)
      page[9 + 2 * index] = UInt8(place & 255)
    }
    // The writer puts the only table on the second page.
    #expect(bytes.count == 2 * size)
    bytes.replaceSubrange(size..<2 * size, with: page)
    bytes += overflow.flatMap { $0 + [UInt8](repeating: 0, count: size - $0.count) }
    bytes[31] = UInt8(bytes.count / size)
    return bytes
  }

  /// A row of 40 nulls, which is no record of steps.
  private func row(_ number: UInt8) -> [UInt8] {
    [41, number, 41] + [UInt8](repeating: 0, count: 40)
  }

  @Test func `a row that comes twice, or behind a greater one, ends the reading`() throws {
    #expect(try read(table(cells: [row(1), row(2)])).facts.damage == [])
    #expect(
      try read(table(cells: [row(1)], pointers: [0, 0])).facts.damage == [.databaseMalformed])
    #expect(try read(table(cells: [row(2), row(1)])).facts.damage == [.databaseMalformed])
  }

  @Test func `rows that share bytes end the reading`() throws {
    // Each begins within the one before, so that they are more than a page holds.
    var cells: [UInt8] = []
    for index in 0..<300 { cells += [100, UInt8(index % 128), 1] }
    var bytes = try table(cells: [cells])
    bytes[1024 + 4] = 30
    for index in 0..<30 {
      let (pointer, place) = (1024 + 8 + 2 * index, 1024 - 900 + 3 * index)
      bytes[pointer] = UInt8(place >> 8)
      bytes[pointer + 1] = UInt8(place & 255)
    }
    #expect(try read(bytes).facts.damage == [.databaseMalformed])
    bytes[1024 + 4] = 9
    #expect(try read(bytes).facts.damage == [])
  }

  @Test func `overflow pages in a circle end the reading`() throws {
    // 980 of 2,000 or of 3,020 bytes lie on the leaf, and 1,020 on each page of overflow.
    func row(_ size: [UInt8]) -> [UInt8] {
      size + [1, 1] + [UInt8](repeating: 0, count: 979) + [0, 0, 0, 3]
    }
    let (short, long): ([UInt8], [UInt8]) = ([0x8F, 0x50], [0x97, 0x4C])
    func damage(_ size: [UInt8], next: UInt8) throws -> Set<FindingCode> {
      Set(try read(table(cells: [row(size)], overflow: [[0, 0, 0, next], []])).facts.damage)
    }
    #expect(try damage(short, next: 0) == [])
    #expect(try damage(long, next: 4) == [])
    #expect(try damage(long, next: 3) == [.databaseMalformed])
    #expect(try damage(long, next: 9) == [.databaseMalformed])
  }
}
