import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkNormalize

/// Sessions that a person has in two apps.
struct TwinSessionTests {
  private struct Log {
    var app: String
    var exercises = ["Squat", "Bench Press"]
    var sets: [LoggedSet]
  }

  private func sessions(_ logs: [Log]) throws -> SampleSet {
    var normalizer = Normalizer(policies: Policies(), asOf: at("2026-12-01T00:00:00Z"))
    for (index, log) in logs.enumerated() {
      normalizer.beginInput()
      normalizer.add(RecordBatch(sets: log.sets))
      var facts = InputFacts(
        name: "\(index).csv", format: "strong", digest: Digest(of: [UInt8(index)]), bytes: 1)
      facts.sources = [
        Source(provider: Provider(log.app), name: log.app, deviceClass: .app)
      ]
      facts.exercises = log.exercises
      normalizer.endInput(facts)
    }
    return normalizer.finish(subjectZone: .utc, challengeZone: nil)
  }

  /// - Parameter minutes: The length of the session; none when `nil`.
  private func sets(
    _ session: LoggedTime, _ minutes: Int? = nil, _ works: [(repetitions: Int, load: String?)],
    _ unit: RecordUnit = .known(.kilogram)
  ) -> [LoggedSet] {
    works.map { work in
      var set = LoggedSet(source: 0, session: session, exercise: 0)
      set.repetitions = work.repetitions
      set.load = work.load.map { WrittenAmount(DecimalNumber($0), unit) }
      set.sessionDuration = minutes.map {
        WrittenAmount(DecimalNumber(coefficient: UInt128($0 * 60)), .known(.second))
      }
      return set
    }
  }

  private func time(_ clock: String) -> LoggedTime { .wall(at("2026-03-02T\(clock)Z")) }

