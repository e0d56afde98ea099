import DaymarkTestSupport
import Foundation
import Testing

/// `daymark rules preview`: one page of a rule and its cases.
struct RulePreviewTests {
  @Test(arguments: ["more-than-before", "active-weeks", "body-weight-deadlift", "heart-minutes"])
  func `a shipped rule has a page that asks for nothing`(name: String) async throws {
    let folder = try ProjectFolder()
    let outcome = try await folder.program.run(
      "rules", "preview", "pipelines/\(name)", "--out", "page.html")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("cases as expected"))
    let page = try String(contentsOfFile: "\(folder.path)/page.html", encoding: .utf8)
    for text in ["Its days", "Its cases", "just", "Where the line lies"] {
      #expect(page.contains(text), "\(text)")
    }
    #expect(!page.contains("href=") && !page.contains("src=") && !page.contains("<script"))
    // The same rule gives the same page.
    _ = try await folder.program.run(
      "rules", "preview", "pipelines/\(name)", "--out", "again.html")
    #expect(try String(contentsOfFile: "\(folder.path)/again.html", encoding: .utf8) == page)
  }

  @Test func `a case that is not as expected is an answer of no`() async throws {
    let folder = try ProjectFolder()
    let outcome = try await folder.program.shell(
      """
      mkdir mine && cp pipelines/self-powered/*.yaml mine \
      && sed -i 's/150 km$/151 km/' mine/rules.yaml \
      && daymark rules preview mine --out page.html
      """)
    #expect(outcome.exitCode == 3, "\(outcome.errors)")
    let page = try String(contentsOfFile: "\(folder.path)/page.html", encoding: .utf8)
    #expect(page.contains("not as expected: pass"))
  }
}
