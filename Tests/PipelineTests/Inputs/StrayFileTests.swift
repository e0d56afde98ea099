import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline
import DaymarkSampleFiles
import DaymarkTestSupport
import Foundation
import Testing

/// What lies beside a sound archive.
struct StrayFileTests {
  private let bench: Workbench
  private let sound: String

  init() throws {
    bench = try Workbench()
    sound = try bench.archive("a.xml", steps: [10_000, 10_000, 10_000])
  }

  private func file(_ name: String, _ content: some Sequence<UInt8>) throws -> String {
    let path = bench.folder.appendingPathComponent(name).path
    try Data(content).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func run(_ archives: [String]) async throws -> SubjectSummary {
    try await bench.run(bench.pipeline([Subject(id: "anna", archives: archives)])).subjects[0]
  }

  /// A zip that ends too early.
  private func cutZip() throws -> [UInt8] {
    Array(try Workbench.export([12_000, 2, 3]).zip().dropLast(200))
  }

  @Test(arguments: ["note.txt", "Thumbs.db", "photo", "README", "export.zip.part"])
  func `a file that holds nothing that counts is set aside`(_ name: String) async throws {
    let alone = try await run([sound])
    for content in [Array("On 2025-09-01 I was ill.".utf8), [], [0xFF, 0xD8, 0xFF, 0xE0, 0]] {
      let subject = try await run([try file(name, content), sound])
      #expect(subject.verdict?.outcome == .pass)
      #expect(subject.inputs == alone.inputs)
      let finding = try #require(subject.findings.first { $0.code == .fileSetAside })
      #expect(finding.location?.file == name)
      #expect(finding.code.level == .notice)
      #expect(finding.facts.reason == (content.isEmpty ? .empty : .nothingRecorded))
    }
  }

  @Test(arguments: ["export.zip.part", "export.zip.crdownload", "export"])
  func `a download that was not finished is read as what it begins as, and is damaged`(
    _ name: String
  ) async throws {
    // It has one of the three days, so the others stay incomplete.
    let other = try bench.archive("b.xml", steps: [12_000])
    let subject = try await run([try file(name, try cutZip()), other])
    let input = try #require(subject.inputs.first { !$0.damage.isEmpty })
    #expect(input.format == .appleHealth && input.damage.contains(.archiveTruncated))
    #expect(subject.verdict?.reasons.map(\.code).contains("data.incomplete") == true)
  }

  @Test(arguments: [
    ("steps.csv", "day,foo\n2025-09-03,9\n"), ("watch.db", "SQLite format 3\0........"),
    ("blob", String(repeating: "\u{1}A\u{2}z", count: 40)),
    ("x.json", #"{"date": "2025-09-03", "bar": 3}"#),
  ])
  func `a file that could hold figures opens the days above`(
    _ name: String, _ content: String
  ) async throws {
    let subject = try await run([try file(name, content.utf8), sound])
    // 10,000 steps each day, which nothing can turn.
    #expect(
      subject.verdict?.outcome == .pass
        && subject.findings.map(\.code).contains { $0.isOfUnreadData })
    let short = try bench.archive("short.xml", steps: [10_000, 10_000, 1])
    let open = try #require(try await run([try file(name, content.utf8), short]).verdict)
    #expect(open.outcome == .fail && open.reasons.map(\.code).contains("data.unread"))
    #expect(!open.finality.isFinal)
  }

  @Test func `an empty file is set aside, whatever its name`() async throws {
    let subject = try await run([sound, try file("export.zip", [])])
    #expect(subject.verdict?.outcome == .pass)
    #expect(subject.findings.map(\.code) == [.fileSetAside])
  }

  @Test func `a file of any name that can be read whole is an archive`() async throws {
    let second = try file("export-2", Workbench.export([12_000, 2, 3]).zip())
    let subject = try await run([sound, second])
    #expect(subject.inputs.count == 2)
    #expect(subject.findings.map(\.code) == [.sampleOutdated])
  }

  @Test func `a table that nobody reads opens what its headings name, between its dates`()
    async throws
  {
    let table = try file("energy.csv", "date,Active calories\n2025-09-02,400\n2025-09-03,1\n".utf8)
    let short = try bench.archive("short.xml", steps: [10_000, 10_000, 1])
    let subject = try await run([table, short])
    // It has no steps, so it takes nothing from the fail.
    #expect(subject.verdict?.outcome == .fail)
    #expect(subject.verdict?.reasons.map(\.code).contains("data.unread") == false)
    let evidence = try JSONValue(parsing: bench.text("walk-2025/anna/evidence.json").utf8)
    guard case .array(let openings)? = evidence["openings"], let opening = openings.first else {
      Issue.record("no openings")
      return
    }
    #expect(opening["metrics"] == .array([.string("activeEnergy")]))
    #expect(opening["sessions"] == .string("none"))
    // A day for the zone on either side.
    #expect(opening["from"] == .string("2025-09-01") && opening["to"] == .string("2025-09-04"))
  }

  @Test(arguments: ["b.zip", "b.fit", "b.csv", "b.xml.gz", "b.json", "b.GPX"])
  func `one that ends like an archive and cannot be read could hold anything`(
    _ name: String
  ) async throws {
    let junk = try file(name, "no archive at all".utf8)
    let subject = try await run([sound, junk])
    #expect(subject.error == nil)
    #expect(subject.verdict != nil)
    let input = try #require(subject.inputs.first { $0.format == .unread })
    #expect(input.digest == Digest(of: "no archive at all".utf8))
    #expect(input.damage.isEmpty)
    #expect(
      subject.findings.contains { $0.code == .archiveUnrecognised && $0.location?.file == name })
    let evidence = try JSONValue(parsing: bench.text("walk-2025/anna/evidence.json").utf8)
    guard case .array(let openings)? = evidence["openings"] else {
      Issue.record("no openings")
      return
    }
    #expect(openings.map { $0["finding"] } == [.string("archive.unrecognised")])
    #expect(openings.map { $0["sha256"] } == [.string(input.digest.hex)])
  }

