import DaymarkDocuments
import DaymarkEmit
import DaymarkModel
import DaymarkTestSupport
import Testing

struct StrengthDocumentTests {
  private static let day = CivilDay(ordinal: 20_332)

  private static let session = StrengthSession(
    // 18:05:11 in Berlin.
    day: day, start: Instant(rfc3339: "2025-09-01T16:05:11Z"),
    end: Instant(rfc3339: "2025-09-01T17:05:11Z"), bodyWeight: Quantity(microUnits: 82_500_000),
    sets: [
      StrengthSet(
        exercise: "Squat", kind: .warmUp, repetitions: 10, load: StrengthLoad(Quantity(20))),
      StrengthSet(
        exercise: "Squat", ordinal: 2, repetitions: 5,
        load: StrengthLoad(Quantity(microUnits: 102_500_000)), effort: .perceived(tenths: 85),
        rest: Quantity(180), tempo: Tempo("3-1-X-0")),
      StrengthSet(
        exercise: "Pull Up", kind: .failure, side: .left, repetitions: 8,
        load: StrengthLoad(Quantity(10), .assistance), effort: .reserve(tenths: 10)),
      StrengthSet(exercise: "Plank", distance: Quantity(3), duration: Quantity(60)),
      StrengthSet(repetitions: 3),
    ])

  @Test func `a session is an openweight log`() {
    let document = openWeightDocument(of: [Self.session], zone: .named("Europe/Berlin"))
    let expected = """
      [{"bodyWeightKilograms":82.5,"date":"2025-09-01T18:05:11+02:00","durationSeconds":3600,\
      "exercises":[{"exercise":{"name":"Squat"},"order":1,"sets":[\
      {"reps":10,"type":"warmup","unit":"kg","weight":20},\
      {"reps":5,"restSeconds":180,"rpe":8.5,"tempo":"3-1-X-0","type":"working","unit":"kg",\
      "weight":102.5}]},\
      {"exercise":{"name":"Pull Up"},"order":2,"sets":[\
      {"loadMeaning":"assistance","reps":8,"rir":1,"side":"left","type":"failure","unit":"kg",\
      "weight":10}]},\
      {"exercise":{"name":"Plank"},"order":3,"sets":[\
      {"distance":3,"distanceUnit":"m","durationSeconds":60,"type":"working"}]}]}]
      """
    #expect(String(decoding: document.canonicalBytes(), as: UTF8.self) == expected)
  }

  @Test func `a session of which only the day is known has no time`() {
    let session = StrengthSession(
      day: Self.day, sets: [StrengthSet(exercise: "Squat", repetitions: 1)])
    let document = openWeightDocument(of: [session], zone: .utc)
    #expect(
      String(decoding: document.canonicalBytes(), as: UTF8.self).contains(#""date":"2025-09-01","#))
    #expect(openWeightDocument(of: [StrengthSession(day: Self.day)], zone: .utc) == .array([]))
  }

  private static var picture: StrengthPicture {
    var figures = StrengthFigures()
    (figures.sessions, figures.sets, figures.volume) = (1, 2, nil)
    let lift = Lift(nil, named: "=SUM(A1), own")
    return StrengthPicture(
      zone: ResolvedZone(.utc, by: .subject), sessions: [session],
      history: StrengthHistory(
        formula: .epley,
        days: [
          StrengthDay(
            day: day, figures: figures, lifts: [LiftFigures(lift: lift, figures: figures)])
        ],
        weeks: [
          StrengthWeek(
            monday: day, isComplete: true, figures: figures,
            muscles: [MuscleVolume(muscle: "chest", shareOfEffort: 1000, volumeByShare: nil)])
        ]),
      signs: [StrengthSign(.layoff, weeks: [day], [:])],
      unmatched: [UnmatchedExercise(name: "Odd", sets: 2, nearest: [])])
  }

  @Test func `what is unknown is no line of the table, and null in JSON`() {
    let lines = strengthTable(of: Self.picture).split(separator: "\n")
    #expect(lines.first == "from,period,kind,of,figure,value")
    #expect(lines.contains("2025-09-01,week,all,,sets,2"))
    #expect(lines.contains("2025-09-01,week,muscle,chest,shareOfEffort,1000"))
    #expect(!lines.contains { $0.contains("volumeKilograms") || $0.contains("volumeByShare") })
    let week = strengthDocument(of: Self.picture, findings: .array([])).elements("weeks").first
    #expect(week?["volumeKilograms"] == .null)
    #expect(week?.elements("muscles").first?["volumeByShareKilograms"] == .null)
  }

  @Test func `a name that a spreadsheet takes for a formula is disarmed`() {
    #expect(
      strengthTable(of: Self.picture).contains("2025-09-01,day,lift,\"'=SUM(A1), own\",sets,2\n"))
  }

  @Test func `signs have weeks and numbers`() {
    let sign = strengthDocument(of: Self.picture, findings: .array([])).elements("signs").first
    #expect(sign?.string("code") == "layoff")
    #expect(sign?.elements("weeks") == [.string("2025-09-01")])
  }
}
