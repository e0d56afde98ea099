import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkIngest

/// Formats, "Session logs".
struct SessionLogTests {
  /// `kind name start end` of each row that is read.
  private func rows(
    _ text: String, _ table: SessionTable? = nil, _ settings: LogSettings = LogSettings()
  ) throws -> (rows: [String], reading: IngestedInput) {
    let folder = try ScratchFolder()
    let path = try folder.write(text.utf8, to: "log.csv")
    let reading = try IngestedInput(
      of: path, logs: settings, sessionTables: table.map { [$0] } ?? [])
    let rows = zip(reading.activities, reading.clocks).map { row, clock in
      let times = [row.start.instant, row.end.instant].map { $0.map { "\($0)" } ?? "?" }
      return "\(row.kind.rawValue) \(row.name ?? "-") \(times.joined(separator: " "))"
        + (clock == .wall ? " wall" : "")
    }
    return (rows, reading)
  }

  @Test
  func `a start with an end or a duration, and what was done, is a session that was typed in`()
    throws
  {
    let (rows, reading) = try rows(
      """
      Start,End,Duration,Kind,Name
      2025-09-01 16:00,2025-09-01 16:40,,learning,Anki
      2025-09-01T16:30:00+02:00,,30,Learning,Duolingo
      2025-09-01 18:00,,1:30:00,run,
      2025-09-02 18:00,,1h 30m,learning,A book

      """)
    #expect(
      rows == [
        "learning Anki 2025-09-01T16:00:00Z 2025-09-01T16:40:00Z wall",
        "learning Duolingo 2025-09-01T14:30:00Z 2025-09-01T15:00:00Z",
        "run - 2025-09-01T18:00:00Z 2025-09-01T19:30:00Z wall",
        "learning A book 2025-09-02T18:00:00Z 2025-09-02T19:30:00Z wall",
      ])
    #expect(reading.facts.format == "session-log")
    #expect(reading.activities.map(\.isUserEntered) == [true, true, true, true])
    #expect(reading.facts.findings == [])
  }

  @Test func `a table of another app is no session log, and one that lacks something is none`()
    throws
  {
    for heading in ["start,end", "start,kind", "end,kind", "date,start time,kind,duration"] {
      #expect(throws: DaymarkError.self, "\(heading)") {
        try rows("\(heading)\n2025-09-01 16:00,2025-09-01 16:40,x,y\n")
      }
    }
    let hevy =
      hevyHeader + "Push,\"1 Sep 2025, 10:00\",\"1 Sep 2025, 11:00\",,Squat,,,0,normal,100,5,,,\n"
    #expect(try rows(hevy).reading.facts.format == "hevy")
  }

  @Test func `bad rows are named by their lines, and the others count`() throws {
    let (rows, reading) = try rows(
      """
      start,end,kind
      2025-09-01 16:00,2025-09-01 16:40,learning
      yesterday,2025-09-01 16:40,learning
      2025-09-03,2025-09-03 16:40,learning
      2025-09-04 16:00,2025-09-04 15:59,learning
      2025-09-05 16:00,,learning
      2025-09-06 16:00,2025-09-06 16:40,lerning
      2025-09-07 16:00,2025-09-07 16:40
      1/2/2025 16:00,1/2/2025 16:40,learning
      2025-09-09 16:00,2025-09-09 16:40,learning

      """)
    #expect(rows.count == 2)
    let found = reading.facts.findings.filter { $0.code == .logRowUnread }.map {
      "\($0.facts.skip.map(\.rawValue) ?? "-") \($0.facts.lines ?? [$0.location?.line ?? 0])"
    }
    #expect(
      Set(found) == [
        "badDate [3, 4, 9]", "badNumber [5, 6]", "unknownKind [7]", "malformed [8]",
      ])
    // Each row whose start is known costs its day alone.
    #expect(reading.facts.damagedSpans.count == 4)
  }

  @Test func `the operator says what headings, dates and words mean`() throws {
    let table = SessionTable(
      name: "Study tracker",
      headings: [.start: "Began", .duration: "Length", .category: "Area", .name: "App"],
      durationUnit: .hour, dateOrder: .dayMonth,
      kinds: ["Languages": .learning, "Couch to 5k": .run], kind: nil)
    let text = """
      App;Area;Began;Length
      Anki;languages;1/9/2025 16:00;0,5
      Couch to 5K;Sport;2/9/2025 16:00;1
      Chess;Games;3/9/2025 16:00;1

      """
    let read = try rows(text, table)
    #expect(
      read.rows == [
        "learning Anki 2025-09-01T16:00:00Z 2025-09-01T16:30:00Z wall",
        "run Couch to 5K 2025-09-02T16:00:00Z 2025-09-02T17:00:00Z wall",
        // What nobody maps is of no kind that counts by itself.
        "other Chess 2025-09-03T16:00:00Z 2025-09-03T17:00:00Z wall",
      ])
    #expect(read.reading.facts.sources.map(\.name) == ["Study tracker"])
    // Without the operator it is no session log.
    #expect(throws: DaymarkError.self) { try rows(text) }
  }

  @Test func `the order of day and month may be the subject's`() throws {
    let text = "start,duration,kind\n1/9/2025 16:00,30,learning\n"
    #expect(
      try rows(text, nil, LogSettings(dateOrder: .monthDay)).rows
        == ["learning - 2025-01-09T16:00:00Z 2025-01-09T16:30:00Z wall"])
    #expect(try rows(text).rows == [])
  }
}
