import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkNormalize

struct LoggedSessionTests {
  /// A set of a log by a clock on the wall.
  private func set(
    _ time: String, _ exercise: UInt16 = 0, repetitions: Int = 5, kilograms: String = "100"
  ) -> LoggedSet {
    var set = LoggedSet(source: 0, session: .wall(at(time)), exercise: exercise)
    set.repetitions = repetitions
    set.load = WrittenAmount(DecimalNumber(kilograms), .known(.kilogram))
    return set
  }

  private let source = Source(provider: "strong", name: "Strong", deviceClass: .app)

  private func facts(_ digest: UInt8) -> InputFacts {
    var facts = InputFacts(
      name: "log.csv", format: "strong", digest: Digest(of: [digest]), bytes: 1)
    (facts.sources, facts.exercises) = ([source], ["Squat", "Bench Press"])
    return facts
  }

  private func sessions(_ exports: [LoggedSet]..., zone: Zone = .utc) -> SampleSet {
    var normalizer = Normalizer(policies: Policies(), asOf: at("2026-06-01T00:00:00Z"))
    for (index, sets) in exports.enumerated() {
      normalizer.beginInput()
      normalizer.add(RecordBatch(sets: sets))
      normalizer.endInput(facts(UInt8(index)))
    }
    return normalizer.finish(subjectZone: zone, challengeZone: nil)
  }

  /// Sixty thousand sets and more of three sessions, each of which goes on after the others.
  private func manySets(_ count: Int) -> [LoggedSet] {
    (0..<count).map { index in
      var set = set(
        ["2026-03-02T18:00:00Z", "2026-03-03T18:00:00Z", "2026-03-04T18:00:00Z"][index / 1000 % 3],
        UInt16(index / 7 % 2), repetitions: index % 20)
      if index % 5 == 0 { set.start = .wall(at("2026-03-02T18:10:00Z")) }
      (set.line, set.byte) = (index + 2, 80 * index)
      return set
    }
  }

  @Test(arguments: [1_000_000_000, 300_000, 0])
  func `sets that are moved out of memory give the same sessions`(room: Int) {
    func found(_ store: ByteList?) -> SampleSet {
      var normalizer = Normalizer(
        policies: Policies(), asOf: at("2026-06-01T00:00:00Z"), store: store)
      normalizer.beginInput()
      for set in manySets(70_000) { normalizer.add(RecordBatch(sets: [set])) }
      normalizer.endInput(facts(0))
      return normalizer.finish(subjectZone: .utc, challengeZone: nil)
    }
    let store = ByteList(room: room)
    let (moved, held) = (found(store), found(nil))
    #expect(moved.strength == held.strength)
    #expect(moved.findings == held.findings)
    #expect(moved.strength.map(\.sets.count) == [24_000, 23_000, 23_000])
    #expect((store.count > 0) == (room > 0))
  }

  private func tally(
    _ sets: [LoggedSet], keeping most: Int
  ) -> (sessions: SessionTally, findings: [Finding], isCounted: Bool) {
    var normalizer = Normalizer(
      policies: Policies(), asOf: at("2026-06-01T00:00:00Z"), mostSets: most)
    normalizer.beginInput()
    for set in sets { normalizer.add(RecordBatch(sets: [set])) }
    normalizer.endInput(facts(0))
    let found = normalizer.finish(subjectZone: .utc, challengeZone: nil)
    var sessions = found.countedSessions
    for session in found.strength {
      sessions.add(session.interval(by: DayCalendar(zone: .utc)))
    }
    return (sessions, found.findings, found.strength.isEmpty)
  }

