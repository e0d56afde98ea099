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
}
