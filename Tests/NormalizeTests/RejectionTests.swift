import DaymarkModel
import DaymarkNormalize
import Testing

/// Semantics, "What is rejected".
struct RejectionTests {
  @Test func `a good record becomes a sample`() throws {
    let set = normalise([
      record(.distanceWalkingRunning, unit: .known(.mile), value: "2.5", byte: 70)
    ])
    let sample = try #require(set.ordered(.distanceWalkingRunning).first)
    // 2.5 × 1609.344 m = 4023.36 m.
    #expect(sample.value == Quantity(microUnits: 4_023_360_000))
    #expect(sample.start == at("2025-09-01T08:00:00Z"))
    #expect(sample.end == at("2025-09-01T08:10:00Z"))
    #expect(set.rejectCodes.isEmpty)
  }

  @Test func `a sample takes forty bytes`() {
    #expect(MemoryLayout<Sample>.stride == 40)
  }

  @Test func `kilojoules are rounded once`() throws {
    let set = normalise([record(.activeEnergy, unit: .known(.kilojoule), value: "1")])
    // 1000/4184 kcal = 0.23900573...: 239005.73 micro-units.
    #expect(set.ordered(.activeEnergy).map(\.value.microUnits) == [239_006])
  }

  static let cases: [(Record, String)] = [
    (record(isNested: true), "sample.nested"),
    (record(unit: .missing), "unit.missing"),
    (record(unit: .unknown(0)), "unit.unknown"),
    (record(unit: .known(.meter)), "unit.unknown"),
    (record(value: nil), "value.not_a_number"),
    (record(value: "9000000000000.000001"), "value.not_a_number"),
    (record(value: "-0.0000001"), "value.negative"),
    (record(.heartRate, unit: .known(.beatsPerMinute), value: "19.9999994"), heartRate),
    (record(.heartRate, unit: .known(.beatsPerMinute), value: "300.000001"), heartRate),
    (record(start: .missing), "time.missing"),
    (record(start: .malformed), "time.malformed"),
    (record(end: .malformed), "time.malformed"),
    (record(end: .at(at("2025-09-01T07:59:59Z"))), "time.reversed"),
    (record(start: .at(at("1989-12-31T23:59:59.999Z"))), "time.out_of_range"),
    (
      record(
        start: .at(at("2025-09-20T00:00:00Z")), end: .at(at("2025-09-21T00:00:00.001Z"))),
      "time.out_of_range"
    ),
    (record(end: .at(at("2025-09-02T10:00:00.001Z"))), "sample.too_long"),
    (
      record(
        .heartRate, unit: .known(.countPerMinute), end: .at(at("2025-09-08T08:00:00.001Z"))),
      "value.implausible_heart_rate"
    ),
    (
      record(
        .heartRate, unit: .known(.countPerMinute), value: "60",
        end: .at(at("2025-09-08T08:00:00.001Z"))), "time.too_long"
    ),
    (record(isUserEntered: true), "sample.manual"),
  ]
  static let heartRate = "value.implausible_heart_rate"

  @Test(arguments: cases.indices)
  func `each check has its code`(_ index: Int) {
    let (record, code) = Self.cases[index]
    var input = Input(records: [record])
    input.facts.unknownUnits = ["furlong"]
    let set = normalise([input])
    #expect(set.rejectCodes == [code])
    #expect(set.samples.isEmpty)
    #expect(set.rejected.map { $0.map { [$0.key.rawValue: $0.value] } } == [[[code: 1]]])
  }

