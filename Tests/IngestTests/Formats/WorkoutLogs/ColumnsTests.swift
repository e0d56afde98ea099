import DaymarkModel
import Testing

@testable import DaymarkIngest

/// Tables of no app, which the operator describes.
struct ColumnsTests {
  private let sheet = LogTable(
    name: "Club sheet",
    headings: [
      .date: "Wann", .exercise: "Übung", .repetitions: "Wdh", .load: "Kilo #", .duration: "Dauer",
    ], units: [.load: .kilogram, .duration: .minute])

  @Test func `a table is a log when it has every heading that is named`() throws {
    let rows = "ÜBUNG ;Wann;Notiz;Wdh;Kilo #;Dauer\nSquat;2026-03-04;\"a;b\";5;102,5;1,5\n"
    let reading = try readLog(rows, tables: [sheet])
    #expect(reading.facts.format == "named-columns")
    #expect(
      reading.facts.sources
        == [Source(provider: "named-columns", name: "Club sheet", deviceClass: .app)])
    #expect(reading.facts.logRows == LogRows(sets: 1))
    let set = try #require(reading.sets.first)
    #expect(set.session == .day(try #require(CivilDay("2026-03-04"))))
    #expect((set.repetitions, set.load) == (5, written("102.5", .kilogram)))
    #expect(try set.duration?.value?.quantity(times: UnitRatio(1)) == Quantity(90))
  }

  /// Else pounds would be read as kilograms.
  @Test func `a word that is no unit makes the load unknown`() throws {
    var table = sheet
    table.headings[.loadUnit] = "Einheit"
    let rows = ["Pfund", "lbs.", ""].map { "2026-03-04;Squat;5;100;;\($0)\n" }
    let reading = try readLog(
      "Wann;Übung;Wdh;Kilo #;Dauer;Einheit\n" + rows.joined(), LogSettings(loadUnit: .kilogram),
      tables: [table])
    #expect(reading.sets.map(\.load?.unit) == [.missing, .known(.pound), .known(.kilogram)])
    #expect(reading.codes == ["log.unit_unknown"])
  }

  /// Else a warm-up would count as a working set.
  @Test func `a word that is not known leaves its row out, with its line`() throws {
    var table = sheet
    (table.headings[.kind], table.headings[.warmUp]) = ("Art", "Warm")
    table.headings[.skipped] = "Aus"
    let cells = [";;", "Aufwärmen;;", ";WAHR;", ";;falsch", "Murks;;", ";jein;", ";;vielleicht"]
    let rows = cells.map { "2026-03-04;Squat;5;100;;\($0)\n" }
    let reading = try readLog(
      "Wann;Übung;Wdh;Kilo #;Dauer;Art;Warm;Aus\n" + rows.joined(), tables: [table])
    #expect(reading.sets.map(\.kind) == [.working, .warmUp, .warmUp, .working])
    #expect(reading.facts.logRows?.skipped == [.unknownWord: 3])
    #expect(reading.finding(.logRowUnread)?.facts.lines == [6, 7, 8])
  }

  @Test func `a number of sets is a whole one that somebody can do`() throws {
    var table = sheet
    table.headings[.sets] = "Sätze"
    let rows = ["3", "", "0", "x", "101", "-2", "1,5", "2.0"].map {
      "2026-03-04;Squat;5;100;;\($0)\n"
    }
    let reading = try readLog(
      "Wann;Übung;Wdh;Kilo #;Dauer;Sätze\n" + rows.joined(), tables: [table])
    #expect(
      reading.facts.logRows == LogRows(sets: 6, skipped: [.nothingDone: 1, .badNumber: 4]))
  }

  @Test func `one heading less, or no description, is no log`() throws {
    let rows = "Wann;Wdh;Kilo #;Dauer\n2026-03-04;5;100;\n"
    #expect(throws: DaymarkError.self) { try readLog(rows, tables: [sheet]) }
    let whole = "Wann;Übung;Wdh;Kilo #;Dauer\n2026-03-04;Squat;5;100;\n"
    #expect(throws: DaymarkError.self) { try readLog(whole) }
    #expect(try readLog(whole, tables: [sheet]).sets.count == 1)
  }

  @Test func `of two descriptions the first that fits is meant`() throws {
    var short = sheet
    (short.name, short.headings[.duration], short.units[.load]) = ("Short", nil, .pound)
    let rows = "Wann;Übung;Wdh;Kilo #;Dauer\n2026-03-04;Squat;5;100;\n"
    #expect(
      try readLog(rows, tables: [short, sheet]).sets.first?.load == written("100", .pound))
    #expect(
      try readLog(rows, tables: [sheet, short]).sets.first?.load == written("100", .kilogram))
  }

  @Test func `a format that is known goes first`() throws {
    let own = LogTable(
      name: "Own",
      headings: [.date: "Date", .exercise: "Exercise Name", .repetitions: "Weight"])
    let row = "2024-03-04 18:05:11,A,1h,Squat,1,100,5,0,0,,,\n"
    #expect(try readLog(strongHeader + row, tables: [own]).facts.format == "strong")
  }

  @Test func `the order of a date is that of the description, else that of the settings`() throws {
    var table = sheet
    let rows = "Wann;Übung;Wdh;Kilo #;Dauer\n3/4/2026;Squat;5;100;\n"
    let open = try readLog(rows, tables: [table])
    #expect(open.facts.logRows == LogRows(skipped: [.badDate: 1]))
    #expect(open.codes == ["log.date_order"])
    table.dateOrder = .monthDay
    let march = try readLog(rows, LogSettings(dateOrder: .dayMonth), tables: [table])
    #expect(march.sets.first?.session == .day(try #require(CivilDay("2026-03-04"))))
  }

  @Test func `every column that can be named is read`() throws {
    let headings = Dictionary(uniqueKeysWithValues: LogColumn.allCases.map { ($0, "c-\($0)") })
    let table = LogTable(
      name: "All", headings: headings,
      units: [
        .load: .pound, .bodyWeight: .kilogram, .distance: .yard, .sessionDuration: .minute,
      ])
    let cells: [LogColumn: String] = [
      .date: "2026-03-04", .time: "18:00", .end: "2026-03-04 19:00", .sessionDuration: "50",
      .setTime: "2026-03-04 18:10", .bodyWeight: "80", .exercise: "Squat", .set: "F",
      .kind: "drop", .warmUp: "no", .skipped: "no", .sets: "2", .repetitions: "5", .load: "100",
      .distance: "10", .duration: "0:30", .rpe: "8", .rir: "", .rest: "2:00",
      .tempo: "3-1-X-0", .side: "Left",
    ]
    let columns = LogColumn.allCases
    let text =
      columns.map { "C-\($0)" }.joined(separator: ",") + "\n"
      + columns.map { cells[$0] ?? "" }.joined(separator: ",") + "\n"
    let reading = try readLog(text, tables: [table])
    #expect(reading.facts.logRows == LogRows(sets: 2))
    let set = try #require(reading.sets.first)
    #expect(set.session == .wall(wall("2026-03-04T18:00:00Z")))
    #expect(set.sessionEnd == .wall(wall("2026-03-04T19:00:00Z")))
    #expect(set.start == .wall(wall("2026-03-04T18:10:00Z")))
    #expect(set.bodyWeight == written("80", .kilogram))
    #expect((set.kind, set.side, set.effort) == (.drop, .left, .perceived(tenths: 80)))
    #expect((set.repetitions, set.load) == (5, written("100", .pound)))
    #expect((set.distance, set.tempo) == (written("10", .yard), Tempo("3-1-X-0")))
    #expect(try set.rest?.value?.quantity(times: UnitRatio(1)) == Quantity(120))
  }
}
