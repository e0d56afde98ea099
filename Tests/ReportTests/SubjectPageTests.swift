import DaymarkDocuments
import DaymarkModel
import DaymarkReport
import DaymarkTestSupport
import Testing

/// What a person's page says of its data, beyond what its picture shows.
struct SubjectPageTests {
  private let pages: ReportPages

  init() throws {
    pages = try ReportPages(
      words: ReportWords(
        sentence: { _ in "set it with an option" }, participantSentence: { _, _ in "ask for it" }))
  }

  private func chart(_ requirement: String, comparison: Comparison? = nil) -> DayChart {
    var chart = DayChart(
      title: "Steps", requirement: requirement, answer: .pass, unit: .count,
      comparison: comparison,
      bars: [
        DayChart.Bar(day: SampleReports.days[0], value: Quantity(7000), standing: .met),
        DayChart.Bar(day: SampleReports.days[1], value: Quantity(4321), standing: .met),
      ])
    (chart.actual, chart.target) = (Quantity(11_321), .atLeast(Quantity(10_000)))
    return chart
  }

  /// The sample has 7,000 steps on the first day.
  @Test func `the export's own totals stand beside what was counted`() {
    var report = SampleReports.subject()
    #expect(!pages.subject(report).contains("own totals"))
    let day = SampleReports.days[0]
    report.aggregates.statedDays = [StatedDay(day: day, metric: .steps, amount: Quantity(8000))]
    let counted = report.aggregates.days.first { $0.day == day && $0.metric == .steps }?.value
    #expect(counted == Quantity(7000))
    let page = pages.subject(report)
    #expect(page.contains("<h2>The export's own totals</h2>"))
    #expect(page.contains("1 day has both figures; on 0 they are the same."))
    #expect(
      page.contains(
        "<td class=\"n\">7,000</td><td class=\"n\">8,000</td><td class=\"n\">1,000 less (12.5 %)</td>"
      ))
    report.aggregates.statedDays[0].amount = Quantity(7000)
    #expect(pages.subject(report).contains("on 1 they are the same."))
  }

  @Test func `a decision stands beside the verdict, in the words of who decided`() {
    var report = SampleReports.subject()
    let made = Decision(
      challenge: "steps", subject: report.subject, outcome: .fail, because: "a <b>bus</b> ride",
      by: "Mara & Co", at: Instant(seconds: 1_760_952_600),
      verdict: DecidedVerdict(.pass, Digest(of: [])))
    report.decision = PresentDecision(made, on: Digest(of: []))
    let standing = pages.subject(report)
    #expect(standing.contains("<h2>Decided by a person: fail</h2>"))
    #expect(
      standing.contains(
        "<bdi>a &lt;b&gt;bus&lt;/b&gt; ride</bdi> <span class=\"quiet\">(<bdi>Mara &amp; Co</bdi>,")
    )
    report.decision = PresentDecision(made, on: Digest(of: [1]))
    let asked = pages.subject(report)
    #expect(asked.contains("<h2>Decided by a person, to be confirmed</h2>"))
    #expect(!asked.contains("Decided by a person: fail"))
    report.decision = nil
    #expect(!pages.subject(report).contains("Decided by a person"))
  }

  @Test func `an archive of another time is named under the answer, unless it is a pass`() {
    var report = SampleReports.subject()
    report.aggregates.findings = [Finding(.inputOutsidePeriod, at: InputLocation(file: "a.zip"))]
    report.verdict.outcome = .fail
    let page = pages.subject(report)
    let sentence = "<p>One archive has no data of this period: ask for it.</p>"
    let place = page.firstRange(of: sentence)?.lowerBound
    let rule = page.firstRange(of: "class=\"rule\"")?.lowerBound
    #expect(place.flatMap { place in rule.map { place < $0 } } == true)
    report.verdict.outcome = .pass
    #expect(!pages.subject(report).contains(sentence))
  }

  @Test func `conditions on the same days share a chart`() {
    var report = SampleReports.subject()
    var alternative = chart("at least 6,000 steps on average")
    alternative.isAlternative = true
    report.charts = [
      chart("at least 10,000 steps in total"), alternative,
      chart("at least 4,000 steps on every day", comparison: .atLeast(Quantity(4000))),
    ]
    let page = pages.subject(report)
    #expect(page.count(of: "<h2>Steps</h2>") == 1)
    #expect(page.contains("</span> at least 10,000 steps in total: <strong>11,321</strong>"))
    #expect(page.contains("</span> or at least 6,000 steps on average"))
    // The one that draws a line is drawn.
    #expect(page.contains("the line: 4,000"))
    report.charts[1].bars[0].value = Quantity(6999)
    #expect(pages.subject(report).count(of: "<h2>Steps</h2>") == 2)
  }

  @Test func `no day of a sum is called as the rule asks`() {
    var report = SampleReports.subject()
    report.charts = [chart("at least 10,000 steps in total")]
    #expect(pages.subject(report).contains("<span class=\"key b-counts\"></span> counts</li>"))
    report.charts[0].comparison = .atLeast(Quantity(4000))
    #expect(pages.subject(report).contains("</span> as the rule asks</li>"))
  }

  @Test func `under not the badge and the legend are turned round`() {
    var report = SampleReports.subject()
    // 7,000 and 4,321 steps: on both days at most 9,000, which must not be.
    var low = chart("at most 9,000 steps on 2 days", comparison: .atMost(Quantity(9000)))
    (low.actual, low.target, low.resultUnit) = (Quantity(2), .atLeast(Quantity(2)), "day")
    low.isNegated = true
    report.charts = [low]
    let page = pages.subject(report)
    #expect(
      page.contains(
        "<span class=\"badge o-fail\">fail</span> not this: at most 9,000 steps on 2 days: <strong>2 days<"
      ))
    #expect(page.contains("<span class=\"key b-short\"></span> counts against the rule</li>"))
    #expect(!page.contains("as the rule asks"))
  }

  @Test func `what may be all that is needed comes first`() {
    var report = SampleReports.subject()
    report.change = VerdictChange(
      outcome: .pass,
      steps: [
        VerdictChange.Step(path: .requires, text: "2 more days", days: []),
        VerdictChange.Step(path: .requires, text: "a whole archive", days: [], isRepair: true),
      ])
    let page = pages.subject(report)
    #expect(page.contains("<li>A whole archive</li>\n<li>If that is not enough: 2 more days</li>"))
    report.change?.steps.removeLast()
    #expect(pages.subject(report).contains("<li>2 more days</li>"))
  }

  @Test func `what is to be done has the end of the period, and what is to be sent the deadline`()
    throws
  {
    var report = SampleReports.subject()
    report.verdict.outcome = .undetermined
    report.verdict.finality = .provisional(until: nil)
    report.verdict.phase = .active
    report.verdict.asOf = try #require(Instant(rfc3339: "2025-09-03T12:00:00Z"))
    let deadline = "5 Sep 2025, 00:00 UTC"
    // The third day of the three is not over.
    #expect(
      report.changeHeading == "Still needed until 3 Sep 2025, and handed in by \(deadline)")
    #expect(pages.subject(report).contains("<h2>\(report.changeHeading)</h2>"))
    let export = "Another export, handed in by \(deadline), helps if it shows"
    report.daysToComeSuffice = false
    #expect(report.changeHeading == export)
    report.daysToComeSuffice = true
    report.change?.steps[0].isRepair = true
    #expect(report.changeHeading == "Still needed, by \(deadline)")
    report.change?.steps[0].isRepair = false
    report.change?.steps[0].days.removeLast()
    #expect(report.changeHeading == "Still needed, by \(deadline)")
    report.verdict.phase = .proofWindow
    report.verdict.asOf = try #require(Instant(rfc3339: "2025-09-04T12:00:00Z"))
    #expect(report.changeHeading == export)
  }

  @Test func `what a week lacks may be done on any of its days`() {
    var report = SampleReports.subject()
    let weeks = [
      Explanation.Week(
        days: SampleReports.days[0]...SampleReports.days[1], actual: .zero, answer: .undetermined)
    ]
    let runs = DayValue.activities(.sessions, of: ActivityTest(kinds: [.run]))
    report.rule.requires = Condition(
      .leaf(Leaf(.recurring(Recurrence(1), of: .total), of: runs, .atLeast(Quantity(3)))))
    report.charts = [chart("at least 3 runs a week")]
    report.charts[0].weeks = weeks
    report.verdict.outcome = .undetermined
    report.change = VerdictChange(
      outcome: .pass,
      steps: [
        VerdictChange.Step(
          path: report.rule.leaves[0].path, text: "1 more week with at least 3 runs",
          days: [.init(day: SampleReports.days[0], now: nil, then: Quantity(3))])
      ])
    #expect(
      pages.subject(report).contains(
        "<li>1 more week with at least 3 runs<span class=\"quiet\"> from 1 to 2 Sep 2025</span></li>"
      ))
  }

  @Test func `what looks unusual is no change that a person could make, but waits for a look`() {
    var report = SampleReports.subject()
    report.rule.quality = [QualityGate(.flags(nil, atMost: 0))]
    report.verdict.outcome = .undetermined
    report.verdict.reasons = [
      Reason(code: "quality.flags", text: "1 sign of unusual data (run.speed), none allowed")
    ]
    report.change = VerdictChange(
      outcome: .pass,
      steps: [VerdictChange.Step(path: .gate(0), text: "no sign of unusual data", days: [])])
    let page = pages.subject(report)
    #expect(!page.contains("No sign of unusual data"))
    #expect(page.contains("until whoever runs the challenge has looked at it"))
    #expect(page.contains("1 sign of unusual data (fastest run), none allowed"))
  }

  @Test func `values that are set aside are named to who does not pass`() {
    var report = SampleReports.subject()
    let sentence =
      "Values typed in by hand do not count here: 700 (steps) on 2 Sep, with which the day would have"
      + " at most 5,021."
    report.counted[0].days[1].setAside = Quantity(700)
    #expect(pages.subject(report).contains(sentence))
    report.verdict.outcome = .pass
    #expect(!pages.subject(report).contains(sentence))
  }

  @Test func `files that the operator set aside are named at the head, with the reasons`() throws {
    var report = SampleReports.subject()
    let inputs = ["it is somebody else's", "the wrong year", "it is somebody else's"].enumerated()
      .map { number, because in
        var input = report.inputs[0]
        (input.digest, input.rejected) = (Digest(of: [UInt8(number)]), [.inputSetAside: 9])
        input.setAside = [InputWaiver(because: because)]
        return input
      }
    report.inputs += inputs
    // A loss that the operator accepts leaves nothing out.
    report.inputs[0].setAside = [InputWaiver(.xmlTruncated, because: "nothing is lost")]
    #expect(
      report.inputs.leftOutSentences == [
        "2 files were set aside by whoever runs the challenge: it is somebody else's",
        "1 file was set aside by whoever runs the challenge: the wrong year",
      ])
    let page = pages.subject(report)
    let place = try #require(page.firstRange(of: "<h2>What was set aside</h2>"))
    let head = page[..<place.lowerBound]
    #expect(head.contains("1 file was set aside by whoever runs the challenge: the wrong year"))
    #expect(!head.contains("nothing is lost"))
  }

  @Test func `a page from the folder alone says why it does not know what would be enough`() {
    var report = SampleReports.subject()
    report.change = nil
    #expect(report.noChangeSentence == nil)
    report.isAlone = true
    let sentence =
      "a folder says neither when the data of each file ends nor what single sessions had"
    #expect(pages.subject(report).contains(sentence))
    report.verdict.outcome = .pass
    #expect(!pages.subject(report).contains(sentence))
  }

  @Test func `without figures of days typed-in values are counted`() {
    var report = SampleReports.subject()
    report.inputs[0].rejected = [.sampleManual: 4]
    #expect(report.typedInSentence == "4 values typed in by hand do not count here.")
    report.inputs[0].rejected = [.sampleManual: 1]
    #expect(report.typedInSentence == "1 value typed in by hand does not count here.")
    report.verdict.outcome = .pass
    #expect(report.typedInSentence == nil)
  }

  @Test func `a session of several files is counted once, and one of an unknown kind said to be`()
    throws
  {
    var report = SampleReports.subject()
    report.inputs = ["fit", "tcx"].enumerated().map { number, format in
      EvidenceInput(
        format: FormatID(format), digest: Digest(of: [UInt8(number)]), bytes: 1,
        records: 1, rejected: [:], damage: number == 0 ? [.activityTruncated] : [])
    }
    let start = try #require(Instant(rfc3339: "2025-09-01T08:00:00Z"))
    var activity = Activity(
      kind: .run, start: start, end: start.advanced(byMilliseconds: 3_600_000),
      values: [.distanceMeters: Quantity(5000)])
    func session(_ inputs: [Int]) -> Session {
      Session(day: SampleReports.days[0], activity: activity, inputs: inputs, origins: [:])
    }
    report.aggregates.sessions = [session([1])]
    let page = pages.subject(report)
    #expect(!page.contains("Sessions recorded more than once"))
    #expect(!page.contains("do not count in full"))
    report.aggregates.sessions = [session([1, 0])]
    let merged = pages.subject(report)
    #expect(merged.contains("Sessions recorded more than once"))
    #expect(merged.contains("<td>2, counted once: <code>tcx "))
    #expect(merged.contains("The file is damaged, so there may have been more."))
    activity.kind = .other
    report.aggregates.sessions = [session([1])]
    #expect(pages.subject(report).contains("so its distance does not count as walking,"))
  }

  @Test func `two devices of one kind differ in colour`() {
    var report = SampleReports.subject()
    report.aggregates.sources[1].deviceClass = .watch
    let page = pages.subject(report)
    #expect(page.contains("<span class=\"key k-watch\"></span> Apple watch 1"))
    #expect(page.contains("<span class=\"key k-phone\"></span> Apple watch 2"))
  }

  @Test func `participants are told what they can do`() {
    var report = SampleReports.subject()
    report.aggregates.findings = [Finding(.exerciseUnmatched)]
    #expect(pages.subject(report).contains("Ask for it."))
    #expect(!pages.subject(report).contains("Set it with an option."))
  }
}

extension String {
  fileprivate func count(of text: String) -> Int { ranges(of: text).count }
}
