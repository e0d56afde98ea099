import DaymarkConfiguration
import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline
import DaymarkSampleFiles
import DaymarkTestSupport
import Foundation
import Testing

@testable import daymark

/// What a run prints at its end, and with which exit code, for whoever runs it each night.
struct RunSummaryTests {
  /// Thirty subjects: most walked, every tenth did not, two handed in damaged archives and one none.
  private func folder() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.write(
      """
      pipeline: many
      challenge: { id: many, title: Many, from: 2025-09-01, to: 2025-09-01, timeZone: UTC }
      subjects: { inbox: inbox }
      rules: rules.yaml

      """.utf8, to: "pipeline.yaml")
    try folder.write(
      "rule: many@1.0.0\ntitle: Many\nrequires:\n  total: { metric: steps, atLeast: 1000 }\n".utf8,
      to: "rules.yaml")
    for number in 10..<40 {
      let steps = number % 10 == 0 ? 10 : 1000 + number
      let document = Array(Self.export(steps).xml())
      let isCut = number == 21 || number == 33
      if number == 15 {
        try folder.write("no export".utf8, to: "inbox/s15/export.zip")
        continue
      }
      try folder.write(
        isCut ? document.dropLast(40) : document[...], to: "inbox/s\(number)/export.xml")
    }
    return folder
  }

  private static func export(_ steps: Int) -> HealthExport {
    HealthExport(
      exportDate: "2025-09-09 08:00:00 +0000",
      records: [
        HealthRecord(
          .steps, "\(steps)", by: .phone(), "2025-09-01 12:00:00 +0000",
          "2025-09-01 13:00:00 +0000")
      ])
  }

  private static let run = "daymark run . --as-of 2025-10-01T00:00:00Z --jobs 1 2>errors"

  @Test func `a run says what stood already, and how to try those again that ended their reader`()
    async throws
  {
    let folder = try folder()
    let program = Program.onPath(in: folder.path)
    _ = try await program.shell(Self.run)
    for number in 11...12 {
      try folder.write(Self.export(2000).xml(), to: "inbox/s\(number)/export.xml")
    }
    var options = RunOptions(
      outputFolder: folder.path + "/out", now: Instant(seconds: 1_760_000_000))
    options.asOf = Instant(rfc3339: "2025-10-01T00:00:00Z")
    options.readers = .processes(ReaderLimits(program: "/bin/true"))
    let summary = try await runPipeline(loadPipeline(at: folder.path), options: options)
    let listing = RunListing(
      summary, outputFolder: "out", showValues: false, showsEverybody: false, tolerance: nil,
      again: ShellCommand(["daymark", "run", "my pipelines/many", "--reader-timeout", "7200"]))
    #expect(
      listing.text(Terminal(environment: ["NO_COLOR": "1"])).contains(
        """
        Quarantined, because reading ended the reader: s11, s12, s15 (3); to try those again: \
        daymark run 'my pipelines/many' --reader-timeout 7200

        """))
    let again = try await program.shell(Self.run)
    #expect(again.output.contains("Read 2 subjects; 27 unchanged. Outputs in"))
  }

  @Test func `many subjects are told in groups that fit a screen`() async throws {
    let folder = try folder()
    let program = Program.onPath(in: folder.path)
    let grouped = try await program.shell(Self.run)
    #expect(
      grouped.output == """
        many, rule many@1.0.0, as of 2025-10-01T00:00:00Z

        outcome         first reason          subjects  final  such as
        pass            total.met                   24      0  s11, s12, s13, ...
        fail            total.too_low                3      0  s10, s20, s30
        fail            data.incomplete              2      0  s21, s33
        failed to read  archive.unrecognised         1      0  s15

        finding               level   subjects  such as
        xml.truncated         damage         2  s21, s33
        archive.unrecognised  damage         1  s15

        subjects by their data: 3 flagged; see quality in verdict.json

        archive.shared: s10, s20, s30 share 1 archive, or what lies in it

        24 pass, 5 fail, 1 failed to read. Read 29 subjects. Outputs in out/many.

        """)
    #expect(grouped.exitCode == 1)
    let said = try String(contentsOfFile: folder.path + "/errors", encoding: .utf8)
    let lines = said.split(separator: "\n").filter {
      !$0.contains("subjects read") && !$0.hasPrefix("deadline.unstated")
    }
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("xml.truncated: 2 subjects, such as s21: export.xml:"), "\(said)")
    #expect(lines[1].hasPrefix("s15: "), "\(said)")
    let everybody = try await program.shell(Self.run + " --all-subjects")
    #expect(everybody.output.contains("\ns39      pass"))
    #expect(everybody.output.split(separator: "\n").count > 30)
  }

  @Test(arguments: [
    ("", 1, nil), ("--tolerate 2", 1, "more than is tolerated (--tolerate 2)"),
    ("--tolerate 3", 0, "tolerated (--tolerate 3)"),
    ("--tolerate 9.9%", 1, "more than is tolerated (--tolerate 9.9%)"),
    ("--tolerate 10%", 0, "tolerated (--tolerate 10%)"),
    ("--tolerate 10% --exit-on-fail", 3, "tolerated (--tolerate 10%)"),
    ("--tolerate 101%", 64, nil), ("--tolerate few", 64, nil),
  ])
  func `so many subjects as are tolerated change no exit code, and the last line says it`(
    options: String, exitCode: Int32, end: String?
  ) async throws {
    let folder = try folder()
    let outcome = try await Program.onPath(in: folder.path).shell("\(Self.run) \(options)")
    #expect(outcome.exitCode == exitCode, "\(outcome)")
    let last = outcome.output.split(separator: "\n").last ?? ""
    if let end { #expect(last == "3 of 30 subjects damaged or failed, \(end).") }
  }

  @Test func `a share is compared without rounding`() throws {
    let share = try #require(Tolerance(argument: "1%"))
    #expect(share.allows(2, of: 250) && !share.allows(3, of: 250))
    #expect(share.allows(0, of: 0) && !share.allows(1, of: 99))
    for text in ["-1", "1.5", "", "%", "-1%", "1 %%"] { #expect(Tolerance(argument: text) == nil) }
    #expect(Tolerance(argument: "0.5 %")?.description == "0.5%")
  }

  @Test func `as JSON it is run json, and nothing else`() async throws {
    let folder = try folder()
    let outcome = try await Program.onPath(in: folder.path).shell(Self.run + " --format json")
    let file = try String(contentsOfFile: folder.path + "/out/run.json", encoding: .utf8)
    #expect(outcome.output == file + "\n")
    let schema = try await Program().run("schema", "run")
    #expect(try SchemaValidator(schema.output).accepts(JSONValue(parsing: file.utf8)))
  }
}
