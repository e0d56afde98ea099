import Testing

@testable import DaymarkReport

struct MarkupTests {
  @Test func `nothing in a text is markup`() {
    #expect(markup("<b a=\"1\" c='2'>&") == "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;")
  }

  @Test func `a mark behind a quote does not hide it`() {
    #expect(markup("\"\u{301}") == "&quot;\u{301}")
  }

  @Test func `what steers direction or cannot stand in XML is replaced`() {
    #expect(markup("a\u{202E}b\u{0}c\u{2066}") == "a\u{FFFD}b\u{FFFD}c\u{FFFD}")
  }
}
