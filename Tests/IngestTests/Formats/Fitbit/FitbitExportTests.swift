import DaymarkModel
import DaymarkTestSupport
import Foundation
import Testing

@testable import DaymarkIngest

private let stepsCSV = """
  timestamp,steps,data source
  2026-03-02T13:00:00Z,40,Charge 5
  2026-03-02T13:01:00Z,110,Charge 5
  2026-03-03T04:30:00Z,60,Charge 5

  """

private let stepsJSON = """
  [{"dateTime": "03/02/26 13:00:00", "value": "40"}, {"dateTime": "03/02/26 13:01:00", "value": "110"},
   {"dateTime": "03/03/26 04:30:00", "value": "60"}]
  """

private let stepRecords = [
  "steps 2026-03-02T13:00:00Z 60 s 40", "steps 2026-03-02T13:01:00Z 60 s 110",
  "steps 2026-03-03T04:30:00Z 60 s 60",
]

/// `minutes` rows of calories from midnight, of which the first are above rest.
private func calories(_ minutes: Int, active: [String] = []) -> String {
  let rows = (0..<minutes).map { minute in
    let (hour, rest) = (minute / 60, minute % 60)
    let clock = "\(hour < 10 ? "0" : "")\(hour):\(rest < 10 ? "0" : "")\(rest)"
    return "2026-03-02T\(clock):00Z,\(minute < active.count ? active[minute] : "1.20")\n"
  }
  return "timestamp,calories\n" + rows.joined()
}

private func exercise(_ members: String, at time: String = "03/02/26 13:00:00") -> String {
  #"[{"logId": 1, "activityName": "Run", "startTime": "\#(time)", "duration": 1800000, \#(members)}]"#
}

