import DaymarkAggregate
import DaymarkModel
import Testing

/// What of one source's records shares time with others of its own.
struct OwnOverlapTests {
  private func overlaps(_ samples: [Sample], over period: Period? = nil) -> [String] {
    aggregate(set(samples), over: period).overlaps.map {
      "\($0.source): \($0.overlapping) of \($0.records)"
    }
  }

  /// Two minutes from a minute after 9 on.
  private func short(_ minute: Int, source: UInt16 = 0) -> Sample {
    let start = clock("09:00:00").advanced(byMilliseconds: Int64(minute) * 60_000)
    return sample(
      minute + 1, start, start.advanced(byMilliseconds: 120_000), source: source)
  }

  @Test func `records that follow one another or lie in those of another source share nothing`() {
    #expect(overlaps([short(0), short(2), short(4), short(1, source: 1)]).isEmpty)
    // An instant takes no time.
    #expect(overlaps([short(0), sample(7, clock("09:01:00"))]).isEmpty)
  }

  @Test func `both count of which one begins within the other`() {
    #expect(
      overlaps([short(0), short(1), short(9), short(12), sample(1, clock("08:00:00"))]) == [
        "0: 2 of 5"
      ])
    #expect(overlaps([short(0), short(1), short(2)]) == ["0: 3 of 3"])
    // A long one with two in it that share nothing with each other.
    let long = sample(50, clock("09:00:00"), clock("10:00:00"))
    #expect(overlaps([long, short(5), short(20), short(70)]) == ["0: 3 of 4"])
    #expect(overlaps([short(5), short(5, source: 1), short(6, source: 1)]) == ["1: 2 of 2"])
  }

  @Test func `only what lies in the period is counted`() {
    let period = Period.days(from: day("2025-09-02"), to: day("2025-09-02"))
    #expect(overlaps([short(0), short(1)], over: period).isEmpty)
  }

  @Test func `the share is a percentage`() {
    let overlap = RecordOverlap(metric: .steps, source: 0, records: 3000, overlapping: 151)
    // 151 / 3000 is 5.0333 %.
    #expect(overlap.share == Quantity(microUnits: 5_030_000))
  }
}
