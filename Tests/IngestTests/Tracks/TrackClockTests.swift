import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkIngest

private func minutes(_ range: Range<Int>) -> [String] { range.map { clock($0) } }

/// A track of points at these times, as a GPX document.
private func document(_ times: [String]) -> String {
  let points = times.enumerated().map { index, time in
    // 0.100, 0.101 and so on: 111.195 m each.
    trackPoint("0.\(100 + index)", time)
  }
  return gpx("<trk><type>run</type><trkseg>\n" + points.joined() + "</trkseg></trk>\n")
}

struct TrackClockTests {
  private static let others = [
    "2025-06-01T15:00:00Z", "2025-06-01T04:00:00Z", "2025-05-29T10:00:00Z", "2025-06-04T10:00:00Z",
    "1970-01-01T00:00:00Z", "2005-10-16T10:00:00Z", "2106-02-07T06:28:15Z",
  ]

  @Test(arguments: others, [0, 7, 20])
  func `a point of another clock is left out and told, wherever it stands`(
    other: String, place: Int
  ) throws {
    var times = minutes(0..<20)
    times.insert(other, at: place)
    let reading = try IngestedInput(track: document(times))
    let run = try #require(reading.activities.first)
    #expect([run.start, run.end] == [at(0), at(19)])
    #expect(run.track.count == 20)
    #expect(reading.codes == ["time.other_clock"])
    #expect(reading.finding(.timeOtherClock)?.location?.line == 4 + place)
    // 20 points have 19 ways; in their midst the way goes past the place of the one that is gone.
    let meters = try #require(number(run.distance))
    #expect(abs(meters - (place == 7 ? 20 : 19) * 111.195) < 0.1)
  }

  @Test func `several points of another clock are left out where most are of one`() throws {
    for old in [9, 3] {
      let before = (0..<old).map { "2005-10-16T23:\(10 + $0):00Z" }
      let reading = try IngestedInput(track: document(before + minutes(0..<20)))
      #expect(reading.activities.map(\.start) == [at(0)])
      #expect(reading.finding(.timeOtherClock)?.count == old)
      #expect(reading.facts.damagedSpans.isEmpty)
    }
  }

  @Test func `where no clock has more than half, all days that they name are incomplete`() throws {
    let days = DayCalendar(zone: .utc)
    for (other, expected) in [
      ("2025-06-01T23", ["2025-06-01"]), ("2005-10-16T23", ["2005-10-16", "2025-06-01"]),
    ] {
      let before = (0..<20).map { "\(other):\(10 + $0):00Z" }
      let reading = try IngestedInput(track: document(before + minutes(0..<20)))
      #expect(reading.track.count == 20)
      #expect(reading.codes == ["time.clocks_differ"])
      let touched = reading.facts.damagedSpans.map { days.day(containing: $0.start).description }
      #expect(Set(touched) == Set(expected))
    }
  }

  @Test(arguments: [
    // A break of five hours, and another ride of a tenth of the first.
    minutes(0..<20) + ["2025-06-01T15:30:00Z", "2025-06-01T15:31:00Z"],
    // The night and a day of rest on a tour.
    minutes(0..<20) + (0..<10).map { "2025-06-03T10:0\($0):00Z" },
    // A device that writes two points.
    ["2025-06-01T10:00:00Z", "2025-06-01T13:00:00Z"],
  ])
  func `people stop, and nothing of what they recorded is left out`(times: [String]) throws {
    let reading = try IngestedInput(track: document(times))
    #expect(reading.track.count == times.count)
    #expect(!reading.codes.contains("time.other_clock"))
  }

  @Test func `a segment may begin days later, and a point left out at its start leaves a pause`()
    throws
  {
    let first = minutes(0..<12).map { trackPoint("0", $0) }.joined()
    func reading(_ second: String) throws -> IngestedInput {
      try IngestedInput(
        track: gpx("<trk><trkseg>\(first)</trkseg><trkseg>\(second)</trkseg></trk>"))
    }
    let later = try reading(trackPoint("0", "2025-06-20T10:00:00Z"))
    #expect(later.track.count == 13 && later.codes.isEmpty)
    let stray = try reading(
      trackPoint("0", "1970-01-01T00:00:00Z") + trackPoint("0", clock(20))
        + trackPoint("0", clock(21)))
    #expect(stray.track.map(\.beginsSegment).suffix(3) == [false, true, false])
    #expect(stray.codes == ["time.other_clock"])
  }

  @Test(
    arguments: [
      ([1, 2, 2, 3], []), ([5, 1, 2, 3], [0]), ([1, 9, 2, 3], [1]), ([3, 4, 5, 1], [3]),
      ([3, 2, 1, 4], [1, 2]), ([], []),
    ] as [([Int64], [Int])])
  func `of times the longest ascending part stands`(times: [Int64], others: [Int]) {
    #expect(indicesOutOfOrder(times) == others)
  }

  @Test func `the part that stands is as long as any`() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      let times = (0..<9).map { _ in Int64.random(in: 0...9, using: &random) }
      let others = indicesOutOfOrder(times)
      let kept = times.indices.filter { !others.contains($0) }.map { times[$0] }
      #expect(zip(kept, kept.dropFirst()).allSatisfy(<=))
      let longest = (0..<512).map { choice -> Int in
        let part = times.indices.filter { choice >> $0 & 1 == 1 }.map { times[$0] }
        return zip(part, part.dropFirst()).allSatisfy(<=) ? part.count : 0
      }.max()
      #expect(kept.count == longest)
    }
  }
}

