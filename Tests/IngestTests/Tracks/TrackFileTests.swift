import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkIngest

/// What one activity of a shared file must say, as an ElementTree program of some lines computed it:
/// sums of what laps state, and haversines of neighbouring points, each rounded to a micrometer.
struct ExpectedTrack: Sendable, CustomTestStringConvertible {
  var file: String
  var kind: ActivityKind
  var start: String
  var end: String
  var seconds: String?
  var meters: String
  var kilocalories: String?
  var averageBPM: String?
  var maximumBPM: String?
  var steps: String?
  var points: Int
  var heartRates = 0
  var provider: String

  var testDescription: String { file }
}

private let stated: [ExpectedTrack] = [
  .init(
    file: "tcx/activity_files-sample.tcx", kind: .cycle, start: "2024-01-10T07:00:00Z",
    end: "2024-01-10T07:00:50Z", seconds: "50", meters: "550", points: 7, heartRates: 7,
    provider: "unknown"),
  .init(
    file: "tcx/clean_run.tcx", kind: .run, start: "2024-03-01T10:00:00Z",
    end: "2024-03-01T10:08:15Z", seconds: "495", meters: "1386.7", points: 100, heartRates: 100,
    provider: "unknown"),
  // 144 bpm for 2160.432 s and 131 bpm for 240.828 s: 342,650.676 / 2401.26 = 142.69619949...
  .init(
    file: "tcx/cross-country-skiing_activity_1.tcx", kind: .other, start: "2020-12-26T15:14:21Z",
    end: "2020-12-26T15:54:22.260Z", seconds: "2401.26", meters: "5692.01", kilocalories: "532",
    averageBPM: "142.696199", maximumBPM: "172", points: 486, heartRates: 486, provider: "garmin"),
  .init(
    file: "tcx/mapmyride_biking.tcx", kind: .cycle, start: "2022-11-12T15:58:25Z",
    end: "2022-11-12T16:50:16.526Z", seconds: "3111", meters: "15350.421969",
    kilocalories: "458", points: 3112, provider: "unknown"),
  .init(
    file: "tcx/no_hr.tcx", kind: .run, start: "2012-12-26T21:29:53Z",
    end: "2012-12-26T22:03:05.780Z", seconds: "1992.78", meters: "4689.242676",
    kilocalories: "379", points: 384, provider: "garmin"),
  .init(
    file: "tcx/stravalib-sample.tcx", kind: .cycle, start: "2009-02-21T12:57:25Z",
    end: "2009-02-21T15:14:13Z", seconds: "8187.22", meters: "64670.187572",
    kilocalories: "2371", averageBPM: "136.872504", maximumBPM: "165", points: 827,
    heartRates: 827, provider: "garmin"),
  .init(
    file: "tcx/sup_activity_1.tcx", kind: .other, start: "2022-07-16T16:08:25Z",
    end: "2022-07-16T16:26:57.335Z", seconds: "1112.335", meters: "1157.51", kilocalories: "92",
    averageBPM: "87.869159", maximumBPM: "108", steps: "491", points: 111, heartRates: 111,
    provider: "garmin"),
  .init(
    file: "tcx/tcxparser-test.tcx", kind: .run, start: "2012-12-26T21:29:53Z",
    end: "2012-12-26T22:03:05.780Z", seconds: "1992.78", meters: "4689.242676",
    kilocalories: "379", averageBPM: "160.244031", maximumBPM: "189", points: 384,
    heartRates: 383, provider: "garmin"),
]

private let computed: [ExpectedTrack] = [
  .init(
    file: "gpx/activity_files-sample.gpx", kind: .cycle, start: "2024-01-10T07:00:00Z",
    end: "2024-01-10T07:00:50Z", meters: "187.28405", points: 6, heartRates: 6,
    provider: "unknown"),
  // Seven tracks without times and one of which 5 of 21 points have none before.
  .init(
    file: "gpx/cerknicko-without-times.gpx", kind: .other, start: "2010-08-05T16:22:52Z",
    end: "2010-08-05T16:23:49Z", meters: "53.097535", points: 5, provider: "gpsbabel"),
  .init(
    file: "gpx/clean_run.gpx", kind: .run, start: "2024-03-01T10:00:00Z",
    end: "2024-03-01T10:08:15Z", meters: "1386.671264", points: 100, heartRates: 100,
    provider: "unknown"),
  // Rests in a segment: 723 s and 18.473745 of 2282.044603 m where a point comes each 14 s; then 999 s and
  // 2041 s, 14.845794 and 5.126928 of 3979.499382 m, where one comes each 10.5 s.
  .init(
    file: "gpx/korita-zbevnica.gpx", kind: .other, start: "2010-10-03T09:36:30Z",
    end: "2010-10-03T10:52:22Z", seconds: "3829", meters: "2263.570858", points: 176,
    provider: "gpsbabel"),
  .init(
    file: "gpx/korita-zbevnica.gpx", kind: .other, start: "2010-10-03T10:57:10Z",
    end: "2010-10-03T13:19:31Z", seconds: "5501", meters: "3959.52666", points: 337,
    provider: "gpsbabel"),
  .init(
    file: "gpx/track-with-empty-segment.gpx", kind: .other, start: "2013-07-06T17:26:26Z",
    end: "2013-07-06T17:27:42Z", meters: "85.853327", points: 9, provider: "unknown"),
  .init(
    file: "gpx/track-with-less-sec-time.gpx", kind: .run, start: "2015-12-11T14:43:13Z",
    end: "2015-12-11T14:43:13.994Z", meters: "1.561433", points: 2, provider: "nike"),
  .init(
    file: "gpx/track_with_speed.gpx", kind: .other, start: "2009-03-02T14:05:52Z",
    end: "2009-03-02T14:06:05Z", meters: "18.644167", points: 3, provider: "unknown"),
]

