import DaymarkModel
import DaymarkNormalize
import Testing

/// Semantics, "What is rejected", `sample.duplicate`.
struct DuplicateTests {
  @Test func `equal samples of one source are one`() {
    let set = normalise([
      record(), record(), record(source: 1), record(value: "11"), record(.flightsClimbed),
      record(end: .at(at("2025-09-01T08:11:00Z"))),
    ])
    // Another source, value, metric or end makes another sample.
    #expect(set.ordered().count == 4)
    #expect(set.rejected == [[.sampleDuplicate: 1]])
  }

  @Test func `equality is in micro-units, not in text`() {
    let set = normalise([
      record(.distanceCycling, unit: .known(.kilometer), value: "1.5"),
      record(.distanceCycling, unit: .known(.meter), value: "1500.0000001"),
    ])
    #expect(set.rejected == [[.sampleDuplicate: 1]])
  }

  @Test func `the one kept is not user-entered, then created earliest`() throws {
    let late = RecordTime.at(at("2025-09-02T00:00:00Z"))
    let early = RecordTime.at(at("2025-09-01T12:00:00Z"))
    let set = normalise(
      [
        record(created: .at(at("2025-09-01T09:00:00Z")), isUserEntered: true, byte: 0),
        record(created: .missing, byte: 1),
        record(created: late, byte: 2),
        record(created: early, byte: 3),
        record(created: .malformed, byte: 4),
      ], manualEntries: .include)
    let kept = try #require(set.ordered().first)
    #expect(kept.byte == 3)
    #expect(!kept.isUserEntered)
    #expect(set.rejected == [[.sampleDuplicate: 4]])
    #expect(set.findings.first?.location?.byte == 0)
  }

  @Test func `a manual entry that is set aside is no duplicate`() {
    let set = normalise([record(isUserEntered: true), record(), record(isUserEntered: true)])
    #expect(set.rejected == [[.sampleManual: 2]])
    #expect(set.ordered().count == 1)
  }

  @Test func `duplicates are found over all inputs, whatever their order`() {
    let first = Input(records: [record()], facts: inputFacts("a.zip"))
    let second = Input(
      records: [record(source: 1)], facts: inputFacts("b.zip", sources: [phone, watch]))
    let forward = normalise([first, second])
    let backward = normalise([second, first])
    #expect(forward.ordered().count == 1)
    // The same input holds the duplicate: which one it is follows from the digests alone.
    #expect(forward.rejected == backward.rejected.reversed())
    #expect(forward.rejected.map(\.count).sorted() == [0, 1])
  }
}