struct FitbitExportTests {
  @Test(.enabled(if: SharedData.isPresent))
  func `a Takeout is one export, and CSV alone gives its minutes`() throws {
    let path = SharedData.path("account-exports/fitbit-takeout.zip")
    let reading = try FitbitReading(of: path)
    #expect(reading.facts.format == "fitbit-export")
    #expect(
      reading.records == [
        "distanceWalkingRunning 2026-03-02T13:00:00Z 60 s 28",
        "distanceWalkingRunning 2026-03-02T13:01:00Z 60 s 77",
        "distanceWalkingRunning 2026-03-03T04:30:00Z 60 s 42",
        "flightsClimbed 2026-03-02T13:01:00Z 60 s 2",
        "heartRate 2026-03-02T13:00:04Z 0 s 62", "heartRate 2026-03-02T13:00:09Z 0 s 88",
      ] + (stepRecords + ["steps 2026-03-02T13:00:00Z 60 s 41"]).sorted())
    #expect(reading.facts.zoneVotes == ["America/Los_Angeles": 1])
    // The climb in millimeters, and the file without data.
    #expect(reading.facts.unused == [.unrecognised: 2])
    #expect(reading.codes.isEmpty)
    let names = Set(reading.facts.sources.map(\.name))
    #expect(names == ["Charge 5", "Fitbit", "Phone Health Connect"])
    #expect(reading.facts.sources.allSatisfy { $0.deviceClass == ($0.isEcho ? .app : .tracker) })
    for size in [1, 3, 64, 1000] {
      #expect(try FitbitReading(of: path, chunkBytes: size) == reading, "\(size) bytes")
    }
  }

  @Test(.enabled(if: SharedData.isPresent))
  func `its run is a session whose calories are none of a day at rest`() throws {
    let reading = try FitbitReading(of: SharedData.path("account-exports/fitbit-takeout.zip"))
    let run = try #require(reading.activities.first)
    #expect(reading.activities.count == 1 && run.kind == .run && !run.isUserEntered)
    #expect(run.start.instant?.description == "2026-03-02T13:00:00Z")
    #expect(run.end.instant?.description == "2026-03-02T13:30:00Z")
    #expect(
      [run.duration, run.distance, run.energy, run.steps, run.averageHeartRate, run.elevationGain]
        .map(written) == ["1790", "5010", "missing", "5000", "140", "12"])
    #expect(run.contribution == .samplesWhereNoRecords && run.detail == .summary)
  }

  @Test func `either encoding gives the same, and both together give it once`() throws {
    let csv = try FitbitReading(["steps_2026-03-01.csv": stepsCSV])
    #expect(csv.records == stepRecords)
    let json = try FitbitReading(["steps-2026-03-01.json": stepsJSON])
    #expect(json.records == stepRecords)
    #expect(json.codes == ["time.clock_assumed"])
    #expect(json.facts.findings.first?.facts == .init { $0.clock = "UTC" })
    // Whichever comes first.
    let both = try FitbitReading(["steps-1.json": stepsJSON, "steps_1.csv": stepsCSV])
    #expect(both.records == stepRecords)
    #expect(both.codes.isEmpty)
  }

  @Test func `of days that CSV lacks JSON is read, day by day and metric by metric`() throws {
    let json = """
      [{"dateTime": "03/02/26 13:00:00", "value": "40"}, {"dateTime": "03/02/26 20:00:00", "value": "9"},
       {"dateTime": "03/04/26 00:00:00", "value": "5"}]
      """
    let reading = try FitbitReading([
      "steps_1.csv": stepsCSV, "steps-1.json": json, "distance-1.json": json,
    ])
    #expect(
      reading.records == [
        "distanceWalkingRunning 2026-03-02T13:00:00Z 60 s 0.4",
        "distanceWalkingRunning 2026-03-02T20:00:00Z 60 s 0.09",
        "distanceWalkingRunning 2026-03-04T00:00:00Z 60 s 0.05",
      ] + stepRecords + ["steps 2026-03-04T00:00:00Z 60 s 5"])
  }

  @Test func `minutes that are the same at another offset show a wall clock`() throws {
    // Twelve minutes at 13:00 UTC, which eight hours behind is 05:00; and a day of JSON alone.
    let minutes = (10..<22).map { (at: $0, steps: $0 * 7) }
    let csv =
      "timestamp,steps\n"
      + minutes.map { "2026-03-02T13:\($0.at):00Z,\($0.steps)\n" }.joined()
    func json(_ hour: String, _ count: Int) -> String {
      let twins = minutes.prefix(count).map {
        #"{"dateTime": "03/02/26 \#(hour):\#($0.at):00", "value": "\#($0.steps)"}"#
      }
      return "[" + twins.joined(separator: ",")
        + #", {"dateTime": "03/02/26 17:00:00", "value": "1"}"#
        + #", {"dateTime": "03/05/26 09:00:00", "value": "8"}]"#
    }
    let heart = #"[{"dateTime": "03/05/26 09:00:05", "value": {"bpm": 70, "confidence": 3}}]"#
    let reading = try FitbitReading([
      "a.csv": csv, "steps-1.json": json("05", 12), "heart_rate-1.json": heart,
      "exercise-0.json": exercise(#""calories": 5"#),
    ])
    // 17:00 there is 01:00 of 3 March in UTC, of which CSV has nothing.
    #expect(
      reading.records.filter { $0.hasSuffix("wall") } == [
        "heartRate 2026-03-05T09:00:05Z 0 s 70 wall", "steps 2026-03-02T17:00:00Z 60 s 1 wall",
        "steps 2026-03-05T09:00:00Z 60 s 8 wall",
      ])
    #expect(reading.clocks == [.wall])
    #expect(reading.codes.isEmpty)
    // Of nine it might be chance.
    let few = try FitbitReading(["a.csv": csv, "steps-1.json": json("05", 9)])
    #expect(few.codes == ["time.clock_assumed"])
    let utc = try FitbitReading(["a.csv": csv, "steps-1.json": json("13", 9)])
    #expect(utc.codes.isEmpty && utc.records.allSatisfy { !$0.hasSuffix("wall") })
  }

  @Test func `missing cells are passed over in silence, files without rows named`()
    throws
  {
    let reading = try FitbitReading([
      "steps_1.csv": stepsCSV + "2026-03-02T13:00:00Z,41,Phone Health Connect\n"
        + "2026-03-02T13:02:00Z,NaN,Charge 5\n2026-03-02T13:03:00Z,,Charge 5\n",
      "floors_1.csv": "timestamp,floors,data source\n", "glucose_1.csv": "no data",
      "altitude_1.csv": "timestamp,gain\n2026-03-02T13:00:00Z,3048\n",
      "UserActivityProbabilities.csv": "timestamp,activity,probability\n2026-03-02T13:00:00Z,a,1\n",
    ])
    #expect(
      reading.records == (stepRecords + ["steps 2026-03-02T13:00:00Z 60 s 41"]).sorted())
    // What another store has is a source of its own, behind all others.
    let echo = try #require(reading.facts.sources.first { $0.isEcho })
    #expect(echo.name == "Phone Health Connect" && echo.deviceClass == .app)
    #expect(reading.codes == ["csv.no_rows"])
    #expect(reading.facts.unused == [.unrecognised: 3])
  }

  @Test func `an archive in an archive tells the names of its files, too`() throws {
    let folder = try ScratchFolder()
    let inner = StoredZip([.init("steps-2026-03-01.json", stepsJSON.utf8)])
    let outer = StoredZip([.init("takeout-001.zip", inner.bytes)])
    let reading = try FitbitReading(of: folder.write(outer.bytes, to: "both.zip"))
    #expect(reading.records == stepRecords)
  }

  @Test func `a day with only echoes is not covered`() throws {
    let reading = try FitbitReading([
      "steps_1.csv": "timestamp,steps,data source\n2026-03-02T13:00:00Z,9,My Health Connect\n",
      "steps-1.json": stepsJSON,
    ])
    #expect(reading.records == (stepRecords + ["steps 2026-03-02T13:00:00Z 60 s 9"]).sorted())
  }

  @Test func `rows that cannot be understood are located, not lost`() throws {
    let reading = try FitbitReading([
      "steps_1.csv": "timestamp,steps\n2026-03-02T13:00:00Z,1\n2026-03-02T13:01:00Z\n"
        + "2026-02-30T13:00:00Z,2\n2026-03-02T13:00:00,3\n,4\n2026-03-02T13:00:00Z,x\n"
    ])
    #expect(reading.codes == ["csv.malformed", "text.unvouched"])
    #expect(reading.facts.findings.first?.location?.line == 3)
    #expect(
      reading.records == [
        "steps 2026-03-02T13:00:00Z 60 s 1", "steps 2026-03-02T13:00:00Z 60 s none",
        "steps malformed 2", "steps malformed 3", "steps missing 4",
      ])
  }

  @Test func `without a source's name it is Fitbit`() throws {
    let reading = try FitbitReading(["a.csv": "timestamp,steps\n2026-03-02T13:00:00Z,1\n"])
    #expect(reading.facts.sources == [.fitbit])
  }

  @Test func `exercises are read in their own units`() throws {
    let reading = try FitbitReading([
      "exercise-0.json": """
      [{"logId": 1, "activityName": "Outdoor Bike", "startTime": "12/31/25 23:59:59",
        "duration": 60500, "distance": 2, "distanceUnit": "Mile", "logType": "auto_detected",
        "averageHeartRate": 0, "elevationGain": 9},
       {"logId": 2, "activityName": "Weights", "startTime": "13/01/25 10:00:00", "logType": "manual"},
       {"logId": 3, "activityName": "Treadmill", "distance": 1, "distanceUnit": "Furlong"}]
      """
    ])
    #expect(reading.activities.map(\.kind) == [.cycle, .strength, .run])
    #expect(reading.activities.map(\.isIndoor) == [false, false, true])
    #expect(reading.activities.map(\.isUserEntered) == [false, true, false])
    let ride = try #require(reading.activities.first)
    #expect(ride.end.instant?.description == "2026-01-01T00:00:59.500Z")
    #expect(
      [ride.duration, ride.distance, ride.averageHeartRate, ride.elevationGain].map(written)
        == ["60.5", "3218.688", "missing", "missing"])
    #expect(reading.activities.map(\.start).dropFirst() == [.malformed, .missing])
    #expect(reading.activities.last?.distance?.unit == .unknown(0))
    #expect(reading.facts.unknownUnits == ["Furlong"])
    #expect(reading.codes == ["time.clock_assumed"])
  }
}

