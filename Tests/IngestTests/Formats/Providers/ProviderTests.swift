import DaymarkModel
import DaymarkSampleFiles
import DaymarkTestSupport
import Testing

@testable import DaymarkIngest

/// Formats, "What is odd about each", of the account exports that are tables and JSON of their own; the samples have their
/// whole figures.
struct ProviderTests {
  private func totals(_ text: String, named name: String) throws -> [String] {
    let folder = try ScratchFolder()
    return try IngestedTotals(of: folder.write(text.utf8, to: name)).totals
  }

  private func read(_ text: String, named name: String = "a.csv") throws -> IngestedInput {
    let folder = try ScratchFolder()
    return try IngestedInput(of: folder.write(text.utf8, to: name))
  }

  private let trend = """
    com.samsung.shealth.step_daily_trend,7006011,6
    source_type,count,distance,day_time

    """

  @Test func `a day of Samsung Health is that of all devices, or of the only one`() throws {
    let day = 1_772_409_600_000
    #expect(
      try totals(trend + "-2,10,5,\(day),\n0,4,2,\(day),\n2,7,3,\(day),\n", named: "a.csv")
        == ["steps 2026-03-02 10", "distanceWalkingRunning 2026-03-02 5"])
    #expect(try totals(trend + "0,4,2,\(day),\n", named: "a.csv").count == 2)
    let open = try read(trend + "0,4,2,\(day),\n2,7,3,\(day),\n")
    #expect(open.codes == ["total.unread"])
    #expect(open.facts.unread.map(\.days) == [CivilDay("2026-03-02")!...CivilDay("2026-03-02")!])
    // Without the comma at the end, too; two too many are none of the table.
    #expect(try totals(trend + "-2,10,5,2026-03-02 00:00:00.000\n", named: "a.csv").count == 2)
    #expect(try read(trend + "-2,10,5,\(day),,\n").codes == ["csv.malformed"])
    #expect(
      try totals(trend + "-2,many,5,someday,\n", named: "a.csv") == [
        "steps ? -", "distanceWalkingRunning ? 5",
      ])
  }

  @Test func `days of Samsung Health between two open ones are not open`() throws {
    let rows = ["2018-01-01", "2018-01-02", "2026-03-02"].map { day in
      (1...2).map { "0,\($0),1,\(day) 00:00:00.000,\n" }.joined()
    }
    let open = try read(trend + rows.joined() + "-2,9,1,2020-01-01 00:00:00.000,\n")
    #expect(
      open.facts.unread.map(\.days) == [
        CivilDay("2018-01-01")!...CivilDay("2018-01-02")!,
        CivilDay("2026-03-02")!...CivilDay("2026-03-02")!,
      ])
    // Beyond any time that a row can have.
    for time in [Int64.min, .max] {
      #expect(try totals(trend + "-2,9,1,\(time),\n", named: "a.csv").first == "steps ? 9")
    }
  }

  @Test func `other tables of Samsung Health are passed over, but not its heart rates`() throws {
    let other = try read(
      "com.samsung.shealth.tracker.pedometer_step_count,1,1\nstart_time,count\n2026-03-02 10:00:00.000,50,\n"
    )
    #expect(other.facts.recordCount == 0 && other.facts.unread == [])
    let rates =
      "com.samsung.shealth.tracker.heart_rate,1,1\nstart_time,heart_rate\n2026-03-02 10:00:00.000,50,\n"
    #expect(throws: DaymarkError.self) { try read(rates) }
  }

  @Test func `a day of Google Fit without figures has none, and calories are no metric`() throws {
    let heading = "Date,Move Minutes count,Calories (kcal),Distance (m),Step count\n"
    #expect(
      try totals(heading + "2026-03-02,5,1800,,0\nsoon,5,1800,7,\n", named: "a.csv") == [
        "steps 2026-03-02 0", "distanceWalkingRunning ? 7",
      ])
    #expect(throws: DaymarkError.self) {
      try totals("Date,Step count\n2026-03-02,5\n", named: "a.csv")
    }
  }

  @Test func `Withings' tables are known by their names, and lists add up`() throws {
    let raw = "start,duration,value\n2026-03-02T23:30:00+01:00,\"[60,60]\",\"[4,5.5]\"\n"
    #expect(
      try totals(raw, named: "raw_tracker_distance.csv") == [
        "distanceWalkingRunning 2026-03-02 9.5"
      ])
    #expect(
      try totals("date,value\n2026-03-02,x\n", named: "aggregates_steps.csv") == [
        "steps 2026-03-02 -"
      ])
    #expect(throws: DaymarkError.self) { try totals(raw, named: "raw_tracker_latitude.csv") }
    let rates = try read(
      "start,duration,value\n2026-03-02T08:00:00+01:00,\"[5,5]\",\"[60,61]\"\nsoon,[5],[62]\n",
      named: "raw_hr_hr.csv")
    #expect(rates.values == [60, 61, 62])
    #expect(
      rates.records.map { $0.times[0] } == [
        .at(Instant(rfc3339: "2026-03-02T07:00:00Z")!),
        .at(Instant(rfc3339: "2026-03-02T07:00:05Z")!),
        .malformed,
      ])
  }

  @Test func `what two devices of Withings recorded at one time counts once`() throws {
    let minute = "2026-03-02T08:00:00+01:00,[60],[50]\n"
    let raw =
      "start,duration,value\n" + minute + "2026-03-02T08:01:00+01:00,[60],[7]\n" + minute
      // One that knows the whole time, and one of nothing.
      + "2026-03-02T08:02:00+01:00,[120],[90]\n2026-03-02T08:03:00+01:00,[60],[40]\n"
      + "2026-03-02T08:02:00+01:00,[600],[0]\n2026-03-02T23:59:00+01:00,\"[60,60]\",\"[1,2]\"\n"
    #expect(
      try totals(raw, named: "raw_tracker_steps.csv") == [
        "steps 2026-03-02 148", "steps 2026-03-03 2",
      ])
    #expect(
      try totals("date,value\n2026-03-02,5\n2026-03-02,9\n", named: "aggregates_steps.csv") == [
        "steps 2026-03-02 5", "steps 2026-03-02 9",
      ])
    let lengths = Array(repeating: "9000000000000", count: 1100).joined(separator: ",")
    let values = Array(repeating: "60", count: 1100).joined(separator: ",")
    let rates = try read(
      "start,duration,value\n2026-03-02T08:00:00+01:00,\"[\(lengths)]\",\"[\(values)]\"\n",
      named: "raw_hr_hr.csv")
    #expect(rates.records.count == 1100)
  }

  @Test func `sessions that were typed in are marked`() throws {
    let withings = try read(
      """
      from,to,Activity type,Data,GPS,Timezone
      2026-03-02T10:00:00+01:00,2026-03-02T11:00:00+01:00,Running,"{""distance"":5,""manual_distance"":5}",,
      2026-03-02T10:00:00+01:00,,Running,{broken,,

      """)
    #expect(withings.activities.map(\.isUserEntered) == [true, false])
    #expect(withings.activities[1].end == .missing && withings.activities[1].distance == nil)
    let oura = try read(
      """
      activity;start_datetime;end_datetime;source;distance;calories
      running;2026-03-02T10:00:00+01:00;2026-03-02T11:00:00+01:00;MANUAL;5;1
      walking;2026-03-02 10:00;later;confirmed;;

      """)
    #expect(oura.activities.map(\.isUserEntered) == [true, false])
    #expect(oura.activities[1].start == .malformed && oura.activities[1].end == .malformed)
    let google = try read(
      """
      exercise_id,exercise_start,exercise_end,activity_name,log_type,tracker_total_distance_mm,manually_logged_total_steps
      1,2026-03-02T10:00:00Z,2026-03-02T11:00:00Z,Run,TRACKER,5000000,9
      2,2026-03-02T10:00:00Z,2026-03-02T11:00:00Z,Run,manual,5000000,0
      3,2026-03-02T10:00:00Z,2026-03-02 11:00:00 +0000,Run,AUTO,5000000,0

      """)
    #expect(google.activities.map(\.isUserEntered) == [true, true, false])
    #expect(written(google.activities[2].distance) == "5000")
  }

  @Test func `a time without its offset is no instant`() throws {
    let polar = try read(
      """
      {"exportVersion": "1", "exercises": [{"startTime": "2026-03-02T17:00:00.000", "sport": "RUNNING", "duration": "PT1H2M3.5S"},
       {"startTime": "2026-03-02T17:00:00.000", "timezoneOffset": -300, "sport": "FLYING_DISC", "duration": "PT5M"}]}
      """, named: "training-session-1.json")
    #expect(polar.activities[0].start == .malformed)
    #expect(written(polar.activities[0].duration) == "3723.5")
    #expect(polar.activities[1].start == .at(Instant(rfc3339: "2026-03-02T22:00:00Z")!))
    #expect(polar.activities[1].end == .at(Instant(rfc3339: "2026-03-02T22:05:00Z")!))
    let whoop = try read(
      """
      Cycle start time,Cycle end time,Cycle timezone,Workout start time,Workout end time,Activity name
      a,b,UTC-05:00,2026-03-02 12:00:00,2026-03-02 12:30:00,Running
      a,b,,2026-03-02 12:00:00,2026-03-02 12:30:00,Running

      """)
    #expect(whoop.clocks == [.absolute, .wall])
    #expect(whoop.activities[0].start == .at(Instant(rfc3339: "2026-03-02T17:00:00Z")!))
    #expect(whoop.activities[1].start == .at(Instant(rfc3339: "2026-03-02T12:00:00Z")!))
  }

  @Test func `records of Simple Health Export are those of the same export`() throws {
    let csv = """
      sep=,
      type,sourceName,sourceVersion,device,startDate,endDate,unit,value,HKWasUserEntered
      HKQuantityTypeIdentifierStepCount,Mara & Co,26.2,"<<HKDevice: 0x1>, name:iPhone, manufacturer:Apple Inc., model:iPhone, hardware:iPhone14,5>",2026-03-02 08:00:00 +0000,2026-03-02 08:10:00 +0000,count,1000,
      HKQuantityTypeIdentifierStepCount,Health,26.2,,2026-03-02 09:00:00 +0000,2026-03-02 09:10:00 +0000,count,7,
      HKQuantityTypeIdentifierActiveEnergyBurned,App,1,,2026-03-02 09:00:00 +0000,soon,furlong,x,true

      """
    let device =
      "&lt;&lt;HKDevice: 0x1&gt;, name:iPhone, manufacturer:Apple Inc., model:iPhone, hardware:iPhone14,5&gt;"
    func record(_ type: String, _ source: String, _ rest: String) -> String {
      " <Record type=\"HKQuantityTypeIdentifier\(type)\" sourceName=\"\(source)\" sourceVersion=\"26.2\" \(rest)/>\n"
    }
    let times = "startDate=\"2026-03-02 09:00:00 +0000\""
    let xml = healthDocument(
      record(
        "StepCount", "Mara &amp; Co",
        "device=\"\(device)\" unit=\"count\" startDate=\"2026-03-02 08:00:00 +0000\" endDate=\"2026-03-02 08:10:00 +0000\" value=\"1000\""
      ),
      record(
        "StepCount", "Health",
        "unit=\"count\" \(times) endDate=\"2026-03-02 09:10:00 +0000\" value=\"7\""))
    let (table, document) = (try read(csv), try IngestedInput(xml))
    #expect(table.facts.sources.prefix(2) == document.facts.sources[...])
    for (a, b) in zip(table.records, document.records) {
      #expect(a.metric == b.metric && a.source == b.source && a.unit == b.unit)
      #expect(a.value == b.value && a.times == b.times && a.isUserEntered == b.isUserEntered)
    }
    #expect(document.records.map(\.isUserEntered) == [false, true])
    let last = try #require(table.records.last)
    #expect(last.value == nil && last.unit == .unknown(0) && last.isUserEntered)
    #expect(last.times == [.at(Instant(rfc3339: "2026-03-02T09:00:00Z")!), .malformed, .missing])
  }

  @Test func `any byte turned in a table ends nowhere but in a finding`() throws {
    let folder = try ScratchFolder()
    var random = SplitMix64(seed: 72)
    for sample in SampleFolder.all {
      let format = sample.name.split(separator: "/")[0]
      guard
        [
          "samsung-health-export", "google-fit-export", "withings-export", "polar-export",
          "whoop-export", "oura-export", "health-auto-export", "simple-health-export",
        ].contains(format)
      else { continue }
      for (path, content) in try sample.documents() {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        for _ in 0..<20 {
          var bytes = content
          for _ in 0..<3 {
            bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(
              truncatingIfNeeded: random.next())
          }
          _ = try Outcome { try IngestedInput(of: folder.write(bytes, to: name)) }
        }
      }
    }
  }
}
