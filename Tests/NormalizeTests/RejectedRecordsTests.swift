import DaymarkModel
import Testing

/// What is kept of rejected records, for what they leave open.
struct RejectedRecordsTests {
  /// However many there are, memory is bounded: of the last nothing is kept but that there are some.
  @Test func `of too many each source is kept once, as of any day and amount`() {
    let records = (0..<100_050).map { second in
      record(
        source: UInt16(second % 2), value: nil,
        created: .at(asOf.advanced(byMilliseconds: Int64(-second) * 1000)),
        byte: second)
    }
    let kept = normalise([Input(records: records)]).rejectedRecords
    #expect(kept.count == 100_002)
    #expect(kept.count { $0.time == nil && $0.amount == nil && $0.created == nil } == 2)
  }

  @Test func `who hands in another copy has no more of them`() {
    let timeless = record(start: .missing, end: .missing)
    let one = Input(records: [timeless, timeless], facts: inputFacts("one"))
    let other = Input(records: [timeless], facts: inputFacts("two"))
    // Nothing tells the two of one copy apart, so both may have been.
    #expect(normalise([one]).rejectedRecords.count == 2)
    #expect(normalise([one, other]).rejectedRecords.count == 2)
  }

  @Test func `an open end is no later than the export`() {
    let start = at("2025-09-20T23:00:00Z")
    let kept = normalise([Input(records: [record(start: .at(start), end: .malformed)])])
      .rejectedRecords
    #expect(kept.map(\.time) == [Interval(start, at("2025-09-21T00:00:00Z"))])
    let later = record(start: .at(at("2025-09-21T00:00:01Z")), end: .malformed)
    #expect(normalise([Input(records: [later])]).rejectedRecords.map(\.time) == [nil])
  }
}

/// What heals rejected records; see Semantics, "What rejected records leave open".
struct HealedRecordTests {
  private let unreadable = record(value: nil)

  /// - Returns: How many rejected records are left, of one input and of another that was exported later or earlier.
  private func open(_ one: [Record], _ other: [Record]) -> [Int] {
    ["2025-09-19T00:00:00Z", "2025-09-21T00:00:00Z"].map { exported in
      normalise([
        Input(records: one, facts: inputFacts("one")),
        Input(records: other, facts: inputFacts("other", exported: at(exported))),
      ]).rejectedRecords.count
    }
  }

  @Test func `one understood record stands for one rejected record, not for two`() {
    let twice = [unreadable, record(value: nil, created: .at(at("2025-09-01T09:00:00Z")))]
    #expect(open([unreadable], [record()]) == [0, 0])
    #expect(open(twice, [record()]) == [1, 1])
    #expect(open(twice, [record(), record(value: "700")]) == [0, 0])
  }

  /// The older of the two exports has nothing that counts here, and heals all the same.
  @Test func `the records of its own input stand for no other, in whichever export they are`() {
    #expect(open([record(), unreadable], [record()]) == [1, 1])
    #expect(open([record(), unreadable], [record(), record(value: "700")]) == [0, 0])
  }

  @Test func `a device with another name heals, and another device does not`() {
    func named(_ name: String, _ hardware: String) -> [Source] {
      [Source(provider: "apple", name: name, deviceClass: .watch, hardware: hardware)]
    }
    let rejected = Input(
      records: [unreadable], facts: inputFacts("one", sources: named("Watch of Mia", "Watch6,1")))
    for (hardware, count) in [("Watch6,1", 0), ("Watch6,2", 1)] {
      let other = Input(
        records: [record()], facts: inputFacts("other", sources: named("Mia's Watch", hardware)))
      #expect(normalise([rejected, other]).rejectedRecords.count == count)
    }
  }

  @Test(arguments: [("300", [Metric.flightsClimbed]), ("301", [.steps, .flightsClimbed])])
  func `a record of a known amount is healed by that amount alone`(amount: String, open: [Metric]) {
    let untyped = UntypedRecord(record(value: "300"), of: [.steps, .flightsClimbed])
    let set = normalise([
      Input(untyped: [untyped], facts: inputFacts("one")),
      Input(records: [record(value: amount)], facts: inputFacts("other")),
    ])
    #expect(Set(set.rejectedRecords.map(\.metric)) == Set(open))
  }

