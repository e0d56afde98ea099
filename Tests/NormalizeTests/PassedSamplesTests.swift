import DaymarkModel
import DaymarkNormalize
import Testing

/// A period that begins on 1 September, half a year after the first of ``monthly(_:)``.
private let september: Period = .instants(
  Interval(at("2025-09-01T00:00:00Z"), at("2025-10-01T00:00:00Z")))

/// A record of so many steps on the first of a month of 2025.
private func monthly(_ month: Int, value: String, source: UInt16 = 0) -> Record {
  let day = "2025-\(month < 10 ? "0" : "")\(month)-01"
  return record(
    source: source, value: value, start: .at(at("\(day)T08:00:00Z")),
    end: .at(at("\(day)T08:10:00Z")), byte: month)
}

/// - Parameter mostKept: Up to so many samples none is passed over.
private func normalised(
  _ inputs: [[Record]], mostKept: Int, clock: RecordClock = .absolute,
  exported: Instant? = at("2025-09-20T00:00:00Z")
) -> SampleSet {
  var normalizer = Normalizer(
    policies: Policies(), asOf: asOf, period: september, mostKept: mostKept)
  for (index, records) in inputs.enumerated() {
    normalizer.beginInput()
    normalizer.add(RecordBatch(clock: index == 0 ? .absolute : clock, records: records))
    normalizer.endInput(inputFacts("\(index).zip", exported: exported))
  }
  return normalizer.finish(subjectZone: .utc, challengeZone: nil)
}

struct PassedSamplesTests {
  private let year = [
    monthly(1, value: "1", source: 1), monthly(2, value: "2"), monthly(8, value: "8"),
    monthly(9, value: "9"),
  ]

  @Test func `what ended long before the period is passed over, and still decides the rest`() {
    let (few, all) = (normalised([year], mostKept: 0), normalised([year], mostKept: 4))
    // By source, the watch first.
    #expect(all.ordered().map(\.value) == [2, 8, 9, 1].map { Quantity($0) })
    // August lies within the longest session before the period.
    #expect(few.ordered().map(\.value) == [Quantity(8), Quantity(9)])
    #expect(!few.isUncertain)
    #expect(few.passedSpans[0]?.start == at("2025-01-01T08:00:00Z"))
    #expect(few.passedSpans[0]?.end == at("2025-02-01T08:10:00Z"))
    // The phone has nothing but what was passed over.
    #expect(few.sources.count == 2 && few.sources == all.sources)
    #expect(few.rejected == all.rejected)
    #expect(few.dataEnd == all.dataEnd)
  }

  @Test func `the data ends with what was passed over, where nothing else says when`() {
    let old = [[monthly(1, value: "1"), monthly(2, value: "2")]]
    let (few, all) = (
      normalised(old, mostKept: 0, exported: nil), normalised(old, mostKept: 2, exported: nil)
    )
    #expect(few.ordered().isEmpty && all.ordered().count == 2)
    #expect(few.dataEnd == at("2025-02-01T08:10:00Z"))
    #expect(few.dataEnd == all.dataEnd)
  }

  @Test func `a duplicate among what was passed over is not lost`() {
    let twice = year + [monthly(2, value: "2")]
    #expect(normalised([twice], mostKept: 0).isUncertain)
    #expect(normalised([year, [monthly(1, value: "1", source: 1)]], mostKept: 0).isUncertain)
    // Of another source, time or value it is none.
    let others = [monthly(1, value: "1"), monthly(2, value: "3"), monthly(3, value: "2")]
    #expect(!normalised([year, others], mostKept: 0).isUncertain)
    #expect(!normalised([twice], mostKept: 5).isUncertain)
  }

  @Test func `what a clock on a wall showed, or ended after the export, is uncertain`() {
    let wall = [[monthly(1, value: "1")], [monthly(3, value: "3")]]
    #expect(normalised(wall, mostKept: 0, clock: .wall).isUncertain)
    #expect(
      normalised([year], mostKept: 0, exported: at("2025-01-15T00:00:00Z")).isUncertain)
  }

  @Test func `an instant may be a tracker's total, and is kept`() {
    let instant = record(
      start: .at(at("2025-01-01T22:59:59Z")), end: .at(at("2025-01-01T22:59:59Z")))
    let rate = record(
      .heartRate, unit: .known(.countPerMinute), value: "60",
      start: .at(at("2025-01-01T08:00:00Z")), end: .at(at("2025-01-01T08:00:00Z")))
    let set = normalised([[instant, rate]], mostKept: 0)
    #expect(set.ordered().count == 1)
    #expect(set.ordered(.heartRate).isEmpty)
  }
}
