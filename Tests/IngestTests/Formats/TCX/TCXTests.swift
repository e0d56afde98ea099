import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkIngest

private func heartRate(_ value: Int) -> String {
  "<HeartRateBpm><Value>\(value)</Value></HeartRateBpm>"
}

private func lap(_ minute: Int, _ content: String...) -> String {
  "<Lap StartTime=\"\(clock(minute))\">\n\(content.joined())</Lap>\n"
}

private func activity(_ content: String..., sport: String = "Running", id: String = clock(0))
  -> String
{
  "<Activity Sport=\"\(sport)\"><Id>\(id)</Id>\n\(content.joined())</Activity>\n"
}

private func track(_ points: String...) -> String { "<Track>\n\(points.joined())</Track>\n" }

struct TCXTests {
  @Test func `totals are sums over laps, and heart rate is weighted with their time`() throws {
    let reading = try IngestedInput(
      track: tcx(
        activity(
          lap(
            0, "<TotalTimeSeconds>300.5</TotalTimeSeconds>", meters("1000.25"),
            "<Calories>70</Calories>",
            "<AverageHeartRateBpm><Value>140</Value></AverageHeartRateBpm>",
            "<MaximumHeartRateBpm><Value>150</Value></MaximumHeartRateBpm>",
            "<Extensions><ns3:LX xmlns:ns3=\"x\"><ns3:Steps>800</ns3:Steps></ns3:LX></Extensions>"),
          lap(
            6, "<TotalTimeSeconds>100</TotalTimeSeconds>", meters("499.75"),
            "<Calories>30</Calories>",
            "<AverageHeartRateBpm><Value>160</Value></AverageHeartRateBpm>",
            "<MaximumHeartRateBpm><Value>171</Value></MaximumHeartRateBpm>",
            "<Extensions><LX><Steps>264</Steps></LX></Extensions>"),
          "<Creator><Name>Forerunner 945</Name></Creator>")))
    let run = try #require(reading.activities.first)
    #expect(run.kind == .run && run.start == at(0))
    // 400.5 s after 10:00:00, for no point is later.
    #expect(run.end.instant?.description == "2025-06-01T10:06:40.500Z")
    #expect(run.duration?.text == "400.5")
    #expect(run.distance?.text == "1500" && !run.isDistanceComputed)
    #expect(run.energy?.text == "100")
    #expect(run.steps?.text == "1064")
    // (140 x 300.5 + 160 x 100) / 400.5 = 58,070 / 400.5 = 144.99375780...
    #expect(run.averageHeartRate?.text == "144.993758")
    #expect(run.maximumHeartRate?.text == "171")
    let source = Source(provider: "garmin", name: "Forerunner 945", deviceClass: .tracker)
    #expect(reading.facts.sources == [source])
    #expect(reading.codes.isEmpty && run.line == 3)
  }

