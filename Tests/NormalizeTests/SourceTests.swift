import DaymarkModel
import DaymarkNormalize
import Testing

/// Semantics, "Sources and their order".
struct SourceTests {
  private func source(_ name: String, _ deviceClass: DeviceClass = .app) -> Source {
    Source(provider: "apple", name: name, deviceClass: deviceClass)
  }

  @Test func `names are compared after NFC, with no-break spaces as spaces`() {
    let set = normalise([
      Input(
        records: (0..<4).map { record(source: $0, value: "\($0)") },
        facts: inputFacts(sources: [
          source("Ge\u{301}rard\u{A0}Watch"), source("G\u{E9}rard\u{202F}Watch"),
          source("G\u{E9}rard Watch", .watch), source("g\u{E9}rard Watch"),
        ]))
    ])
    // The best class seen with the name is the source's.
    #expect(set.sources == [source("G\u{E9}rard Watch", .watch), source("g\u{E9}rard Watch")])
    #expect(Array(set.sources[0].name.unicodeScalars).count == 12)
    #expect(set.ordered().map(\.source) == [0, 0, 0, 1])
  }

  @Test func `a source is one over all inputs`() {
    let set = normalise([
      Input(records: [record()], facts: inputFacts("a", sources: [source("A"), source("Z")])),
      Input(
        records: [
          record(
            source: 1, value: "7", start: .at(at("2025-09-01T09:00:00Z")),
            end: .at(at("2025-09-01T09:10:00Z")))
        ],
        facts: inputFacts("b", sources: [source("B"), source("A", .phone)])),
    ])
    #expect(set.sources == [source("A", .phone)])
    #expect(set.ordered().map(\.source) == [0, 0])
  }

  @Test func `the order is patterns, then class, then name in scalar order`() {
    let sources = [
      source("zepp"), source("Phone", .phone), source("Äpp"), source("Zepp"),
      source("Watch", .watch), source("Tracker", .tracker),
    ]
    let records = sources.indices.map { record(source: UInt16($0), value: "\($0)") }
    let input = Input(records: records, facts: inputFacts(sources: sources))
    #expect(
      normalise([input]).sources.map(\.name) == [
        "Watch", "Phone", "Tracker", "Zepp", "zepp", "Äpp",
      ])
    // Values tell where each source went.
    #expect(
      normalise([input], priority: ["apple:Z*", "Ph?ne"]).ordered().map(\.value) == [
        Quantity(3), Quantity(1), Quantity(4), Quantity(5), Quantity(0), Quantity(2),
      ])
  }

  @Test func `sources without a sample are left out`() {
    let sources = (0..<4).map { source("S\($0)") }
    let set = normalise([
      Input(
        records: [
          record(source: 0, value: nil), record(source: 1, isUserEntered: true),
          record(source: 2, end: .at(at("2026-01-01T00:00:00Z"))), record(source: 3),
        ], facts: inputFacts(sources: sources))
    ])
    // What policy set aside is still data. The first was rejected, but may have covered others' time; the third is of
    // no time that can be.
    #expect(set.sources == [sources[0], sources[1], sources[3]])
  }

  // MARK: Devices

  private func device(
    _ hardware: String?, _ deviceClass: DeviceClass = .phone, name: String = "Anna"
  ) -> Source {
    Source(provider: "apple", name: name, deviceClass: deviceClass, hardware: hardware)
  }

  /// The sources of a record of each of these, with the rank of each record.
  private func ordered(_ sources: [Source]) -> (sources: [Source], ranks: [UInt16]) {
    let records = sources.indices.map { index in
      record(source: UInt16(index), value: "\(index)", created: .missing)
    }
    let set = normalise([Input(records: records, facts: inputFacts(sources: sources))])
    let byValue = set.ordered().sorted { $0.value < $1.value }
    return (set.sources, byValue.map(\.source))
  }

  @Test func `devices of one name stand by class, then by the numbers of their hardware`() {
    let sources = [
      device("Watch10,1", .watch), device("iPhone9,3"), device("Watch6,1", .watch),
      device("iPhone15,2"), device("iPhone9,10"),
    ]
    let (found, ranks) = ordered(sources)
    #expect(
      found.map(\.hardware) == ["Watch6,1", "Watch10,1", "iPhone9,3", "iPhone9,10", "iPhone15,2"])
    #expect(ranks == [1, 2, 0, 4, 3])
  }

  @Test func `a record without a device is of the one device of its name`() {
    let (found, ranks) = ordered([device(nil, .app), device("iPhone9,3"), device("", .app)])
    // What a source with one device is called does not say which.
    #expect(found == [device(nil)])
    #expect(ranks == [0, 0, 0])
  }

  @Test func `where several devices have its name it is a source of its own, behind them`() {
    let (found, ranks) = ordered([
      device(nil, .app), device("iPhone9,3"), device("Watch6,1", .watch), device("", .app),
    ])
    #expect(found == [device("Watch6,1", .watch), device("iPhone9,3"), device(nil)])
    #expect(ranks == [2, 1, 0, 2])
  }

  @Test func `the devices of a name are those of all inputs`() {
    let set = normalise([
      Input(records: [record()], facts: inputFacts("a", sources: [device(nil, .app)])),
      Input(
        records: [
          record(
            value: "7", start: .at(at("2025-09-01T09:00:00Z")),
            end: .at(at("2025-09-01T09:10:00Z")))
        ], facts: inputFacts("b", sources: [device("iPhone9,3")])),
      Input(
        records: [record(value: "9")],
        facts: inputFacts("c", sources: [device("iPhone15,2", name: "Ben")])),
    ])
    #expect(set.sources == [device(nil), device(nil, name: "Ben")])
    #expect(set.ordered().map(\.source) == [0, 0, 1])
  }

  @Test func `one that gave nothing is a device of the name all the same`() {
    let set = normalise([
      Input(
        records: [record(), record(source: 1, value: "7")],
        facts: inputFacts(sources: [device(nil, .app), device("iPhone9,3"), device("iPhone15,2")]))
    ])
    #expect(set.sources == [device("iPhone9,3"), device(nil)])
  }
}
