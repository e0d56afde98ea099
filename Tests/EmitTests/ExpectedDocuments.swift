/// Documents of ``SampleEvidence`` written by hand, with white space for the reader.
///
/// The digests were computed with another program (`json.dumps` with sorted keys, and `hashlib`).
enum ExpectedDocuments {
  static let challenge = """
    {"id": "steps-2025-09", "title": "Zwölf 🏃", "from": "2025-09-01", "to": "2025-09-02",
     "proofDeadline": "2025-09-10T00:00:00Z"}
    """

  static let reasons = """
    [{"code": "streak.too_short", "text": "longest run 1 of 2 days", "required": 2, "actual": 1},
     {"code": "data.incomplete", "text": "damaged data of steps on 2 of 2 days", "required": 2,
      "actual": 0, "damage": [\(damage)]}]
    """

  static let damage = """
    {"format": "apple-health",
     "sha256": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
     "codes": ["archive.truncated", "xml.truncated"]}
    """

  static let definition = """
    {"rule": "ten-thousand-steps@1.2.0", "title": "10,000 steps", "onMissing": "fail",
     "score": {"activityTotal": {"kind": "run", "sum": "distance", "on": ["sat"]}},
     "quality": [{"manualShare": {"metric": "steps", "atMost": "0 %"}},
                 {"lateShare": {"metric": "activeEnergy", "atMost": "12.5 %"}, "onBreach": "fail"},
                 {"flags": {"atMost": 3, "codes": ["archive.shared", "run.speed"]}},
                 {"flags": {"atMost": 0}}],
     "requires": {"all": [
       {"streak": {"metric": "steps", "atLeast": 10000, "days": 2, "misses": 1},
        "reason": "Did not meet step threshold", "name": "walked"},
       {"not": {"any": [
         {"days": {"metric": "activeEnergy", "lessThan": "400 kcal", "count": 1,
                   "on": ["mon", "sun"]}},
         {"days": {"metric": "flightsClimbed", "between": [20, 30], "every": true,
                   "from": "2025-09-01", "to": "2025-09-02"}},
         {"average": {"metric": "steps", "atMost": 1, "over": "recordedDays"}},
         {"best": {"metric": "steps", "moreThan": 90000}},
         {"total": {"metric": "distanceSwimming", "atLeast": "99500 m"}},
         {"window": {"metric": "activeEnergy", "atLeast": "3000 kcal", "days": 2}},
         {"heartRate": {"statistic": "max", "atMost": "180 bpm", "days": 1}},
         {"heartRate": {"statistic": "average", "lessThan": "200 bpm", "every": true}},
         {"weekly": {"weeks": 1, "weekStartsOn": "sun", "partialWeeks": "count",
                     "days": {"metric": "steps", "atLeast": 8000, "count": 5}}}]}},
       {"some": {"count": 2, "of": [
         {"activities": {"kind": "run", "indoor": false, "count": 3, "where": {
            "distance": {"atLeast": "5 m"}, "duration": {"atLeast": "5 min"},
            "energy": {"atLeast": "5 kcal"}, "elevationGain": {"atLeast": "5 m"},
            "pace": {"between": ["180 s/km", "360 s/km"]}, "speed": {"atLeast": "5 m/s"},
            "averageHeartRate": {"atLeast": "5 bpm"},
            "maximumHeartRate": {"atLeast": "5 bpm"},
            "heartMinutes": {"above": "140 bpm", "upTo": "165 bpm", "atLeast": "5 min"}}}},
         {"activityTotal": {"kind": ["run", "walk"], "sum": "duration", "moreThan": "45 min"}},
         {"weekly": {"weeks": 1,
                     "activities": {"kind": ["run", "walk"], "count": 2}}}]}}]}}
    """

  static let dailyArrays = """
    "dailySteps": [{"date": "2025-09-01", "steps": 10412}, {"date": "2025-09-02", "steps": 0}],
    "dailyDistance": [{"date": "2025-09-01", "distanceMeters": 8012.31}],
    "dailyCyclingDistance": [{"date": "2025-09-01", "distanceMeters": 20000.5}],
    "dailySwimmingDistance": [{"date": "2025-09-02", "distanceMeters": 500}],
    "dailyActiveEnergy": [{"date": "2025-09-01", "kilocalories": 512.4}],
    "dailyHeartRate": [{"date": "2025-09-01", "avgBpm": 71.2, "minBpm": 48, "maxBpm": 163,
                        "meanBpm": 80.4, "count": 412}],
    "dailyFlightsClimbed": [{"date": "2025-09-01", "flights": 12}],
    "dailyActivities": [
      {"date": "2025-09-01", "kind": "run", "sessions": 1, "minutes": 31.5,
       "distanceMeters": 5012.3, "kilocalories": 350, "elevationGainMeters": 40},
      {"date": "2025-09-02", "kind": "yoga", "sessions": 2, "minutes": 45, "kilocalories": 0}]
    """

