import DaymarkModel
import DaymarkSampleFiles
import DaymarkTestSupport
import Testing

@testable import DaymarkIngest

/// What formats give of sleep where it is asked for; see Semantics, "Sleep".
struct SleepReadingTests {
  /// `start minutes` of each record of a document, or what it lacks.
  private func read(
    _ text: String, named name: String, readsSleep: Bool = true, isCareful: Bool = false
  ) throws -> [String] {
    let folder = try ScratchFolder()
    let path = try folder.write(text.utf8, to: name)
    var options = ReadOptions()
    (options.readsSleep, options.isCareful) = (readsSleep, isCareful)
    var records: [Record] = []
    _ = try withExtendedLifetime(folder) {
      try readInput(at: path, options: options) { records += $0.records }
    }
    return records.filter { $0.metric == .sleep }.map { record in
      guard case .known(let unit) = record.unit, let ratio = Metric.sleep.ratio(of: unit) else {
        return "no unit"
      }
      let minutes = record.value.flatMap { try? $0.quantity(times: ratio) }.map { "\($0)" }
      let start = record.start.instant.map { "\($0)".dropFirst(5).prefix(11) } ?? "?"
      return "\(start) \(minutes ?? "?")\(record.isUserEntered ? " typed in" : "")"
    }
  }

  private func sleep(_ value: String, _ start: String, _ end: String, typedIn: Bool = false)
    -> String
  {
    let tag =
      #" <Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="W" "#
      + #"startDate="2024-01-0\#(start):00 +0200" endDate="2024-01-0\#(end):00 +0200" "#
      + #"value="HKCategoryValueSleepAnalysis\#(value)""#
    let entry = #"<MetadataEntry key="HKWasUserEntered" value="1"/>"#
    return typedIn ? "\(tag)>\(entry)</Record>\n" : "\(tag)/>\n"
  }

  private var export: String {
    healthDocument(
      steps(1), sleep("InBed", "1 22:00", "2 07:00"), sleep("AsleepCore", "1 23:00", "2 01:00"),
      sleep("AsleepREM", "2 01:00", "2 01:30"), sleep("Awake", "2 01:30", "2 01:40"),
      sleep("Asleep", "2 23:00", "3 05:00"), sleep("AsleepUnspecified", "3 13:00", "3 13:20"),
      steps(2), sleep("Dreaming", "4 01:00", "4 02:00"),
      sleep("AsleepDeep", "4 03:00", "4 02:00"),
      sleep("AsleepDeep", "4 03:00", "4 03:05", typedIn: true))
  }

  @Test(arguments: [false, true])
  func `every stage is asleep, time in bed is no record, and another value is no number`(
    isCareful: Bool
  ) throws {
    #expect(
      try read(export, named: "export.xml", isCareful: isCareful) == [
        "01-01T21:00 120", "01-01T23:00 30", "01-01T23:30 0", "01-02T21:00 360",
        "01-03T11:00 20", "01-03T23:00 ?", "01-04T01:00 0", "01-04T01:00 5 typed in",
      ])
  }

  @Test(arguments: [false, true])
  func `nothing is read of sleep unless it is asked for`(isCareful: Bool) throws {
    #expect(
      try read(export, named: "export.xml", readsSleep: false, isCareful: isCareful).isEmpty)
  }

  @Test func `a table of Simple Health Export has the same records`() throws {
    let table = """
      type,sourceName,startDate,endDate,value
      HKCategoryTypeIdentifierSleepAnalysis,W,2024-01-01 21:00:00 +0000,2024-01-01 22:00:00 +0000,HKCategoryValueSleepAnalysisInBed
      HKCategoryTypeIdentifierSleepAnalysis,W,2024-01-01 21:10:00 +0000,2024-01-01 22:00:00 +0000,HKCategoryValueSleepAnalysisAsleepREM

      """
    #expect(try read(table, named: "sleep.csv") == ["01-01T21:10 50"])
  }

  @Test func `a log of Fitbit has its minutes asleep, and naps are logs, too`() throws {
    let logs = """
      [{"logId":1,"dateOfSleep":"2026-03-02","startTime":"2026-03-01T23:10:30.000",
        "endTime":"2026-03-02T07:00:30.000","minutesAsleep":400,"mainSleep":true,
        "logType":"auto_detected","levels":{"data":[]}},
       {"logId":2,"dateOfSleep":"2026-03-02","startTime":"2026-03-02T13:00:00.000",
        "endTime":"2026-03-02T13:40:00.000","minutesAsleep":33,"mainSleep":false,
        "logType":"manual","levels":{"data":[]}}]
      """
    #expect(
      try read(logs, named: "sleep-2026-03-01.json") == [
        "03-01T23:10 400", "03-02T13:00 33 typed in",
      ])
    let rows = """
      sleep_id,sleep_type,minutes_asleep,start_utc_offset,sleep_start,end_utc_offset,sleep_end
      1,STAGES,410,+05:30,2026-03-01T17:30:00Z,+05:30,2026-03-02T01:00:00Z

      """
    #expect(try read(rows, named: "UserSleeps_2026-03-01.csv") == ["03-01T17:30 410"])
  }

  /// The metrics that a document opens.
  private func opened(_ bytes: some Sequence<UInt8>, named name: String, readsSleep: Bool) throws
    -> [[Metric]]
  {
    let folder = try ScratchFolder()
    let path = try folder.write(bytes, to: name)
    var options = ReadOptions()
    options.readsSleep = readsSleep
    return try withExtendedLifetime(folder) {
      try readInput(at: path, options: options) { _ in }.unread.map(\.metrics)
    }
  }

  @Test(arguments: [false, true])
  func `sleep that is not read opens nights only where it is asked for`(isAsked: Bool) throws {
    var database = SQLiteWriter()
    database.add(
      "steps_record_table",
      columns: [
        "app_info_id INTEGER", "device_info_id INTEGER", "recording_method INTEGER",
        "start_time INTEGER", "end_time INTEGER", "count INTEGER",
      ], rows: [])
    let name = "health_connect_export.db"
    #expect(try opened(database.bytes(), named: name, readsSleep: isAsked) == [])
    database.add(
      "sleep_session_record_table", columns: ["start_time INTEGER"], rows: [[.integer(1)]])
    #expect(
      try opened(database.bytes(), named: name, readsSleep: isAsked) == (isAsked ? [[.sleep]] : []))
    let json = #"{"data":{"metrics":[{"name":"sleep_analysis","units":"hr","data":[]}]}}"#
    #expect(
      try opened(json.utf8, named: "a.json", readsSleep: isAsked) == (isAsked ? [[.sleep]] : []))
  }

  @Test func `a night of Garmin is the sum of its stages, and without stages none`() throws {
    let nights = """
      [{"sleepStartTimestampGMT":"2026-03-01T22:10:00.0","sleepEndTimestampGMT":"2026-03-02T05:10:00.0",
        "calendarDate":"2026-03-02","deepSleepSeconds":3600,"lightSleepSeconds":14400,
        "remSleepSeconds":6000,"awakeSleepSeconds":1200},
       {"sleepStartTimestampGMT":"2026-03-02T22:10:00.0","sleepEndTimestampGMT":"2026-03-03T05:10:00.0",
        "calendarDate":"2026-03-03","sleepWindowConfirmationType":"UNCONFIRMED"}]
      """
    #expect(try read(nights, named: "2026_sleepData.json") == ["03-01T22:10 400"])
  }
}
