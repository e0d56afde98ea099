import DaymarkDocuments
import DaymarkModel
import DaymarkReport
import DaymarkTestSupport
import Foundation
import Testing

struct PageTests {
  private let pages: ReportPages

  init() throws {
    pages = try ReportPages(words: ReportWords { "sentence of \($0.code.rawValue)" })
  }

  @Test func `what somebody typed stands on no page of others`() throws {
    var row = SampleReports.row("a", reason: "b")
    row.findings = [
      Finding(.unitUnknown) { $0.unit = "secret-unit" },
      Finding(.archiveUnreadTable) { $0.known = ["secret-heading"] },
    ]
    let pages = try ReportPages(
      words: ReportWords { "\($0.facts.unit ?? "no unit") \($0.facts.known ?? [])" })
    let page = pages.challenge(SampleReports.challengeReport([row]))
    #expect(page.contains("No unit") && !page.contains("secret"))
  }

  /// Names, titles and reasons that people may write.
  private static let hostile = [
    "</title></style><script>alert(1)</script>", "\" onload=\"x", "' & &amp; <!-- ]]>",
    "\u{202E}gnp.exe", "\"\u{301}<\u{338}b>", "{{style}} {{{style}}}", "\u{0}\u{1B}[31m\u{FFFE}",
    String(repeating: "long", count: 2500), String(repeating: "e\u{301}", count: 5000), "",
  ]

  @Test(arguments: hostile)
  func `whatever people write stays text of a well-formed page`(text: String) throws {
    var row = SampleReports.row(text, reason: text)
    row.failure = Finding(.fileMissing)
    let made = [
      pages.challenge(SampleReports.challengeReport([row], title: text)),
      pages.subject(SampleReports.subject(text, title: text, reason: text)),
      pages.card(SampleReports.subject(text, title: text, reason: text), metric: nil).page,
    ]
    let calm = [
      pages.challenge(SampleReports.challengeReport([SampleReports.row("a", reason: "b")])),
      pages.subject(SampleReports.subject("a")),
      pages.card(SampleReports.subject("a"), metric: nil).page,
    ]
    for (page, plain) in zip(made, calm) {
      #expect(malformation(of: page) == nil)
      // No tag more than with a name of one letter, but for where a text is long or empty.
      if text.count < 100, !text.isEmpty {
        #expect(tags(page) == tags(plain))
      }
      #expect(!page.contains("<script") && !page.contains("\u{202E}"))
      #expect(page.utf8.count < plain.utf8.count + 200_000)
    }
  }

  private func tags(_ page: String) -> [String: Int] {
    page.matches(of: #/<(/?[a-zA-Z]+)/#).reduce(into: [:]) {
      $0[String($1.output.1), default: 0] += 1
    }
  }

  @Test func `the page of a challenge shows figures only when they are asked for`() {
    var report = SampleReports.challengeReport([SampleReports.row("anna")])
    let figures = ["654321", "654,321", "777777", "88,888", "88888"]
    let page = pages.challenge(report)
    for figure in figures { #expect(!page.contains(figure), "\(figure)") }
    #expect(page.contains("Missed a day"))
    report.showsValues = true
    let open = pages.challenge(report)
    #expect(open.contains("654.321 km of 777.777 km") && open.contains("88,888"))
  }

  @Test func `a source's own name stands on no page`() {
    let page = pages.subject(SampleReports.subject())
    #expect(page.contains("Apple watch") && page.contains("Garmin tracker"))
    #expect(!page.contains("Anna&#39;s") && !page.contains("Forerunner"))
  }

  @Test func `why people did not pass is counted of each outcome for itself`() {
    let rows = [
      SampleReports.row("anna", outcome: .fail), SampleReports.row("ben", outcome: .undetermined),
      SampleReports.row("clara", outcome: .fail), SampleReports.row("dora", outcome: .pass),
    ]
    let page = pages.challenge(SampleReports.challengeReport(rows))
    let bars = page.matches(
      of: #/<span class="badge o-([a-z]+)">.*?<span class="amount">(\d+)<\/span>/#
    ).map { "\($0.output.1) \($0.output.2)" }
    #expect(bars == ["fail 2", "undetermined 1"])
  }

  @Test func `a long name is short beside its days, and whole in the table`() {
    let name = String(repeating: "n", count: 60)
    let page = pages.challenge(SampleReports.challengeReport([SampleReports.row(name)]))
    #expect(
      page.contains(
        "<bdi>\(name.prefix(23))…</bdi></a></th><td class=\"days\"><svg class=\"strip\""))
    #expect(page.contains("<bdi>\(name)</bdi></th><td class=\"letters\">"))
  }

  @Test func `the legend of the heat map tells of what is drawn`() {
    var report = SampleReports.challengeReport([SampleReports.row("anna")])
    report.subjects[0].days = [.met, .met, .nothing]
    let page = pages.challenge(report)
    #expect(page.contains("</svg> as the rule asks</li>"))
    #expect(page.contains("</svg> no data that counts</li>"))
    #expect(!page.contains("</svg> short of it</li>") && !page.contains("</svg> not over yet</li>"))
  }

