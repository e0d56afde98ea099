import DaymarkConfiguration
import DaymarkModel
import Foundation
import Testing

struct FeatsFileTests {
  private func load(_ text: String, named name: String = "feats.yaml") throws -> FeatList {
    let files = try Files([name: text])
    return try loadFeats(at: "\(files.folder)/\(name)")
  }

  private func errors(_ text: String) throws -> [Finding] {
    try #require(throws: ConfigurationError.self) { try load(text) }.findings
  }

  @Test func `a feat is read whole`() throws {
    let list = try load(
      """
      title: September
      feats:
        - id: pushups-1min
          name: Push-ups in a minute
          movement: Push-Up
          durationSeconds: 60
          month: 2025-09
          mostPerSecond: 3
        - {id: bench, name: Bench, movement: Bench Press, counts: load, event: bench, equipment: equipped}
        - {id: plank, name: Plank, movement: Plank, counts: time}
      people:
        - {id: ana, name: Ana, sex: female, bodyWeight: 61.5 kg}
        - {id: 7, bodyWeight: 180 lb}

      """)
    #expect(list.title == "September")
    #expect(
      list.feats == [
        Feat(
          id: "pushups-1min", name: "Push-ups in a minute", movement: "Push-Up",
          durationSeconds: 60, month: CalendarMonth("2025-09"), mostPerSecond: 3),
        Feat(
          id: "bench", name: "Bench", movement: "Bench Press", counts: .load,
          contest: LiftingContest(.bench, .equipped)),
        Feat(id: "plank", name: "Plank", movement: "Plank", counts: .time),
      ])
    // 180 × 0.45359237 kg, to the milligram.
    #expect(
      list.people == [
        FeatPerson(
          id: "ana", name: "Ana", sex: .female, bodyWeight: Quantity(microUnits: 61_500_000)),
        FeatPerson(id: "7", bodyWeight: Quantity(microUnits: 81_646_627)),
      ])
  }

  @Test func `the time of a feat is what the file says, not a number in its name`() throws {
    let list = try load(
      """
      {"id": "m1", "title": "Feats of Strength", "subtitle": "December 2024", "feats": [
        {"id": "f1", "name": "2 min Air Squats", "description": "As many as you can.",
         "image_url": "https://example.invalid/i.png", "video_url": "https://example.invalid/v.mp4",
         "completion_count": 4, "top_3_users": [{"id": "u1", "image_url": "https://example.invalid/u.png"}],
         "movement": "squat", "duration_seconds": 120},
        {"id": "f2", "name": "30 SEC PLANK TAPS", "movement": "plank", "duration_seconds": 30}]}
      """, named: "feats.json")
    #expect(list.title == "Feats of Strength")
    #expect(list.feats.map(\.durationSeconds) == [120, 30])
    #expect(list.feats.map(\.counts) == [.repetitions, .repetitions])
    #expect(list.feats.allSatisfy { $0.month == CalendarMonth("2024-12") })
  }

  @Test func `a feat without a time has none`() throws {
    let list = try load("feats: [{id: a, name: 60 push-ups, movement: Push-Up}]\n")
    #expect(list.feats.first?.durationSeconds == nil)
  }

  @Test func `every error has its place, and what was probably meant`() throws {
    let findings = try errors(
      """
      feats:
        - {id: "a b", name: A, movement: A}
        - {id: b, name: B, movement: B, count: load}
        - {id: c, name: C, movement: C, counts: loads}
        - {id: d, name: D, movement: D, durationSeconds: 0}
        - {id: e, name: E, movement: E, month: 2025-13}
        - {id: e, name: E}
      people:
        - {id: ana, sex: f}
        - {id: ben, bodyWeight: 80}
        - {id: cem, bodyWeight: 0 kg}

      """)
    #expect(
      findings.map { "\($0.location?.line ?? 0) \($0.code) \($0.facts.key ?? "")" } == [
        "2 configBadValue id", "3 configUnknownKey count", "4 configBadValue counts",
        "5 configBadValue durationSeconds", "6 configBadValue month",
        "7 configMissingKey movement", "7 configDuplicate id", "9 configBadValue sex",
        "10 configBadValue bodyWeight", "11 configBadValue bodyWeight",
      ])
    #expect(findings[1].facts.suggestion == "counts")
    #expect(findings[2].facts.suggestion == "load")
    #expect(findings[0].location?.column == 10)
  }

  @Test func `a list of no feats is refused`() throws {
    #expect(try errors("feats: []\n").map(\.code) == [.configBadValue])
    #expect(try errors("title: A\n").map(\.code) == [.configMissingKey])
  }

  @Test func `a month of a feed that is none is refused at its place`() throws {
    let findings = try errors(
      """
      id: m1
      title: T
      subtitle: Dezember 2024
      feats: [{id: f1, name: A, movement: squat, duration_seconds: 60}]

      """)
    #expect(findings.map(\.code) == [.configBadValue])
    #expect(findings.first?.location?.line == 3)
  }
}
