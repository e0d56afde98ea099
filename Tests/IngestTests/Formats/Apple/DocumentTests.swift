import DaymarkIngest
import DaymarkModel
import DaymarkTestSupport
import Testing

/// The text of a `device` attribute.
private func device(_ fields: String) -> String { "&lt;&lt;HKDevice: 0x28&gt;, \(fields)&gt;" }

private func record(_ type: String = "StepCount", source: String, device: String) -> String {
  steps(1, source: source).replacing("StepCount", with: type)
    .replacing("unit=", with: "device=\"\(device)\" unit=")
}

struct DocumentTests {
  @Test func `a record is what its attributes say, in any order and over any lines`() throws {
    let text = healthDocument(
      " <Record value='3.59009e-05' endDate='2024-03-31 03:00:00 +0200'\n\n\t"
        + "startDate='2024-03-31 01:30:00 +0200' sourceName='A'\r\n unit='mi'"
        + " type='HKQuantityTypeIdentifierDistanceCycling'></Record>\n", steps(2))
    let reading = try IngestedInput(text)
    let first = try #require(reading.records.first)
    #expect(first.metric == .distanceCycling)
    #expect(first.unit == .known(.mile))
    // 3.59009e-05 is 359009 x 10^-10.
    #expect(first.value == DecimalNumber(coefficient: 359_009, exponent: -10))
    // 2024-03-31 00:00 UTC is day 19,813: 54 years of 365 days are 19,710, with 13 leap days (1972 to
    // 2020) 19,723, and 31 + 29 + 30 days of 2024 more.
    let midnight = Int64(19_813 * 86_400)
    #expect(
      first.times == [
        .at(Instant(seconds: midnight - 30 * 60)), .at(Instant(seconds: midnight + 3600)), .missing,
      ])
    expectPlaces(reading, in: Array(text.utf8))
    #expect(reading.records.map(\.line) == [4, 8])
  }

  @Test func `lines and bytes are the file's, behind a mark, a document type and a mended tag`()
    throws
  {
    let subset = "<!DOCTYPE HealthData [\n<!ELEMENT HealthData (Record)*>\n]>\n"
    let text =
      "\u{FEFF}" + declaration + subset
      + healthDocument(
        steps(1, source: "é日"), steps(2, source: "&#11;"), " <Record a/>\n", steps(3),
        "<!-- \n\n -->\n", steps(4)
      ).dropFirst(declaration.utf8.count)
    for size in blockSizes {
      let reading = try IngestedInput(text, blockBytes: size)
      #expect(reading.records.map(\.line) == [7, 8, 10, 14])
      expectPlaces(reading, in: Array(text.utf8))
    }
  }

  @Test func `names are those that the phone wrote`() throws {
    let names = [
      ("Ann &amp; Bob", "Ann & Bob"), ("&lt;a&gt;", "<a>"), ("Anna’s Apple\u{A0}Watch 🏃", nil),
      ("&#38;#38;", "&#38;"), ("it&apos;s &quot;it&quot;", "it's \"it\""), ("", nil),
    ]
    let reading = try IngestedInput(healthDocument(names.map { steps(1, source: $0.0) }.joined()))
    #expect(reading.facts.sources.map(\.name) == names.map { $0.1 ?? $0.0 })
    #expect(reading.records.map(\.source) == [0, 1, 2, 3, 4, 5])
  }

  @Test(arguments: [
    ("name:Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch6,1", DeviceClass.watch),
    ("name:iPhone, manufacturer:Apple, model:iPhone, hardware:iPhone10,1", .phone),
    ("name:iPhone, hardware:iPhone10,1, software:11.2.2", .phone),
    ("name:a, model:iPad, hardware:iPad4,1", .app), ("name:Watch, model:Band", .app),
    ("name:iPhone, manufacturer:Watch", .app), ("name:a, model:my Watch", .app),
    ("name:x, model:Watch, manufacturer:Apple, model:iPhone, hardware:iPhone10,1", .phone),
    ("name:x, hardware:Watch6,1, model:Scale", .app), ("model:Watch", .watch), ("", .app),
  ])
  func `only model and hardware tell a device's class`(_ fields: String, _ class: DeviceClass)
    throws
  {
    let reading = try IngestedInput(healthDocument(record(source: "S", device: device(fields))))
    #expect(reading.facts.sources.map(\.deviceClass) == [`class`])
  }

  @Test func `a source's class is the best of any record with its name and device`() throws {
    let watch = device("name:a, model:Watch, hardware:X1")
    let phone = device("name:a, model:iPhone, hardware:X1")
    let reading = try IngestedInput(
      healthDocument(
        record(source: "A", device: phone), record("OxygenSaturation", source: "A", device: watch),
        record(source: "A", device: phone), record("Height", source: "B", device: phone),
        steps(1, source: "B"), steps(1, source: "C")))
    #expect(reading.facts.sources.map(\.deviceClass) == [.watch, .phone, .app, .app])
    #expect(reading.facts.sources.map(\.hardware) == ["X1", "X1", nil, nil])
  }

  @Test func `zones are counted wherever they stand`() throws {
    let zone = metadata("HKTimeZone", "Europe/Berlin")
    let reading = try IngestedInput(
      healthDocument(
        steps(1, around: zone), steps(-1, around: zone),
        steps(1, around: zone).replacing("StepCount", with: "Unheard"),
        " <Workout>\n\(zone) </Workout>\n", " <Correlation>\n\(zone) </Correlation>\n",
        " <Workout>\n <WorkoutActivity>\n\(zone) </WorkoutActivity>\n </Workout>\n",
        steps(1, around: metadata("HKTimeZone", "GMT+1") + metadata("TimeZone", "no"))))
    #expect(reading.facts.zoneVotes == ["Europe/Berlin": 6, "GMT+1": 1])
  }

  @Test func `user-entered is what has anything but 0 in its own metadata`() throws {
    let key = "HKWasUserEntered"
    let list =
      "  <HeartRateVariabilityMetadataList>\n\(metadata(key, "1"))"
      + "  </HeartRateVariabilityMetadataList>\n"
    let reading = try IngestedInput(
      healthDocument(
        steps(1, around: metadata("HKa", "1") + metadata(key, "1")), steps(2),
        steps(3, around: metadata(key, "0")), steps(4, around: metadata(key, "1.0")),
        steps(5, around: metadata(key + "X", "1")), steps(6, around: list),
        " <Correlation>\n" + metadata(key, "1") + steps(7) + " </Correlation>\n",
        " <Workout>\n" + metadata(key, "1") + " </Workout>\n",
        " <Workout>\n <WorkoutEvent>\n\(metadata(key, "1")) </WorkoutEvent>\n </Workout>\n"))
    #expect(reading.records.filter(\.isUserEntered).map(\.line) == [4, 12])
    #expect(reading.activities.map(\.isUserEntered) == [true, false])
  }

  @Test func `records in a correlation are nested, and only those`() throws {
    let reading = try IngestedInput(
      healthDocument(
        steps(1), " <Correlation>\n" + steps(2) + " </Correlation>\n", steps(3),
        " <Correlation/>\n", steps(4)))
    #expect(reading.records.map(\.isNested) == [false, true, false, false])
  }

  @Test(arguments: [false, true])
  func `a record without a type may be of each metric that has its unit`(isCareful: Bool) throws {
    func untyped(_ unit: String) -> String {
      steps(1).replacing(#"type="HKQuantityTypeIdentifierStepCount" "#, with: "")
        .replacing(#"unit="count""#, with: unit)
    }
    let document = healthDocument(
      steps(1), untyped(#"unit="count""#), untyped(#"unit="kg""#), untyped(#"unit="?""#),
      untyped(""), steps(2))
    let folder = try ScratchFolder()
    let reading = try IngestedInput(
      of: folder.write(document.utf8, to: "export.xml"), isCareful: isCareful)
    #expect(reading.values == [1, 2])
    #expect(
      reading.untyped == [
        "5: \([Metric.steps, .flightsClimbed, .wheelchairPushes])", "7: \(Metric.alwaysRead)",
        "8: \(Metric.alwaysRead)",
      ])
  }

  /// Each pair is what stands in a correlation and the values that are then nested.
  @Test(arguments: [
    (" <Correlation a=1>\n" + steps(2) + " </Correlation>\n", [2]),
    (" <Correlation a=\"b\">\n <Record &/>\n" + steps(2) + " </Correlation>\n", [2]),
    (" <Correlation>\n  <MetadataEntry &/>\n" + steps(2) + " </Correlation>\n", [2]),
    (" <Correlation>\n" + steps(2) + " <Record &/>\n </Correlation>\n", [2]),
    (" <Correlation>\n" + steps(2) + " </Correlation x>\n", [2]),
    (" <Correlation>\n <Record \(stepAttributes(3))>\n </Correlation>\n", []),
    (" <Record &/>\n <Correlation>\n" + steps(2) + " </Correlation>\n", [2]),
    (
      " <Correlation>\n <Record &/>\n </Correlation>\n <Correlation>\n" + steps(2)
        + " </Correlation>\n", [2]
    ),
  ])
  func `a defect does not change what is nested`(_ text: String, nested: [Int]) throws {
    let document = healthDocument(steps(1), text, steps(9))
    for size in blockSizes {
      let reading = try IngestedInput(document, blockBytes: size)
      #expect(reading.values == [1] + nested + [9])
      #expect(reading.records.map(\.isNested) == [false] + nested.map { _ in true } + [false])
      #expect(reading.codes == ["xml.malformed"])
    }
  }

  @Test func `a workout's totals are its attributes, or its statistics where there are any`() throws
  {
    let old =
      ##" <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30.5" "##
      + ##"durationUnit="min" totalDistance="5" totalDistanceUnit="km" totalEnergyBurned="300" "##
      + ##"totalEnergyBurnedUnit="kcal" sourceName="W" startDate="2024-01-01 00:00:00 +0200" "##
      + ##"endDate="2024-01-01 01:00:00 +0200">"## + "\n"
    let new =
      old
      + ##"  <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" sum="4" unit="mi"/>"##
      + ##"<WorkoutStatistics type="HKQuantityTypeIdentifierDistanceCycling" sum="99" unit="mi"/>"##
      + ##"<WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" sum="8" unit="kJ"/>"##
      + ##"<WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" average="140.5" minimum="90" "##
      + ##"maximum="171" unit="count/min"/><WorkoutActivity uuid="1">"##
      + ##"<WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" sum="1" unit="kJ"/>"##
      + "</WorkoutActivity>\n" + metadata("HKElevationAscended", "217 cm")
      + metadata("HKIndoorWorkout", "1")
    let reading = try IngestedInput(
      healthDocument(old + " </Workout>\n", new + " </Workout>\n", steps(1)))
    let (first, second) = (reading.activities[0], reading.activities[1])
    func amount(_ text: String, _ unit: Unit) -> WrittenAmount {
      WrittenAmount(DecimalNumber(text), .known(unit))
    }
    #expect(first.kind == .run)
    #expect(first.duration == amount("30.5", .minute))
    #expect(first.distance == amount("5", .kilometer))
    #expect(first.energy == amount("300", .kilocalorie))
    #expect(first.averageHeartRate == nil && first.elevationGain == nil && !first.isIndoor)
    #expect(first.line == 4)
    #expect(second.distance == amount("4", .mile))
    #expect(second.energy == amount("8", .kilojoule))
    #expect(second.averageHeartRate == amount("140.5", .countPerMinute))
    #expect(second.maximumHeartRate == amount("171", .countPerMinute))
    #expect(second.elevationGain == amount("217", .centimeter))
    #expect(second.isIndoor)
    #expect(reading.facts.recordCount == 3)
  }

  @Test func `what is missing or malformed is said of each record`() throws {
    let reading = try IngestedInput(
      healthDocument(
        " <Record type=\"HKQuantityTypeIdentifierStepCount\"/>\n",
        steps(1).replacing("2024-01-01 00:00:00 +0200\" endDate", with: "1.1.2024\" endDate")
          .replacing("unit=\"count\"", with: "unit=\"Schritte\"")
          .replacing("value=\"1\"", with: "value=\"NaN\"")))
    let (bare, wrong) = (reading.records[0], reading.records[1])
    #expect(bare.times == [.missing, .missing, .missing])
    #expect(bare.unit == .missing && bare.value == nil)
    #expect(wrong.times[0] == .malformed)
    #expect(wrong.unit == .unknown(0) && wrong.value == nil)
    #expect(reading.facts.unknownUnits == ["Schritte"])
    #expect(reading.codes.isEmpty)
  }

  @Test func `the export's time and the earliest record's offset are told`() throws {
    let facts = try IngestedInput(healthDocument(steps(1))).facts
    // 2024-06-01 10:00 UTC: day 19,723 + 31 + 29 + 31 + 30 + 31.
    #expect(facts.exportDate == Instant(seconds: 19_875 * 86_400 + 10 * 3600))
    #expect(facts.exportOffsetSeconds == 7200)
    let text =
      "<HealthData>\n" + steps(1) + steps(2).replacing("+0200", with: "+0300")
      + "</HealthData>"
    let cut = try IngestedInput(text).facts
    #expect(cut.exportDate == nil)
    // The same clock an hour further east is an hour earlier; 2024-01-01 is day 19,723.
    #expect(cut.earliestOffset?.seconds == 10_800)
    #expect(cut.earliestOffset?.at == Instant(seconds: 19_723 * 86_400 - 10_800))
  }

  @Test func `the document type of iOS 16 is a notice`() throws {
    let broken =
      declaration + "<!DOCTYPE HealthData [\n<!ELEMENT VisionPrescription EMPTY>\n"
      + "<!ATTLIST VisionPrescription\n  type CDATA #REQUIRED\n<!ELEMENT RightEye EMPTY>\n>\n]>\n"
    let text = healthDocument(steps(1)).replacing(declaration, with: broken)
    let reading = try IngestedInput(text)
    #expect(reading.values == [1])
    #expect(reading.codes == ["xml.doctype_malformed"])
    #expect(reading.facts.findings[0].location?.line == 6)
    #expect(reading.facts.damage.isEmpty)
    let sound = try IngestedInput(
      text.replacing("#REQUIRED\n", with: "#REQUIRED>\n").replacing(
        "EMPTY>\n>\n", with: "EMPTY>\n"))
    #expect(sound.codes.isEmpty)
  }
}