struct TrackGapTests {
  /// Times in seconds from 10:00 on; each point 0.001 degrees, 111.195 m, from the last.
  private func reading(_ segments: [[Int]]) throws -> IngestedInput {
    var longitude = 100
    let text = segments.map { seconds in
      "<trkseg>\n"
        + seconds.map { second in
          longitude += 1
          return trackPoint("0.\(longitude)", clock(second / 60, second % 60))
        }.joined() + "</trkseg>"
    }.joined()
    return try IngestedInput(track: gpx("<trk><type>ride</type>\(text)</trk>"))
  }

  @Test func `a gap in a segment is neither way nor time`() throws {
    let reading = try reading([[0, 10, 20, 30, 1230, 1240, 1250]])
    let ride = try #require(reading.activities.first)
    // Five ways, and 1250 s without 1200 of them.
    #expect(abs(try #require(number(ride.distance)) - 5 * 111.195) < 0.1)
    #expect(number(ride.duration) == 50)
    #expect([ride.start, ride.end] == [at(0), at(20, 50)])
    #expect(ride.track.map(\.beginsSegment) == [false, false, false, false, true, false, false])
    #expect(reading.codes == ["track.gap"])
    #expect(reading.finding(.trackGap)?.count == 1)
  }

  @Test(arguments: [
    // 300 s are none, and 301 s are one.
    ([[0, 10, 20, 320, 330]], 0), ([[0, 10, 20, 321, 331]], 1),
    // A point every ten minutes; five times the median of 100 s.
    ([[0, 600, 1200, 2400, 3000]], 0),
    ([[0, 100, 200, 700, 800]], 0), ([[0, 100, 200, 701, 801]], 1),
    // The median of an even number is between the two: 60 s.
    ([[0, 20, 120, 421, 441]], 1), ([[0, 20, 140, 541]], 0),
    // Each segment by its own, and none between two.
    ([[0, 10, 20], [1200, 1210]], 0), ([[0, 10, 20, 400], [1200, 1800, 2400]], 1),
    ([[0, 900]], 0),
  ])
  func `a gap is longer than five minutes and five median intervals`(
    segments: [[Int]], gaps: Int
  ) throws {
    let reading = try reading(segments)
    #expect(reading.finding(.trackGap)?.count ?? 0 == gaps)
  }

  private func place(_ longitude: String) -> String {
    "<Position><LatitudeDegrees>0</LatitudeDegrees>"
      + "<LongitudeDegrees>\(longitude)</LongitudeDegrees></Position>"
  }

  @Test func `distances and timers that a file states stand`() throws {
    let points = [(0, "7"), (1, "7.001"), (2, "7.002"), (30, "7.012"), (31, "7.013")]
      .map { trackpoint(clock($0), place($1)) }.joined()
    func run(_ stated: String) throws -> IngestedInput {
      try IngestedInput(
        track: tcx(
          "<Activity Sport=\"Running\"><Id>\(clock(0))</Id><Lap StartTime=\"\(clock(0))\">\(stated)"
            + "<Track>\(points)</Track></Lap></Activity>"))
    }
    let stated = try run("<TotalTimeSeconds>1860</TotalTimeSeconds>" + meters("1500"))
    #expect(stated.activities.map { $0.distance?.text } == ["1500"])
    #expect(stated.activities.map { $0.duration?.text } == ["1860"] && stated.codes.isEmpty)
    let timed = try run("<TotalTimeSeconds>1860</TotalTimeSeconds>")
    // Three ways of 0.001 degrees.
    #expect(timed.activities.map { $0.distance?.text } == ["333.58524"])
    #expect(timed.activities.map { $0.duration?.text } == ["1860"] && timed.codes == ["track.gap"])
    #expect(try run("").activities.map { $0.duration?.text } == ["180"])
  }

  @Test func `a FIT file's positions have gaps as well, unless it states a distance`() throws {
    func run(centimeters: UInt32) throws -> IngestedInput {
      var fit = FITBytes()
      fit.addFileID()
      fit.define(1, 20, [(253, 4, 0x86), (0, 4, 0x85), (1, 4, 0x85)])
      for (index, second) in [0, 10, 20, 1220, 1230].enumerated() {
        fit.add(
          1, bytes(fitStart + UInt32(second)), bytes(Int32(index * 1193)), bytes(Int32(0)))
      }
      fit.defineSessions()
      fit.addSession(at: 0, elapsed: 1230, sport: 1, centimeters: centimeters)
      return try IngestedInput(fit: fit.file())
    }
    let computed = try run(centimeters: .max)
    // Three ways of 1193 / 2³¹ × π × 6,371,008.8 m = 11.119 m.
    #expect(abs(try #require(number(computed.activities.first?.distance)) - 33.357) < 0.01)
    #expect(computed.activities.map { number($0.duration) } == [30])
    #expect(computed.track.map(\.beginsSegment) == [false, false, false, true, false])
    #expect(computed.codes == ["track.gap"])
    let stated = try run(centimeters: 5000)
    #expect(stated.activities.map { number($0.distance) } == [50] && stated.codes.isEmpty)
    #expect(stated.activities.map { number($0.duration) } == [nil])
  }
}
