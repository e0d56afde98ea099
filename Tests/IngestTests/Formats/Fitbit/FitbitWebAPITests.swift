import DaymarkModel
import DaymarkTestSupport
import Foundation
import Testing

@testable import DaymarkIngest

private func shared(_ name: String) throws -> FitbitReading {
  try FitbitReading(of: SharedData.path("fitbit/webapi/fitbit-activities-\(name).json"))
}

struct FitbitWebAPITests {
  @Test(.enabled(if: SharedData.isPresent))
  func `a series gives totals of its dates`() throws {
    let reading = try shared("steps-timeseries")
    #expect(reading.facts.format == "fitbit-web-api")
    #expect(
      reading.totals == ["2015-08-23 steps 175", "2015-08-24 steps 2937", "2015-08-25 steps 0"])
    #expect(reading.records.isEmpty && reading.codes.isEmpty)
  }

  @Test(.enabled(if: SharedData.isPresent))
  func `minutes are those of a wall clock on the series' one date`() throws {
    let steps = try shared("steps-1d-1m-intraday")
    #expect(steps.totals == ["2015-08-21 steps 3212"])
    #expect(
      steps.records == [
        "steps 2015-08-21T00:00:00Z 60 s 7 wall", "steps 2015-08-21T14:27:00Z 60 s 0 wall",
        "steps 2015-08-21T14:28:00Z 60 s 52 wall",
      ])
    let heart = try shared("heart-1d-1m-intraday")
    #expect(heart.totals.isEmpty)
    #expect(heart.records.count == 5)
    #expect(heart.records.first == "heartRate 2015-08-21T00:01:00Z 0 s 64 wall")
  }

  @Test(.enabled(if: SharedData.isPresent))
  func `a day is dated by its activities, or not at all`() throws {
    let one = try shared("date-single-in-activities-list")
    #expect(
      one.totals == ["2014-06-19 distanceWalkingRunning 7320 any", "2014-06-19 steps 10007"])
    let walk = try #require(one.activities.first)
    #expect(walk.kind == .walk && one.clocks == [.wall])
    #expect(walk.start.instant?.description == "2014-06-19T09:00:00Z")
    #expect(walk.end.instant?.description == "2014-06-19T10:00:00Z")
    #expect(
      [walk.duration, walk.distance, walk.energy, walk.steps].map(written)
        == ["3600", "3360", "128", "5000"])
    #expect(one.codes == ["distance.unit_assumed"])
    let several = try shared("date-multiple-in-activities-list")
    #expect(several.activities.map(\.kind) == [.run, .swim, .walk])
    #expect(several.activities.map { written($0.distance) } == ["6437.38", "missing", "6437.38"])
    #expect(
      several.totals == ["2015-06-23 distanceWalkingRunning 12870 any", "2015-06-23 steps 15242"])
    let none = try shared("date-empty-activities-list")
    #expect(none.totals.isEmpty && none.facts.unused == [.undated: 1])
    #expect(none.codes == ["activity.skipped"])
  }

  @Test func `what a body does at rest is nothing that was done`() throws {
    for text in [
      #"{"activities-heart": [{"dateTime": "2026-03-02", "value": {"restingHeartRate": 60}}]}"#,
      #"{"activities-calories": [{"dateTime": "2026-03-02", "value": "2500"}]}"#,
    ] {
      let reading = try FitbitReading(["a.json": text])
      #expect(reading.facts.unused == [.restOnly: 1])
      #expect(reading.facts.recordCount == 0)
    }
  }

  @Test func `other intervals and units are heeded`() throws {
    let reading = try FitbitReading([
      "a.json": """
      {"activities-distance-intraday": {"datasetInterval": 15, "datasetType": "minute",
        "dataset": [{"time": "10:15:00", "value": 1.5}, {"time": "25:00:00", "value": 1}]},
       "activities-distance": [{"dateTime": "2026-03-02", "value": "2"}]}
      """
    ])
    #expect(
      reading.records == [
        "distanceWalkingRunning 2026-03-02T10:15:00Z 900 s 1500 wall",
        "distanceWalkingRunning malformed 1000 wall",
      ])
    #expect(reading.totals == ["2026-03-02 distanceWalkingRunning 2000 any"])
    #expect(reading.codes == ["distance.unit_assumed"])
  }

  @Test func `minutes of several days, or of none, are undated`() throws {
    for days in ["", #"{"dateTime": "2026-03-02"}, {"dateTime": "2026-03-03"}"#] {
      let reading = try FitbitReading([
        "a.json": #"{"activities-steps": [\#(days)], "activities-steps-intraday": "#
          + #"{"dataset": [{"time": "10:15:00", "value": 1}]}}"#
      ])
      #expect(reading.records.isEmpty && reading.facts.unused == [.undated: 1])
    }
  }

  @Test func `the list of all activities states offsets and units`() throws {
    let reading = try FitbitReading([
      "a.json": """
      {"activities": [{"logId": 1, "activityName": "Hike", "startTime": "2026-03-02T08:00:00.000-08:00",
        "duration": 3600000, "activeDuration": 3000000, "distance": 4.2, "distanceUnit": "Kilometer",
        "logType": "tracker"},
       {"logId": 2, "activityName": "Yoga", "startTime": "yesterday", "logType": "manual"}],
       "pagination": {}}
      """
    ])
    #expect(reading.activities.map(\.kind) == [.hike, .yoga])
    #expect(reading.activities[0].start.instant?.description == "2026-03-02T16:00:00Z")
    #expect(reading.activities.map { written($0.distance) } == ["4200", "missing"])
    #expect(reading.activities[1].start == .malformed && reading.activities[1].isUserEntered)
    #expect(reading.clocks == [.absolute, .absolute] && reading.codes.isEmpty)
    #expect(reading.facts.earliestOffset?.seconds == -28_800)
  }
}
