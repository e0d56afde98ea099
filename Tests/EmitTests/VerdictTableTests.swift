import DaymarkModel
import DaymarkTestSupport
import Testing

@testable import DaymarkEmit

/// The table `verdicts.csv`.
struct VerdictTableTests {
  private func row(_ subject: String, _ outcome: Outcome = .pass, rank: Int? = nil) -> VerdictRow {
    var row = VerdictRow(
      subject, outcome,
      Reason(code: "streak.met", text: "Walked", required: Quantity(7), actual: Quantity(8)),
      inputs: [])
    (row.rank, row.finality) = (rank, .final)
    return row
  }

  @Test func `a row has the result and no health value`() throws {
    let flags = [
      QualityFlag(.sharedDays, .noted, measured: Quantity(11), limit: Quantity(10)),
      QualityFlag(.runningSpeed, .flagged, measured: Quantity(9), limit: Quantity(8)),
      QualityFlag(.manualShare, .flagged, measured: Quantity(90), limit: Quantity(50)),
      QualityFlag(.manualShare, .flagged, measured: Quantity(80), limit: Quantity(50)),
    ]
    var damaged = EvidenceInput(
      format: .unread, digest: Digest(of: [UInt8]()), bytes: 1, records: 9,
      rejected: [.valueNegative: 2, .sampleDuplicate: 5],
      damage: [.xmlTruncated, .archiveTruncated])
    // Rows that could not be read are records like any others; notes are nothing that is missed.
    damaged.logRows = LogRows(sets: 3, skipped: [.badDate: 4, .note: 2])
    var aside = damaged
    aside.damage = []
    aside.setAside = [InputWaiver(because: "of another person")]
    var late = aside
    (late.setAside, late.isLate, late.format) = ([], true, "fit")
    var open = VerdictRow(
      "ben", .undetermined,
      Reason(code: "streak.open", text: "So far", required: Quantity(7), actual: Quantity(4)),
      inputs: [damaged, aside, late],
      findings: [Finding(.valueNegative), Finding(.sampleDuplicate)])
    open.finality = .provisional(until: Instant(rfc3339: "2025-10-15T00:00:00Z"))
    open.score = ScoreValue(Quantity(12), unit: .count, isFinal: false)
    open.flags = flags
    let rows = [
      row("zoë", rank: 1), open, VerdictRow("anna", failedWith: .fileMissing, stale: .pass),
      VerdictRow("carl", failedWith: .archiveUnrecognised, stale: nil),
    ]
    #expect(
      VerdictTable(rows, showsValues: false).text == """
        subject,outcome,reason,final,open_until,rank,damage,flagged,noted,stale,late,set_aside,\
        rejected,unread,supersedes,decision,asked_again
        anna,unreadable,file.missing,,,,file.missing,,,pass,,,,,,,
        ben,undetermined,streak.open,no,2025-10-15T00:00:00Z,,archive.truncated value.negative \
        xml.truncated,manual.share run.speed,days.shared,,1,1,6,1,,,
        carl,unreadable,archive.unrecognised,,,,archive.unrecognised,,,,,,,,,,
        zoë,pass,streak.met,yes,,1,,,,,0,0,0,0,,,

        """)
    let shown = VerdictTable(rows, showsValues: true).text.split(separator: "\n")
    #expect(shown[0].hasSuffix(",supersedes,decision,asked_again,actual,required,score,score_unit"))
    #expect(shown[1].hasSuffix(",pass,,,,,,,,,,,"))
    #expect(shown[2].hasSuffix(",1,,,,4,7,12,count"))
  }

  @Test func `a row whose first reason is lateness has the rule's figures`() {
    var late = EvidenceInput(
      format: "fit", digest: Digest(of: [UInt8]()), bytes: 1, records: 9, rejected: [:], damage: [])
    late.isLate = true
    let verdict = Verdict(
      outcome: .undetermined,
      reasons: [Reason(code: "streak.open", text: "", required: Quantity(7), actual: Quantity(4))],
      explanation: Explanation(key: "streak", answer: .undetermined),
      asOf: Instant(milliseconds: 0), phase: .ended, quality: .unflagged)
    let row = VerdictRow("anna", verdict, inputs: [late], findings: [])
    let lines = VerdictTable([row], showsValues: true).text.split(separator: "\n")
    #expect(lines[1].hasPrefix("anna,undetermined,data.late,") && lines[1].hasSuffix(",4,7,,"))
  }

  private static let names = [
    "=1+1", "+49", "-2", "@sum", "'quoted", "a,b", "a\"b", "line\nbreak", "\r", "＝1", " blank",
    "plain", "'", "\"", ",", "ab\n=1", "a\u{1B}[2J", "\ttab", "a\\u{1B}", "=\\u{1B}\u{85}",
    "'\\u{}\\u{Z}",
  ]

  @Test func `what looks like a formula is none, and every id comes back as it was`() throws {
    let rows = Self.names.map { row($0) }
    let text = VerdictTable(rows, showsValues: false).text
    #expect(text.contains("\n'=1+1,pass,"))
    #expect(!text.contains("\n@") && !text.contains("\n＝"))
    let table = try #require(VerdictTable(parsing: text))
    #expect(table.subjects.sorted() == Self.names.sorted())
    #expect(table == VerdictTable(rows, showsValues: false) && table.text == text)
  }

  @Test func `without a subject whoever stood below moves up, and ties stay ties`() throws {
    let ranks = ["a": 1, "b": 2, "c": 2, "d": 4, "e": nil]
    let table = VerdictTable(
      ranks.map { row($0.key, rank: $0.value) }, showsValues: true)
    #expect(table.without("a").ranks == ["b": 1, "c": 1, "d": 3])
    #expect(table.without("b").ranks == ["a": 1, "c": 2, "d": 3])
    #expect(table.without("d").ranks == ["a": 1, "b": 2, "c": 2])
    #expect(table.without("e").ranks == table.ranks)
    #expect(table.without("e").subjects == ["a", "b", "c", "d"])
    #expect(table.without("nobody") == table)
  }

  @Test(arguments: [
    "", "subject\n", "subject,outcome\na,pass\n",
    "subject,outcome,reason,final,open_until,rank,damage,flagged,noted,stale,late,set_aside,rejected,unread\na,pass\n",
    "subject,outcome,reason,final,open_until,rank,damage,flagged,noted,stale,late,set_aside,rejected,unread\n\"a,,,,,,,,,,,,,\n",
  ])
  func `another table is none of verdicts`(text: String) {
    #expect(VerdictTable(parsing: text) == nil)
  }
}