  @Test func `sets that are only counted give as many sessions in the same time`() {
    // Rows of four sessions, not in order: the second says no end but by its sets, one lies in the future, and one
    // ends before it starts.
    var sets: [LoggedSet] = []
    for minute in [30, 10, 20] {
      var timed = set("2026-03-04T18:00:00Z")
      timed.start = .wall(at("2026-03-04T18:\(minute):00Z"))
      var reversed = set("2026-03-05T18:00:00Z")
      reversed.sessionEnd = .wall(at("2026-03-05T17:00:00Z"))
      sets += [set("2026-03-02T18:00:00Z"), timed, set("2027-03-02T18:00:00Z"), reversed]
    }
    sets[0].sessionEnd = .wall(at("2026-03-02T19:00:00Z"))
    var expected = SessionTally()
    expected.add(Interval(at("2026-03-02T18:00:00Z"), at("2026-03-02T19:00:00Z")))
    expected.add(Interval(at("2026-03-04T18:00:00Z"), at("2026-03-04T18:30:00Z")))
    expected.add(Interval(at("2026-03-05T18:00:00Z"), at("2026-03-05T18:00:00Z")))
    for most in 0...12 {
      let found = tally(sets, keeping: most)
      #expect(found.sessions == expected, "\(most)")
      #expect(found.findings.map(\.code) == [.timeReversed, .timeOutOfRange], "\(most)")
      #expect(found.findings.map(\.count) == [3, 3], "\(most)")
      #expect(found.isCounted == (most < 12))
    }
  }

  @Test func `the rows of a session that are only counted take 64 bytes`() {
    #expect(MemoryLayout<CountedSets>.stride == 64)
  }

