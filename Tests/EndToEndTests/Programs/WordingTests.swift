import DaymarkModel
import Testing

@testable import daymark

struct WordingTests {
  @Test(arguments: FindingCode.allCases)
  func `every code has a sentence of its own`(code: FindingCode) {
    let sentence = Wording.sentence(Finding(code))
    #expect(sentence != code.rawValue)
    #expect(sentence.count > 10)
  }

  @Test func `a line is place, code, what happened and what to do`() {
    let place = InputLocation(file: "export.zip", entry: "export.xml", line: 3, byte: 97)
    #expect(
      Wording.line(Finding(.xmlMalformed, at: place, count: 2)) == """
        export.zip!export.xml:3 (byte 97): xml.malformed: the XML is malformed here; the record is left out; \
        export it again (2 times, the first here)
        """)
  }

  @Test func `control characters of a file are shown, not printed`() {
    let place = InputLocation(file: "a\u{1B}[2Jb.yaml", line: 3)
    let finding = Finding(
      .configUnknownKey, at: place, facts: .init { $0.key = "\u{1B}[31mü\nrules.yaml: fine\u{9B}" })
    #expect(
      Wording.line(finding) == #"""
        a\u{1B}[2Jb.yaml:3: config.unknown_key: unknown key `\u{1B}[31mü\nrules.yaml: fine\u{009B}`
        """#)
  }
}
