import DaymarkModel
import Testing

@testable import DaymarkIngest

/// Logs that are no single table.
struct LogTextTests {
  @Test func `Alpha Progression has warm-ups beside an exercise, and loads that come to the body`()
    throws
  {
    let reading = try readLog(
      """
      "Legs · Day 2 · Week 4";"2026-02-19 4:54 h";"1:02 hr"
      "1. Hack Squats · Machine · 8 reps";"WU1 · 37,5 kg · 9 reps<br>WU2 · 72,5 kg · 7 reps"
      #;KG;REPS;RIR
      1;102,5;6;0,5
      "2. Hyperextensions · Bodyweight · 10 reps"
      #;KG;REPS;RIR
      1;+35;10;0
      2;+0;12;1

      """)
    #expect(reading.facts.exercises == ["Hack Squats (Machine)", "Hyperextensions (Bodyweight)"])
    #expect(reading.sets.map(\.kind) == [.warmUp, .warmUp, .working, .working, .working])
    #expect(
      reading.sets.map(\.load) == [
        written("37.5", .kilogram), written("72.5", .kilogram), written("102.5", .kilogram),
        written("35", .kilogram), nil,
      ])
    #expect(reading.sets.map(\.meaning)[3] == .added)
    #expect(reading.sets[2].effort == .reserve(tenths: 5))
    #expect(reading.sets.allSatisfy { $0.session == .wall(wall("2026-02-19T04:54:00Z")) })
    #expect(
      reading.sets[0].sessionDuration?.value.flatMap { try? $0.quantity(times: UnitRatio(1)) }
        == Quantity(3720))
  }

  @Test func `Gymaholic's year is that of the file's name`() throws {
    let text = """
      ;-----------------
      ;Push Day
      ;-----------------
      ;Date;Jan 14., 06:04
      ;Duration;1h:28m
      ;KCAL;512
      #;Bench Press;REPS;TIME
      W;;45 lbs x 10;
      1;;95 lbs x 5;
      2;; x 8;

      """
    let reading = try readLog(text, named: "workout-2026-01-14.csv")
    #expect(reading.sets.map(\.kind) == [.warmUp, .working, .working])
    #expect(reading.sets.map(\.load) == [written("45", .pound), written("95", .pound), nil])
    #expect(reading.sets.map(\.repetitions) == [10, 5, 8])
    #expect(reading.sets[0].session == .wall(wall("2026-01-14T06:04:00Z")))
    #expect(reading.facts.daysFromNames.map { "\($0)" } == ["2026-01-14"])
  }

  @Test func `StrengthLog's profile is passed over`() throws {
    let reading = try readLog(
      """
      Name,Language,Sex,Age,Email
      Sam Lifter,en,Male,1991-01-01,sam@example.com
      Workouts
      Name,Date,Body weight,Shape,Sleep,Calories,Stress
      Wednesday,2025-12-24,79.2,-1,-1,-1,-1
      "Exercise, Squat",Set,1,reps,5,weight,100,rpe,8
      "Exercise, Squat",Set,2,reps,5,weight,60,warmup,1
      "Exercise, Dip",Set,1,reps,8,bodyweight,79.2,extraWeight,10
      "Exercise, Rowing Machine",Set,1,time,00:05:00,distanceMeter,1200,time-per-500,2:05

      """, LogSettings(loadUnit: .kilogram))
    #expect(reading.sets.map(\.kind) == [.working, .warmUp, .working, .working])
    #expect(reading.sets.map(\.meaning) == [.external, .external, .added, .external])
    #expect(reading.sets.allSatisfy { $0.bodyWeight == written("79.2", .kilogram) })
    #expect(reading.sets[0].effort == .perceived(tenths: 80))
    #expect(reading.sets[3].distance == written("1200", .meter))
    #expect(!"\(reading.facts) \(reading.sets)".contains("sam"))
  }

  @Test func `JEFIT's sets belong to their session, in the unit of its settings`() throws {
    let reading = try readLog(
      """
      ### SETTING ####
      row_id,mass
      1," lbs"
      ### WORKOUT SESSIONS ###
      _id,mydate,starttime,starttimie,total_time
      1,2024-01-15,1705305000,,3600
      2,2024-01-16,,,0
      ### EXERCISE LOGS ###
      belongsession,ename,logs
      1,Barbell Squat,"135x5,0x8,10"
      2,Dip,0x9
      7,Row,100x5

      """)
    #expect(reading.sets.map(\.repetitions) == [5, 8, 9])
    #expect(reading.sets.map(\.load) == [written("135", .pound), nil, nil])
    // 15 January 2024, 7:50 UTC.
    #expect(reading.sets[0].session == .at(Instant(seconds: 1_705_305_000)))
    #expect(reading.sets[2].session == CivilDay("2024-01-16").map { .day($0) })
    #expect(reading.facts.logRows?.skipped == [.badNumber: 1, .noSession: 1])
  }

  /// The unit of the file goes before the usual one, wherever it stands.
  @Test func `JEFIT's settings may stand behind the logs`() throws {
    let text = """
      ### WORKOUT SESSIONS ###
      _id,mydate,starttime,starttimie,total_time
      1,2024-01-15,1705305000,,3600
      ### EXERCISE LOGS ###
      belongsession,ename,logs
      1,Barbell Squat,"135x5,140x3"

      """
    let settings = "### SETTING ####\nrow_id,mass\n1,lbs\n"
    let usual = LogSettings(loadUnit: .kilogram)
    #expect(
      try readLog(text + settings, usual).sets.map(\.load)
        == [written("135", .pound), written("140", .pound)])
    #expect(
      try readLog(text, usual).sets.map(\.load)
        == [written("135", .kilogram), written("140", .kilogram)])
  }

  @Test func `StrongLifts' rows without a set are accounted for`() throws {
    let reading = try readLog(
      """
      Date,Note,Workout,Body Weight,Exercise 1,Weight (KG),Weight (LB),Set 1,Set 2
      18/03/2015,"",B,84KG,Squat,62.5,140,5,
      19/03/2015,"",B,84KG,Squat,62.5,140,,

      """)
    #expect(reading.facts.logRows == LogRows(sets: 1, skipped: [.nothingDone: 1]))
    let table = try readLog(
      "Date (yyyy/mm/dd),Exercise,Set 1 (Reps),Set 1 (KG)\n2026/03/04,Squat,5,100\n2026/03/05,Squat,,\n"
    )
    #expect(table.facts.logRows == LogRows(sets: 1, skipped: [.nothingDone: 1]))
  }

  @Test func `StrongLifts' columns are told apart by their place`() throws {
    let reading = try readLog(
      """
      Date,Note,Workout,Body Weight,Exercise 1,Weight (KG),Weight (LB),Set 1,Set 2,Exercise 2,\
      Weight (KG),Weight (LB),Set 1,Set 2
      18/03/2015,"",B,84KG,Squat,62.5,140,5,0,Overhead press,,65,5,4

      """)
    #expect(reading.facts.exercises == ["Squat", "Overhead press"])
    #expect(
      reading.sets.map(\.load)
        == [written("62.5", .kilogram), written("65", .pound), written("65", .pound)])
    #expect(reading.sets.allSatisfy { $0.bodyWeight == written("84", .kilogram) })
    #expect(reading.facts.logRows?.skipped == [.nothingDone: 1])
  }

  @Test func `cells of GymBook say what they are`() throws {
    let header =
      "Data,Programma,Orario,Esercizio,Zona,Set / Set di riscaldamento / Set di defaticamento,"
      + "Ripetizioni / Tempo,Peso / Distanza,Appunti,Saltato\n"
    let reading = try readLog(
      header + "09/01/25,S,19:30,Crunch,A,Set di riscaldamento,\"20 ripetizioni\",\"0,00 kg\",,No\n"
        + "09/01/25,S,19:31,Panca,P,Set,\"8 ripetizioni\",\"82,50 kg\",,No\n"
        + "09/01/25,S,19:40,Corsa,P,Set,\"10:00\",\"2,5 km\",,No\n"
        + "09/01/25,S,19:50,Panca,P,Set,\"8 ripetizioni\",\"82,50 kg\",,Sì\n")
    let day = try #require(CivilDay("2025-01-09"))
    #expect(reading.sets.map(\.session) == [.day(day), .day(day), .day(day)])
    #expect(reading.sets[1].start == .wall(wall("2025-01-09T19:31:00Z")))
    #expect(reading.sets.map(\.kind) == [.warmUp, .working, .working])
    #expect(reading.sets.map(\.repetitions) == [20, 8, nil])
    #expect(reading.sets[1].load == written("82.50", .kilogram))
    #expect(reading.sets[2].distance == written("2.5", .kilometer))
    #expect(reading.facts.logRows?.skipped == [.notDone: 1])
  }
}

