import DaymarkTestSupport
import Foundation
import Testing

/// The family of `samples/family`, whose README works out every figure.
struct FamilyTests {
  @Test func `the programme has no mistake, and its cases hold`() async throws {
    let check = try await Program().run("rewards", "check", "samples/family")
    #expect(check.exitCode == 0, "\(check.output)\(check.errors)")
    let test = try await Program().run("rewards", "test", "samples/family")
    #expect(test.exitCode == 0, "\(test.output)\(test.errors)")
    #expect(test.output.contains("6 of 6 cases"))
  }

  @Test func `the logs of the family give the books of the README, five weekends among them`()
    async throws
  {
    let folder = try ProjectFolder()
    let run = try await folder.program.shell(
      """
      daymark run samples/family/days --quiet && daymark run samples/family/weekend-warrior --quiet
      daymark rewards samples/family --as-of 2026-04-13T12:00:00+02:00
      """)
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    let standings = "\(folder.path)/out/family-learning/standings.csv"
    #expect(
      try String(contentsOfFile: standings, encoding: .utf8) == """
        rank,subject,earned,balance,level,badges
        1,mara,1675,1675,4,2
        2,jonas,630,630,3,1
        3,ida,289,289,1,1

        """)
    let weekends = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/out")
      .filter { $0.hasPrefix("weekend-warrior") }
    #expect(
      weekends.sorted()
        == ["03-07", "03-14", "03-21", "03-28", "04-04"].map { "weekend-warrior%402026-\($0)" })
    let ledger = try String(
      contentsOfFile: "\(folder.path)/out/family-learning/mara/ledger.jsonl", encoding: .utf8)
    let bonuses = ledger.split(separator: "\n").filter { $0.contains("\"part\":\"bonus\"") }
    #expect(bonuses.count == 5 && bonuses.allSatisfy { $0.contains("\"points\":34,") })
    // Each occurrence has evidence of its own, which stands against the pipeline.
    let verified = try await folder.program.shell(
      """
      daymark verify out/weekend-warrior%402026-03-28/mara --raw samples/family/inbox/mara/learning.csv \
        --pipeline samples/family/weekend-warrior
      """)
    #expect(verified.exitCode == 0, "\(verified.output)\(verified.errors)")
    // Run again there is nothing to do, and no line more.
    let again = try await folder.program.shell(
      """
      daymark run samples/family/weekend-warrior --quiet
      daymark rewards samples/family --as-of 2026-04-13T12:00:00+02:00 --format json
      """)
    #expect(again.exitCode == 0 && again.output.contains("\"written\":0"), "\(again.output)")
  }

  @Test func `the pages show how the family stands in mid-programme`() async throws {
    let folder = try ProjectFolder()
    let run = try await folder.program.shell(
      """
      daymark run samples/family/days --quiet --as-of 2026-03-29T12:00:00+02:00
      daymark run samples/family/weekend-warrior --quiet --as-of 2026-03-29T12:00:00+02:00
      daymark rewards samples/family --as-of 2026-03-29T12:00:00+02:00 --report
      """)
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("begin with out/family-learning/index.html"))
    func page(_ path: String) throws -> String {
      try String(contentsOfFile: "\(folder.path)/out/family-learning/\(path)", encoding: .utf8)
    }
    // Two weekends are final for each of three, and Mara passed hers.
    #expect(try page("index.html").contains("2 of 6 final verdicts are passes: 33 %."))
    let jonas = try page("jonas/report.html")
    // The freeze on Tuesday of the second week, and the days that he was away.
    #expect(jonas.contains("<td class=\"letters\">xfxxxxx</td>"))
    #expect(jonas.contains("<td class=\"letters\">pppppxx</td>"))
    #expect(jonas.contains("40 min of 180 min, 140 min to go") && jonas.contains(">22 %</span>"))
    // Pages that are there are renewed, and go when somebody is forgotten.
    let later = try await folder.program.shell(
      """
      daymark run samples/family/days --quiet --as-of 2026-04-13T12:00:00+02:00
      daymark rewards samples/family --as-of 2026-04-13T12:00:00+02:00
      daymark forget family-days jonas
      """)
    #expect(later.output.contains("begin with out/family-learning/index.html"), "\(later.output)")
    #expect(throws: (any Error).self) { try page("index.html") }
    #expect(throws: (any Error).self) { try page("jonas/report.html") }
    #expect(try page("mara/report.html").contains("mara"))
  }

  @Test func `what reads one period alone refuses a challenge that comes again`() async throws {
    for arguments in [
      ["run", "samples/family/weekend-warrior", "--shard", "1/2"],
      ["run", "samples/family/weekend-warrior", "--from-readings", "none"],
      ["requests", "samples/family/weekend-warrior"],
    ] {
      let folder = try ProjectFolder()
      let outcome = try await folder.program.run(arguments)
      #expect(outcome.exitCode == 2, "\(arguments)")
      #expect(outcome.errors.contains("a challenge that takes place once"), "\(outcome.errors)")
    }
  }
}
