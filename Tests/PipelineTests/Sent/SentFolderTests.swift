import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline
import DaymarkReport
import DaymarkSampleFiles
import DaymarkTestSupport
import Foundation
import Testing

/// A subject's folder as it was sent, without store, pipeline and archives.
struct SentFolderTests {
  private let folder: PublishedFolder
  private let words = ReportWords(sentence: { _ in "s" }, participantSentence: { _, _ in "p" })

  init() throws { folder = try PublishedFolder() }

  /// Leaves the folder alone.
  private func send(
    _ change: (inout PipelineConfiguration) -> Void = { _ in }
  ) async throws {
    try await folder.run(change)
    for name in ["daymark.sqlite", "daymark.book.sqlite", "run.json"] {
      try FileManager.default.removeItem(atPath: "\(folder.bench.out)/\(name)")
    }
  }

  @Test func `it is explained and pictured as from the store`() async throws {
    try await folder.run { $0.challenge.contact = "help@walk.example" }
    let stored = try explainVerdict(of: "walk-2025", "anna", store: folder.bench.store)
    try await send { $0.challenge.contact = "help@walk.example" }
    let sent = try explainVerdict(ofFolder: folder.path)
    #expect(sent.verdict == stored.verdict && sent.document == stored.document)
    #expect(sent.rule == stored.rule && sent.zone == stored.zone && sent.inputs == stored.inputs)
    #expect(sent.challenge.contact == "help@walk.example" && stored.challenge.contact != nil)
    let report = try subjectReport(ofFolder: folder.path)
    // 10,000, 11,000 and 12,000 steps.
    #expect(
      report.charts.first?.bars.map(\.value) == [10_000, 11_000, 12_000].map { Quantity($0) })
    #expect(report.inputs.count == 1 && report.isAlone && report.noChangeSentence == nil)
  }

  @Test func `its page needs nothing but the folder, and says whom to write to`() async throws {
    try await send { $0.challenge.contact = "help@walk.example" }
    let written = try writeReport(
      ofFolder: folder.path, to: folder.path, words: words, fileMode: .ownerOnly)
    #expect(written.subjects == ["\(folder.path)/report.html"])
    let page = try folder.bench.text("walk-2025/anna/report.html")
    #expect(page.contains("<a href=\"mailto:help@walk.example\"><bdi>help@walk.example</bdi></a>"))
    #expect(page.contains("<h2>If you do not agree</h2>"))
    #expect(!page.contains("index.html") && page.contains("12,000"))
  }

  @Test(arguments: [
    ("https://walk.example/ask?x=1", true), ("javascript:alert(1)", false),
    ("ask Mara at the desk", false), ("a@b.c\" onclick=\"x", false),
  ])
  func `only a plain address becomes a link`(_ contact: String, _ isLink: Bool) async throws {
    try await send { $0.challenge.contact = contact }
    _ = try writeReport(ofFolder: folder.path, to: folder.path, words: words, fileMode: .ownerOnly)
    let page = try folder.bench.text("walk-2025/anna/report.html")
    #expect(page.contains("<a href=\"https:") == isLink)
    #expect(!page.contains("javascript:alert(1)\"") && !page.contains("onclick=\"x"))
    #expect(page.contains("Then write to"))
  }

  @Test func `the contact stands in the evidence alone, and changes no verdict`() async throws {
    try await folder.run()
    let verdict = try folder.bench.text("walk-2025/anna/verdict.json")
    let evidence = try folder.bench.text("walk-2025/anna/evidence.json")
    #expect(!evidence.contains("contact"))
    var means = try await folder.run { $0.challenge.contact = "Mara" }
    #expect(try folder.bench.text("walk-2025/anna/verdict.json") == verdict)
    #expect(
      try folder.bench.text("walk-2025/anna/evidence.json").replacing(
        #""contact":"Mara","#, with: "") == evidence)
    #expect(try folder.verification(means).isSame)
    means.pipeline?.challenge.contact = "somebody else"
    let found = try folder.verification(means).checks.filter { !$0.differences.isEmpty }
    #expect(found.map(\.item) == [.challenge])
    #expect(found.first?.differences.map(\.path) == ["$.contact"])
  }

  @Test(arguments: [
    ("verdict.json", #""value":11000"#, #""value":9999"#, "$.explanation.days[1].value"),
    (
      "verdict.json", #""standing":"counted""#, #""standing":"short""#,
      "$.explanation.days[0].standing"
    ),
    ("verdict.json", #""actual":3,"#, #""actual":2,"#, "$.explanation.actual"),
  ])
  func `an explanation that was edited is found without archives, and not shown`(
    _ file: String, _ old: String, _ new: String, _ path: String
  ) async throws {
    try await send()
    #expect(try folder.verification(VerificationMeans()).isSame)
    let text = try folder.bench.text("walk-2025/anna/\(file)")
    #expect(text.contains(old))
    try folder.write(file, Array(text.replacing(old, with: new, maxReplacements: 1).utf8))
    let found = try folder.verification(VerificationMeans())
    #expect(
      found.checks.first { $0.item == .explanation && $0.standard == .files }?.differences.map(
        \.path)
        == [path])
    let error = #expect(throws: DaymarkError.self) { try explainVerdict(ofFolder: folder.path) }
    #expect(error?.finding.code == .evidenceContradictory)
  }

  @Test func `a folder without some of its files is shown, and one without a verdict is not`()
    async throws
  {
    try await send()
    for name in ["evidence.sha256", "records.json", "body.multipart", "headers.txt"] {
      try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
    }
    #expect(try explainVerdict(ofFolder: folder.path).verdict.outcome == .pass)
    try FileManager.default.removeItem(atPath: "\(folder.path)/verdict.json")
    let error = #expect(throws: DaymarkError.self) { try explainVerdict(ofFolder: folder.path) }
    #expect(error?.finding.code == .fileMissing)
    #expect(SentFolder.isOne(folder.path) && !SentFolder.isOne("walk-2025"))
  }

  @Test func `flags of days are those of the figures beside them`() async throws {
    // A day's export that was typed in is flagged by its share.
    var typed = Workbench.export([10_000, 11_000, 12_000])
    typed.records[1].metadata = [.userEntered]
    let archive = try folder.bench.archive("typed.xml", typed)
    try await send {
      $0.subjects[0].archives = [archive]
      $0.policies.manualEntries = .include
    }
    let share = #""measured":100"#
    let evidence = try folder.bench.text("walk-2025/anna/evidence.json")
    try #require(evidence.contains(share))
    #expect(try folder.verification(VerificationMeans()).isSame)
    for file in ["evidence.json", "verdict.json"] {
      try folder.change(file, share, #""measured":11"#)
    }
    try folder.mendDigest()
    let found = try folder.verification(VerificationMeans())
    #expect(found.checks.filter { !$0.differences.isEmpty }.map(\.item) == [.quality])
    // With limits of another digest, what was measured is still compared.
    var means = VerificationMeans()
    means.limits = try shippedLimits
    means.limits?.identity.version = "9.9.9"
    #expect(
      try folder.verification(means).checks.contains {
        $0.item == .quality && !$0.differences.isEmpty
      })
  }
}