/// Logs in JSON.
struct LogJSONTests {
  @Test func `openweight keeps all that a set has, in the order of exercises`() throws {
    let reading = try readLog(
      """
      {"date": "2026-03-02T18:00:00+01:00", "durationSeconds": 3600, "notes": "secret",
       "exercises": [
        {"exercise": {"name": "Row"}, "order": 2, "sets": [{"reps": 8, "weight": 60.5, "unit": "kg"}]},
        {"exercise": {"name": "Squat"}, "order": 1, "sets": [
          {"reps": 5, "weight": 225, "unit": "lb", "rpe": 8.5, "restSeconds": 180, "tempo": "3-1-X-0"},
          {"durationSeconds": 60, "distance": 0.5, "distanceUnit": "mi", "toFailure": true, "rir": 0}]}]}

      """, named: "log.json")
    #expect(reading.facts.exercises == ["Squat", "Row"])
    #expect(reading.sets.map(\.repetitions) == [5, nil, 8])
    #expect(reading.sets[0].session == .at(wall("2026-03-02T17:00:00Z")))
    #expect(reading.sets[0].load == written("225", .pound))
    #expect(reading.sets[0].tempo == Tempo("31X0"))
    #expect(reading.sets[0].effort == .perceived(tenths: 85))
    #expect(reading.sets[1].kind == .failure)
    #expect(reading.sets[1].effort == .reserve(tenths: 0))
    #expect(reading.sets[1].distance == written("0.5", .mile))
    #expect(reading.sets[2].load == written("60.5", .kilogram))
    #expect(reading.facts.logRows == LogRows(sets: 3))
  }

