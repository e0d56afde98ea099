import DaymarkModel
import DaymarkTestSupport
import Testing

/// Edits of days that an earlier export has, made on the text of the later one as a forger would, and read by the real
/// reader; see Examine, "What each kind means".
struct ForgedEditTests {
  private static let life = MadeLife(seed: 20, days: 30)
  private static let earlier = MadeExport(
    of: life.written(by: MadeLife.earlierExport), at: MadeLife.earlierExport)
  private static let laterExport = MadeLife.firstDay + 30 * 86_400 + 1000

  private var honest: MadeExport {
    MadeExport(of: Self.life.written(by: Self.laterExport), at: Self.laterExport)
  }

  @Test func `there are twenty kinds of edits and more`() { #expect(ForgedEdit.all.count >= 20) }

  @Test func `without an edit everything is the same`() throws {
    let comparison = try examined(honest, against: Self.earlier)
    #expect(comparison.differences.isEmpty)
    #expect(comparison.explained.isEmpty)
    // Each record and workout of the 23 whole days, those that were typed in included.
    let whole = Self.earlier.indices { $0.time("startDate") < MadeLife.firstDay + 23 * 86_400 }
    #expect(comparison.same == whole.count)
    #expect("\(comparison.lastDay)" == "2026-01-27")
  }

  @Test(arguments: ForgedEdit.all)
  func `each record of an edit is named, and asked about where it raises an amount`(
    edit: ForgedEdit
  ) throws {
    var later = honest
    let traces = edit.edit(&later)
    try #require(!traces.isEmpty)
    let comparison = try examined(later, against: Self.earlier)
    let named = comparison.differences.map {
      ForgedEdit.Named(
        kind: $0.kind, question: $0.question, line: $0.place?.line,
        earlierLine: $0.earlierPlace?.line)
    }
    #expect(
      Set(named) == ForgedEdit.named(traces, later: later, earlier: Self.earlier), "\(named)")
    #expect(named.count == traces.count)
    #expect(comparison.counts.reduce(0) { $0 + $1.count } == traces.count)
    #expect(
      comparison.questionCount == comparison.differences.count(where: { $0.question != nil }))
    #expect(comparison.differences.filter(\.raises).allSatisfy { $0.question != nil })
    #expect(comparison.differences.contains(where: \.raises) == edit.raises)
    #expect(comparison.explained.isEmpty)
  }

  @Test func `a place is that of the record's first byte`() throws {
    var later = honest
    let index = later.indices { $0.text.contains("StepCount") }[3]
    later.lines[index]["value"] = "9999"
    let difference = try #require(try examined(later, against: Self.earlier).differences.first)
    let before = later.lines[..<index].reduce(0) { $0 + $1.text.utf8.count + 1 }
    // Behind the space that the line begins with.
    #expect(difference.place?.byte == before + 1)
    #expect(difference.place?.file == "later.xml")
    #expect(difference.earlierPlace?.file == "earlier.xml")
  }
}