  @Test func `what many have in common is said once, with how many`() {
    var rows = (0..<40).map { SampleReports.row("s\($0)") }
    for index in rows.indices {
      rows[index].findings = [Finding(.xmlTruncated)]
      rows[index].finality = index == 7 ? .final : .provisional(until: SampleReports.asOf)
    }
    let page = pages.challenge(SampleReports.challengeReport(rows))
    #expect(page.matches(of: /<code>xml.truncated<\/code>/).count == 1)
    #expect(page.contains("<td class=\"n\" data-label=\"Subjects\">40</td>"))
    #expect(page.contains(" and 28 more</p>"))
    #expect(page.contains("Unless stated otherwise, verdicts may change until 10 Sep 2025"))
    #expect(page.matches(of: /<bdi>final; Missed a day<\/bdi>/).count == 1)
    // One list: each name leads to its page where its days are, and not again below.
    #expect(page.matches(of: /s20\/report.html/).count == 1)
  }

  @Test func `two sentences of one code stand with those of whom each is said`() throws {
    var rows = (0..<5).map { SampleReports.row("s\($0)") }
    for index in rows.indices {
      rows[index].findings = [
        Finding(.archiveTruncated) { $0.method = index < 3 ? "no end" : "no start" }
      ]
    }
    let words = try ReportPages(
      words: ReportWords { "it has \($0.facts.method ?? "nothing")" })
    let page = words.challenge(SampleReports.challengeReport(rows))
    #expect(page.contains("3</td><td>It has no end <code>archive.truncated</code>"))
    #expect(page.contains("2</td><td>It has no start <code>archive.truncated</code>"))
    // Of many sentences one is enough.
    for index in rows.indices {
      rows[index].findings = [Finding(.archiveTruncated) { $0.method = "\(index)" }]
    }
    let many = words.challenge(SampleReports.challengeReport(rows))
    #expect(many.contains("5</td><td>Such as: It has 0 <code>archive.truncated</code>"))
  }

  @Test func `the order of the people is said`() {
    var report = SampleReports.challengeReport([SampleReports.row("anna")])
    let order = "then by how far each person came, the furthest first."
    #expect(pages.challenge(report).contains(order))
    report.subjects[0].hasData = false
    #expect(pages.challenge(report).contains("\(order) Those without any data come last."))
  }

