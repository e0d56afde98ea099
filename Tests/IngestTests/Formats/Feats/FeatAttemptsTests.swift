import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkIngest

struct FeatAttemptsTests {
  @Test func `a table of attempts is read column by column`() throws {
    let reading = try readLog(
      """
      at,feat,person,seconds,repetitions,load_lb,distance_km,body_weight_kg
      2025-11-18T07:00:00Z,pushups,ana,60,42,,,61.5
      2025-11-19 08:00,bench,ben,,,225,,
      2025-11-20,row,ana,600,,,2.15,

      """)
    #expect(reading.facts.format == .featAttempts)
    #expect(reading.facts.exercises == ["pushups", "bench", "row"])
    #expect(
      reading.sets.map { reading.facts.sources[Int($0.source)] }
        == [.person("ana"), .person("ben"), .person("ana")])
    #expect(reading.sets.map(\.repetitions) == [42, 1, nil])
    #expect(reading.sets.map(\.load) == [nil, written("225", .pound), nil])
    #expect(reading.sets.map(\.distance) == [nil, nil, written("2.15", .kilometer)])
    #expect(reading.sets.map(\.bodyWeight) == [written("61.5", .kilogram), nil, nil])
    #expect(
      reading.sets.map(\.start) == [
        .at(wall("2025-11-18T07:00:00Z")), .wall(wall("2025-11-19T08:00:00Z")),
        .day(try #require(CivilDay("2025-11-20"))),
      ])
    #expect(reading.facts.logRows == LogRows(sets: 3))
  }

  @Test func `a row that cannot be read has its line and is counted`() throws {
    let reading = try readLog(
      """
      feat,at,repetitions
      pushups,2025-02-30,40
      pushups,2025-11-18,many
      ,2025-11-18,40
      pushups,2025-11-18,
      pushups,2025-11-18,41

      """)
    #expect(
      reading.facts.logRows
        == LogRows(
          sets: 1, skipped: [.badDate: 1, .badNumber: 1, .noExercise: 1, .nothingDone: 1]))
    #expect(reading.facts.findings.map(\.location?.line) == [2, 3, 4])
  }

  @Test func `a load is lifted once unless the row says how often, or that it was not`() throws {
    let reading = try readLog(
      """
      feat,at,repetitions,load_kg
      bench,2025-11-18,,100
      bench,2025-11-19,3,90
      bench,2025-11-20,0,110

      """)
    #expect(reading.sets.map(\.repetitions) == [1, 3])
    #expect(reading.facts.logRows == LogRows(sets: 2, skipped: [.nothingDone: 1]))
  }

  @Test func `the attempts of Ladder's application are read as they are`() throws {
    let reading = try readLog(
      """
      [{"id": "c1", "featId": "f1", "userId": "u1", "completedAt": "2025-11-20T07:01:00Z", \
      "repCount": 42, "duration": 60.0},
      {"id": "c2", "featId": "f1", "completedAt": "2025-11-21T07:01:00Z", "repCount": 0, \
      "duration": 59.5}]
      """, named: "attempts.json")
    #expect(reading.facts.format == .ladderAttempts)
    // A zero says nothing: the attempt has no repetition.
    #expect(reading.sets.map(\.repetitions) == [42, nil])
    #expect(
      reading.sets.map(\.duration) == [
        written("60.000000", .second), written("59.500000", .second),
      ])
    #expect(
      reading.sets.map { reading.facts.sources[Int($0.source)].provider } == [.person, .featLadder])
  }
}
