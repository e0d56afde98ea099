import DaymarkIngest
import DaymarkModel
import DaymarkStore
import Foundation
import Testing

@testable import DaymarkPipeline

struct ArchiveReadingTests {
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  private func job(_ archive: ArchiveIdentity) -> ReadingJob {
    ReadingJob(
      archives: [archive],
      parameters: ReadingParameters(
        policies: Policies(), asOf: Workbench.later, options: .init()))
  }

  @Test func `an archive is hashed once, before it is read`() throws {
    let path = try bench.archive("a.xml", steps: [1000])
    var archive = try ArchiveIdentity(hashing: path)
    // Were it hashed again, this would not stand.
    archive.digest = Digest(of: [])
    let (_, facts, _) = try readArchives(job(archive)) { _ in }
    #expect(facts.map(\.digest) == [archive.digest])
    #expect(facts.map(\.bytes) == [archive.bytes])
  }

  @Test func `an archive that grows while it is read is refused`() throws {
    let path = try bench.archive("a.xml", steps: [1000])
    let archive = try ArchiveIdentity(hashing: path)
    let error = #expect(throws: DaymarkError.self) {
      try readArchives(job(archive)) { _ in
        let file = try? FileHandle(forWritingTo: URL(fileURLWithPath: path))
        _ = try? file?.seekToEnd()
        try? file?.write(contentsOf: Data(" ".utf8))
        try? file?.close()
      }
    }
    #expect(error?.finding.code == .fileChanged)
  }

  @Test func `a folder in which a file appears while it is read is refused`() throws {
    let path = try bench.archive("a.xml", steps: [1000])
    let folder = bench.folder.path
    let archive = try ArchiveIdentity(hashing: folder)
    let error = #expect(throws: DaymarkError.self) {
      try readArchives(job(archive)) { _ in
        try? FileManager.default.copyItem(atPath: path, toPath: folder + "/b.xml")
      }
    }
    #expect(error?.finding.code == .fileChanged)
  }

  @Test func `one archive alone has its digest`() throws {
    let path = try bench.archive("a.xml", steps: [1000])
    let digest = try ArchiveIdentity(hashing: path).digest
    let result = try aggregateArchives([path], asOf: Workbench.later)
    #expect(result.inputs.map(\.digest) == [digest])
    let inspection = try inspectArchives([path], asOf: Workbench.later)[0].get()
    #expect(inspection.facts.digest == digest)
  }

  @Test func `the damage of an archive alone has its digest`() throws {
    let path = try bench.archive("a.xml", steps: [1000, 2000])
    let cut = try Data(contentsOf: URL(fileURLWithPath: path)).dropLast(40)
    try cut.write(to: URL(fileURLWithPath: path))
    let result = try aggregateArchives([path], asOf: Instant(seconds: 1_800_000_000))
    #expect(result.inputs.map(\.digest) == [Digest(of: Array(cut))])
    #expect(result.aggregates.damage.map(\.digest) == [Digest(of: Array(cut))])
  }
}
