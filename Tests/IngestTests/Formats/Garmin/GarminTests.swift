import DaymarkModel
import DaymarkTestSupport
import Foundation
import Testing

@testable import DaymarkIngest

/// All that one document gives.
private struct Document {
  var batches: [RecordBatch] = []
  var facts: InputFacts

  init(_ text: String, named name: String = "a.json", chunkBytes: Int = 1 << 16) throws {
    try self.init(text.utf8, named: name, chunkBytes: chunkBytes)
  }

  init(
    _ bytes: some Sequence<UInt8>, named name: String, chunkBytes: Int = 1 << 16
  ) throws {
    let folder = try ScratchFolder()
    let path = try folder.write(bytes, to: name)
    var batches: [RecordBatch] = []
    facts = try readInput(at: path, options: ReadOptions(chunkBytes: chunkBytes)) {
      batches.append($0)
    }
    self.batches = batches
  }

  var activities: [ActivityRecord] { batches.flatMap(\.activities) }
  var totals: [DayTotalRecord] { batches.flatMap(\.totals) }
  var codes: [String] { facts.findings.map(\.code.rawValue) }

  /// Of each total its day, metric and sum.
  var sums: [String] {
    totals.compactMap { total in
      guard case .sum(let amount) = total.figure else { return nil }
      return "\(total.day.map { "\($0)" } ?? "?") \(total.metric.id) \(describe(amount))"
    }
  }
}

/// An amount in its canonical unit.
private func describe(_ amount: WrittenAmount?) -> String {
  guard let amount else { return "missing" }
  guard let value = amount.value, case .known(let unit) = amount.unit else { return "no number" }
  // Seconds stay seconds.
  let ratio = unit == .second ? UnitRatio(1) : unit.ratio
  return (try? value.quantity(times: ratio)).map { "\($0)" } ?? "out of range"
}

private func describe(_ activity: ActivityRecord) -> [String] {
  [
    "\(activity.kind)\(activity.isIndoor ? " indoor" : "")",
    activity.start.instant?.description ?? "?", activity.end.instant?.description ?? "?",
    describe(activity.duration), describe(activity.distance), describe(activity.energy),
    describe(activity.steps), describe(activity.averageHeartRate),
    describe(activity.maximumHeartRate), describe(activity.elevationGain),
  ]
}

private func summarised(_ activities: String...) -> String {
  #"[{"summarizedActivitiesExport": [\#(activities.joined(separator: ", "))]}]"#
}

struct GarminExportActivityTests {
  private let ride = """
    {"activityId": 1, "activityType": {"typeKey": "indoor_cycling"}, "startTimeGmt": 1772730000000.0,
     "startTimeLocal": 1772733600000.0, "duration": 90500.5, "elapsedDuration": 100000,
     "distance": 123456.7, "calories": 398.05, "avgHr": 0, "maxHr": 151, "elevationGain": 1234}
    """

