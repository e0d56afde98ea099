import DaymarkModel
import DaymarkNormalize
import Testing

/// Semantics, "Sessions", as far as single activities go.
struct ActivityTests {
  private func run(
    start: RecordTime = .at(at("2025-09-01T08:00:00Z")),
    end: RecordTime = .at(at("2025-09-01T08:30:00Z")), isUserEntered: Bool = false
  ) -> ActivityRecord {
    ActivityRecord(kind: .run, source: 0, start: start, end: end, isUserEntered: isUserEntered)
  }

  private func amount(_ value: String, _ unit: Unit) -> WrittenAmount {
    WrittenAmount(DecimalNumber(value), .known(unit))
  }

  private func normaliseAll(
    _ activities: [ActivityRecord], manualEntries: ManualEntryPolicy = .exclude
  ) -> SampleSet {
    normalise([Input(activities: activities)], manualEntries: manualEntries)
  }

  @Test func `amounts become canonical`() throws {
    var record = run()
    record.duration = amount("25.5", .minute)
    record.distance = amount("5", .kilometer)
    record.energy = amount("4.184", .kilojoule)
    record.averageHeartRate = amount("2.5", .countPerSecond)
    record.maximumHeartRate = amount("171", .countPerMinute)
    record.elevationGain = amount("418", .centimeter)
    let values = try #require(normaliseAll([record]).activities.first).values
    // 25.5 min = 1530 s; 2.5/s = 150 bpm.
    #expect(
      values == [
        .activeSeconds: Quantity(1530), .distanceMeters: Quantity(5000),
        .kilocalories: Quantity(1), .averageBPM: Quantity(150), .maximumBPM: Quantity(171),
        .elevationGainMeters: Quantity(microUnits: 4_180_000),
      ])
  }

  @Test func `seconds and hours are exact`() throws {
    var record = run()
    record.duration = amount("0.1", .second)
    #expect(
      normaliseAll([record]).activities.first?.values[.activeSeconds]
        == Quantity(microUnits: 100_000))
    record.duration = amount("1.5", .hour)
    #expect(normaliseAll([record]).activities.first?.values[.activeSeconds] == Quantity(5400))
  }

  @Test func `a duration that is not stated is missing`() {
    #expect(normaliseAll([run()]).activities.first?.values == [:])
  }

  @Test func `an amount that cannot be understood costs its field alone`() {
    var record = run()
    record.distance = WrittenAmount(DecimalNumber("5"), .unknown(0))
    record.energy = amount("-1", .kilocalorie)
    record.elevationGain = amount("1", .kilocalorie)
    record.maximumHeartRate = amount("900", .beatsPerMinute)
    var input = Input(activities: [record])
    input.facts.unknownUnits = ["league"]
    let set = normalise([input])
    #expect(set.activities.map(\.values) == [[:]])
    #expect(
      set.rejectCodes == ["unit.unknown", "value.negative", "value.implausible_heart_rate"])
    #expect(set.findings.first?.count == 2)
    #expect(set.findings.first?.facts == .init { $0.unit = "league" })
    // The activity itself stays.
    #expect(set.rejected == [[:]])
  }

  @Test func `times and policy reject it`() {
    let set = normaliseAll([
      run(start: .missing), run(end: .malformed), run(end: .at(at("2025-09-01T07:00:00Z"))),
      run(end: .at(at("2025-10-01T07:00:00Z")), isUserEntered: true), run(isUserEntered: true),
    ])
    #expect(set.activities.isEmpty)
    #expect(
      set.rejected == [
        [
          .timeMissing: 1, .timeMalformed: 1, .timeReversed: 1, .timeOutOfRange: 1,
          .sampleManual: 1,
        ]
      ])
    #expect(
      normaliseAll([run(isUserEntered: true)], manualEntries: .include).activities.count == 1)
  }

  @Test func `a session may be longer than a sample, but not of a season`() {
    let start = at("2025-06-01T08:00:00Z")
    func lasting(_ days: Int, _ milliseconds: Int64 = 0) -> ActivityRecord {
      let end = start.advanced(byDays: days).advanced(byMilliseconds: milliseconds)
      return run(start: .at(start), end: .at(end))
    }
    let set = normaliseAll([lasting(30), lasting(100), lasting(100, 1)])
    #expect(set.activities.count == 2)
    #expect(set.rejected == [[.timeTooLong: 1]])
  }

  @Test func `equal ones of one source are one, in one file or in several`() {
    var other = run()
    other.distance = amount("1", .meter)
    let first = Input(activities: [run(), run(), other], facts: inputFacts("a"))
    let second = Input(activities: [run()], facts: inputFacts("b"))
    let set = normalise([first, second])
    #expect(set.activities.count == 2)
    #expect(set.rejected.reduce(0) { $0 + ($1[.sampleDuplicate] ?? 0) } == 2)
    // The one kept does not depend on the order of inputs.
    let kept = Set(set.activities.map(\.input))
    let reversed = normalise([second, first])
    #expect(Set(reversed.activities.map { 1 - $0.input }) == kept)
  }

  @Test func `a source of activities alone is a source`() {
    #expect(normaliseAll([run()]).sources == [watch])
  }
}