  @Test func `rows of sessions that take turns are joined`() {
    let day = at("2026-03-02T18:00:00Z")
    var log = CountedLog()
    for number in 0..<40_000 {
      let session = day.advanced(byDays: [3, 0, 4, 1, 2][number % 5])
      log.add(
        PlacedSet(
          session: .wall(session), start: .wall(session.advanced(byMilliseconds: Int64(number))),
          set: StrengthSet(), place: RecordPlace(line: number + 1, byte: number, source: 0)))
    }
    var found: [(session: LoggedTime, count: Int, first: LoggedTime?)] = []
    log.forEachSession(by: DayCalendar(zone: .utc), ranks: [0]) { sets in
      found.append((sets[0].session, sets.reduce(0) { $0 + $1.count }, sets[0].start))
    }
    // The first row of the earliest day is the second of all.
    let firsts: [Int64] = [1, 3, 4, 0, 2]
    #expect(found.map(\.session) == (0..<5).map { .wall(day.advanced(byDays: $0)) })
    #expect(found.map(\.count) == [8000, 8000, 8000, 8000, 8000])
    #expect(
      found.map(\.first)
        == (0..<5).map {
          .wall(day.advanced(byDays: $0).advanced(byMilliseconds: firsts[$0]))
        })
  }

  @Test func `a clock on the wall is read in the subject's zone`() throws {
    let berlin = try #require(Zone(name: "Europe/Berlin"))
    let session = try #require(sessions([set("2026-03-31T00:30:00Z")], zone: berlin).strength.first)
    // Summer's time is two hours ahead.
    #expect(session.start == at("2026-03-30T22:30:00Z"))
    #expect(session.day == CivilDay("2026-03-31"))
    #expect(session.isLogged)
  }

  @Test func `pounds become kilograms, and sets are numbered by exercise`() throws {
    var pounds = set("2026-03-02T18:00:00Z")
    pounds.load = WrittenAmount(DecimalNumber("225"), .known(.pound))
    let session = try #require(
      sessions([pounds, set("2026-03-02T18:00:00Z", 1), set("2026-03-02T18:00:00Z")])
        .strength.first)
    let sets = Array(session.sets)
    // 225 × 0.45359237 = 102.05828325
    #expect(sets[0].load?.mass == Quantity(microUnits: 102_058_283))
    #expect(sets.map(\.ordinal) == [1, 1, 2])
    #expect(sets.map(\.exercise) == ["Squat", "Bench Press", "Squat"])
  }

  @Test func `a load without a unit is there, and nobody knows how much it is`() throws {
    var set = set("2026-03-02T18:00:00Z")
    set.load = WrittenAmount(DecimalNumber("100"), .missing)
    let found = sessions([set])
    #expect(found.strength.first?.sets.map(\.load) == [StrengthLoad(nil)])
    #expect(found.findings.isEmpty)
  }

  @Test func `the same log again, and a longer one, add nothing twice`() {
    let first = [set("2026-03-02T18:00:00Z"), set("2026-03-02T18:00:00Z")]
    let longer = first + [set("2026-03-04T18:00:00Z")]
    for exports in [sessions(first, first), sessions(first, longer), sessions(longer, first)] {
      #expect(exports.strength.first?.sets.count == 2)
      #expect(exports.findings.isEmpty)
    }
    #expect(sessions(first, longer).strength.count == 2)
  }

  @Test func `the newer of two exports wins, and the change is named`() throws {
    let old = [
      set("2026-03-02T18:00:00Z", 0), set("2026-03-02T18:00:00Z", 1),
      set("2026-03-02T18:00:00Z", 1),
    ]
    let new = [
      set("2026-03-02T18:00:00Z", 0), set("2026-03-02T18:00:00Z", 1, repetitions: 6),
      set("2026-03-04T18:00:00Z"),
    ]
    for exports in [sessions(old, new), sessions(new, old)] {
      #expect(exports.strength.map(\.sets.count) == [2, 1])
      #expect(exports.strength.first?.sets.map(\.repetitions) == [5, 6])
      let finding = try #require(exports.findings.first)
      #expect(exports.findings.count == 1)
      #expect(finding.code == .logRevised)
      #expect(finding.facts.day == CivilDay("2026-03-02"))
      // Of the second exercise one set has other repetitions, and one is gone.
      #expect(finding.facts.exercise == 2)
      #expect(finding.count == 2)
    }
  }

  @Test func `of two equally new exports the greater digest wins`() {
    let (a, b) = ([set("2026-03-02T18:00:00Z")], [set("2026-03-02T18:00:00Z", repetitions: 9)])
    let firstIsGreater = Digest(of: [0]) > Digest(of: [1])
    #expect(
      sessions(a, b).strength.first?.sets.map(\.repetitions) == [firstIsGreater ? 5 : 9])
    #expect(
      sessions(b, a).strength.first?.sets.map(\.repetitions) == [firstIsGreater ? 9 : 5])
  }

  @Test func `the end of a session is stated, its length, or the last set`() {
    var stated = set("2026-03-02T18:00:00Z")
    stated.sessionEnd = .wall(at("2026-03-02T19:00:00Z"))
    #expect(sessions([stated]).strength.first?.end == at("2026-03-02T19:00:00Z"))
    var long = set("2026-03-02T18:00:00Z")
    long.sessionDuration = WrittenAmount(DecimalNumber("1800"), .known(.second))
    #expect(sessions([long]).strength.first?.end == at("2026-03-02T18:30:00Z"))
    var timed = set("2026-03-02T18:00:00Z")
    timed.start = .wall(at("2026-03-02T18:45:00Z"))
    #expect(sessions([timed]).strength.first?.end == at("2026-03-02T18:45:00Z"))
    var reversed = set("2026-03-02T18:00:00Z")
    reversed.sessionEnd = .wall(at("2026-03-02T17:00:00Z"))
    let found = sessions([reversed])
    #expect(found.strength.map(\.end) == [nil])
    #expect(found.findings.map(\.code) == [.timeReversed])
  }

  @Test func `sets with times of their own say when a session of a day was`() throws {
    var (first, second) = (set("2026-03-02T18:00:00Z"), set("2026-03-02T18:00:00Z"))
    let day = try #require(CivilDay("2026-03-02"))
    first.session = .day(day)
    second.session = .dayOf(at("2026-03-02T19:30:00Z"))
    first.start = .wall(at("2026-03-02T19:00:00Z"))
    second.start = .at(at("2026-03-02T19:30:00Z"))
    let sessions = sessions([first, second]).strength
    #expect(sessions.map(\.start) == [at("2026-03-02T19:00:00Z")])
    #expect(sessions.map(\.end) == [at("2026-03-02T19:30:00Z")])
    #expect(sessions.map(\.day) == [day])
  }

  @Test func `a session after the run, or of another age, is none`() {
    let set = sessions([set("2027-03-02T18:00:00Z"), set("1980-03-02T18:00:00Z")])
    #expect(set.strength.isEmpty)
    #expect(set.rejected == [[.timeOutOfRange: 2]])
  }
}