  @Test func `wger's numbers of units are those of its tables`() throws {
    let item =
      #"{"date":"2026-08-24T18:05:00+02:00","exercise":73,"repetitions_unit":%r,"repetitions":"5.00","#
      + #""weight_unit":%w,"weight":"225.00","rir":"2.0","rest":120}"#
    func items(_ units: [(Int, Int)]) -> String {
      let texts = units.map {
        item.replacing("%r", with: "\($0.0)").replacing("%w", with: "\($0.1)")
      }
      return #"{"count":4,"results":["# + texts.joined(separator: ",") + "]}\n"
    }
    let reading = try readLog(items([(1, 2), (3, 1), (6, 3), (2, 1)]), named: "log.json")
    #expect(reading.facts.exercises == ["wger 73"])
    #expect(reading.sets.map(\.repetitions) == [5, nil, nil, 5])
    #expect(
      reading.sets.map(\.load?.unit) == [.known(.pound), .known(.kilogram), nil, .known(.kilogram)])
    #expect(reading.sets[2].distance?.unit == .known(.kilometer))
    #expect(reading.sets[3].kind == .failure)
    #expect(reading.sets[0].session == .dayOf(wall("2026-08-24T16:05:00Z")))
    #expect(reading.sets[0].effort == .reserve(tenths: 20))
  }

  @Test func `an exercise without a name has not that of the one before`() throws {
    let reading = try readLog(
      """
      [{"date":"2026-03-02","exercises":[
        {"exercise":{"name":"Squat"},"sets":[
          {"reps":5,"weight":60,"unit":"kg","type":"warmup","toFailure":true}]},
        {"exercise":{"name":null},"sets":[{"reps":5,"weight":180,"unit":"kg"}]},
        {"exercise":{},"sets":[{"reps":5,"weight":200,"unit":"kg"}]}]}]

      """, named: "log.json")
    #expect(reading.facts.logRows == LogRows(sets: 1, skipped: [.noExercise: 2]))
    #expect(reading.sets.map(\.kind) == [.warmUp])
  }

  @Test func `sets with times of no zone are of a session that is known by its day`() throws {
    let reading = try readLog(
      """
      [{"id":"1","exerciseId":"e","setNumber":1,"weight":100,"reps":5,"rpe":8.5,"restSec":180,
        "notes":null,"performedAt":"2025-05-28T09:15:00"},
       {"id":"2","exerciseId":"e","setNumber":2,"weight":100,"reps":5,"rpe":8.5,"restSec":180,
        "notes":null,"performedAt":"2025-05-28T09:18:00"}]

      """, named: "sets.json", LogSettings(loadUnit: .kilogram))
    let day = try #require(CivilDay("2025-05-28"))
    #expect(reading.sets.map(\.session) == [.day(day), .day(day)])
    #expect(reading.sets.last?.start == .wall(wall("2025-05-28T09:18:00Z")))
  }

  @Test func `Progression and BulkTrack say no unit`() throws {
    let progression = try readLog(
      """
      [{"startTime":1547650800000,"activities":[{"name":"Bench Press","performance":
        {"completedSets":[{"reps":5,"weight":80.0},{"reps":0,"weight":82.5}]}}]}]

      """, named: "fws.json")
    #expect(progression.sets.map(\.load) == [WrittenAmount(DecimalNumber("80.0"), .missing)])
    #expect(progression.sets.map(\.session) == [.at(Instant(milliseconds: 1_547_650_800_000))])
    #expect(progression.facts.logRows?.skipped == [.nothingDone: 1])
    let bulkTrack = try readLog(
      """
      [{"id":"1","exerciseId":"e","setNumber":1,"weight":100,"reps":5,"rpe":8.5,"restSec":180,
        "notes":null,"performedAt":"2025-05-28T09:15:00Z"}]

      """, named: "sets.json", LogSettings(loadUnit: .kilogram))
    #expect(bulkTrack.sets.first?.load == written("100", .kilogram))
    #expect(bulkTrack.sets.first?.start == .at(wall("2025-05-28T09:15:00Z")))
    #expect(bulkTrack.sets.first?.effort == .perceived(tenths: 85))
  }
}
