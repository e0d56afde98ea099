import DaymarkModel
import DaymarkSampleFiles
import DaymarkTestSupport
import Foundation
import Testing

/// Runs in which the system fails a call on an archive; `strace` makes it do so.
@Suite(.enabled("strace is not here, or may not trace") { try await canInject() })
struct FailingDiskTests {
  /// The paths of an archive in the inbox; a run makes less than 60 calls on each.
  private static let archives = ["export.zip", "export.xml.gz", "export.xml", "folder/export.xml"]

  @Test(arguments: archives)
  func `a call that fails once is made again, and the verdict is the same`(
    _ archive: String
  ) async throws {
    let pipeline = try FailingDiskFolder(archive)
    let undisturbed = try await pipeline.run(out: "undisturbed")
    #expect(undisturbed.exitCode == 0, "\(undisturbed.errors)")
    for call in Sweep.over(1...60, step: 29) {
      let outcome = try await pipeline.run(out: "out-\(call)", failing: "when=\(call)")
      #expect(outcome.exitCode == 0, "call \(call): \(outcome.errors)")
      #expect(try pipeline.documents(in: "out-\(call)") == pipeline.documents(in: "undisturbed"))
    }
  }

  @Test(arguments: archives)
  func `calls that go on failing fail the subject for this run, and leave what it had`(
    _ archive: String
  ) async throws {
    let pipeline = try FailingDiskFolder(archive)
    #expect(try await pipeline.run(out: "out").exitCode == 0)
    let documents = try pipeline.documents(in: "out")
    #expect(documents["challenge/anna/verdict.json"]?.contains("\"outcome\":\"pass\"") == true)
    for call in Sweep.over(1...60, step: 29) {
      // Its stamp is another, and so every byte is read again.
      try FileManager.default.setAttributes(
        [.modificationDate: Date()], ofItemAtPath: pipeline.file)
      let outcome = try await pipeline.run(out: "out", failing: "when=\(call)+")
      #expect(try pipeline.documents(in: "out") == documents, "call \(call)")
      let record = try pipeline.text(of: "out/run.json")
      if outcome.exitCode == 0 {
        #expect(!record.contains("\"stale\":{"), "call \(call)")
      } else {
        #expect(outcome.exitCode == 1, "call \(call): \(outcome.errors)")
        #expect(outcome.errors.contains("file.unreadable: the file cannot be read"), "call \(call)")
        #expect(outcome.output.contains("(stale:"), "call \(call)")
        #expect(record.contains("\"stale\":{"), "call \(call)")
      }
    }
    let healthy = try await pipeline.run(out: "out")
    #expect(healthy.exitCode == 0)
    #expect(try pipeline.documents(in: "out") == documents)
  }

  @Test(arguments: archives)
  func `where there was nothing before, nothing is kept of a subject that failed`(
    _ archive: String
  ) async throws {
    let pipeline = try FailingDiskFolder(archive)
    let outcome = try await pipeline.run(out: "out", failing: "when=1+")
    #expect(outcome.exitCode == 1, "\(outcome.errors)")
    #expect(try pipeline.documents(in: "out").isEmpty)
    #expect(try await pipeline.run(out: "out").exitCode == 0)
    #expect(try pipeline.documents(in: "out").count == 3)
  }
}

/// A pipeline over one archive, in a folder of its own.
private struct FailingDiskFolder: ~Copyable {
  private let scratch: ScratchFolder
  private let program: Program
  /// The archive, or the only file of one that is a folder.
  let file: String
  private let traced: [String]

  /// - Parameter archive: Its path in the subject's folder.
  init(_ archive: String) throws {
    let scratch = try ScratchFolder()
    try scratch.write(pipelineFile.utf8, to: "pipeline.yaml")
    try scratch.write(rulesFile.utf8, to: "rules.yaml")
    let export = Self.export
    let content =
      switch archive {
      case "export.zip": try export.zip()
      case "export.xml.gz": storedGzip(Array(export.xml()))
      default: Array(export.xml())
      }
    file = try scratch.write(content, to: "inbox/anna/" + archive)
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
    traced = archive.contains("/") ? [file, folder] : [file]
    program = Program.onPath(in: scratch.path)
    self.scratch = scratch
  }

  private static var export: HealthExport {
    HealthExport(
      exportDate: "2025-09-09 08:00:00 +0200",
      records: (1...3).map { day in
        HealthRecord(
          .steps, "10000", by: .phone(), .text("2025-09-0\(day) 12:00:00 +0200"),
          .text("2025-09-0\(day) 13:00:00 +0200"))
      })
  }

  /// - Parameter failing: Which of the calls on the archive fail with EIO, as strace's `when`.
  func run(out: String, failing: String? = nil) async throws -> Program.Outcome {
    let run = "daymark run . --out \(out) --as-of 2026-01-01T00:00:00Z --jobs 1"
    guard let failing else { return try await program.shell("exec \(run)") }
    let paths = traced.map { "-P '\($0)'" }.joined(separator: " ")
    return try await program.shell(
      "exec strace -f -qq -o /dev/null \(paths) -e trace=\(calls)"
        + " -e 'inject=\(calls):error=EIO:\(failing)' \(run)")
  }

  func text(of path: String) throws -> String {
    try String(contentsOfFile: "\(scratch.path)/\(path)", encoding: .utf8)
  }

  /// The subject's documents by path.
  func documents(in out: String) throws -> [String: String] {
    var documents: [String: String] = [:]
    let folder = "\(scratch.path)/\(out)"
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder)
    where path.hasPrefix("challenge/anna/") {
      documents[path] = try text(of: "\(out)/\(path)")
    }
    return documents
  }
}

private let calls = "openat,openat2,read,pread64,lseek,fstat,newfstatat,getdents64"

func canInject() async throws -> Bool {
  try await Program().shell("strace -f -qq -o /dev/null -e inject=chdir:error=EIO true").exitCode
    == 0
}

private let pipelineFile = """
  pipeline: disk
  challenge:
    { id: challenge, title: Disk, from: 2025-09-01, to: 2025-09-03, timeZone: Europe/Berlin }
  subjects: { inbox: inbox }
  rules: rules.yaml

  """

private let rulesFile = """
  rule: disk@1.0.0
  title: Disk
  requires: { streak: { metric: steps, atLeast: 10000, days: 3 } }

  """