struct FitbitEnergyTests {
  @Test func `active is what minutes have above the least that an hour of them has`() throws {
    // A fragment below rest is none; 4.80 - 1.20 and 7.205 - 1.20.
    let reading = try FitbitReading([
      "calories_1.csv": calories(1200, active: ["4.80", "0.30", "7.205"])
    ])
    #expect(
      reading.records == [
        "activeEnergy 2026-03-02T00:00:00Z 60 s 3.6",
        "activeEnergy 2026-03-02T00:02:00Z 60 s 6.005",
      ])
    #expect(reading.codes == ["energy.derived"])
  }

  @Test func `too few minutes, or none above rest, give nothing`() throws {
    for table in [calories(1199, active: ["4.80"]), calories(1440)] {
      let reading = try FitbitReading(["calories_1.csv": table])
      #expect(reading.records.isEmpty && reading.codes.isEmpty)
    }
  }

  @Test func `a minute that is no number is rejected like any other`() throws {
    let reading = try FitbitReading([
      "calories_1.csv": "timestamp,calories\n2026-03-02T00:00:00Z,x\n2026-03-02T00:01:00Z,-1\n"
    ])
    #expect(
      reading.records == [
        "activeEnergy 2026-03-02T00:00:00Z 60 s none",
        "activeEnergy 2026-03-02T00:01:00Z 60 s out of range",
      ])
  }

  @Test(arguments: [(["4.80"], "320"), ([], "missing")])
  func `an exercise keeps its calories where minutes do not speak against them`(
    active: [String], energy: String
  ) throws {
    let run = exercise(#""calories": 320"#)
    let reading = try FitbitReading([
      "calories_1.csv": calories(1440, active: active), "exercise-0.json": run,
    ])
    #expect(reading.activities.map { written($0.energy) } == [energy])
    let elsewhere = try FitbitReading([
      "calories_1.csv": calories(1440),
      "exercise-0.json": exercise(#""calories": 320"#, at: "03/03/26 13:00:00"),
    ])
    #expect(elsewhere.activities.map { written($0.energy) } == ["320"])
  }

  @Test func `calories in JSON are derived in the same way, unless CSV has the day`() throws {
    let rows = (0..<1440).map { minute in
      let clock = String(format: "%02d:%02d", minute / 60, minute % 60)
      return
        #"{"dateTime": "03/02/26 \#(clock):00", "value": "\#(minute == 600 ? "3.7" : "1.20")"}"#
    }
    let list = "[" + rows.joined(separator: ",\n") + "]"
    let alone = try FitbitReading(["calories-2026-03-02.json": list])
    #expect(alone.records == ["activeEnergy 2026-03-02T10:00:00Z 60 s 2.5"])
    #expect(alone.codes == ["energy.derived", "time.clock_assumed"])
    let both = try FitbitReading(["calories-1.json": list, "calories_1.csv": calories(1440)])
    #expect(both.records.isEmpty && both.codes.isEmpty)
  }
}