  static let verdictMembers = """
    "outcome": "fail", "reasons": \(reasons), "asOf": "2025-10-01T00:00:00Z", "phase": "ended",
    "final": false, "openUntil": "2025-10-15T00:00:00Z",
    "rule": {"name": "ten-thousand-steps", "version": "1.2.0",
             "sha256": "aae2eeb5117bcc8d2e937b545c150eba701b9555f76ec5baabc0835524c70da5",
             "definition": \(definition)},
    "aggregatesSha256": "66b423b13363aeeb271b175e0441118de68ceee0c9fec0533f5e85588c8dc834",
    "score": {"value": 5012.3, "unit": "m", "final": false, "damaged": true},
    "quality": {
      "limits": {"name": "sample", "version": "2.0.0",
                 "sha256": "cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"},
      "flags": [
        {"code": "steps.per_minute", "level": "noted", "date": "2025-09-01", "metric": "steps",
         "measured": 205, "limit": 200, "unit": "count/min", "source": "own choice"},
        {"code": "run.speed", "level": "flagged", "date": "2025-09-01", "kind": "run",
         "measured": 7.01, "limit": 6.95, "unit": "m/s", "source": "records of 2025"},
        {"code": "days.shared", "level": "flagged", "measured": 11, "limit": 9, "unit": "day"}]}
    """

  static let evidence = """
    {"schema": "daymark/evidence@4", "tool": {"name": "daymark", "version": "0.1.0"},
     "challenge": \(challenge),
     "subject": "anna", "zone": {"id": "Europe/Berlin", "method": "inferred"},
     "sources": [{"key": "apple.watch.1", "provider": "apple", "class": "watch"},
                 {"key": "apple.phone.1", "provider": "apple", "class": "phone"},
                 {"key": "apple.phone.2", "provider": "apple", "class": "phone"}],
     "policy": {"manualEntries": "exclude", "lateInputs": "setAside"},
     "inputs": [
       {"format": "apple-health",
        "sha256": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "bytes": 1000, "records": 10, "rejected": {}, "damage": []},
       {"format": "apple-health",
        "sha256": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
        "bytes": 2000, "records": 20, "rejected": {"sample.duplicate": 3, "value.negative": 1},
        "damage": ["archive.truncated", "xml.truncated"]},
       {"format": "tcx",
        "sha256": "cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc",
        "bytes": 300, "records": 5, "rejected": {"input.late": 5}, "damage": [],
        "receivedAt": "2025-09-10T00:00:01Z", "late": true}],
     \(dailyArrays),
     "sessions": [
       {"date": "2025-09-01", "kind": "run",
        "from": ["bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
                 "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"],
        "fields": {"activeSeconds": 0, "distanceMeters": 0, "kilocalories": 1, "averageBPM": 1,
                   "maximumBPM": 1, "elevationGainMeters": 0}}],
     "quality": [
       {"date": "2025-09-01", "metric": "steps", "naive": 14212, "manualShare": 0.031,
        "sources": {"apple.watch.1": 9000, "apple.phone.1": 1412}, "complete": true,
        "figures": {"manual.share": 3.1, "steps.per_minute": 205}},
       {"date": "2025-09-01", "metric": "distanceWalkingRunning", "naive": 8012.31,
        "manualShare": 0, "sources": {"apple.watch.1": 8012.31}, "complete": true},
       {"date": "2025-09-01", "metric": "distanceCycling", "naive": 20000.5,
        "manualShare": 0, "sources": {"apple.watch.1": 20000.5}, "complete": true},
       {"date": "2025-09-01", "metric": "activeEnergy", "naive": 512.4,
        "manualShare": 0, "sources": {"apple.watch.1": 512.4}, "complete": true},
       {"date": "2025-09-01", "metric": "heartRate", "manualShare": 0, "sources": {},
        "complete": true},
       {"date": "2025-09-01", "metric": "flightsClimbed", "naive": 12,
        "manualShare": 0, "sources": {"apple.watch.1": 12}, "complete": true},
       {"date": "2025-09-01", "metric": "exerciseTime", "naive": 31.5,
        "manualShare": 0, "sources": {"apple.watch.1": 31.5}, "complete": true},
       {"date": "2025-09-02", "metric": "steps", "naive": 0,
        "sources": {"apple.watch.1": 0}, "complete": false},
       {"date": "2025-09-02", "metric": "distanceSwimming", "naive": 500,
        "manualShare": 0, "sources": {"apple.watch.1": 500}, "complete": true}],
     "verdict": {\(verdictMembers)}}
    """

  static let verdict = """
    {"schema": "daymark/verdict@2", "tool": {"name": "daymark", "version": "0.1.0"},
     "challenge": \(challenge),
     "subject": "anna", "zone": {"id": "Europe/Berlin", "method": "inferred"},
     \(verdictMembers), "damage": [\(damage)],
     "explanation": {"key": "all", "answer": "fail", "children": [
       {"key": "streak", "name": "walked", "answer": "fail", "metric": "steps",
        "required": "at least 10000 count on 2 consecutive days", "unit": "day", "actual": 1,
        "margin": -1, "span": {"from": "2025-09-01", "to": "2025-09-01"},
        "reason": {"code": "streak.too_short", "text": "longest run 1 of 2 days", "required": 2,
                   "actual": 1},
        "days": [{"date": "2025-09-01", "value": 10412, "standing": "counted"},
                 {"date": "2025-09-02", "standing": "unknown"}]},
       {"key": "weekly", "answer": "fail", "unit": "week", "actual": 0, "margin": -1,
        "days": [{"date": "2025-09-01", "value": 0, "standing": "short",
                  "missed": {"distance": 2, "pace": 1}}],
        "weeks": [{"from": "2025-09-01", "to": "2025-09-02", "actual": 1,
                   "answer": "fail"}]}]}}
    """
}
