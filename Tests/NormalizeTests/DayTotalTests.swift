import DaymarkModel
import DaymarkNormalize
import Testing

/// Semantics, "What is rejected" and "Day totals", of trackers' own figures for days.
struct DayTotalTests {
  private func total(
    _ metric: Metric = .steps, source: UInt16 = 0, day: String? = "2025-09-01",
    _ figure: DayFigure<WrittenAmount> = .sum(written("8000")), part: DayTotalPart = .whole,
    isUserEntered: Bool = false, byte: Int = 0
  ) -> DayTotalRecord {
    DayTotalRecord(
      source: source, day: day.flatMap { CivilDay($0) }, metric: metric, figure: figure,
      part: part, isUserEntered: isUserEntered, line: 3, byte: byte)
  }

  private func normalised(
    _ totals: [DayTotalRecord], manualEntries: ManualEntryPolicy = .exclude
  ) -> SampleSet {
    normalise([Input(totals: totals, facts: accountFacts())], manualEntries: manualEntries)
  }

  @Test func `a figure becomes canonical`() throws {
    var record = total(
      .distanceWalkingRunning, .sum(written("1.5", .kilometer)), part: .activityType(6))
    record.isOfAnyMode = true
    let set = normalised([record])
    let day = try #require(CivilDay("2025-09-01"))
    #expect(
      set.totals == [
        DayTotal(
          metric: .distanceWalkingRunning, day: day, figure: .sum(Quantity(1500)),
          part: .activityType(6), isOfAnyMode: true)
      ])
    #expect(set.rejected == [[:]])
    #expect(set.sources == [tracker])
  }

  @Test func `each check has its code and place`() throws {
    let cases: [(DayTotalRecord, FindingCode)] = [
      (total(.steps, .sum(written("1", .meter))), .unitUnknown),
      (total(.steps, .sum(WrittenAmount(DecimalNumber("1"), .missing))), .unitMissing),
      (total(.steps, .sum(written(nil))), .valueNotANumber),
      (total(.steps, .sum(written("-1"))), .valueNegative),
      (total(day: nil), .timeMissing),
      (total(day: "1989-12-31"), .timeOutOfRange),
      // The run's instant and a day is 2025-10-02T00:00Z, which is 14:00 of that date at most.
      (total(day: "2025-10-03"), .timeOutOfRange),
      (total(isUserEntered: true), .sampleManual),
      (total(day: "2025-10-03", isUserEntered: true), .timeOutOfRange),
      (total(.heartRate, .heartRate(minimum: nil, maximum: nil, average: nil)), .valueNotANumber),
    ]
    for (record, code) in cases {
      var record = record
      record.byte = 1020
      let set = normalised([record])
      #expect(set.totals.isEmpty)
      #expect(set.rejected == [[code: 1]])
      #expect(set.rejectedSeries[0].map(\.metric) == [record.metric])
      let finding = try #require(set.findings.first)
      #expect(finding.code == code)
      #expect(
        finding.location == InputLocation(file: "account.zip", entry: "b.fit", line: 3, byte: 20))
      // What was rejected makes no source, unless it may have been the figure of its day.
      #expect(set.sources.isEmpty == set.rejectedTotals.isEmpty)
    }
  }

  @Test func `the bounds themselves are accepted`() {
    #expect(normalised([total(day: "1990-01-01"), total(day: "2025-10-02")]).totals.count == 2)
  }

  @Test func `a heart-rate figure that fails is lost alone`() throws {
    let bpm = { written($0, .beatsPerMinute) }
    let set = normalised([
      total(
        .heartRate,
        .heartRate(minimum: bpm("0"), maximum: bpm("171"), average: written("2.5", .meter)))
    ])
    #expect(
      set.totals.map(\.figure) == [
        .heartRate(minimum: nil, maximum: Quantity(171), average: nil)
      ])
    #expect(set.rejected == [[:]])
    #expect(set.rejectCodes == ["unit.unknown", "value.implausible_heart_rate"])
    // Where none is left, the total itself is rejected.
    let none = normalised([
      total(.heartRate, .heartRate(minimum: bpm("0"), maximum: bpm("900"), average: nil))
    ])
    #expect(none.totals.isEmpty)
    #expect(none.rejected == [[.valueImplausibleHeartRate: 1]])
  }

  @Test func `the policy may include manual ones`() {
    let totals = normalised([total(isUserEntered: true)], manualEntries: .include).totals
    #expect(totals.map(\.isUserEntered) == [true])
    // Of equals the one that nobody entered stays.
    let both = normalised([total(isUserEntered: true), total()], manualEntries: .include)
    #expect(both.totals.map(\.isUserEntered) == [false])
  }

  @Test func `equal ones are one without a word`() {
    let other = total(.steps, .sum(written("8001")))
    let first = Input(totals: [total(), total(byte: 9), other], facts: accountFacts("a"))
    let second = Input(
      totals: [total(), total(day: "2025-09-02"), total(part: .activityType(1))],
      facts: accountFacts("b"))
    let set = normalise([first, second])
    // Another figure, day or part is another total.
    #expect(set.totals.count == 4)
    #expect(set.rejected == [[:], [:]])
    #expect(set.rejectCodes.isEmpty)
    // The one kept does not depend on the order of inputs.
    let kept = set.totals.map(\.input)
    #expect(normalise([second, first]).totals.map { 1 - $0.input } == kept)
  }
}
