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
