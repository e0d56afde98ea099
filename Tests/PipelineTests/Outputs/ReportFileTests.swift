import DaymarkConfiguration
import DaymarkModel
import DaymarkPipeline
import DaymarkReport
import Foundation
import Testing

/// The pages of a report among the outputs of a run.
struct ReportFileTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  private func pipeline(anna: [Int] = [10_000, 10_000, 10_000]) throws -> PipelineConfiguration {
    try bench.pipeline(
      [
        Subject(id: "anna", archives: [try bench.archive("anna.xml", steps: anna)]),
        Subject(id: "ben", archives: [try bench.archive("ben.xml", steps: [4321, 6000, 7000])]),
        Subject(id: "lost", archives: ["/none.zip"]),
      ], rule: Workbench.rule(atLeast: 5000))
  }

  private func report(
    _ set: (inout ReportOptions) -> Void = { _ in }
  ) throws -> ReportSummary {
    var options = ReportOptions(outputFolder: bench.out)
    set(&options)
    return try writeReport(
      of: "walk-2025", store: bench.store, options: options,
      words: ReportWords { "sentence of \($0.code.rawValue)" })
  }

  private func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(bench.out)/walk-2025/\(name)")
  }

  @Test func `the pages show who passed, who did not and who could not be read`() async throws {
    try await bench.run(pipeline())
    let written = try report()
    #expect(written.index == "\(bench.out)/walk-2025/index.html")
    #expect(
      written.subjects.map { $0.split(separator: "/").suffix(2).joined(separator: "/") }
        == ["anna/report.html", "ben/report.html"])
    let index = try bench.text("walk-2025/index.html")
    #expect(
      index.contains("sentence of file.missing") || index.contains("Sentence of file.missing"))
    // His figures stand on his own page alone.
    #expect(!index.contains("4321") && !index.contains("4,321"))
    #expect(try bench.text("walk-2025/ben/report.html").contains("4,321"))
    let before = try bench.snapshot()
    _ = try report()
    #expect(try bench.snapshot() == before)
  }

  @Test func `what changed of one person makes that page and the challenge's anew`() async throws {
    try await bench.run(pipeline())
    let written = try report { $0.changedSubject = "ben" }
    #expect(written.index != nil && written.subjects.count == 1)
    #expect(exists("ben/report.html") && !exists("anna/report.html"))
  }

  @Test func `without names no page names anybody`() async throws {
    try await bench.run(pipeline())
    let written = try report {
      $0.isAnonymous = true
      $0.makesCards = true
    }
    #expect(written.subjects.count == 2)
    let folder = "\(bench.out)/walk-2025/anonymous"
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    #expect(
      names.filter { $0.contains(".") }.sorted() == [
        "1/report.html", "1/share.html", "1/share.svg", "2/report.html", "2/share.html",
        "2/share.svg", "index.html",
      ])
    for name in names where name.contains(".") {
      let text = try bench.text("walk-2025/anonymous/\(name)")
      for id in ["anna", "ben", "lost"] { #expect(!text.contains(id), "\(name)") }
    }
  }

  @Test func `a run that changes what pages show removes them`() async throws {
    try await bench.run(pipeline())
    _ = try report()
    try await bench.run(pipeline())
    #expect(exists("index.html") && exists("anna/report.html"))
    try await bench.run(pipeline(anna: [100, 100, 100]))
    #expect(!exists("index.html") && !exists("anna/report.html") && exists("ben/report.html"))
  }

  @Test func `pages that stood are written again as things are now`() async throws {
    let words = ReportWords { "sentence of \($0.code.rawValue)" }
    func renewed(_ pages: PresentPages) throws -> ReportSummary? {
      try pages.renew(
        asksForNames: false, store: bench.store, options: ReportOptions(outputFolder: bench.out),
        words: words)
    }
    try await bench.run(pipeline())
    let none = PresentPages(of: "walk-2025", inOutputFolder: bench.out)
    #expect(try renewed(none) == nil && !exists("index.html"))
    _ = try report { $0.makesCards = true }
    _ = try report { $0.isAnonymous = true }
    let pages = PresentPages(of: "walk-2025", inOutputFolder: bench.out)
    try await bench.run(pipeline(anna: [100, 100, 100]))
    #expect(try renewed(pages)?.subjects.count == 2)
    #expect(
      exists("anna/report.html") && exists("anna/share.svg") && exists("anonymous/1/report.html"))
    #expect(try bench.text("walk-2025/index.html").contains("did not pass"))
    #expect(try bench.text("walk-2025/anna/report.html").contains("did not pass"))
  }

  @Test func `forgetting somebody removes the pages that name them`() async throws {
    try await bench.run(pipeline())
    _ = try report()
    _ = try report { $0.isAnonymous = true }
    _ = try await forgetSubject(
      "anna", of: "walk-2025",
      OutputAccess(outputFolder: bench.out, now: Workbench.later, waits: false))
    #expect(!exists("index.html") && !exists("anna") && !exists("anonymous"))
    #expect(exists("ben/report.html"))
  }

  @Test func `a subject that is not there is named with those that are`() async throws {
    try await bench.run(pipeline())
    let error = #expect(throws: DaymarkError.self) { try report { $0.subject = "ana" } }
    #expect(error?.finding.code == .subjectUnknown)
    #expect(try report { $0.subject = "ben" }.subjects.count == 1)
    #expect(!exists("index.html"))
  }
}
