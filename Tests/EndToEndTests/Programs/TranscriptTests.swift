import DaymarkTestSupport
import Foundation
import Testing

/// Holds what the program prints against transcripts that a person has read.
///
/// Each file of `Expected/` is a session at a shell: the lines that begin with `$ ` are run, in a folder
/// in which `samples`, `pipelines` and `programmes` are the project's, and what they print must be what stands there.
/// To change one, edit its commands, run the tests with `DAYMARK_RECORD=1`, and read the difference.
struct TranscriptTests {
  @Test func `there are transcripts`() { #expect(Transcript.all.count >= 6) }

  @Test(arguments: Transcript.all.filter { SolverProgram.isThere || !$0.needsSolver })
  func `the program prints what the transcript shows`(transcript: Transcript) async throws {
    let text = try await transcript.played()
    if ProcessInfo.processInfo.environment["DAYMARK_RECORD"] != nil {
      try text.write(to: transcript.url, atomically: true, encoding: .utf8)
      Issue.record("\(transcript) was recorded; read it, then run again")
    } else {
      #expect(try text == String(contentsOf: transcript.url, encoding: .utf8))
    }
  }
}

struct Transcript: CustomTestStringConvertible, CustomStringConvertible {
  var url: URL

  static let all: [Transcript] = {
    let folder = URL(fileURLWithPath: packageFolder + "/Tests/EndToEndTests/Expected")
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return (files ?? []).filter { $0.pathExtension == "txt" }.map { Transcript(url: $0) }
      .sorted { $0.url.path < $1.url.path }
  }()

  /// Whether its commands ask the solver of rules.
  var needsSolver: Bool { url.lastPathComponent == "rules-prove.txt" }

  var description: String { url.lastPathComponent }
  var testDescription: String { description }

  /// The commands with what they print now.
  func played() async throws -> String {
    let folder = try ProjectFolder()
    var parts: [String] = []
    for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n") {
      guard line.hasPrefix("$ ") else { continue }
      let outcome = try await folder.program.shell(String(line.dropFirst(2)))
      var part = "\(line)\n\(outcome.output)"
      if !outcome.errors.isEmpty { part += "--- standard error\n\(outcome.errors)" }
      parts.append(part + "--- exit code \(outcome.exitCode)\n")
    }
    return parts.joined(separator: "\n")
  }
}
