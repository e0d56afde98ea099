import DaymarkDocuments
import DaymarkTestSupport
import Foundation
import Testing

/// Runs for which there is no room.
final class FullDiskTests {
  private let inbox: InboxFolder
  private let run = "daymark run . --as-of 2026-01-01T00:00:00Z --jobs 1"

  init() throws {
    inbox = try InboxFolder()
    for subject in ["anna", "ben"] { try inbox.handIn("\(subject)/export.zip") }
  }

  private func expectFailure(_ code: String, _ reason: String) throws {
    let record = try inbox.record()
    #expect(record["state"] == .string("failed"))
    #expect(record["failure"]?["code"] == .string(code), "\(record["failure"] as Any)")
    #expect(record["failure"]?["facts"]?["reason"] == .string(reason))
  }

  @Test func `a store that would be too large for ulimit is told as such`() async throws {
    // In blocks of 512 bytes, as sh(1) counts them.
    let outcome = try await inbox.program.shell("ulimit -f 40; \(run)")
    #expect(outcome.exitCode == 2, "\(outcome.errors)")
    #expect(outcome.errors.contains("raise `ulimit -f`"), "\(outcome.errors)")
    try expectFailure("store.unusable", "fileLimit")
    #expect(try await inbox.run().exitCode == 0)
  }

  @Test func `a reader that may not write as much has not crashed`() async throws {
    var random = SeededGenerator(seed: 8)
    let noise = (0..<3_000_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let inner = StoredZip([.init("noise.txt", noise)]).bytes
    try inbox.scratch.write(StoredZip([.init("inner.zip", inner)]).bytes, to: "inbox/ben/two.zip")
    let outcome = try await inbox.program.shell("ulimit -f 4096; \(run)")
    #expect(outcome.exitCode == 1, "\(outcome.errors)")
    #expect(outcome.errors.contains("file.unwritable: an archive inside"), "\(outcome.errors)")
    #expect(outcome.errors.contains("File too large"), "\(outcome.errors)")
    #expect(!outcome.errors.contains("reader.crashed"), "\(outcome.errors)")
  }

  @Test(
    .enabled("strace is not here, or may not trace") { try await canInject() },
    arguments: [
      ("write", "challenge", "ENOSPC", "diskFull"), ("write", "evidence", "EFBIG", "fileLimit"),
      ("fsync,syncfs", "evidence", "ENOSPC", "diskFull"),
    ])
  func `a full disk is told as such, and in the record of the run where standard error is full`(
    _ calls: String, _ file: String, _ error: String, _ reason: String
  ) async throws {
    let path =
      inbox.scratch.path + "/out/walk"
      + (file == "evidence" ? "/anna/.evidence.json.part" : "/.verdicts.csv.part")
    let folder = calls == "write" ? path : inbox.scratch.path + "/out/walk/anna"
    let outcome = try await inbox.program.shell(
      "exec strace -f -qq -o /dev/null -P '\(path)' -P '\(folder)' -e trace=\(calls)"
        + " -e 'inject=\(calls):error=\(error)' \(run) 2>/dev/full")
    #expect(outcome.exitCode == 2)
    try expectFailure("file.unwritable", reason)
    #expect(try await inbox.run().exitCode == 0)
  }

  @Test(.enabled("no file system can be mounted here") { try await canMount() })
  func `a disk that fills up while a run goes on is told in the record of the run`() async throws {
    for pages in [0, 12, 24, 40, 60, 80, 100] {
      let other = (1 << 20) - pages * 4096
      let outcome = try await inbox.program.shell(
        """
        rm -f record.json; mkdir -p out && exec unshare -m sh -c '
        mount -t tmpfs -o size=1m tmpfs out || exit 99
        \(pages == 0 ? "true" : "head -c \(other) /dev/zero >out/other")
        \(run) 2>out/errors; code=$?
        cp out/run.json record.json; exit $code'
        """)
      if outcome.exitCode == 2 {
        let record = try JSONValue(
          parsing: Data(contentsOf: URL(fileURLWithPath: inbox.scratch.path + "/record.json")))
        #expect(record["state"] == .string("failed"), "\(pages) pages")
        #expect(record["failure"]?["facts"]?["reason"] == .string("diskFull"), "\(pages) pages")
      } else {
        #expect(outcome.exitCode == 0, "\(pages) pages: \(outcome.errors)")
      }
    }
  }
}
