import DaymarkModel
import DaymarkTestSupport
import Foundation
import Testing

@testable import DaymarkIngest

struct StravaAPITests {
  private let ride = """
    {"resource_state": 3, "athlete": {"id": 1}, "name": "Ride \\"a\\"", "distance": 28099.5,
     "moving_time": 4207, "elapsed_time": 4410, "total_elevation_gain": 516, "type": "Ride",
     "sport_type": "MountainBikeRide", "id": 12345678987654321,
     "start_date": "2018-02-16T14:52:54Z", "start_date_local": "2018-02-16T06:52:54Z",
     "timezone": "(GMT-08:00) America/Los_Angeles", "utc_offset": -28800.0, "manual": false,
     "trainer": false, "average_heartrate": 140.3, "max_heartrate": 178.0,
     "kilojoules": 788.7, "calories": 870.2, "external_id": "garmin_push_1", "upload_id": 9,
     "map": {"polyline": "ki{eFvqfiVqAWQ"}, "laps": [{"id": 2, "distance": 1.0}]}
    """

  private func read(_ text: String) throws -> IngestedInput {
    let folder = try ScratchFolder()
    return try IngestedInput(
      of: try folder.write(text.utf8, to: "activities.json"), chunkBytes: 100)
  }

  @Test func `a detailed activity is read in its units`() throws {
    let reading = try read(ride)
    #expect(reading.facts.format == "strava-api")
    #expect(reading.facts.findings.isEmpty)
    let activity = try #require(reading.activities.first)
    #expect(reading.activities.count == 1)
    #expect(activity.kind == .cycle && !activity.isIndoor && !activity.isUserEntered)
    #expect(activity.start.instant?.description == "2018-02-16T14:52:54Z")
    #expect(activity.seconds == 4410)
    #expect(activity.duration == WrittenAmount(DecimalNumber("4207"), .known(.second)))
    #expect(activity.distance == WrittenAmount(DecimalNumber("28099.5"), .known(.meter)))
    #expect(activity.energy == WrittenAmount(DecimalNumber("870.2"), .known(.kilocalorie)))
    let average = DecimalNumber("140.3")
    #expect(activity.averageHeartRate == WrittenAmount(average, .known(.beatsPerMinute)))
    #expect(activity.maximumHeartRate?.whole == 178)
    #expect(activity.elevationGain?.whole == 516)
    #expect(activity.steps == nil)
    #expect(reading.facts.zoneVotes == ["America/Los_Angeles": 1])
    #expect(reading.facts.earliestOffset?.seconds == -28_800)
    #expect(reading.facts.sources == [.strava])
  }

  @Test func `a list is read one by one, and mechanical work is no energy`() throws {
    let short = """
      {"id": 1, "sport_type": "VirtualRun", "distance": 1000, "moving_time": 300,
       "elapsed_time": 310, "start_date": "2018-02-17T10:00:00Z", "manual": true,
       "kilojoules": 100.0, "timezone": "(GMT+01:00) Europe/Berlin"}
      """
    let reading = try read("[\(short),\n \(ride),\n 7, \(short)]")
    #expect(reading.activities.map(\.kind) == [.run, .cycle, .run])
    #expect(reading.activities.map(\.isIndoor) == [true, false, true])
    #expect(reading.activities.map(\.isUserEntered) == [true, false, true])
    #expect(reading.activities[0].energy == nil)
    #expect(reading.facts.zoneVotes == ["America/Los_Angeles": 1, "Europe/Berlin": 2])
    #expect(reading.codes == ["json.malformed"])
  }

  @Test func `a type of which nothing is known is told of`() throws {
    let reading = try read(
      ride.replacingOccurrences(of: "MountainBikeRide", with: "Quidditch"))
    #expect(reading.activities.map(\.kind) == [.other])
    #expect(reading.activities.map(\.sportGap) == [.unknown])
  }

  @Test func `what an activity lacks or gets wrong is lost alone`() throws {
    let reading = try read(
      """
      [{"id": 1, "type": "Run", "distance": "far", "moving_time": 60, "elapsed_time": null,
        "start_date": "2018-02-17T10:00:00Z", "utc_offset": 1e12, "timezone": 3},
       {"id": 2, "start_date": "yesterday"}, {"id": 3, "elapsed_time": 5}]
      """)
    let first = try #require(reading.activities.first)
    #expect(first.distance == WrittenAmount(nil, .known(.meter)))
    #expect(first.seconds == 60)
    #expect(reading.activities.map(\.start).dropFirst() == [.malformed, .missing])
    #expect(reading.facts.earliestOffset == nil && reading.facts.zoneVotes.isEmpty)
  }

  @Test func `a cut list keeps what is whole`() throws {
    let list = "[\(ride),\n\(ride)]"
    for length in stride(from: ride.utf8.count + 1, to: list.utf8.count - 1, by: 41) {
      let reading = try read(String(list.prefix(length)))
      #expect(reading.activities.count == 1)
      #expect(reading.codes == ["json.truncated"])
    }
  }

  @Test(arguments: [
    "{}", "[]", "[{\"id\": 1, \"distance\": 5}]",
    "[{\"activityId\": 1, \"activityType\": \"running\", \"distance\": 1, \"duration\": 2}]",
    "{\"activities\": [{\"id\": 1, \"type\": \"x\", \"start_date\": \"\"}]}",
  ])
  func `other documents are not taken`(_ text: String) {
    let recognition = Array(text.utf8).withUnsafeBufferPointer {
      StravaAPIFormat.recognise(DocumentHead(bytes: $0, isWhole: true, path: "a.json"))
    }
    #expect(recognition == .other)
  }
}