@Suite(.enabled(if: SharedData.isPresent)) struct TrackFileTests {
  private func expect(_ activity: ActivityRecord, _ expected: ExpectedTrack, _ facts: InputFacts) {
    #expect(activity.kind == expected.kind)
    #expect(activity.start.instant?.description == expected.start)
    #expect(activity.end.instant?.description == expected.end)
    #expect(activity.duration?.text == expected.seconds)
    #expect(activity.distance?.text == expected.meters)
    #expect(activity.energy?.text == expected.kilocalories)
    #expect(activity.averageHeartRate?.text == expected.averageBPM)
    #expect(activity.maximumHeartRate?.text == expected.maximumBPM)
    #expect(activity.steps?.text == expected.steps)
    #expect(activity.track.count == expected.points)
    #expect(activity.track.count { $0.heartRate != nil } == expected.heartRates)
    #expect(facts.sources[Int(activity.source)].provider.id == expected.provider)
    #expect(activity.elevationGain == nil && activity.contribution == .samples)
  }

  @Test(arguments: stated)
  func `a TCX file gives what an independent program reads in it`(expected: ExpectedTrack) throws {
    let reading = try IngestedInput(of: SharedData.path(expected.file))
    #expect(reading.facts.format == "tcx")
    #expect(reading.codes.isEmpty)
    try #require(reading.activities.count == 1)
    #expect(!reading.activities[0].isDistanceComputed && reading.activities[0].detail == .laps)
    expect(reading.activities[0], expected, reading.facts)
  }

  @Test(arguments: computed)
  func `a GPX file gives the haversines between its points`(expected: ExpectedTrack) throws {
    let reading = try IngestedInput(of: SharedData.path(expected.file))
    #expect(reading.facts.format == "gpx")
    #expect(reading.codes == (expected.file.contains("korita") ? ["track.gap"] : []))
    let activity = try #require(
      reading.activities.first { $0.start.instant?.description == expected.start })
    #expect(activity.isDistanceComputed && activity.detail == .track)
    expect(activity, expected, reading.facts)
  }

  @Test func `a step that no runner makes is left out, and what follows is measured`() throws {
    // From the first point to the second are 995.7 m in 45 s, 22.1 m/s; to the third 1130.650711 m in 90 s,
    // which a runner might. So the second is left out: 1130.650711 and the twelve steps behind the third.
    let reading = try IngestedInput(of: SharedData.path("gpx/garminconnect-sample_activity.gpx"))
    #expect(reading.activities.map { $0.distance?.text } == ["2983.383309"])
    #expect(reading.activities.map(\.kind) == [.run])
    #expect(reading.codes == ["activity.teleport"])
    #expect(reading.finding(.activityTeleport)?.count == 1)
  }

  @Test(arguments: [
    ("gpx/route.gpx", UnusedContent.route),
    ("gpx/unicode_with_bom.gpx", UnusedContent.waypoints),
    ("gpx/unicode_with_bom_noencoding.gpx", UnusedContent.waypoints),
    ("gpx/gpx1.1_with_extensions_without_namespaces.gpx", UnusedContent.waypoints),
    ("gpx/gpx_with_garmin_extension.gpx", UnusedContent.waypoints),
  ])
  func `what was not recorded is skipped with the reason`(
    _ file: String, content: UnusedContent
  ) throws {
    let reading = try IngestedInput(of: SharedData.path(file))
    #expect(reading.activities.isEmpty)
    #expect(reading.codes == ["activity.skipped"])
    #expect(reading.finding(.activitySkipped)?.facts == .init { $0.content = content })
  }

  @Test func `one run as TCX and as GPX is one interval of one kind, so that it can merge`() throws
  {
    let copies = try ["tcx", "gpx"].map {
      try IngestedInput(of: SharedData.path("\($0)/clean_run.\($0)"))
    }
    #expect(Set(copies.flatMap { $0.activities.map(\.kind) }) == [.run])
    #expect(Set(copies.flatMap { $0.activities.map(\.start) }).count == 1)
    #expect(Set(copies.flatMap { $0.activities.map(\.end) }).count == 1)
  }
}