  @Test func `a subject with nothing readable fails`() async throws {
    let stray = try file("note.txt", "no archive".utf8)
    let junk = try file("b.zip", "no archive".utf8)
    for archives in [[junk], [stray, junk], [try file("c.zip", [])]] {
      let subject = try await run(archives)
      #expect(subject.verdict == nil)
      #expect([.archiveUnrecognised, .archiveTruncated].contains(subject.error?.code))
    }
    // A note is no proof, and no reason to wait for one.
    let subject = try await run([stray])
    #expect(subject.verdict?.reasons.map(\.code) == ["data.none"])
    #expect(subject.findings.map(\.code) == [.fileSetAside])
  }

  @Test func `a table that nobody reads, alone, keeps a fail from being final`() async throws {
    let table = try file("runs.csv", "Date;Distance;Pace\n2025-09-02;5;6\n".utf8)
    let subject = try await run([table])
    #expect(subject.error == nil)
    #expect(subject.inputs.map(\.format) == [.unread])
    let evidence = try JSONValue(parsing: bench.text("walk-2025/anna/evidence.json").utf8)
    guard case .array(let openings)? = evidence["openings"] else {
      Issue.record("no openings")
      return
    }
    // A list of distances may be one of runs.
    #expect(openings.map { $0["sessions"] } == [.string("many")])
  }

  @Test func `what lies beside nothing that can be read is read as far as it goes`() async throws {
    let partial = try file("export.zip.crdownload", try cutZip())
    let subject = try await run([partial])
    #expect(subject.error == nil)
    #expect(subject.inputs.map(\.format) == [.appleHealth])
    #expect(subject.inputs[0].damage.contains(.archiveTruncated))
  }

  @Test func `a run says which files it wrote again, and why`() async throws {
    _ = try await run([sound])
    let folder = bench.out + "/walk-2025/anna/"
    #expect(try await run([sound]).findings.isEmpty)
    try Data("edited".utf8).write(to: URL(fileURLWithPath: folder + "evidence.json"))
    try FileManager.default.removeItem(atPath: folder + "verdict.json")
    let again = try await run([sound])
    #expect(again.findings.map(\.code) == [.fileRewritten, .fileRewritten])
    #expect(
      again.findings.map { $0.location?.file }
        == [folder + "evidence.json", folder + "verdict.json"])
    #expect(again.findings.map(\.facts.reason) == [.edited, .removed])
    #expect(again.work == .written)
    #expect(try await run([sound]).findings.isEmpty)
    // A new verdict is no surprise.
    let later = Workbench.later.advanced(byMilliseconds: 1000)
    let pipeline = try bench.pipeline([Subject(id: "anna", archives: [sound])])
    #expect(try await bench.run(pipeline, asOf: later).subjects[0].findings.isEmpty)
  }
}
