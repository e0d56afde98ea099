import DaymarkDocuments
import DaymarkTestSupport
import Foundation
import Testing

/// Subjects of an inbox that a run cannot look at: they are not gone.
final class UnseenSubjectTests {
  private let inbox: InboxFolder

  init() throws {
    inbox = try InboxFolder()
    for subject in ["anna", "ben", "clara"] { try inbox.handIn("\(subject)/export.zip") }
  }

  /// What became of ben's folder, and the code for which ben fails.
  private static let changes = [
    ("rm -r ben && ln -s nowhere ben", "file.missing"),
    ("mv ben ../ben && ln -s ../ben ben", "archive.link_outside"),
    ("rm -r ben && echo hello >ben", "config.bad_value"),
    ("mv ben/export.zip zip && rm -r ben && mv zip ben", "config.bad_value"),
    ("mv ben/export.zip zip && rm -r ben && mv zip ben.zip", "config.bad_value"),
    ("mv ben/export.zip zip && rm -r ben && mv zip ben.xml.gz", "config.bad_value"),
    ("rm -r ben && mkfifo ben", "config.bad_value"),
  ]

  @Test(arguments: changes)
  func `what lies in place of a folder fails its subject for this run, and takes nothing away`(
    _ change: String, _ code: String
  ) async throws {
    #expect(try await inbox.run().exitCode == 0)
    let before = try inbox.documents()
    #expect(before.keys.contains("leaderboard.csv"))
    let outcome = try await inbox.program.shell("cd inbox && \(change)")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    try await expectStale("ben", code, before)
  }

  /// Runs, and expects one subject to fail for this run and all else to be as before.
  private func expectStale(
    _ subject: String, _ code: String, _ before: [String: String]
  ) async throws {
    let outcome = try await inbox.run()
    #expect(outcome.exitCode == 1, "\(outcome.errors)")
    #expect(outcome.errors.contains("\(code): "), "\(outcome.errors)")
    #expect(!outcome.output.contains("forget"), "\(outcome.output)")
    let record = try inbox.record()
    #expect(record.elements("gone").isEmpty)
    let failed = record.elements("subjects").first { $0["subject"] == .string(subject) }
    #expect(failed?["error"]?["code"] == .string(code))
    #expect(failed?["stale"]?["outcome"] == .string("pass"))
    let documents = try inbox.documents()
    for (path, text) in before where !path.hasSuffix("s.csv") {
      #expect(documents[path] == text, "\(path)")
    }
  }

  @Test
  func `what file managers leave in an inbox is no subject, nor is an archive beside a folder`()
    async throws
  {
    try inbox.scratch.write("thumbs".utf8, to: "inbox/Thumbs.db")
    try inbox.scratch.write("notes".utf8, to: "inbox/notes.txt")
    try inbox.handIn("ben.zip")
    let outcome = try await inbox.run()
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.errors.ranges(of: "config.bad_value").count == 3, "\(outcome.errors)")
    #expect(try inbox.record().elements("subjects").count == 3)
  }

  @Test func `where nobody is left, nobody is to be forgotten`() async throws {
    #expect(try await inbox.run().exitCode == 0)
    _ = try await inbox.program.shell("rm -r inbox/*")
    let outcome = try await inbox.run()
    #expect(!outcome.output.contains("forget"), "\(outcome.output)")
    #expect(outcome.output.contains("every disk is mounted"), "\(outcome.output)")
  }

  @Test(.enabled("strace is not here, or may not trace") { try await canInject() })
  func `no call that looks at an inbox loses a subject by failing`() async throws {
    try inbox.scratch.write("timeZone: Europe/Berlin".utf8, to: "inbox/anna.yaml")
    #expect(try await inbox.run().exitCode == 0)
    let before = try inbox.documents()
    let paths = try FileManager.default.subpathsOfDirectory(
      atPath: inbox.scratch.path + "/inbox")
    let traced = (["inbox"] + paths.map { "inbox/" + $0 }).flatMap {
      ["-P '\($0)'", "-P '\(inbox.scratch.path)/\($0)'"]
    }.joined(separator: " ")
    var failed: [String: Int] = [:]
    // Eight in a row: a call that fails is made four times. A call that is not permitted is made once.
    let injections = stride(from: 1, through: 125, by: 4).flatMap { call in
      ["error=EIO:when=\(call)..\(call + 7)", "error=EACCES:when=\(call)"].map { ($0, call) }
    }
    for isReadAgain in [false, true] {
      for (injection, call) in Sweep.over(injections, step: 41) {
        if isReadAgain { _ = try await inbox.program.shell("touch inbox/*/export.zip") }
        let outcome = try await inbox.run(
          after: "strace -f -qq -o /dev/null \(traced) -e trace=\(calls)"
            + " -e 'inject=\(calls):\(injection)'")
        failed["\(outcome.exitCode)", default: 0] += 1
        #expect([0, 1, 2].contains(outcome.exitCode), "call \(call): \(outcome.errors)")
        #expect(!outcome.output.contains("forget"), "\(injection): \(outcome.output)")
        let documents = try inbox.documents()
        for (path, text) in before where !path.hasSuffix("s.csv") {
          #expect(documents[path] == text, "\(injection): \(path) \(outcome.errors)")
        }
        if outcome.exitCode == 2 { continue }
        let record = try inbox.record()
        #expect(record.elements("gone").isEmpty, "\(injection)")
        #expect(record.elements("subjects").count == 3, "\(injection)")
      }
    }
    #expect(failed.count > 1, "\(failed)")
    #expect(try await inbox.run().exitCode == 0)
    #expect(try inbox.documents() == before)
  }
}

private let calls = "openat,openat2,read,pread64,lseek,fstat,newfstatat,getdents64,readlinkat"
