import DaymarkDocuments
import DaymarkEmit
import DaymarkModel
import Testing

struct LightChallengeRecordsTests {
  /// Seconds of the days' bounds in Europe/Berlin: 1756677600 is 2025-08-31T22:00:00Z.
  ///
  /// The user id is what `hashlib` gives for the address as written. Steps and calories of 0 are
  /// not sent.
  @Test func `full sample gives the records written by hand`() throws {
    let rest = """
      "provider": "apple_health", "source_device": "Daymark",
      "user_id": "0xb8034bc4477791a8291e4f067ca70b1adb5fa87b5a10d261804ce47f1c779660"
      """
    let first = """
      "start_ts": 1756677600, "end_ts": 1756763999, \(rest)
      """
    let second = """
      "start_ts": 1756764000, "end_ts": 1756850399, \(rest)
      """
    let expected = """
      [{"activity_id": "hk_energy:2025-09-01", "type": "calories", "calories": 512.4,
        "duration_s": 86400, \(first)},
       {"activity_id": "hk_exercise_time:2025-09-01", "type": "exercise_time",
        "exercise_minutes": 31.5, "duration_s": 86400, \(first)},
       {"activity_id": "hk_flights:2025-09-01", "type": "hike", "elev_gain_m": 36,
        "duration_s": 86400, \(first)},
       {"activity_id": "hk_hr:2025-09-01", "type": "steps", "avg_hr_bpm": 71.2, "max_hr_bpm": 163,
        "duration_s": 86400, \(first)},
       {"activity_id": "hk_run:2025-09-01", "type": "run", "distance_m": 5012.3, "calories": 350,
        "sessions": 1, "duration_s": 1890, \(first)},
       {"activity_id": "hk_steps:2025-09-01", "type": "steps", "steps": 10412,
        "duration_s": 86400, \(first)},
       {"activity_id": "hk_yoga:2025-09-02", "type": "yoga", "sessions": 2,
        "duration_s": 2700, \(second)}]
      """
    let records = lightChallengeRecords(try SampleEvidence.full())
    #expect(records.text == (try canonical(expected)))
  }

  @Test(arguments: [
    (ActivityKind.run, "hk_run", "run", ["calories", "distance_m", "sessions"]),
    (.walk, "hk_walk_workout", "walk", ["calories", "distance_m", "sessions"]),
    (.hike, "hk_hike", "hike", ["calories", "distance_m", "elev_gain_m", "sessions"]),
    (.cycle, "hk_cycle", "cycle", ["calories", "distance_m", "sessions"]),
    (.swim, "hk_swim", "swim", ["calories", "distance_m", "sessions"]),
    (.row, "hk_rowing", "rowing", ["calories", "distance_m", "sessions"]),
    (.strength, "hk_strength", "strength", ["calories", "sessions"]),
    (.hiit, "hk_hiit", "hiit", ["calories", "sessions"]),
    (.yoga, "hk_yoga", "yoga", ["calories", "sessions"]),
  ])
  func `sessions of a kind have their fields`(
    kind: ActivityKind, id: String, type: String, fields: [String]
  ) throws {
    var evidence = try SampleEvidence.full()
    evidence.aggregates.days = []
    evidence.aggregates.activities = [
      DailyActivities(
        day: try SampleEvidence.day("2025-09-01"), kind: kind, sessions: 1,
        // 31.52 min are 1891.2 s, which a session of 1891 s (31.51666...) rounds to.
        minutes: Quantity(microUnits: 31_520_000), distance: Quantity(1), energy: Quantity(2),
        elevationGain: Quantity(3))
    ]
    guard case .array(let records) = lightChallengeRecords(evidence), records.count == 1,
      case .object(let record) = records[0]
    else {
      Issue.record("not one record")
      return
    }
    #expect(record["activity_id"] == .string("\(id):2025-09-01"))
    #expect(record["type"] == .string(type))
    #expect(record["duration_s"] == .number(1891))
    let common: Set = [
      "provider", "user_id", "activity_id", "type", "start_ts", "end_ts", "duration_s",
      "source_device",
    ]
    #expect(Set(record.keys).subtracting(common) == Set(fields))
  }

  @Test func `other sessions and plain distances are not sent`() throws {
    var evidence = try SampleEvidence.full()
    evidence.aggregates.days.removeAll {
      ![.distanceWalkingRunning, .distanceCycling, .distanceSwimming].contains($0.metric)
    }
    evidence.aggregates.activities = [
      DailyActivities(
        day: try SampleEvidence.day("2025-09-01"), kind: .other, sessions: 1, minutes: Quantity(5))
    ]
    #expect(lightChallengeRecords(evidence) == .array([]))
  }

  /// 2025-10-26 has 25 hours in Berlin: 1761429600 + 90,000 - 1 = 1761519599.
  @Test func `long day ends a second before the next`() throws {
    var evidence = try SampleEvidence.full()
    evidence.aggregates.activities = []
    evidence.aggregates.days = [
      DailyAggregate(
        metric: .steps, day: try SampleEvidence.day("2025-10-26"), value: Quantity(1))
    ]
    let text = lightChallengeRecords(evidence).text
    #expect(text.contains(#""start_ts":1761429600"#))
    #expect(text.contains(#""end_ts":1761519599"#))
    #expect(text.contains(#""duration_s":86400"#))
  }

  @Test func `without an address there is no user ID`() throws {
    var evidence = try SampleEvidence.full()
    evidence.subject.address = nil
    #expect(!lightChallengeRecords(evidence).text.contains("user_id"))
  }
}
