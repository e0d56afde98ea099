import DaymarkModel
import DaymarkTestSupport
import Foundation
import Testing

@testable import DaymarkIngest

struct StravaExportTests {
  // MARK: Real and made exports

  struct Expected: Decodable {
    struct Row: Decodable {
      var startUtc: String
      var sport: String
      var distanceM: Int
      var elapsedS: Int
      var calories: Int
      var avgHr: Int
      var maxHr: Int
      var steps: Int?
      var rejected: String?
    }
    struct Strava: Decodable { var activities: [Row] }
    var strava: Strava
  }

  @Test(
    .enabled(if: SharedData.isPresent),
    arguments: ["strava-2019-06", "strava-de", "strava-en-uk", "strava-en-us-nnbsp"])
  func `an export says the same in every language`(_ folder: String) throws {
    let data = try Data(
      contentsOf: URL(filePath: SharedData.path("account-exports/expected.json")))
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    var expected = try decoder.decode(Expected.self, from: data).strava.activities
    let isOld = folder == "strava-2019-06"
    if isOld { expected = Array(expected.prefix(2)) }
    let reading = try IngestedInput(
      of: SharedData.path("account-exports/\(folder)/activities.csv"))
    #expect(reading.facts.format == "strava-export")
    #expect(reading.facts.sources == [.strava])
    try #require(reading.activities.count == expected.count)
    let kinds: [String: ActivityKind] = [
      "Run": .run, "Ride": .cycle, "Swim": .swim, "Weight Training": .strength,
    ]
    for (row, activity) in zip(expected, reading.activities) {
      #expect(activity.start.instant?.description == row.startUtc)
      #expect(activity.seconds == row.elapsedS)
      #expect(activity.kind == kinds[row.sport])
      #expect(activity.distance?.whole == row.distanceM)
      #expect(activity.isUserEntered == (row.rejected == "sample.manual"))
      #expect(activity.detail == .summary && activity.contribution == .samples)
      guard !isOld else { continue }
      #expect(activity.energy?.whole == row.calories)
      #expect(activity.averageHeartRate?.whole == row.avgHr)
      #expect(activity.maximumHeartRate?.whole == row.maxHr)
      #expect(activity.steps?.whole == row.steps)
    }
  }

  @Test(.enabled(if: SharedData.isPresent))
  func `the row of a real export is read from its second block`() throws {
    let reading = try IngestedInput(of: SharedData.path("strava-export/activities.csv"))
    let activity = try #require(reading.activities.first)
    #expect(reading.activities.count == 1)
    #expect(activity.kind == .run && !activity.isIndoor && !activity.isUserEntered)
    #expect(activity.start.instant?.description == "2022-05-29T15:53:35Z")
    #expect(activity.seconds == 1428)
    #expect(activity.duration == WrittenAmount(DecimalNumber("1411.0"), .known(.second)))
    let meters = DecimalNumber("3322.949951171875")
    #expect(activity.distance == WrittenAmount(meters, .known(.meter)))
    #expect(activity.energy?.whole == 262)
    #expect(activity.steps?.whole == 3344)
    #expect(activity.averageHeartRate == nil && activity.maximumHeartRate == nil)
    let gain = DecimalNumber("61.878849029541016")
    #expect(activity.elevationGain == WrittenAmount(gain, .known(.meter)))
    #expect(activity.line == 2 && activity.byte == 1379)
  }

  @Test(.enabled(if: SharedData.isPresent))
  func `columns stand where the German names say`() throws {
    let data = try Data(contentsOf: URL(filePath: SharedData.path("strava/header-de-en.json")))
    let english = try JSONDecoder().decode([String: String].self, from: data)
    let text = try String(
      contentsOfFile: SharedData.path("account-exports/strava-de/activities.csv"), encoding: .utf8)
    let header = text.prefix { $0 != "\n" }.split(
      separator: ",", omittingEmptySubsequences: false
    ).map { english[String($0)] ?? String($0) }
    let columns = StravaColumns(file: header.firstIndex(of: "Filename"), count: header.count)
    #expect(header[StravaColumns.date] == "Activity Date")
    #expect(header[StravaColumns.type] == "Activity Type")
    #expect(header[StravaColumns.elapsed] == "Elapsed Time")
    #expect(header[StravaColumns.distance] == "Distance")
    #expect(columns.maximumHeartRate.map { header[$0] } == "Max Heart Rate")
    #expect(header[columns.rawElapsed] == "Elapsed Time")
    #expect(header[columns.movingTime] == "Moving Time")
    #expect(header[columns.rawDistance] == "Distance")
    #expect(header[columns.elevationGain] == "Elevation Gain")
    #expect(header[columns.rawMaximumHeartRate] == "Max Heart Rate")
    #expect(header[columns.averageHeartRate] == "Average Heart Rate")
    #expect(header[columns.calories] == "Calories")
    #expect(header[columns.englishType] == "Type")
    #expect(header[columns.totalSteps] == "Total Steps")
  }

