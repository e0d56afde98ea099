import DaymarkIngest
import DaymarkModel
import DaymarkStore
import Foundation
import Testing

@testable import DaymarkPipeline

struct ArchiveReadingTests {
  private let bench: Workbench
  private let request = ReadingRequest(
    policies: Policies(), asOf: Workbench.later, options: .init())

  init() throws { bench = try Workbench() }

  @Test func `an archive is hashed once, before it is read`() throws {
    let path = try bench.archive("a.xml", steps: [1000])
    var archive = try ArchiveIdentity(hashing: path)
    // Were it hashed again, this would not stand.
    archive.digest = Digest(of: [])
    let (_, facts, _) = try readArchives([archive], request) { _ in }
    #expect(facts.map(\.digest) == [archive.digest])
    #expect(facts.map(\.bytes) == [archive.bytes])
  }

  @Test func `an archive that grows while it is read is refused`() throws {
    let path = try bench.archive("a.xml", steps: [1000])
    let archive = try ArchiveIdentity(hashing: path)
    let error = #expect(throws: DaymarkError.self) {
      try readArchives([archive], request) { _ in
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
      try readArchives([archive], request) { _ in
        try? FileManager.default.copyItem(atPath: path, toPath: folder + "/b.xml")
      }
    }
    #expect(error?.finding.code == .fileChanged)
  }
}
