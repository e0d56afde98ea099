import DaymarkConfiguration
import DaymarkModel
import DaymarkStore
import DaymarkTestSupport
import Foundation
import Testing

@testable import DaymarkPipeline

/// The output folder.
struct OutputTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  private func onePipeline(_ id: String = "anna") throws -> PipelineConfiguration {
    let archive = try bench.archive("a.xml", steps: [10_000, 10_000, 10_000])
    return try bench.pipeline(
      [Subject(id: id, address: anAddress, archives: [archive])], intake: anIntake)
  }

  @Test(
    arguments: [
      ("anna", "anna"), ("Anna-2_b.c", "Anna-2_b.c"), (".", "%2E"), ("..", "%2E."),
      (".hidden", "%2Ehidden"), ("a/b", "a%2Fb"), ("../../etc", "%2E.%2F..%2Fetc"),
      ("ä", "%C3%A4"), ("a\u{308}", "a%CC%88"), ("a b", "a%20b"), ("%2E", "%252E"),
      ("\u{1}", "%01"), ("手", "%E6%89%8B"),
    ])
  func `folders are named so that they are safe`(id: String, folder: String) {
    #expect(folderName(of: id) == folder)
  }

  /// Had it been removed, another subject's folder could not be made at that moment.
  @Test func `who has no verdict leaves the challenge's folder to others`() throws {
    let folder = bench.out + "/walk-2025"
    try makeFolder(folder + "/anna")
    #expect(try !SubjectDocuments.remove(from: folder + "/anna"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
  }

  @Test func `two of 20,000 seeded ids never have one folder`() {
    var random = SeededGenerator(seed: 3)
    let alphabet = Array(".%2EeFf/ä_-a\u{308}".unicodeScalars)
    var ids: [String: [UInt8]] = [:]
    for _ in 0..<20_000 {
      var id = String.UnicodeScalarView()
      for _ in 0...(random.next() % 5) {
        id.append(alphabet[Int(random.next() % UInt64(alphabet.count))])
      }
      let text = String(id)
      let name = folderName(of: text)
      #expect(
        ids.updateValue(Array(text.utf8), forKey: name) ?? Array(text.utf8) == Array(text.utf8))
      #expect(!name.contains("/") && !name.hasPrefix("."))
    }
  }

  @Test
  func `missing, altered and half-written files are written again, and no other`() async throws {
    let one = try onePipeline()
    try await bench.run(one)
    let before = try bench.snapshot()
    let folder = bench.out + "/walk-2025/anna"
    try FileManager.default.removeItem(atPath: folder + "/verdict.json")
    try Data("{}".utf8).write(to: URL(fileURLWithPath: folder + "/evidence.json"))
    try Data("half".utf8).write(to: URL(fileURLWithPath: folder + "/.records.json.part"))
    let summary = try await bench.run(one)
    #expect(summary.subjects.map(\.work) == [.written])
    let after = try bench.snapshot()
    // The book has an entry of this run more.
    for (path, state) in before where !path.hasPrefix("daymark.") {
      #expect(after[path]?.bytes == state.bytes, "\(path)")
    }
    #expect(after.count == before.count)
    let changed = after.filter { before[$0.key] != $0.value }.keys
    #expect(
      Set(changed).subtracting(["walk-2025/anna", "daymark.book.sqlite", "daymark.sqlite"])
        == ["walk-2025/anna/verdict.json", "walk-2025/anna/evidence.json"])
  }

  @Test func `the folder holds no body once the address is dropped`() async throws {
    var one = try onePipeline()
    try await bench.run(one)
    one.subjects[0].address = nil
    try await bench.run(one)
    let files = try FileManager.default.contentsOfDirectory(atPath: bench.out + "/walk-2025/anna")
    #expect(
      Set(files) == ["evidence.json", "evidence.sha256", "verdict.json", "records.json"])
    one.intake = nil
    try await bench.run(one)
    #expect(!FileManager.default.fileExists(atPath: bench.out + "/walk-2025/anna/records.json"))
  }

  @Test func `the next run finishes the folder wherever a run was stopped`() async throws {
    let one = try onePipeline()
    try await bench.run(one)
    let before = try bench.snapshot()
    // As after a kill between the store's transaction and the files, then before the transaction.
    try FileManager.default.removeItem(atPath: bench.out + "/walk-2025")
    #expect(try await bench.run(one).subjects.map(\.work) == [.written])
    func documents(_ files: [String: FileState]) -> [String: Data?] {
      files.filter { $0.key.hasPrefix("walk-2025/") }.mapValues(\.bytes)
    }
    #expect(try documents(bench.snapshot()) == documents(before))
    try FileManager.default.removeItem(atPath: bench.store)
    #expect(try await bench.run(one).subjects.map(\.work) == [.read])
    #expect(try documents(bench.snapshot()) == documents(before))
  }

  @Test func `what cannot be made is file.unwritable, with the store intact`() async throws {
    let one = try onePipeline()
    let file = bench.folder.appendingPathComponent("file").path
    try Data().write(to: URL(fileURLWithPath: file))
    let noFolder = await #expect(throws: DaymarkError.self) {
      try await bench.run(one, out: file + "/out")
    }
    #expect(noFolder?.finding.code == .fileUnwritable)
    #expect(noFolder?.finding.location?.file == file)
    #expect(noFolder?.finding.facts.system == "Not a directory")

    try FileManager.default.createDirectory(
      atPath: bench.out + "/walk-2025/anna/verdict.json/x", withIntermediateDirectories: true)
    let noFile = await #expect(throws: DaymarkError.self) { try await bench.run(one) }
    #expect(noFile?.finding.code == .fileUnwritable)
    #expect(noFile?.finding.location?.file == bench.out + "/walk-2025/anna/verdict.json")
    let store = try Store(at: bench.store)
    #expect(try store.reading(of: SubjectKey(challenge: "walk-2025", subject: "anna")) != nil)
    try store.close()
    try FileManager.default.removeItem(atPath: bench.out + "/walk-2025/anna/verdict.json")
    #expect(try await bench.run(one).subjects.map(\.work) == [.written])
  }

  @Test func `a store that is not ours stays as it is`() async throws {
    let one = try onePipeline()
    let path = bench.folder.appendingPathComponent("notes.txt").path
    try Data("my notes".utf8).write(to: URL(fileURLWithPath: path))
    let error = await #expect(throws: DaymarkError.self) {
      try await bench.run(one, store: path)
    }
    #expect(error?.finding.code == .storeUnusable)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "my notes")
  }

  @Test func `two subjects of one id are refused`() async throws {
    var one = try onePipeline()
    one.subjects += one.subjects
    let error = await #expect(throws: DaymarkError.self) { try await bench.run(one) }
    #expect(error?.finding.code == .configDuplicate)
    #expect(error?.finding.facts.key == one.subjects[0].id)
  }
}