  // MARK: Rows

  /// An export of 94 columns; `fields` by their position.
  private func export(_ rows: [Int: String]..., name: String = "activities.csv") throws
    -> IngestedInput
  {
    let header = (0..<94).map { "Spalte \($0)" }.joined(separator: ",")
    let lines = rows.map { row in
      (0..<94).map { row[$0] ?? "" }.joined(separator: ",")
    }
    return try read(([header] + lines).joined(separator: "\n") + "\n", name: name)
  }

  private func read(_ text: String, name: String = "activities.csv") throws -> IngestedInput {
    let folder = try ScratchFolder()
    return try IngestedInput(of: try folder.write(text.utf8, to: name))
  }

  private let row = [
    0: "7", 1: "2026-03-05 17:00:00", 3: "Lauf", 5: "60", 12: "activities/7.fit.gz",
  ]

  private func row(_ fields: [Int: String]) -> [Int: String] { row.merging(fields) { $1 } }

  @Test func `without a second block the first is read in its units`() throws {
    let reading = try export(
      row([6: "\"9,44\"", 7: "181"]), row([6: "9.44"]), row([3: "Schwimmen", 6: "1.000"]),
      row([3: "Swim", 6: "\"1,500\""]), row([3: "Nuoto", 6: "750"]), row([6: "\"1.234,56\""]),
      row([6: "x"]), row([:]))
    // 9.44 km; a swim is in meters, with a separator of thousands.
    #expect(
      reading.activities.map { $0.distance?.whole } == [
        9440, 9440, 1000, 1500, 750, 1_234_560, nil, nil,
      ])
    #expect(reading.activities[6].distance == WrittenAmount(nil, .known(.kilometer)))
    #expect(reading.activities[7].distance == nil)
    #expect(reading.activities[0].maximumHeartRate?.whole == 181)
    #expect(reading.activities[0].seconds == 60)
  }

  @Test func `the raw block goes before the one for people`() throws {
    let reading = try export(
      row([6: "3.32", 5: "1", 15: "1428.0", 16: "1411.0", 17: "3322.9", 34: "262.0", 85: "3344.0"]))
    let activity = try #require(reading.activities.first)
    #expect(activity.distance == WrittenAmount(DecimalNumber("3322.9"), .known(.meter)))
    #expect(activity.seconds == 1428)
    #expect(activity.duration == WrittenAmount(DecimalNumber("1411.0"), .known(.second)))
    #expect(activity.energy?.whole == 262)
    #expect(activity.steps?.whole == 3344)
  }

  @Test func `exports of ten columns have meters, and since July 2019 kilometers`() throws {
    let old = "id,date,name,type,description,elapsed_time,distance,commute,gear,filename\n"
    let new =
      "Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,"
      + "Elapsed Time,Distance,Commute,Activity Gear,Filename\n"
    let first = try read(
      old + "1,2018-09-12 15:02:23,Evening,Ride,,783,3681.0,true,Merida,activities/1.gpx\n")
    let second = try read(
      new + "1,\"Sep 12, 2018, 3:02:23 PM\",Evening,Ride,,783,3.68,true,Merida,activities/1.gpx\n")
    for (reading, meters) in [(first, 3681), (second, 3680)] {
      let activity = try #require(reading.activities.first)
      #expect(activity.kind == .cycle)
      #expect(activity.start.instant?.description == "2018-09-12T15:02:23Z")
      #expect(activity.seconds == 783)
      #expect(activity.distance?.whole == meters)
      #expect(!activity.isUserEntered)
    }
  }

  @Test func `an export of 2020 has its file in another column`() throws {
    // Relative Effort is there, Max Heart Rate and the private note are not: the file is the 11th.
    let header = (0..<80).map { "Column \($0)" }.joined(separator: ",")
    var fields = Array(repeating: "", count: 80)
    fields.replaceSubrange(
      0..<7, with: ["1", "\"Sep 12, 2018, 3:02:23 PM\"", "", "Ride", "", "783", "3.68"])
    fields[10] = "activities/1.gpx"
    (fields[13], fields[15], fields[32]) = ("784.0", "3681.5", "55.0")
    let manual = fields.enumerated().map { $0.offset == 10 ? "" : $0.element }
    // The row without a file comes first, and must wait for the one that shows the column.
    let reading = try read(
      [header, manual.joined(separator: ","), fields.joined(separator: ",")].joined(
        separator: "\n"))
    #expect(reading.activities.map(\.isUserEntered) == [true, false])
    for activity in reading.activities {
      #expect(activity.seconds == 784)
      #expect(activity.distance == WrittenAmount(DecimalNumber("3681.5"), .known(.meter)))
      #expect(activity.energy?.whole == 55)
    }
  }

  @Test func `only a row without a file was typed in`() throws {
    let reading = try export(row([:]), row([12: ""]), row([12: "#error#"]))
    #expect(reading.activities.map(\.isUserEntered) == [false, true, false])
    // Nothing but the table was given, so the first row's file is missing, too.
    #expect(reading.finding(.activityFileMissing)?.count == 2)
    #expect(reading.finding(.activityFileMissing)?.location?.line == 2)
  }

  @Test func `without any file the column is known all the same`() throws {
    let reading = try export(row([12: "", 15: "61", 17: "5.0"]))
    #expect(reading.activities.map(\.seconds) == [61])
    #expect(reading.activities.map(\.isUserEntered) == [true])
  }

  @Test func `a broken number loses its field, not the row`() throws {
    let reading = try export(row([15: "x", 16: "y", 17: "z", 30: "0.0", 31: "-", 34: "NaN"]))
    let activity = try #require(reading.activities.first)
    #expect(activity.end == .missing)
    #expect(reading.finding(.valueNotANumber)?.count == 1)
    #expect(activity.distance == WrittenAmount(nil, .known(.meter)))
    #expect(activity.energy == WrittenAmount(nil, .known(.kilocalorie)))
    #expect(activity.averageHeartRate == WrittenAmount(nil, .known(.beatsPerMinute)))
    #expect(activity.maximumHeartRate == nil)
  }

  @Test func `a row with a column too few or many is left out`() throws {
    let header = (0..<94).map { "C\($0)" }.joined(separator: ",")
    let good = (0..<94).map { row[$0] ?? "" }.joined(separator: ",")
    let reading = try read([header, good, good + ",", "7,8", good].joined(separator: "\n"))
    #expect(reading.activities.map(\.line) == [2, 5])
    #expect(reading.finding(.csvMalformed)?.count == 2)
    #expect(reading.finding(.csvMalformed)?.location?.line == 3)
  }

  @Test func `a date in an unknown language is the file's start`() throws {
    let croatian = row([1: "5. ožujka 2026. 17:00:00"])
    let alone = try export(row([:]), croatian)
    #expect(alone.activities.last?.start == .malformed)
    #expect(alone.finding(.timeUnknownLanguage) == nil)

    let receive: (RecordBatch) throws -> Void = { _ in }
    var reading = InputSink(
      facts: alone.facts, options: ReadOptions(), progress: { _ in }, receive: receive)
    let start = Instant(seconds: 1_772_730_000)
    reading.earlier.activityStarts["export_1/activities/7.fit.gz"] = start
    let rows = StravaRows(source: 0, files: StravaFiles(reading))
    let line = Array((0..<94).map { croatian[$0] ?? "" }.joined(separator: ",").utf8)
    let parsed = line.withUnsafeBufferPointer {
      CSVReader.rows(of: DocumentHead(bytes: $0, isWhole: true, path: ""), atMost: 1)
    }
    let activity = rows.activity(
      of: try #require(parsed.first), StravaColumns(file: 12, count: 94), &reading)
    #expect(activity.start == .at(start))
    #expect(activity.seconds == 60)
    #expect(reading.facts.findings.contains { $0.code == .timeUnknownLanguage })
  }

  @Test func `a file is known in any folder, compressed or not`() throws {
    let receive: (RecordBatch) throws -> Void = { _ in }
    var reading = InputSink(
      facts: try export(row([:])).facts, options: ReadOptions(), progress: { _ in },
      receive: receive)
    reading.begin(
      entry: "export_1/activities/8.gpx", format: "gpx", firstByte: 0, bytesDone: 0)
    let files = StravaFiles(reading)
    #expect(files.contains("activities/8.gpx") && files.contains("activities/8.gpx.gz"))
    #expect(!files.contains("activities/9.gpx") && !files.contains("8.gpx"))
    #expect(!files.contains("#error#"))
  }

  // MARK: Recognition

  private func recognise(_ text: String, _ name: String, isWhole: Bool = true) -> Recognition {
    Array(text.utf8).withUnsafeBufferPointer {
      StravaExportFormat.recognise(DocumentHead(bytes: $0, isWhole: isWhole, path: name))
    }
  }

  @Test func `a table is known by its rows, and by its name only with them`() {
    let header = (0..<94).map { "C\($0)" }.joined(separator: ",") + "\n"
    let file = (0..<94).map { row[$0] ?? "" }.joined(separator: ",") + "\n"
    let manual = (0..<94).map { row([12: ""])[$0] ?? "" }.joined(separator: ",") + "\n"
    #expect(recognise(header + file, "x.csv") == .recognised)
    #expect(recognise(header + manual + file, "x.csv") == .recognised)
    #expect(recognise(header + manual, "export/Activities.csv") == .recognised)
    #expect(recognise(header + manual, "x.csv") == .other)
    #expect(recognise(header, "activities.csv") == .other)
    #expect(recognise(header, "activities.csv", isWhole: false) == .undecided)
    #expect(recognise("Activity ID,Activity Date,,,,,,,,\n", "x.csv") == .recognised)
  }

  @Test(arguments: [
    "", "\n", "a,b\n1,2\n", "Bike Name,Bike Brand,Bike Model,Bike Default Sport Types\n",
    "Activity Type,Date,Favorite,Title,Distance,Calories,Time,Avg HR,Max HR,Steps,Laps\n"
      + "Running,2026-03-05 18:00:00,false,Run,5.81,400,00:30:00,140,160,5000,1\n",
    "Date,Move Minutes count,Calories,Distance,Points,a,b,c,d,e,f\n2026-03-05,1,2,3,4,5,6,7,8,9,0\n",
    "[1,2,3,4,5,6,7,8,9,10,11]\n", "{\"a\":1}", "<gpx></gpx>", "\u{E}\u{10}.FIT",
  ])
  func `other tables are not taken`(_ text: String) {
    #expect(recognise(text, "activities.csv") == .other)
  }

  // MARK: Properties

  @Test func `no broken byte loses more than its row, or stops the reading`() throws {
    let header = (0..<94).map { "C\($0)" }.joined(separator: ",")
    let lines = (0..<20).map { index in
      (0..<94).map { row([0: "\(index)", 4: "\"a \"\"b\"\"\nc\"", 17: "5.0"])[$0] ?? "" }
        .joined(separator: ",")
    }
    let text = Array(([header] + lines).joined(separator: "\n").utf8)
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: 94)
    for round in 0..<300 {
      var bytes = text
      // Without its header no table is known.
      let at = Int.random(in: (header.utf8.count + 1)..<text.count, using: &random)
      switch round % 3 {
      case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.remove(at: at)
      default: bytes.insert(Array("\",\n".utf8)[round % 9 / 3], at: at)
      }
      let reading = try IngestedInput(
        of: try folder.write(bytes, to: "activities.csv"), chunkBytes: 97)
      // A broken line break joins two rows, a broken quote spoils its row and perhaps the next.
      #expect(reading.activities.count >= 18 && reading.activities.count <= 21, "round \(round)")
    }
  }

  @Test func `a cut table gives what is before the cut`() throws {
    let header = (0..<94).map { "C\($0)" }.joined(separator: ",")
    let line = (0..<94).map { row[$0] ?? "" }.joined(separator: ",")
    let text = Array(([header, line, line, line].joined(separator: "\n") + "\n").utf8)
    let folder = try ScratchFolder()
    let length = line.utf8.count + 1
    let start = header.utf8.count + 1 + length
    for cut in stride(from: start, through: text.count, by: 5) {
      let reading = try IngestedInput(
        of: try folder.write(text.prefix(cut), to: "activities.csv"), chunkBytes: 1 + cut % 7)
      // The last line break is not needed.
      #expect(reading.activities.count == 1 + (cut - start + 1) / length, "cut \(cut)")
    }
  }
}

extension ActivityRecord {
  /// From start to end.
  var seconds: Int? {
    guard let start = start.instant, let end = end.instant else { return nil }
    return Int(end.milliseconds - start.milliseconds) / 1000
  }
}

extension WrittenAmount {
  /// The value in its metric's own unit, where it is whole.
  var whole: Int? {
    guard case .known(let unit) = unit, let value = try? value?.quantity(times: unit.ratio) else {
      return nil
    }
    return value.microUnits % 1_000_000 == 0 ? Int(value.microUnits / 1_000_000) : nil
  }
}
