import DaymarkExamine
import DaymarkModel
import Testing

/// What several exports of one person have otherwise than one another, on exports made by hand; see Examine, "In a run".
///
/// All days are in UTC. A record has ten minutes at 10 o'clock, and was written as it ended.
struct ExportEditTests {
  private static let sources = [
    Source(provider: .apple, name: "watch", deviceClass: .watch),
    Source(provider: .apple, name: "phone", deviceClass: .phone),
    Source(provider: .apple, name: "other phone", deviceClass: .phone),
    Source(provider: .apple, name: "app", deviceClass: .app),
  ]

  private func record(_ steps: Int, day: Int, source: UInt16 = 1) -> Sample {
    let start = day * 86_400 + 36_000
    return Sample(
      start: Instant(seconds: Int64(start)), end: Instant(seconds: Int64(start + 600)),
      value: Quantity(steps), source: source, created: UInt32(start + 600), byte: start)
  }

  /// An export of noon on a day.
  private func export(
    day: Int, _ records: [Sample], sources: Set<UInt16> = [0, 1], _ finding: FindingCode? = nil
  ) -> ExportContents {
    let facts = InputFacts(
      name: "export.xml", format: .appleHealth, digest: Digest(of: Array("\(day)".utf8)),
      bytes: 1, findings: finding.map { [Finding($0)] } ?? [])
    var export = ExportContents(
      facts: facts, end: Instant(seconds: Int64(day * 86_400 + 43_200)))
    (export.records[.steps], export.sources) = (records, sources)
    return export
  }

  private func edits(_ exports: [ExportContents], during time: Interval? = nil) -> [ExportEdit] {
    exportEdits(exports, sources: Self.sources, zone: .utc, during: time)
  }

  private func raised(_ day: Int32, _ count: Int = 1) -> ExportEdit {
    ExportEdit(day: CivilDay(ordinal: day), metric: .steps, raised: count)
  }

  private func changed(_ day: Int32, _ count: Int = 1) -> ExportEdit {
    ExportEdit(day: CivilDay(ordinal: day), metric: .steps, changed: count)
  }

  /// The records of days 5 to 7, of 100 steps where nothing else is said.
  private func days(_ steps: [Int: Int] = [:]) -> [Sample] {
    (5...7).map { record(steps[$0] ?? 100, day: $0) }
  }

  @Test func `each export is held against the one before it, in any order`() {
    let exports = [
      export(day: 10, days()), export(day: 20, days([6: 400])),
      export(day: 30, days([6: 400, 7: 900])),
    ]
    #expect(edits(exports) == [raised(6), raised(7)])
    #expect(edits(exports.reversed()) == [raised(6), raised(7)])
    // Twice on one day is twice.
    #expect(
      edits([exports[0], exports[1], export(day: 30, days([6: 500]))]) == [raised(6, 2)])
  }

  @Test func `what is gone or says less is changed`() {
    #expect(edits([export(day: 10, days()), export(day: 20, days([6: 40]))]) == [changed(6)])
    #expect(edits([export(day: 10, days()), export(day: 20, Array(days()[1...]))]) == [changed(5)])
  }

  @Test func `parts of an export with one date are one export`() {
    let parts = [export(day: 20, Array(days()[..<1])), export(day: 20, Array(days()[1...]))]
    #expect(edits(parts).isEmpty)
    #expect(edits(parts + [export(day: 10, days())]).isEmpty)
    #expect(edits(parts + [export(day: 30, days())]).isEmpty)
    #expect(edits(parts + [export(day: 30, days([7: 101]))]) == [raised(7)])
  }

  @Test func `an export of another phone raises nothing`() {
    let other = days().map { record(50, day: Int($0.byte / 86_400), source: 2) }
    // An app is on both phones.
    let exports = [
      export(day: 10, days(), sources: [1, 3]), export(day: 20, other, sources: [2, 3]),
    ]
    #expect(edits(exports) == [5, 6, 7].map { changed($0) })
    // A watch that both have makes one phone's of them.
    let sameWatch = [
      export(day: 10, days(), sources: [0, 1]), export(day: 20, other, sources: [0, 2]),
    ]
    #expect(edits(sameWatch) == [5, 6, 7].map { raised($0) })
  }

  @Test func `damage explains what is gone, and a damaged export is held against nothing`() {
    let cut = export(day: 20, days([5: 150]).dropLast(), .archiveTruncated)
    #expect(edits([export(day: 10, days()), cut]) == [raised(5)])
    #expect(edits([cut, export(day: 30, days())]).isEmpty)
    #expect(
      edits([export(day: 10, days()), cut, export(day: 30, days([6: 900]))])
        == [raised(5), raised(6)])
  }

  @Test func `where the earlier export lost a record, what is there now is no question`() {
    let lost = export(day: 10, Array(days()[1...]), .xmlMalformed)
    #expect(edits([lost, export(day: 20, days())]) == [changed(5)])
  }

  @Test func `only what begins in the period is compared`() {
    let time = Interval(
      Instant(seconds: 6 * 86_400), Instant(seconds: 7 * 86_400))
    let exports = [export(day: 10, days()), export(day: 20, days([5: 900, 6: 400, 7: 900]))]
    #expect(edits(exports, during: time) == [raised(6)])
  }
}