  @Test func `centimeters, milliseconds and kilocalories times 4.19 are understood`() throws {
    let document = try Document(summarised(ride))
    #expect(document.facts.format == "garmin-export-activities")
    let activity = try #require(document.activities.first)
    // 1772730000 s is 2026-03-05T17:00:00Z; 398.05 / 4.19 = 95 exactly.
    #expect(
      describe(activity) == [
        "cycle indoor", "2026-03-05T17:00:00Z", "2026-03-05T17:01:40Z", "90.5005", "1234.567", "95",
        "missing", "missing", "151", "12.34",
      ])
    #expect(activity.detail == .summary && activity.contribution == .samples)
    #expect(!activity.isUserEntered)
    #expect(
      document.facts.sources
        == [Source(provider: "garmin", name: "Garmin Connect activities", deviceClass: .app)])
    #expect(document.facts.earliestOffset?.seconds == 3600)
  }

  @Test func `energy is rounded once, to a micro-unit`() throws {
    // 1 / 4.19 = 0.238663484…
    let document = try Document(summarised(#"{"calories": 1}"#, #"{"calories": -1}"#))
    #expect(document.activities.map { describe($0.energy) } == ["0.238663", "out of range"])
  }

  @Test func `a multisport session is its parts, and flags tell what was typed in`() throws {
    let document = try Document(
      summarised(
        #"{"activityType": "multi_sport", "parent": true}"#,
        #"{"activityType": "open_water_swimming", "parentId": 2, "parent": false}"#,
        #"{"activityType": "strength_training", "manual": true}"#,
        #"{"activityType": "hiking", "isWebUpload": true, "manual": false}"#))
    #expect(document.activities.map(\.kind) == [.swim, .strength, .hike])
    #expect(document.activities.map(\.isUserEntered) == [false, true, true])
    #expect(document.activities.allSatisfy { $0.start == .missing })
  }

  @Test func `several lists in one file are read, and bytes and lines are those of the file`()
    throws
  {
    let text =
      #"[{"summarizedActivitiesExport": [{}]},"# + "\n"
      + #" {"summarizedActivitiesExport": [{}, {"beginTimestamp": "x"}]}]"#
    for size in [1, 7, 1000] {
      let document = try Document(text, chunkBytes: size)
      // The first line has 38 bytes and its end; 33 stand before either list's first element.
      #expect(document.activities.map(\.byte) == [33, 39 + 33, 39 + 37])
      #expect(document.activities.map(\.line) == [1, 2, 2])
      #expect(document.activities.last?.start == .malformed)
    }
  }
}

struct GarminExportDayTests {
  @Test func `a day gives its totals, and only what was measured`() throws {
    let document = try Document(
      """
      [{"calendarDate": "2026-03-02", "totalSteps": 7900, "totalDistanceMeters": 6450,
        "activeKilocalories": 356.5, "floorsAscendedInMeters": 31.0, "minHeartRate": 48,
        "maxHeartRate": 138, "includesWellnessData": true, "durationInMilliseconds": 86400000,
        "wellnessStartTimeGmt": "2026-03-02T05:00:00.0",
        "wellnessStartTimeLocal": "2026-03-02T00:00:00.0"},
       {"calendarDate": "2026-03-03", "dailyStepGoal": 8000, "totalKilocalories": 1435.0},
       {"hydration": {"calendarDate": "2026-03-02", "valueInML": 1.0}, "calendarDate": "2026-03-02"},
       {"calendarDate": "2026-03-04", "includesWellnessData": false, "totalSteps": 0},
       {"calendarDate": "2026-03-05", "includesWellnessData": true, "totalSteps": 0,
        "minHeartRate": -1, "maxHeartRate": null}]
      """)
    #expect(document.facts.format == "garmin-export-days")
    // 31 m / 3.048 m = 10.17 flights.
    #expect(
      document.sums == [
        "2026-03-02 steps 7900", "2026-03-02 distanceWalkingRunning 6450",
        "2026-03-02 activeEnergy 356.5", "2026-03-02 flightsClimbed 10", "2026-03-05 steps 0",
      ])
    let rates = document.totals.filter { $0.metric == .heartRate }
    #expect(rates.count == 1)
    guard case .heartRate(let low, let high, let average)? = rates.first?.figure else { return }
    #expect([low, high, average].map(describe) == ["48", "138", "missing"])
    #expect(document.totals.filter(\.isOfAnyMode).map(\.metric) == [.distanceWalkingRunning])
    #expect(document.totals.first?.measuredUntil?.description == "2026-03-03T05:00:00Z")
    #expect(document.totals.last?.measuredUntil == nil)
    #expect(document.facts.earliestOffset?.seconds == -5 * 3600)
    #expect(document.codes.isEmpty)
  }

  @Test func `lists of other days are no daily summaries`() {
    for text in [
      "[]", #"[{"calendarDate": "2026-03-02", "sleepStartTimestampGMT": "2026-03-02T05:00:00.0"}]"#,
      #"[{"calendarDate": "2026-03-02", "metrics": []}]"#, "{}",
    ] {
      #expect(throws: DaymarkError.self) { try Document(text) }
    }
  }

  @Test func `a day that is malformed costs that day`() throws {
    let document = try Document(
      #"[{"calendarDate": "2026-03-02", "totalSteps": 1}, {"calendarDate": }, "#
        + #"{"calendarDate": "2026-03-04", "totalSteps": 3}"#)
    #expect(document.sums == ["2026-03-02 steps 1", "2026-03-04 steps 3"])
    #expect(document.codes == ["json.malformed", "json.truncated"])
  }

  @Test(.enabled(if: SharedData.isPresent))
  func `a whole export's files are told apart`() throws {
    let members = try zipMembers(ofFileAt: SharedData.path("account-exports/garmin-export.zip"))
    var days: [String] = []
    var activities: [[String]] = []
    for member in members where member.name.hasSuffix(".json") {
      let name = URL(fileURLWithPath: member.name).lastPathComponent
      guard let document = try? Document(member.content, named: name) else {
        #expect(["customer.json", "2026-03-01_2026-06-09_1_sleepData.json"].contains(name))
        continue
      }
      days += document.sums.filter { $0.contains("steps") || $0.contains("flights") }
      activities += document.activities.map(describe)
    }
    #expect(
      Set(days) == [
        "2026-03-02 steps 7900", "2026-03-02 flightsClimbed 10", "2026-03-03 steps 1",
        "2026-03-03 steps 4000", "2026-03-03 flightsClimbed 10", "2026-03-03 flightsClimbed 3",
        "2026-03-05 steps 0", "2026-03-05 flightsClimbed 0",
      ])
    #expect(
      activities.map { Array($0[3...6]) } == [
        ["120", "360", "85", "340"], ["1500", "1000", "250", "missing"],
        ["5400", "39000", "750", "missing"],
      ])
  }
}

struct GarminHealthAPITests {
  @Test(.enabled(if: SharedData.isPresent))
  func `a daily gives totals and heart rates`() throws {
    let path = SharedData.path("account-exports/garmin-health-api-dailies.json")
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    let document = try Document(bytes, named: "dailies.json")
    #expect(document.facts.format == "garmin-health-api")
    #expect(
      document.sums == [
        "2026-03-02 steps 7900", "2026-03-02 distanceWalkingRunning 6450",
        "2026-03-02 activeEnergy 356", "2026-03-02 flightsClimbed 10",
      ])
    guard case .heartRate(let low, let high, let average)? = document.totals.last?.figure else {
      return #expect(Bool(false))
    }
    #expect([low, high, average].map(describe) == ["48", "148", "70"])
    let records = document.batches.flatMap(\.records)
    // 1772427600 is 2026-03-02T05:00:00Z.
    #expect(
      records.map { "\($0.start.instant?.description ?? "?") \($0.value?.coefficient ?? 0)" }
        == ["2026-03-02T05:00:15Z 62", "2026-03-02T05:00:30Z 63"])
    #expect(document.facts.earliestOffset?.seconds == -18000)
    // The day from its start, 86,400 s on.
    #expect(document.totals.first?.measuredUntil?.description == "2026-03-03T05:00:00Z")
  }

  @Test func `heart rates that nobody can date are given without a time, to be counted`() throws {
    let huge = "9223372036854775807"
    for (start, rates) in [
      (huge, #"{"0": 60}"#), ("1772427600", #"{"200001": 60}"#), ("1772427600", #"{"x": 60}"#),
    ] {
      let document = try Document(
        """
        {"dailies": [{"summaryId": "x", "calendarDate": "2026-03-02", "steps": 7900,
          "startTimeInSeconds": \(start), "timeOffsetHeartRateSamples": \(rates)}]}
        """)
      #expect(document.batches.flatMap(\.records).map(\.start) == [.malformed])
    }
  }

  private func daily(_ id: String, _ day: String, length: Int, steps: Int) -> String {
    #"{"summaryId": "\#(id)", "calendarDate": "\#(day)", "durationInSeconds": \#(length), "steps": \#(steps)}"#
  }

  @Test func `of a day that is sent again the longest counts, of equals the last`() throws {
    let list = [
      daily("a", "2026-03-02", length: 3600, steps: 100),
      daily("a", "2026-03-02", length: 86_400, steps: 900),
      daily("b", "2026-03-02", length: 7200, steps: 1000),
      daily("c", "2026-03-03", length: 10, steps: 1),
      daily("d", "2026-03-03", length: 10, steps: 2),
    ]
    let document = try Document("[" + list.joined(separator: ",") + "]")
    #expect(document.sums == ["2026-03-02 steps 900", "2026-03-03 steps 2"])
  }

  @Test func `activities are read, parents left to their parts`() throws {
    let document = try Document(
      """
      {"activities": [
       {"summaryId": "p", "activityType": "MULTI_SPORT", "durationInSeconds": 90},
       {"summaryId": "q", "parentSummaryId": "p", "activityType": "TREADMILL_RUNNING",
        "startTimeInSeconds": 1772730000, "durationInSeconds": 90, "distanceInMeters": 300.5,
        "activeKilocalories": 20, "steps": 280, "averageHeartRateInBeatsPerMinute": 120,
        "maxHeartRateInBeatsPerMinute": 130, "totalElevationGainInMeters": 2},
       {"summaryId": "r", "activityType": "WALKING", "manual": true}]}
      """)
    #expect(document.activities.map(\.isUserEntered) == [false, true])
    #expect(
      document.activities.first.map(describe) == [
        "run indoor", "2026-03-05T17:00:00Z", "2026-03-05T17:01:30Z", "90", "300.5", "20", "280",
        "120", "130", "2",
      ])
  }

  @Test func `sleeps and epochs are not taken for days or activities`() {
    for text in [
      #"[{"summaryId": "a", "calendarDate": "2026-03-02", "deepSleepDurationInSeconds": 1}]"#,
      #"[{"summaryId": "a", "activityType": "WALKING", "intensity": "ACTIVE", "steps": 3}]"#,
    ] {
      #expect(throws: DaymarkError.self) { try Document(text) }
    }
  }
}

