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

  /// So many that metrics are finished side by side.
  @Test func `duplicates of several metrics are counted together`() throws {
    let minutes = (0..<40_000).map {
      at("2025-01-01T00:00:00Z").advanced(byMilliseconds: 60_000 * Int64($0))
    }
    let records = minutes.enumerated().flatMap { index, minute in
      [Metric.flightsClimbed, .steps].enumerated().map { offset, metric in
        record(
          metric, start: .at(minute), end: .at(minute.advanced(byMilliseconds: 60_000)),
          byte: 2 * index + offset)
      }
    }
    // Of each third record there are two, the second of which goes.
    let again = records.enumerated().filter { $0.offset % 3 == 0 }.map { index, record in
      var copy = record
      copy.byte = 1_000_000 - index
      return copy
    }
    let set = normalise([Input(records: records + again)])
    #expect(set.ordered(.steps).count == 40_000 && set.ordered(.flightsClimbed).count == 40_000)
    #expect(set.rejected == [[.sampleDuplicate: 26_667]])
    #expect(set.rejectedSeries[0].map(\.count).sorted() == [13_333, 13_334])
    let finding = try #require(set.findings.first { $0.code == .sampleDuplicate })
    #expect(finding.count == 26_667)
    // 79,998 is the last index that three divides.
    #expect(finding.location?.byte == 1_000_000 - 79_998)
    #expect(finding.facts.metric == .flightsClimbed)
  }
}