  @Test func `times are those of the challenge's zone, which is stated once`() {
    var report = SampleReports.challengeReport([SampleReports.row("anna")])
    report.subjects[0].finality = .provisional(until: SampleReports.asOf)
    // Two hours before UTC in summer.
    report.challenge.zone = .named("Europe/Berlin")
    let page = pages.challenge(report)
    #expect(page.contains("days and times in Europe/Berlin."))
    #expect(
      page.contains(
        "Decided as of 10 Sep 2025, 02:00. Proof counts until 5 Sep 2025, 02:00."))
    #expect(page.contains("All verdicts may change until 10 Sep 2025, 02:00."))
    #expect(!page.contains("UTC") && !page.contains("02:00 in"))
    report.challenge.zone = nil
    #expect(pages.challenge(report).contains("Decided as of 10 Sep 2025, 00:00 UTC."))
  }

  @Test func `who passed is told what there is to spare`() {
    var report = SampleReports.subject()
    report.verdict.outcome = .pass
    report.charts[0].answer = .pass
    report.charts[0].actual = Quantity(5)
    report.change?.steps[0].path = report.rule.leaves[0].path
    // 5 days of 3; the change is of this one condition.
    #expect(pages.subject(report).contains("<h2>To spare: 2 days</h2>"))
    // 4 sets of 3, and then 5.
    var sets = report
    (sets.charts[0].title, sets.charts[0].nounOfOne) = ("Sets", "set")
    (sets.charts[0].actual, sets.charts[0].resultUnit) = (Quantity(4), Unit.count.rawValue)
    #expect(pages.subject(sets).contains("<h2>To spare: 1 set</h2>"))
    sets.charts[0].actual = Quantity(5)
    #expect(pages.subject(sets).contains("<h2>To spare: 2 sets</h2>"))
    report.change?.steps[0].path = .gate(0)
    #expect(pages.subject(report).contains("<h2>It would not have passed with</h2>"))
  }

  @Test func `a sum has its target on its bar, and an open condition says what becomes of it`() {
    var report = SampleReports.subject()
    report.charts[0].comparison = nil
    report.charts[0].answer = .undetermined
    report.charts[0].resultUnit = "m"
    report.charts[0].unit = .meter
    (report.charts[0].actual, report.charts[0].target) = (
      Quantity(5000), .atLeast(Quantity(20_000))
    )
    let page = pages.subject(report)
    // 5 km of 20 km: a quarter of the bar.
    #expect(page.contains("<rect class=\"o-undetermined\" x=\"0%\" y=\"0\" width=\"25%\""))
    #expect(page.contains(">asked for: 20 km</text>"))
    #expect(page.contains("missing data counts as not done)"))
  }

  @Test func `who fails for what the data leaves open is told so`() {
    let sentence = "Days without data count as not done in this challenge."
    var report = SampleReports.subject()
    #expect(!pages.subject(report).contains(sentence))
    report.verdict.explanation.answer = .undetermined
    #expect(pages.subject(report).contains(sentence))
    report.verdict.outcome = .undetermined
    #expect(!pages.subject(report).contains(sentence))
  }

  @Test func `the legend of a chart tells of what is drawn`() {
    var report = SampleReports.subject()
    let legend = "<li><span class=\"key b-short\">"
    #expect(pages.subject(report).contains(legend))
    // A day of nothing has a bar without height.
    report.charts[0].bars[1].value = .zero
    report.charts[0].bars[1].standing = .nothing
    #expect(!pages.subject(report).contains(legend))
  }

  @Test func `a figure of a session is from the file that it names`() throws {
    var report = SampleReports.subject()
    report.inputs = ["fit", "tcx", "gpx"].enumerated().map { number, format in
      EvidenceInput(
        format: FormatID(format), digest: Digest(of: [UInt8(number)]), bytes: 1,
        records: 1, rejected: [:], damage: [])
    }
    let start = try #require(Instant(rfc3339: "2025-09-01T08:00:00Z"))
    let activity = Activity(
      kind: .run, start: start, end: start.advanced(byMilliseconds: 3_600_000),
      values: [.distanceMeters: Quantity(5000), .kilocalories: Quantity(400)])
    // Recorded by the third file and the second, of which the second knows the energy.
    report.aggregates.sessions = [
      Session(
        day: SampleReports.days[0], activity: activity, inputs: [2, 1],
        origins: [.distanceMeters: 0, .kilocalories: 1])
    ]
    let page = pages.subject(report)
    #expect(page.contains("gpx \(Digest(of: [2]).hex.prefix(12))"))
    #expect(page.contains("tcx \(Digest(of: [1]).hex.prefix(12))"))
    #expect(!page.contains("fit \(Digest(of: [0]).hex.prefix(12))"))
  }

  @Test func `an address of a page keeps the percent signs of a folder's name`() {
    let page = pages.challenge(SampleReports.challengeReport([SampleReports.row("a b")]))
    #expect(page.contains("href=\"a%2520b/report.html\""))
  }

  @Test func `a page asks for nothing and forbids it`() throws {
    for page in [
      pages.challenge(SampleReports.challengeReport([SampleReports.row("anna")])),
      pages.subject(SampleReports.subject()),
    ] {
      #expect(page.contains("default-src 'none'"))
      for way in ["src=", "<link", "@import", "http:", "https:", "style=\"", "<script", " on"] {
        // Words such as "on foot" stand in text.
        let found = way == " on" ? page.contains(#/ on[a-z]+="/#) : page.contains(way)
        #expect(!found, "\(way)")
      }
      let style = try #require(page.firstMatch(of: #/<style>((?s:.*?))<\/style>/#)?.output.1)
      let digest = Data(Digest(of: style.utf8).bytes).base64EncodedString()
      #expect(page.contains("style-src 'sha256-\(digest)'"))
    }
  }

  @Test func `a card holds no name and no figure that was not chosen`() {
    let report = SampleReports.subject("somebody")
    let plain = pages.card(report, metric: nil)
    #expect(malformation(of: plain.page) == nil)
    for text in [plain.picture, plain.page] {
      #expect(!text.contains("somebody") && !text.contains("7,000") && !text.contains("11,321"))
    }
    // 7000 + 4321.
    #expect(pages.card(report, metric: .steps).picture.contains("11,321 steps"))
  }

  @Test func `thousands of subjects stay below the sizes that were promised`() {
    let rows = (0..<2000).map {
      SampleReports.row("subject-\($0)", reason: String(repeating: "r", count: 90))
    }
    var report = SampleReports.challengeReport(rows)
    report.days = (0..<62).map { SampleReports.days[0].advanced(by: $0) }
    for index in report.subjects.indices {
      report.subjects[index].days = (0..<62).map { $0 % 3 == 0 ? .short : .met }
    }
    let page = pages.challenge(report)
    #expect(page.utf8.count < 2_000_000)
    #expect(page.contains("the other 1,500 are counted below"))
  }

  /// To record it, run the tests with `DAYMARK_RECORD=1`, and read the difference.
  @Test func `the page of a person is the one that was read`() throws {
    let page = pages.subject(SampleReports.subject()).replacing(
      #/<style>(?s:.*?)<\/style>/#, with: "<style>...</style>"
    ).replacing(#/sha256-[^']+/#, with: "sha256-...")
    let path = "\(packageFolder)/Tests/ReportTests/Expected/subject.html"
    if ProcessInfo.processInfo.environment["DAYMARK_RECORD"] != nil {
      try page.write(toFile: path, atomically: true, encoding: .utf8)
      Issue.record("recorded")
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == page)
  }

  @Test func `the same report gives the same bytes`() {
    let rows = [SampleReports.row("anna"), SampleReports.row("ben")]
    #expect(
      pages.challenge(SampleReports.challengeReport(rows))
        == pages.challenge(SampleReports.challengeReport(rows)))
  }
}
