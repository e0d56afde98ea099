import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkIngest

private func track(_ type: String?, _ segments: String...) -> String {
  let type = type.map { "<type>\($0)</type>" } ?? ""
  return "<trk><name>a</name>\(type)\n" + segments.map { "<trkseg>\n\($0)</trkseg>\n" }.joined()
    + "</trk>\n"
}

struct GPXTests {
  @Test func `distance is within segments, never across`() throws {
    let reading = try IngestedInput(
      track: gpx(
        track(
          "running", trackPoint("1.000", clock(0)) + trackPoint("1.001", clock(1)), "",
          trackPoint("1.100", clock(20)) + trackPoint("1.102", clock(22)))))
    let run = try #require(reading.activities.first)
    // Three thousandths of a degree at 111,195.0797 m, each pair rounded to a micrometer.
    #expect(run.distance?.text == "333.58524" && run.isDistanceComputed)
    #expect(run.track.map(\.beginsSegment) == [false, false, true, false])
    #expect(run.kind == .run && run.start == at(0) && run.end == at(22))
    #expect(
      run.energy == nil && run.steps == nil && run.elevationGain == nil && run.duration == nil)
    #expect(reading.codes.isEmpty)
    #expect(
      reading.facts.sources
        == [Source(provider: "strava", name: "StravaGPX", deviceClass: .tracker)])
  }

  @Test func `a place out of reach is left out, wherever it stands`() throws {
    // From the second to the third are 1111.95 m in 10 s; a runner's limit is 20 m/s.
    let spike =
      trackPoint("0", clock(0)) + trackPoint("0.0005", clock(0, 10))
      + trackPoint("0.0105", clock(0, 20)) + trackPoint("0.001", clock(0, 30))
    let first =
      trackPoint("50", clock(0)) + trackPoint("0", clock(0, 10))
      + trackPoint("0.0005", clock(0, 20)) + trackPoint("0.001", clock(0, 30))
    for text in [spike, first] {
      let reading = try IngestedInput(track: gpx(track("9", text)))
      // 0.001 degrees.
      #expect(reading.activities.first?.distance?.text == "111.19508")
      #expect(reading.codes == ["activity.teleport"])
      #expect(reading.finding(.activityTeleport)?.count == 1)
      #expect(reading.activities.first?.track.count == 4)
    }
    let distances = try IngestedInput(track: gpx(track("9", spike))).activities[0].track
    #expect(distances.map { $0.distance?.description } == ["0", "55.59754", nil, "111.19508"])
    // On a bicycle 50 m/s are allowed, and 100 m/s where nobody knows.
    let ride = trackPoint("0", clock(0)) + trackPoint("0.004", clock(0, 10))
    #expect(try IngestedInput(track: gpx(track("1", ride))).codes.isEmpty)
    #expect(try IngestedInput(track: gpx(track("run", ride))).codes == ["activity.teleport"])
  }

  @Test func `a sport of which nothing is known is told from one that is not named`() throws {
    let points = trackPoint("1.000", clock(0)) + trackPoint("1.001", clock(1))
    let unknown = try IngestedInput(track: gpx(track("Löprunda", points)))
    #expect(unknown.activities.map(\.sportGap) == [.unknown])
    #expect(unknown.activities.map(\.kind) == [.other])
    let missing = try IngestedInput(track: gpx(track(nil, points)))
    #expect(missing.activities.map(\.sportGap) == [.missing] && missing.codes.isEmpty)
  }

  @Test(arguments: [
    ("gpxtpx:TrackPointExtension", "gpxtpx:hr"), ("ns3:TrackPointExtension", "ns3:hr"),
    ("a", "gpxdata:hr"), ("a", "heartrate"), ("b:a", "bpm"),
  ])
  func `heart rate is found under any prefix`(_ around: String, name: String) throws {
    let spaces = "xmlns:gpxtpx=\"a\" xmlns:ns3=\"b\" xmlns:gpxdata=\"c\" xmlns:b=\"d\""
    let more =
      "<extensions \(spaces)><power>9</power><\(around)><\(name)> 141 </\(name)></\(around)>"
      + "</extensions>"
    let text = gpx(track(nil, trackPoint("0", clock(0), more)))
    let reading = try IngestedInput(track: text)
    #expect(reading.activities.first?.track.first?.heartRate == Quantity(141))
  }

  @Test func `tracks are activities, and those without times and routes are planned`() throws {
    let planned =
      "<trk><trkseg><trkpt lat=\"1\" lon=\"1\"/><trkpt lat=\"1\" lon=\"2\"/></trkseg></trk>"
    let route = "<rte><rtept lat=\"1\" lon=\"1\"><time>\(clock(0))</time></rtept></rte>"
    let one = track("1", trackPoint("0", clock(0)))
    let two = track("hiking", trackPoint("0", clock(1)))
    let mixed = try IngestedInput(track: gpx(one, planned, route, two))
    #expect(mixed.activities.map(\.kind) == [.cycle, .hike])
    #expect(mixed.codes.isEmpty)
    for (text, content) in [(planned, UnusedContent.plannedTrack), (route, .route)] {
      let reading = try IngestedInput(track: gpx(text))
      #expect(reading.activities.isEmpty)
      #expect(reading.finding(.activitySkipped)?.facts == .init { $0.content = content })
    }
  }

  @Test(arguments: [
    ("2025-06-01T10:00:00Z", "2025-06-01T10:00:00Z"),
    ("2025-06-01T10:00:00", "2025-06-01T10:00:00Z"),
    (" 2025-06-01T12:00:00+02:00 ", "2025-06-01T10:00:00Z"),
    ("2025-06-01T04:30:00.5-0530", "2025-06-01T10:00:00.500Z"),
    ("2025-06-01T10:00:00.99999Z", "2025-06-01T10:00:00.999Z"),
    ("2024-02-29T00:00:00Z", "2024-02-29T00:00:00Z"),
    ("2025-02-30T10:00:00Z", nil), ("2025-06-01T24:00:00Z", nil), ("2025-06-01T10:00:00.Z", nil),
    ("2025-06-01 10:00:00Z", nil), ("2025-06-01T10:00Z", nil), ("2025-06-01T10:00:00+2", nil),
    ("2025-06-01T10:00:00+02:0:", nil), ("2025-06-01T10:00:00ZZ", nil), ("", nil),
    ("2025-06-01T10:00:0x", nil), ("２０25-06-01T10:00:00Z", nil),
  ])
  func `times are XML Schema's, of real dates`(_ text: String, expected: String?) throws {
    let reading = try IngestedInput(track: gpx(track(nil, trackPoint("0", text))))
    #expect(reading.activities.map { $0.start.instant?.description } == [expected])
    // It is no planned track: its only time cannot be read.
    if expected == nil { #expect(reading.activities.map(\.start) == [.malformed]) }
    let hasZone = text.trimmed.hasSuffix("Z") || text.contains("+") || text.hasSuffix("-0530")
    #expect(
      reading.codes
        == [expected == nil ? "time.malformed" : hasZone ? nil : "time.clock_assumed"].compactMap(
          \.self))
  }

  @Test func `an offset that is no other name of UTC is noted`() throws {
    let abroad = try IngestedInput(
      track: gpx(track(nil, trackPoint("0", "2025-06-01T12:00:00+02:00"))))
    #expect(abroad.facts.earliestOffset?.seconds == 7200)
    let utc = try IngestedInput(
      track: gpx(track(nil, trackPoint("0", "2025-06-01T12:00:00+00:00"))))
    #expect(utc.facts.earliestOffset == nil)
  }

  @Test func `what is no place on the earth has no distance, and its time stands`() throws {
    let bad = ["91", "nan", "inf", "1e400", "0x1", "", "-90.0000001"].map {
      "<trkpt lat=\"\($0)\" lon=\"0\"><time>\(clock(1))</time></trkpt>"
    }
    let text = gpx(
      track(nil, trackPoint("0", clock(0)) + bad.joined() + trackPoint("0.001", clock(2))))
    let reading = try IngestedInput(track: text)
    #expect(reading.finding(.valueNotANumber)?.count == bad.count)
    #expect(reading.activities.first?.track.count == bad.count + 2)
    #expect(reading.activities.first?.distance?.text == "111.19508")
  }

  @Test func `poles, the date line and the other side of the earth have a distance`() {
    func place(_ latitude: String, _ longitude: String) -> EarthPosition? {
      EarthPosition(latitude: DecimalNumber(latitude), longitude: DecimalNumber(longitude))
    }
    func micrometers(_ a: EarthPosition?, _ b: EarthPosition?) -> Int64? {
      guard let a, let b else { return nil }
      return a.micrometers(to: b)
    }
    // Half the girth, π x 6,371,008.8 m = 20,015,114.44 m; and 0.2 degrees of it across the date line.
    #expect(micrometers(place("90", "0"), place("-90", "0")).map { $0 / 10_000 } == 2_001_511_444)
    #expect(micrometers(place("0", "179.9"), place("0", "-179.9")).map { $0 / 10_000 } == 2_223_901)
    #expect(micrometers(place("90", "0"), place("90", "120")).map { abs($0) < 10 } == true)
    #expect(micrometers(place("1", "1"), place("1", "1")) == 0)
  }
}