struct GarminActivitiesCSVTests {
  @Test(.enabled(if: SharedData.isPresent))
  func `rows are read in kilometers, swims in meters, by a wall clock`() throws {
    let path = SharedData.path("account-exports/garmin-Activities.csv")
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    let document = try Document(bytes, named: "Activities.csv")
    #expect(document.facts.format == "garmin-activities-csv")
    #expect(document.batches.allSatisfy { $0.clock == .wall })
    // 00:32:57 after 18:00; 00:31:24 = 1884 s.
    #expect(
      document.activities.map(describe) == [
        [
          "run", "2026-03-05T18:00:00Z", "2026-03-05T18:32:57Z", "1884", "5480", "447", "4808",
          "153",
          "176", "215",
        ],
        [
          "swim indoor", "2026-03-06T07:00:00Z", "2026-03-06T07:40:00Z", "2400", "1500", "380",
          "missing",
          "missing", "missing", "missing",
        ],
        [
          "strength", "2026-03-06T19:00:00Z", "2026-03-06T19:55:00Z", "3300", "0", "230", "missing",
          "110", "140", "missing",
        ],
      ])
    #expect(document.codes == ["distance.unit_assumed"])
    #expect(document.facts.sources.map(\.deviceClass) == [.app])
  }

  @Test(.enabled(if: SharedData.isPresent))
  func `decimal commas are told from thousands`() throws {
    let path = SharedData.path("account-exports/garmin-Activities-decimal-comma.csv")
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    let document = try Document(bytes, named: "Activities.csv")
    #expect(document.activities.map { describe($0.distance) } == ["5480"])
    #expect(document.activities.map { describe($0.steps) } == ["4808"])
  }

  private let germanHeader =
    "Aktivitätstyp,Datum,Favorit,Titel,Distanz,Kalorien,Zeit,Ø Herzfrequenz,Maximale Herzfrequenz"

  @Test func `other languages are read by the place of the first columns`() throws {
    let document = try Document(
      germanHeader + "\r\n"
        + "Laufen,2026-03-05 18:00:00,false,\"Lauf, abends\",\"10,020\",\"1.024\",\"00:45:00,5\",--,--\r\n",
      named: "Activities.csv")
    // 1.024 kcal are no decimals, so 10,020 km are.
    #expect(
      document.activities.map(describe) == [
        [
          "run", "2026-03-05T18:00:00Z", "2026-03-05T18:45:00.500Z", "2700.5", "10020", "1024",
          "missing", "missing", "missing", "missing",
        ]
      ])
  }

  @Test func `sports of which nothing is known are told from others`() throws {
    let header = "Activity Type,Date,Favorite,Title,Distance,Calories,Time,Avg HR,Max HR\n"
    let rows = ["Löpning", "Running", "Tennis", "Cykling"].enumerated().map { day, sport in
      "\(sport),2026-03-0\(day + 1) 18:00:00,false,a,1.00,80,00:05:00,150,160\n"
    }
    let document = try Document(header + rows.joined(), named: "a.csv")
    #expect(document.activities.map(\.kind) == [.other, .run, .other, .other])
    #expect(document.activities.map(\.sportGap) == [.unknown, nil, nil, .unknown])
  }

  @Test func `a row of another length is left out, and no rows give nothing`() throws {
    let header = "Activity Type,Date,Favorite,Title,Distance,Calories,Time,Avg HR,Max HR\n"
    let row = "Running,2026-03-05 18:00:00,false,a,1.00,80,00:05:00,150,160"
    let document = try Document(header + row + ",7\n" + row + "\n", named: "a.csv")
    #expect(document.activities.count == 1)
    #expect(document.codes == ["log.row_unread", "distance.unit_assumed"])
    #expect(document.facts.damagedSpans.count == 1 && !document.facts.isDamaged)
    let dateless = try Document(header + "Running\n" + row + "\n", named: "a.csv")
    #expect(dateless.codes == ["csv.malformed", "distance.unit_assumed", "text.unvouched"])
    let empty = try Document(header, named: "a.csv")
    #expect(empty.activities.isEmpty && empty.codes == ["csv.no_rows"])
  }

  @Test func `a title may have commas without quotes, and a spreadsheet's line may stand first`()
    throws
  {
    let header = "Activity Type,Date,Favorite,Title,Distance,Calories,Time,Avg HR,Max HR\n"
    let row = "Running,2026-03-05 18:00:00,false,Run, easy, long,1.00,80,00:05:00,150,160\n"
    let document = try Document("sep=,\n" + header + row, named: "a.csv")
    #expect(document.activities.map(\.maximumHeartRate?.value) == [DecimalNumber("160")])
    #expect(document.activities.map(\.distance?.value) == [DecimalNumber("1.00")])
    #expect(document.codes == ["distance.unit_assumed"])
  }
}
