import DaymarkModel
import DaymarkReport
import DaymarkTestSupport
import Testing

/// The page of a rule; see Testing, "A page to look at".
struct PreviewPageTests {
  private let pages: ReportPages

  init() throws { pages = try ReportPages(words: ReportWords { $0.code.rawValue }) }

  private func preview(_ name: String = "just enough") -> RulePreview {
    let days = SampleReports.days
    var preview = RulePreview(
      of: SampleReports.rule, "To pass: at least 5,000 steps on every day.",
      over: .days(from: days[0], to: days[2]), toolVersion: "1.0.0")
    preview.calendars = [
      RulePreview.Calendar(
        "at least 5,000 steps on every day", weekStartsOn: .monday,
        days: [.init(days[0], .active), .init(days[1], .rest), .init(days[2], .idle)])
    ]
    var test = RulePreview.Case(
      name, over: preview.period, expected: .pass, SampleReports.verdict(), isAsExpected: false)
    test.charts = SampleReports.subject().charts
    preview.cases = [test]
    preview.gaps = ["requires.days was never seen to pass"]
    preview.lines = [
      ThresholdCurve(
        name: "at least 5,000 steps", unit: .count,
        points: [4000, 5000].map { .init(value: Quantity($0), outcomes: [.pass: 1, .fail: 1]) },
        present: Quantity(5000))
    ]
    return preview
  }

  @Test func `the page has the rule, its days, its cases and its line, and asks for nothing`() {
    let page = pages.preview(preview())
    #expect(malformation(of: page) == nil)
    for text in [
      "5,000 steps a day", "looked at", "in a week, month or stretch that does not count",
      "not looked at", "just enough", "not as expected: pass", "0 of 1 case as expected.",
      "requires.days was never seen to pass", "Where the line lies", "the rule</text>",
    ] {
      #expect(page.contains(text), "\(text)")
    }
    for address in ["http:", "https:", "src=", "href=", "<script", "@import"] {
      #expect(!page.contains(address), "\(address)")
    }
  }

  @Test func `a page without cases says how to write some`() {
    var preview = preview()
    (preview.cases, preview.gaps, preview.lines) = ([], [], [])
    let page = pages.preview(preview)
    #expect(malformation(of: page) == nil)
    #expect(page.contains("daymark rules test --init"))
    #expect(!page.contains("Where the line lies"))
  }

  @Test func `no name of a case is markup`() {
    let page = pages.preview(preview("<script>alert(1)</script>"))
    #expect(malformation(of: page) == nil)
    #expect(page.contains("&lt;script&gt;") && !page.contains("<script"))
  }
}
