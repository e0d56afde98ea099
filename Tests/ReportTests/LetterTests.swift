import DaymarkModel
import DaymarkReport
import DaymarkTestSupport
import Testing

/// The plain letter to a participant; see Reports, "A letter".
struct LetterTests {
  private func report() -> SubjectReport {
    var report = SampleReports.subject("Anna & <Co>")
    report.challenge.contact = "help@club.example"
    report.verdict.quality.flags = [
      QualityFlag(
        .raisedInExport, .flagged, day: SampleReports.days[1], metric: .steps,
        measured: Quantity(3), limit: Quantity(0)),
      QualityFlag(
        .lateShare, .noted, day: SampleReports.days[0], metric: .steps, measured: Quantity(20),
        limit: Quantity(10)),
    ]
    return report
  }

  @Test func `it says what was noticed, what the data gives, and how to answer`() throws {
    let letter = try LetterTemplate(LetterTemplate.shipped).letter(
      on: report(), until: "Friday, 10 October")
    let expected = """
      Dear Anna & <Co>,

      this is about your data for "Three days on foot", 1 to 3 Sep 2025.

      When we looked at it, we noticed this:

      * 2 Sep 2025: Records with higher amounts than in an earlier export (steps): 3 records (limit: 0 records)

      There may be a good reason for each of these. We are only asking how it came about; this is not an accusation.

      The result from the data: Anna & <Co> did not pass. This is final.
      * Missed a day

      Nobody has made a decision about it yet.

      To answer, write to help@club.example until Friday, 10 October. Say which of the points above you mean, and how it came about. A new and unedited export from the same phone helps. The page "I don't agree" of the documentation says what to check first.

      """
    #expect(letter.hasPrefix(expected), "\(letter)")
    #expect(letter.contains("The number of this result is "))
  }

  @Test func `a decision stands in the place of what the data gives`() throws {
    var report = report()
    let made = Decision(
      challenge: "steps", subject: report.subject, outcome: .pass, because: "the watch sent late",
      by: "Mara", at: Instant(seconds: 1_760_952_600),
      verdict: DecidedVerdict(.fail, Digest(of: [])))
    report.decision = PresentDecision(made, on: Digest(of: []))
    let letter = try LetterTemplate(LetterTemplate.shipped).letter(on: report)
    #expect(letter.contains("The decision is: pass. Mara made it on "))
    #expect(letter.contains(": the watch sent late\n"))
    #expect(!letter.contains("Missed a day"))
    #expect(!letter.contains("asked again"))
    report.decision = PresentDecision(made, on: Digest(of: [1]))
    #expect(
      try LetterTemplate(LetterTemplate.shipped).letter(on: report)
        .contains("so Mara will be asked again"))
  }

  @Test func `it names what came too late, as the page does`() throws {
    var report = report()
    report.inputs[0].isLate = true
    report.verdict.reasons = [Reason(code: "data.none", text: "nothing was handed in")]
    let own = try LetterTemplate("{{#reasons}}{{code}} {{/reasons}}")
    #expect(own.letter(on: report) == "data.none data.late \n")
    report.verdict.explanation.answer = .undetermined
    #expect(own.letter(on: report) == "data.late data.none \n")
  }

  @Test func `each flag names what it is about`() throws {
    var report = report()
    let (day, kind) = (SampleReports.days[1], ActivityKind.run)
    report.verdict.quality.flags = [
      QualityFlag(
        .raisedInExport, .flagged, day: day, metric: .distanceWalkingRunning,
        measured: Quantity(3), limit: Quantity(0)),
      QualityFlag(
        .raisedInExport, .flagged, day: day, kind: kind, measured: Quantity(1), limit: Quantity(0)),
      QualityFlag(.sharedArchive, .flagged, measured: Quantity(1), limit: Quantity(0)),
    ]
    let own = try LetterTemplate("{{#noticed}}{{code}}: {{what}}\n{{/noticed}}")
    let lines = own.letter(on: report).split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0] != lines[1] && lines[0].count > "export.raised: ".count)
    #expect(lines[1].lowercased().hasSuffix("run"))
    #expect(lines[2] == "archive.shared: ")
  }

  @Test func `until when an answer is awaited is never over`() throws {
    var report = report()
    let own = try LetterTemplate("{{#until}}until {{until}}{{/until}}")
    report.verdict.finality = .provisional(until: report.deadline)
    report.verdict.asOf = report.deadline.advanced(byDays: -1)
    #expect(own.letter(on: report).hasPrefix("until "))
    report.verdict.asOf = report.deadline
    #expect(own.letter(on: report) == "\n")
    #expect(own.letter(on: report, until: "Friday") == "until Friday\n")
  }

  @Test func `without anything noticed nothing is asked`() throws {
    var report = report()
    report.verdict.quality.flags = []
    let letter = try LetterTemplate(LetterTemplate.shipped).letter(on: report)
    #expect(!letter.contains("noticed"))
  }

  @Test func `an operator's own template has every word, and what is noted, too`() throws {
    let own = try LetterTemplate("{{name}}:{{#noted}} {{code}} {{measured}}{{/noted}}")
    #expect(own.letter(on: report()) == "Anna & <Co>: created.late 20 %\n")
  }

  @Test func `a template with a section that is not closed is refused, by its name`() {
    let error = #expect(throws: DaymarkError.self) {
      _ = try LetterTemplate("{{#noticed}}", at: "own.txt")
    }
    #expect(error?.finding.code == .letterTemplateMalformed)
    #expect(error?.finding.location?.file == "own.txt")
  }
}
