import DaymarkModel
import DaymarkNormalize
import Testing

/// Semantics, "Incomplete days", as far as inputs decide it.
struct DataEndTests {
  private let early = at("2025-09-10T00:00:00Z")
  private let late = at("2025-09-20T00:00:00Z")

  @Test func `the latest export date ends the data`() {
    let inputs = [
      Input(facts: inputFacts("a", exported: late)), Input(facts: inputFacts("b", exported: early)),
      // Newer than both, but an export date is at hand.
      Input(
        records: [record(end: .at(at("2025-09-30T00:00:00Z")))],
        facts: inputFacts("c", exported: nil)),
    ]
    #expect(normalise(inputs).dataEnd == late)
    #expect(normalise(inputs.reversed()).dataEnd == late)
  }

  @Test func `without export date the newest accepted sample does`() {
    let records = [
      record(), record(end: .at(at("2025-09-01T09:00:00Z"))),
      record(value: nil, end: .at(at("2025-09-02T09:00:00Z"))),
      record(end: .at(at("2025-09-03T09:00:00Z")), isUserEntered: true),
      record(end: .at(at("2025-12-03T09:00:00Z"))),
    ]
    let set = normalise([Input(records: records, facts: inputFacts(exported: nil))])
    #expect(set.dataEnd == at("2025-09-01T09:00:00Z"))
  }

  @Test func `an export date more than a day after the run is not believed`() {
    let newest = record(end: .at(at("2025-09-02T09:00:00Z")))
    let limit = Record.latestEnd(knownAt: asOf)
    let believed = normalise([Input(records: [newest], facts: inputFacts(exported: limit))])
    #expect(believed.dataEnd == limit)
    #expect(believed.rejectCodes.isEmpty)
    let later = limit.advanced(byMilliseconds: 1)
    let doubted = Input(records: [newest], facts: inputFacts("b", exported: later))
    let alone = normalise([doubted])
    #expect(alone.dataEnd == at("2025-09-02T09:00:00Z"))
    #expect(alone.rejectCodes == ["time.export_out_of_range"])
    #expect(alone.findings.first?.location?.file == "b")
    // Another's, which can be, counts as before.
    let other = Input(facts: inputFacts("a", exported: early))
    #expect(normalise([doubted, other]).dataEnd == early)
    #expect(normalise([other, doubted]).dataEnd == early)
  }

  @Test func `an export date that is not believed bounds no time and tells no zone`() {
    let future = at("9999-06-10T09:00:00Z")
    let record = record(
      start: .at(at("2025-12-03T08:00:00Z")), end: .at(at("2025-12-03T09:00:00Z")))
    let facts = inputFacts(exported: future, votes: ["Europe/Berlin": 3])
    let set = normalise([Input(records: [record], facts: facts)])
    #expect(set.rejectCodes == ["time.export_out_of_range", "time.out_of_range"])
    #expect(set.zone == ResolvedZone(.utc, by: .assumedUTC))
  }

  @Test func `without data there is no end`() {
    #expect(normalise([Input(facts: inputFacts(exported: nil))]).dataEnd == nil)
    #expect(normalise([] as [Input]).dataEnd == nil)
  }

  @Test func `one damaged input damages the subject`() {
    let whole = Input(
      facts: inputFacts("a", findings: [Finding(.timeMalformed), Finding(.xmlMalformed)]))
    // A record that was rejected or skipped is no damage of the input.
    #expect(!normalise([whole]).isDamaged)
    for code in [FindingCode.xmlTruncated, .textUnvouched] {
      let damaged = Input(facts: inputFacts("b", findings: [Finding(code)]))
      #expect(normalise([whole, damaged]).isDamaged)
    }
  }

  @Test func `activities that give samples reach as far as they and their tracks do`() {
    var run = trackedRun()
    #expect(
      normalise([Input(activities: [run], facts: accountFacts())]).dataEnd
        == at("2025-09-01T08:30:00Z"))
    run.track = [TrackPoint(at: at("2025-09-01T08:31:00Z"))]
    #expect(
      normalise([Input(activities: [run], facts: accountFacts())]).dataEnd
        == at("2025-09-01T08:31:00Z"))
    // An Apple workout gives no sample.
    run.contribution = .nothing
    #expect(normalise([Input(activities: [run], facts: accountFacts())]).dataEnd == nil)
  }

  private func end(_ totals: [(day: String, until: String?)]) -> Instant? {
    let records = totals.map {
      DayTotalRecord(
        source: 0, day: CivilDay($0.day), metric: .steps, figure: .sum(written("1")),
        measuredUntil: $0.until.map { at($0) })
    }
    return normalise(
      [Input(totals: records, facts: accountFacts())], zone: .named("Europe/Berlin")
    ).dataEnd
  }

  @Test func `the day of a total has begun but need not be over`() {
    // Midnight in Berlin's summer is 22:00 UTC.
    #expect(end([("2025-09-03", nil), ("2025-09-02", nil)]) == at("2025-09-02T22:00:00Z"))
    #expect(
      end([("2025-09-03", nil), ("2025-09-02", "2025-09-02T22:00:00Z")])
        == at("2025-09-02T22:00:00Z"))
    #expect(end([("2025-09-03", "2025-09-03T19:15:00Z")]) == at("2025-09-03T19:15:00Z"))
    // Nothing can have been measured after the run's instant.
    #expect(end([("2025-09-03", "2026-09-03T19:15:00Z")]) == at("2025-09-02T22:00:00Z"))
  }

  @Test func `damaged spans of all inputs are kept`() {
    let span = Interval(early, late)
    var first = accountFacts("a")
    first.damagedSpans = [span]
    first.findings = [Finding(.activityTruncated)]
    let set = normalise([Input(facts: first), Input(facts: first)])
    #expect(set.damagedSpans == [span, span])
    // They touch their own days alone.
    #expect(!set.isDamaged)
  }
}