  @Test func `a second track and a lap of no way are pauses, a lap is none`() throws {
    let reading = try IngestedInput(
      track: tcx(
        activity(
          lap(
            0, meters("200"),
            track(trackpoint(clock(0), meters("0")), trackpoint(clock(1), meters("100"))),
            track(trackpoint(clock(3), meters("100")), trackpoint(clock(4), meters("200")))),
          lap(4, meters("100"), track(trackpoint(clock(5), meters("300")))),
          lap(5, meters("0"), track(trackpoint(clock(6), meters("300")))),
          lap(7, meters("50"), track(trackpoint(clock(8), meters("350")))))))
    let points = try #require(reading.activities.first?.track)
    #expect(points.map(\.beginsSegment) == [false, false, true, false, false, true, true])
    #expect(
      points.map { $0.distance?.description } == ["0", "100", "100", "200", "300", "300", "350"])
    #expect(reading.activities.first?.distance?.text == "350")
  }

  @Test func `legs of a triathlon are measured from their own first point`() throws {
    let legs = [
      activity(
        lap(0, track(trackpoint(clock(0), meters("0")), trackpoint(clock(10), meters("5000"))))),
      activity(
        lap(
          10, track(trackpoint(clock(10), meters("5000")), trackpoint(clock(40), meters("25000")))),
        sport: "Biking", id: clock(10)),
    ]
    let text = tcx(
      "<MultiSportSession><FirstSport>\(legs[0])</FirstSport>"
        + "<NextSport>\(legs[1])</NextSport></MultiSportSession>")
    let reading = try IngestedInput(track: text)
    #expect(reading.activities.map(\.kind) == [.run, .cycle])
    #expect(reading.activities.map { $0.distance?.text } == ["5000", "20000"])
    #expect(reading.facts.sources.map(\.provider) == ["unknown"])
  }

  @Test func `a lap that states no distance has that of its points`() throws {
    let reading = try IngestedInput(
      track: tcx(
        activity(
          lap(
            0, meters("300"),
            track(trackpoint(clock(0), meters("0")), trackpoint(clock(1), meters("290")))),
          lap(2, track(trackpoint(clock(2), meters("310")), trackpoint(clock(3), meters("690")))))))
    // 300, and from the last point before, at 290, to 690.
    #expect(reading.activities.first?.distance?.text == "700")
  }

  @Test func `laps of 0 m at speed say nothing, and at a stand 0 m`() throws {
    func ride(_ speed: String) throws -> ActivityRecord? {
      let more = meters("0") + "<Extensions><TPX><Speed>\(speed)</Speed></TPX></Extensions>"
      let text = tcx(
        activity(
          lap(0, meters("0"), track(trackpoint(clock(0), more), trackpoint(clock(9), more))),
          sport: "Biking"))
      return try IngestedInput(track: text).activities.first
    }
    #expect(try ride("8.5")?.distance == nil)
    #expect(try ride("0.0")?.distance?.text == "0")
  }

  @Test func `without any distance the way between places is taken`() throws {
    func place(_ longitude: String) -> String {
      "<Position><LatitudeDegrees>0</LatitudeDegrees>"
        + "<LongitudeDegrees>\(longitude)</LongitudeDegrees></Position>"
    }
    let reading = try IngestedInput(
      track: tcx(
        activity(
          lap(0, track(trackpoint(clock(0), place("7")), trackpoint(clock(1), place("7.001")))))))
    let run = try #require(reading.activities.first)
    // A thousandth of 111,195.0797 m.
    #expect(run.distance?.text == "111.19508" && run.isDistanceComputed)
    #expect(run.track.map { $0.distance?.description } == ["0", "111.19508"])
  }

  @Test func `a rate of zero is missing, and what cannot be read is counted`() throws {
    let reading = try IngestedInput(
      track: tcx(
        activity(
          lap(
            0, "<TotalTimeSeconds>NaN</TotalTimeSeconds><Calories>-3</Calories>", meters("10"),
            track(
              "<Trackpoint/>\n", trackpoint(clock(0), heartRate(0)),
              trackpoint(clock(1), heartRate(120)), trackpoint("2025-02-30T10:00:00Z"),
              trackpoint(clock(0, 30)), "<Trackpoint>\(meters("5"))</Trackpoint>",
              trackpoint(
                clock(2),
                "<Position><LatitudeDegrees>91</LatitudeDegrees>"
                  + "<LongitudeDegrees>0</LongitudeDegrees></Position>"))))))
    let run = try #require(reading.activities.first)
    #expect(run.track.map { $0.heartRate?.description } == [nil, "120", nil])
    #expect(run.duration == nil && run.energy == nil)
    let counts = Dictionary(
      uniqueKeysWithValues: reading.facts.findings.map { ($0.code.rawValue, $0.count) })
    #expect(
      counts == [
        "value.not_a_number": 2, "value.negative": 1, "time.malformed": 1, "time.missing": 1,
        "time.other_clock": 1,
      ])
    #expect(reading.finding(.timeOtherClock)?.location?.line == 10)
  }

  @Test func `a time without a zone is read as UTC, and told`() throws {
    let zoneless = tcx(
      activity(
        lap(0, "<TotalTimeSeconds>60</TotalTimeSeconds>", track(trackpoint(clock(0)))))
    )
    .replacing("Z\"", with: "\"").replacing("Z<", with: "<")
    let reading = try IngestedInput(track: zoneless)
    #expect(reading.activities.map(\.start) == [at(0)])
    // The id, the lap's start and a point.
    #expect(reading.codes == ["time.clock_assumed"])
    #expect(reading.finding(.timeClockAssumed)?.count == 3)
  }

  @Test func `an id of another clock is no start`() throws {
    let lap = lap(0, track(trackpoint(clock(2)), trackpoint(clock(8))))
    for id in ["1970-01-01T00:00:00Z", "2025-05-20T10:00:00Z"] {
      let reading = try IngestedInput(track: tcx(activity(lap, id: id)))
      #expect(reading.activities.map(\.start) == [at(0)])
      #expect(reading.codes == ["time.other_clock"])
    }
  }

  @Test func `laps keep their points where one of another clock is left out`() throws {
    let reading = try IngestedInput(
      track: tcx(
        activity(
          lap(
            0, meters("100"),
            track(
              trackpoint(clock(50), meters("0")), trackpoint(clock(1), meters("50")),
              trackpoint(clock(2), meters("100")))),
          lap(3, track(trackpoint(clock(3), meters("120")), trackpoint(clock(4), meters("180")))),
          lap(5, meters("0"), track(trackpoint(clock(5), meters("180")))))))
    let run = try #require(reading.activities.first)
    // The first lap states 100 m; the second has the way from 100 m to 180.
    #expect(run.distance?.text == "180")
    #expect(run.track.map(\.beginsSegment) == [false, false, false, false, true])
    #expect([run.start, run.end] == [at(0), at(5)])
    #expect(reading.codes == ["time.other_clock"])
  }

  @Test func `courses and workouts are planned`() throws {
    for (element, content) in [
      ("Courses><Course", UnusedContent.course), ("Workouts><Workout", .plannedWorkout),
    ] {
      let inner = element.split(separator: ">")
      let text =
        declaration + "<TrainingCenterDatabase><\(element)><Name>a</Name>"
        + track(trackpoint(clock(0), meters("7")))
        + "</\(inner[1].dropFirst())></\(inner[0])></TrainingCenterDatabase>"
      let reading = try IngestedInput(track: text)
      #expect(reading.activities.isEmpty)
      #expect(reading.finding(.activitySkipped)?.facts == .init { $0.content = content })
    }
  }

  @Test func `a start that a wrong zone put behind the first point is the first point's`() throws {
    let reading = try IngestedInput(
      track: tcx(
        activity(lap(59, track(trackpoint(clock(2)), trackpoint(clock(8)))), id: clock(59))))
    #expect(reading.activities.map(\.start) == [at(2)])
    #expect(reading.activities.map(\.end) == [at(8)])
  }
}
