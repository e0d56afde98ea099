import DaymarkDocuments
import DaymarkModel
import DaymarkTestSupport
import Foundation
import Testing

/// What is promised of standard output and error when they, or the files named, are not as hoped.
struct OutputChannelTests {
  private let archive = "samples/apple-health/phone-and-watch/input/export.zip"

  @Test(arguments: ["aggregate ARCHIVE --format csv", "inspect ARCHIVE", "schema evidence"])
  func `a result that could not be written whole is an error`(command: String) async throws {
    let folder = try ProjectFolder()
    let arguments = command.replacing("ARCHIVE", with: archive)
    let outcome = try await folder.program.shell(
      "daymark \(arguments) --quiet >/dev/full".replacing(
        "schema evidence --quiet", with: "schema evidence"))
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors.contains("standard output: file.unwritable: "))
    #expect(outcome.errors.contains("No space left on device"))
  }

  @Test(arguments: ["2>/dev/full", "2>&-"])
  func `nobody listening to standard error stops nothing`(redirection: String) async throws {
    let folder = try ProjectFolder()
    let outcome = try await folder.program.shell(
      "daymark run pipelines/ten-thousand-steps --out out --as-of 2025-10-01T00:00:00Z "
        + redirection)
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.contains("1 pass, 1 fail, 1 undetermined"))
  }

  /// Of the sample's three people Ben alone has a finding; he fails.
  @Test(arguments: [("passed", false), ("failed", true), ("failed,passed", true)])
  func `what is found is said of the subjects that are shown`(only: String, isTold: Bool)
    async throws
  {
    let folder = try ProjectFolder()
    let outcome = try await folder.program.shell(
      "daymark run pipelines/ten-thousand-steps --out out --as-of 2025-10-01T00:00:00Z --only \(only)"
    )
    #expect(outcome.exitCode == 0)
    #expect(outcome.errors.contains("ben: ") == isTold)
  }

  @Test(arguments: [
    ("run nowhere --out out", "file.missing"), ("aggregate nowhere.zip", "file.missing"),
    ("run pipelines/ten-thousand-steps --out README", "file.unwritable"),
    ("aggregate README", "archive.unrecognised"),
  ])
  func `with format json an error is a document, too`(command: String, code: String) async throws {
    let folder = try ProjectFolder()
    try folder.scratch.write("text".utf8, to: "README")
    let outcome = try await folder.program.shell("daymark \(command) --format json")
    #expect(outcome.exitCode == 2)
    let document = try JSONValue(parsing: Array(outcome.output.utf8))
    guard case .array(let errors)? = document["errors"] else {
      Issue.record("no errors in \(outcome.output)")
      return
    }
    #expect(errors.map { $0["code"] } == [.string(code)])
    #expect(outcome.errors.contains(code))
  }

  @Test func `no error shows a question mark for what it does not know`() async throws {
    let folder = try ProjectFolder()
    for text in ["- a\n", "subjects: [a]\npipeline: {}\n", "pipeline: \"\"\n", ""] {
      try folder.scratch.write(text.utf8, to: "broken/pipeline.yaml")
      let outcome = try await folder.program.shell("daymark run broken --out out")
      #expect(outcome.exitCode == 2)
      #expect(!outcome.errors.contains("`?`") && !outcome.errors.contains("``"))
    }
  }

  @Test func `who asks for quiet is still told that a rule's version cannot be kept`() async throws
  {
    let folder = try ProjectFolder()
    let files = FileManager.default
    try files.createDirectory(atPath: "\(folder.path)/mine", withIntermediateDirectories: true)
    for name in ["pipeline.yaml", "rules.yaml"] {
      let text = try String(
        contentsOfFile: "\(packageFolder)/pipelines/ten-thousand-steps/\(name)", encoding: .utf8)
      try folder.scratch.write(
        text.replacing("../../samples", with: "../samples").utf8, to: "mine/\(name)")
    }
    // Where the lock is to be written first there is a folder, so that nobody can.
    try files.createDirectory(
      atPath: "\(folder.path)/mine/.rules.lock.part", withIntermediateDirectories: true)
    let outcome = try await folder.program.shell(
      "daymark run mine --as-of 2025-10-01T00:00:00Z --quiet")
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("mine/rules.lock: rule.unlocked: "))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test func `an error names the file that another file asks for`() async throws {
    let folder = try ProjectFolder()
    try folder.scratch.write(
      """
      pipeline: a
      challenge: { id: a, title: A, from: 2025-09-01, to: 2025-09-02 }
      subjects: { list: [{ id: a, archives: [a.zip] }] }
      rules: rulez.yaml
      """.utf8, to: "broken/pipeline.yaml")
    let outcome = try await folder.program.shell("daymark run broken --out out")
    #expect(outcome.errors.hasPrefix("daymark: broken/pipeline.yaml:4:8: file.missing: "))
    #expect(outcome.errors.contains("`broken/rulez.yaml`"))
  }
}