  private func day() throws -> LoggedTime { .day(try #require(CivilDay("2026-03-02"))) }

  private let work: [(repetitions: Int, load: String?)] = [(5, "100"), (5, "100"), (8, "60")]

  @Test(arguments: [
    ("18:00:00", 60, "18:00:44", 58), ("18:00:00", 60, "18:30:00", 60),
    ("18:00:00", 60, "18:20:00", nil), ("18:00:00", nil, "18:00:00", nil),
    ("23:30:00", 90, "23:40:00", 60),
  ])
  func `sessions of two apps at one time count once`(
    _ first: String, _ minutes: Int?, _ second: String, _ others: Int?
  ) throws {
    let found = try sessions([
      Log(app: "strong", sets: sets(time(first), minutes, work)),
      Log(app: "hevy", sets: sets(time(second), others, [(12, "20")])),
    ])
    #expect(found.strength.count == 1)
    #expect(found.findings.map(\.code) == [.sessionsSame])
    #expect(found.findings.first?.facts.day == CivilDay("2026-03-02"))
  }

  @Test(arguments: [
    ("18:00:00", 60, "19:00:00", 30), ("18:00:00", 60, "18:50:00", 60),
    ("08:00:00", 60, "18:00:00", 60),
  ])
  func `sessions of two apps one after the other count each`(
    _ first: String, _ minutes: Int, _ second: String, _ others: Int
  ) throws {
    let found = try sessions([
      Log(app: "strong", sets: sets(time(first), minutes, work)),
      Log(app: "hevy", sets: sets(time(second), others, [(12, "20")])),
    ])
    #expect(found.strength.count == 2)
    #expect(found.findings.isEmpty)
  }

  @Test func `one app's own sessions are never one`() throws {
    let found = try sessions([
      Log(app: "strong", sets: sets(time("18:00:00"), 60, work)),
      Log(app: "strong", sets: sets(time("18:10:00"), 60, work)),
    ])
    #expect(found.strength.count == 2)
    #expect(found.findings.isEmpty)
  }

  /// 35 and 140 lb, which the second app has as kilograms of many digits.
  @Test func `sessions of one day with mostly the same sets count once, whatever their clocks`()
    throws
  {
    let pounds = sets(
      time("08:00:00"), 80, [(10, "35"), (12, "140"), (8, "50")], .known(.pound))
    let kilograms = sets(
      time("12:00:00"), nil, [(10, "15.87575183024739"), (12, "63.50300732098956"), (9, "22")])
    for (a, b) in [(pounds, kilograms), (kilograms, pounds)] {
      let found = try sessions([Log(app: "strong", sets: a), Log(app: "fitbod", sets: b)])
      #expect(found.strength.count == 1)
      #expect(found.findings.map(\.code) == [.sessionsSame])
    }
    // Somebody said kilograms of a log that says nothing.
    let mistaken = sets(time("08:00:00"), 80, [(10, "35"), (12, "140"), (8, "50")])
    let wrong = try sessions([
      Log(app: "strong", sets: mistaken), Log(app: "fitbod", sets: kilograms),
    ])
    #expect(wrong.strength.count == 1)
    let days = try sessions([
      Log(app: "strong", sets: pounds),
      Log(app: "fitnotes", sets: sets(try day(), nil, [(10, "15.88"), (12, "63.5")])),
    ])
    #expect(days.strength.count == 1)
  }

  @Test func `half of the sets is not most of them, and that is said`() throws {
    let found = try sessions([
      Log(app: "strong", sets: sets(time("08:00:00"), 60, [(5, "100"), (5, "110")])),
      Log(app: "hevy", sets: sets(time("18:00:00"), 60, [(5, "100"), (5, "90")])),
    ])
    #expect(found.strength.count == 2)
    #expect(found.findings.map(\.code) == [.sessionsAlike])
    #expect(found.findings.first?.facts.day == CivilDay("2026-03-02"))
  }

  @Test func `sets without loads are the same only where their names share a word`() throws {
    let push: [(repetitions: Int, load: String?)] = [(20, nil), (20, nil)]
    func found(_ names: (String, String)) throws -> Int {
      try sessions([
        Log(app: "strong", exercises: [names.0], sets: sets(time("08:00:00"), 20, push)),
        Log(app: "hevy", exercises: [names.1], sets: sets(time("18:00:00"), 20, push)),
      ]).strength.count
    }
    #expect(try found(("Push Up", "Push-Ups (Bodyweight)")) == 1)
    #expect(try found(("Push Up", "Crunch")) == 2)
  }

  @Test func `of two apps the one whose loads are known stands`() throws {
    let unknown = sets(time("18:00:00"), 60, work, .missing)
    let known = sets(time("18:00:30"), 60, work)
    for (a, b) in [(unknown, known), (known, unknown)] {
      for apps in [("strong", "hevy"), ("hevy", "strong")] {
        let found = try sessions([Log(app: apps.0, sets: a), Log(app: apps.1, sets: b)])
        #expect(found.strength.map(\.start) == [at("2026-03-02T18:00:30Z")])
      }
    }
  }

  @Test func `a session of one app may be two of another`() throws {
    let whole = sets(time("18:00:00"), 120, work, .missing)
    let parts = sets(time("18:00:00"), 50, work) + sets(time("19:00:00"), 55, work)
    for logs in [[whole, parts], [parts, whole]] {
      let found = try sessions(
        zip(logs, ["a", "b"]).map { Log(app: $1, sets: $0) })
      #expect(found.strength.count == 2)
      #expect(found.strength.allSatisfy { $0.sets.count == 3 })
    }
  }

  @Test func `a person's attempts are no other person's`() throws {
    let found = try sessions([
      Log(app: Provider.person.id, sets: sets(time("18:00:00"), 5, work)),
      Log(app: Provider.featTable.id, sets: sets(time("18:00:00"), 5, work)),
    ])
    #expect(found.findings.isEmpty)
  }

  @Test func `the length of a session that nobody ended is left out, and nothing is damaged`()
    throws
  {
    let found = try sessions([
      Log(app: "strong", sets: sets(time("18:00:00"), 24 * 60 + 13, work))
    ])
    #expect(found.strength.map(\.sets.count) == [3])
    #expect(found.strength.map(\.end) == [nil])
    #expect(found.findings.map(\.code) == [.logSessionTooLong])
    #expect(found.findings.map(\.count) == [1])
    #expect(FindingCode.logSessionTooLong.level == .notice)
    #expect(found.rejected == [[:]])
    // A day is not too long.
    let day = try sessions([Log(app: "strong", sets: sets(time("18:00:00"), 24 * 60, work))])
    #expect(day.findings.isEmpty)
  }
}