  @Test func `bounds themselves are accepted`() {
    let set = normalise([
      record(.heartRate, unit: .known(.countPerMinute), value: "20"),
      record(.heartRate, unit: .known(.countPerMinute), value: "300"),
      // 5/1 per second = 300 per minute.
      record(.heartRate, unit: .known(.countPerSecond), value: "5", byte: 2),
      // Rounds to 20 bpm in micro-units.
      record(.heartRate, unit: .known(.countPerMinute), value: "19.9999996"),
      record(.steps, value: "9000000000000"),
      record(.flightsClimbed, value: "-0"),
      record(
        .distanceCycling, unit: .known(.meter), start: .at(at("1990-01-01T00:00:00Z")),
        end: .missing),
      record(
        .distanceSwimming, unit: .known(.meter), start: .at(at("2025-09-20T00:00:00Z")),
        end: .at(at("2025-09-21T00:00:00Z"))),
      // 26 hours.
      record(.activeEnergy, unit: .known(.kilocalorie), end: .at(at("2025-09-02T10:00:00Z"))),
    ])
    // The two of 300 bpm and the two of 20 are duplicates.
    #expect(set.rejected == [[.sampleDuplicate: 2]])
    #expect(set.ordered(.heartRate).map(\.value) == [Quantity(20), Quantity(300)])
    #expect(set.ordered(.steps).map(\.value) == [.limit])
    #expect(set.ordered(.flightsClimbed).map(\.value) == [.zero])
    #expect(set.ordered(.distanceCycling).count == 1)
    #expect(set.ordered(.distanceSwimming).count == 1)
    #expect(set.ordered(.activeEnergy).count == 1)
  }

  @Test func `the first check that fails gives the code`() {
    var wrong = record(
      unit: .missing, value: "-1", start: .missing, isUserEntered: true, isNested: true)
    var codes: [[String]] = []
    codes.append(normalise([wrong]).rejectCodes)
    wrong.isNested = false
    codes.append(normalise([wrong]).rejectCodes)
    wrong.unit = .known(.count)
    codes.append(normalise([wrong]).rejectCodes)
    wrong.value = DecimalNumber("1")
    codes.append(normalise([wrong]).rejectCodes)
    wrong.start = .at(at("2099-01-01T00:00:00Z"))
    wrong.end = .missing
    codes.append(normalise([wrong]).rejectCodes)
    wrong.start = .at(at("2025-09-01T08:00:00Z"))
    codes.append(normalise([wrong]).rejectCodes)
    #expect(
      codes == [
        ["sample.nested"], ["unit.missing"], ["value.negative"], ["time.missing"],
        ["time.out_of_range"], ["sample.manual"],
      ])
  }

  @Test func `a record without end is an instant`() {
    let set = normalise([record(end: .missing)])
    #expect(set.ordered().map(\.isInstant) == [true])
  }

  @Test func `an input without export date is held against the run's instant`() {
    let start = RecordTime.at(at("2025-10-01T00:00:00Z"))
    let last = record(start: start, end: .at(at("2025-10-02T00:00:00Z")))
    let late = record(.flightsClimbed, start: start, end: .at(at("2025-10-02T00:00:00.001Z")))
    let set = normalise([Input(records: [last, late], facts: inputFacts(exported: nil))])
    #expect(set.ordered().count == 1)
    #expect(set.rejected == [[.timeOutOfRange: 1]])
  }

  @Test func `one finding per code has the first place and the count`() throws {
    var input = Input(records: [
      record(.steps, unit: .unknown(1), byte: 500),
      record(.distanceCycling, unit: .unknown(0), byte: 300),
      record(.steps, unit: .unknown(1), byte: 900),
    ])
    input.facts.unknownUnits = ["furlong", "stone"]
    input.facts.entry = "export.xml"
    let finding = try #require(normalise([input]).findings.first)
    #expect(finding.code == .unitUnknown)
    #expect(finding.count == 3)
    #expect(finding.location?.description == "export.zip!export.xml:301 (byte 300)")
    #expect(
      finding.facts == .init { ($0.metric, $0.unit) = (.distanceCycling, "furlong") })
  }

  @Test func `manual entries are kept apart or counted as the policy says`() {
    let entered = record(isUserEntered: true)
    let other = record(value: "11")
    let excluded = normalise([entered, other])
    #expect(excluded.ordered().map(\.value) == [Quantity(11)])
    #expect(excluded.manual[.steps]?.count == 1)
    let included = normalise([entered, other], manualEntries: .include)
    #expect(included.ordered().map(\.value) == [Quantity(10), Quantity(11)])
    #expect(included.manual.isEmpty)
    #expect(included.rejectCodes.isEmpty)
  }
}
