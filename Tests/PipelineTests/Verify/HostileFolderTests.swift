import DaymarkConfiguration
import DaymarkModel
import DaymarkPipeline
import DaymarkTestSupport
import Foundation
import Testing

/// A subject's folder with files that are gone, broken, foreign or older.
struct HostileFolderTests {
  private let folder: PublishedFolder

  init() throws { folder = try PublishedFolder() }

  // MARK: Hostile folders

  @Test func `a file that is gone is missing, one that is no file cannot be read`() async throws {
    let means = try await folder.run()
    let files = FileManager.default
    for file in ["verdict.json", "evidence.sha256"] {
      try files.removeItem(atPath: "\(folder.path)/\(file)")
    }
    try files.createSymbolicLink(
      atPath: "\(folder.path)/verdict.json", withDestinationPath: "/dev/zero")
    try files.removeItem(atPath: "\(folder.path)/body.multipart")
    try files.removeItem(atPath: "\(folder.path)/headers.txt")
    #expect(mkfifo("\(folder.path)/headers.txt", 0o600) == 0)
    try folder.write("notes.txt", [0x41])
    let result = try folder.verification(means)
    #expect(
      differences(result) == [
        "evidenceDigest with files: $ missing", "verdictDocument with files: $ unreadable",
        "body with files: $ missing", "headers with files: $ unreadable",
      ])
    #expect(result.otherFiles == ["notes.txt"])
  }

  @Test func `cut, wild and foreign files differ and break nothing`() async throws {
    let means = try await folder.run()
    for file in ["verdict.json", "records.json", "body.multipart", "headers.txt"] {
      let path = "\(folder.path)/\(file)"
      let whole = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
      let deep = Array(String(repeating: "[", count: 100_000).utf8)
      let number =
        Array(#"[{"type":"exercise_time","activity_id":"x:2025-09-01","#.utf8)
        + Array(#""exercise_minutes":1e308,"user_id":7}]"#.utf8)
      let boundary = Array(("--daymark" + String(repeating: "-", count: 32) + "\r\n").utf8)
      let variants = [
        [], Array(whole.dropLast()), Array(whole.prefix(whole.count / 2)), [0xFF, 0xFE], deep,
        number, Array("1e999".utf8), boundary, whole + whole,
      ]
      for variant in variants {
        try folder.write(file, variant)
        #expect(!(try folder.verification(means)).isSame, "\(file) \(variant.count)")
        #expect(!(try folder.verification(VerificationMeans())).isSame, "\(file) \(variant.count)")
      }
      try folder.write(file, whole)
    }
    #expect(try folder.verification(means).isSame)
  }

  @Test func `any other byte is found`() async throws {
    let means = try await folder.run { $0.asOf = Workbench.later }
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      let path = "\(folder.path)/\(file)"
      let whole = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
      for seed in Sweep.over(0..<120, step: 7) {
        let changed = mutated(whole, seed: UInt64(seed))
        guard changed != whole else { continue }
        try folder.write(file, changed)
        #expect((try? folder.verification(means))?.isSame != true, "\(file), seed \(seed)")
        _ = try? folder.verification(VerificationMeans())
        guard file == "evidence.json" else { continue }
        // Whoever edits the evidence mends its digest, or sends it alone.
        let document = try? verify(path, with: means)
        #expect(document?.isSame != true, "seed \(seed)")
      }
      try folder.write(file, whole)
    }
  }

  @Test func `a document with a key given twice is unreadable`() async throws {
    try await folder.run()
    try folder.change("evidence.json", #""subject":"anna""#, #""subject":"ben","subject":"anna""#)
    try folder.mendDigest()
    let error = #expect(throws: DaymarkError.self) {
      try folder.verification(VerificationMeans())
    }
    #expect(error?.finding.code == .evidenceUnreadable)
  }

  @Test func `an evidence document that cannot be read is an error`() async throws {
    let means = try await folder.run()
    let path = "\(folder.path)/evidence.json"
    let text = try folder.bench.text("walk-2025/anna/evidence.json")
    for (changed, code) in [
      (text.dropLast().description, FindingCode.evidenceUnreadable),
      (text.replacing("evidence@4", with: "evidence@5"), .evidenceUnreadable),
      (text.replacing(#""from":"2025-09-01""#, with: #""from":1e400"#), .evidenceUnreadable),
      (text.replacing(#""to":"2025-09-03""#, with: #""to":"9999-09-03""#), .evidenceUnreadable),
    ] {
      try folder.write("evidence.json", Array(changed.utf8))
      let error = #expect(throws: DaymarkError.self) { try folder.verification(means) }
      #expect(error?.finding.code == code)
    }
    try FileManager.default.removeItem(atPath: path)
    var error = #expect(throws: DaymarkError.self) { try folder.verification(means) }
    #expect(error?.finding.code == .fileMissing)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    error = #expect(throws: DaymarkError.self) { try folder.verification(means) }
    #expect(error?.finding.code == .fileUnreadable)
  }

  // MARK: Older documents

  @Test func `a document without strength training may be of the version before`() async throws {
    let means = try await folder.run()
    try folder.change("evidence.json", "daymark/evidence@4", "daymark/evidence@2")
    try folder.mendDigest()
    let result = try folder.verification(means)
    #expect(differences(result) == [])
    #expect(!result.hasOlderVerdict)
    try folder.change("evidence.json", #""naive":11000"#, #""naive":11001"#)
    try folder.mendDigest()
    #expect(
      differences(try folder.verification(means)) == [
        "quality with archives: $.quality[2].naive content"
      ])
  }

  @Test func `of an older document the figures are checked, and not the verdict`() async throws {
    let means = try await folder.run()
    try folder.change("evidence.json", "daymark/evidence@4", "daymark/evidence@1")
    try folder.change("verdict.json", "daymark/verdict@2", "daymark/verdict@1")
    try folder.change("evidence.json", #""lateInputs":"setAside","#, "")
    for file in ["evidence.json", "verdict.json"] {
      try folder.change(file, #""outcome":"pass""#, #""outcome":"fail""#)
    }
    try folder.mendDigest()
    let result = try folder.verification(means)
    #expect(differences(result) == [])
    #expect(result.hasOlderVerdict)
    #expect(result.trusted == [.asOf, .explanation, .sharing, .verdict])
    try folder.change("evidence.json", #""naive":11000"#, #""naive":11001"#)
    try folder.mendDigest()
    #expect(
      differences(try folder.verification(means)) == [
        "quality with archives: $.quality[2].naive content"
      ])
  }
}