  @Test func `the same rejected record is one, whatever lies beside it in two exports`() {
    #expect(open([unreadable], [record(), unreadable]) == [1, 1])
  }
}

/// What is kept of totals of days that were rejected; see Semantics, "What rejected records leave open".
struct RejectedTotalsTests {
  private let monday = CivilDay("2025-09-01")

  private func total(
    _ figure: DayFigure<WrittenAmount> = .sum(written(nil)), of metric: Metric = .steps,
    day: String? = "2025-09-01", isUserEntered: Bool = false
  ) -> DayTotalRecord {
    DayTotalRecord(
      source: 0, day: day.flatMap { CivilDay($0) }, metric: metric, figure: figure,
      isUserEntered: isUserEntered)
  }

  private func normalised(_ inputs: [DayTotalRecord]...) -> SampleSet {
    normalise(
      inputs.enumerated().map { index, totals in
        Input(totals: totals, facts: accountFacts("\(index)"))
      })
  }

  @Test func `the day is kept of a total whose figure was not understood`() {
    for figure in [written(nil), written("-1"), written("1", .meter)] {
      let set = normalised([total(.sum(figure))])
      #expect(set.rejectedTotals.map(\.day) == [monday])
      #expect(set.rejectedTotals.map(\.figure) == [.sum(.zero)])
      #expect(set.sources == [tracker])
    }
  }

  @Test func `one without a date may be of any day`() {
    let set = normalised([total(.sum(written("8000")), day: nil)])
    #expect(set.rejectedTotals.isEmpty)
    #expect(set.rejectedRecords.map(\.time) == [nil])
    #expect(set.rejectedRecords.map(\.amount) == [Quantity(8000)])
  }

  @Test func `another input that has it understood leaves nothing open, the same one does not`() {
    let sound = total(.sum(written("8000")))
    #expect(normalised([total()], [sound]).rejectedTotals.isEmpty)
    #expect(normalised([total(), sound]).rejectedTotals.count == 1)
  }

  @Test func `what a person typed in, and a day that is not yet, leave nothing open`() {
    #expect(normalised([total(isUserEntered: true)]).rejectedTotals.isEmpty)
    let later = normalised([total(day: "2025-10-03")])
    #expect(later.rejectedTotals.isEmpty && later.rejectedRecords.isEmpty)
  }

  @Test func `of heart rates 0 leaves nothing open, and any other that was lost the day's`() {
    func rates(_ minimum: String, _ maximum: String) -> SampleSet {
      normalised([
        total(
          .heartRate(
            minimum: written(minimum, .countPerMinute), maximum: written(maximum, .countPerMinute),
            average: nil), of: .heartRate)
      ])
    }
    #expect(rates("0", "150").rejectedTotals.isEmpty)
    #expect(rates("50", "150").rejectedTotals.isEmpty)
    #expect(rates("50", "900").rejectedTotals.map(\.day) == [monday])
    #expect(rates("50", "900").totals.count == 1)
  }
}

/// A record that does not say what it measures.
struct UntypedRecordTests {
  @Test func `it is rejected once, and kept for each metric that it may be of`() {
    let untyped = UntypedRecord(record(value: "300"), of: [.steps, .flightsClimbed])
    let set = normalise([Input(untyped: [untyped])])
    #expect(set.rejected == [[.recordTypeMissing: 1]])
    #expect(Set(set.rejectedRecords.map(\.metric)) == [.steps, .flightsClimbed])
    #expect(Set(set.rejectedRecords.map(\.amount)) == [Quantity(300)])
    #expect(set.rejectedRecords.allSatisfy { $0.time != nil })
  }

  @Test func `a nested one stands at top level too`() {
    let nested = UntypedRecord(record(isNested: true), of: [.steps])
    let set = normalise([Input(untyped: [nested])])
    #expect(set.rejected == [[.sampleNested: 1]])
    #expect(set.rejectedRecords.isEmpty)
  }
}
