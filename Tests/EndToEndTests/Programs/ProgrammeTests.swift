import DaymarkTestSupport
import Foundation
import Testing

/// The programmes that are shipped, beside what the transcripts of `daymark rewards` show.
struct ProgrammeTests {
  private static let programmes: [String] = {
    let names = try? FileManager.default.contentsOfDirectory(atPath: "\(packageFolder)/programmes")
    return (names ?? []).filter { !$0.contains(".") }.sorted().map { "programmes/\($0)" }
  }()

  /// The challenges of the programmes that are there to be copied.
  private static let challenges = ["learning", "exercise"].flatMap { kind in
    [
      "days", "daily-dynamo", "weekend-warrior", "app-master", "streak-champion", "quick-start",
    ].map { "programmes/\(kind)-counts/\($0)" }
  }

  @Test func `there are programmes`() { #expect(!Self.programmes.isEmpty) }

  @Test(arguments: programmes)
  func `a shipped programme has no mistake, and its cases hold`(programme: String) async throws {
    let check = try await Program().run("rewards", "check", programme)
    #expect(check.exitCode == 0, "\(check.output)\(check.errors)")
    let test = try await Program().run("rewards", "test", programme)
    #expect(test.exitCode == 0, "\(test.output)\(test.errors)")
  }

  @Test(arguments: challenges)
  func `the rule of a challenge has no mistake, and its cases show all of it`(
    challenge: String
  ) async throws {
    let check = try await Program().run("rules", "check", challenge)
    #expect(check.exitCode == 0, "\(check.output)\(check.errors)")
    let test = try await Program().run("rules", "test", challenge)
    #expect(test.exitCode == 0, "\(test.output)\(test.errors)")
  }

  @Test func `a copy keeps the books of whoever hands in a log`() async throws {
    let folder = try ProjectFolder()
    let run = try await folder.program.shell(
      """
      cp -RL programmes/learning-counts ours && mkdir -p ours/inbox/mara
      echo start,duration,kind,name >ours/inbox/mara/log.csv
      for day in 07 08 09 10 11 12 13; do
        echo "2026-09-$day 17:00,60 min,learning,Anki" >>ours/inbox/mara/log.csv
      done
      for challenge in days daily-dynamo weekend-warrior app-master streak-champion quick-start; do
        daymark run ours/$challenge --as-of 2026-09-22T00:00:00+02:00 --quiet || exit 1
      done
      daymark rewards ours --as-of 2026-09-22T00:00:00+02:00
      cat out/learning-counts/standings.csv
      """)
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    // 7 × 60 and 3 for the seventh day; 6 and 3 for each day's hour; 84 and 105 for the week, nothing for the weekend.
    let points = 7 * 60 + 3 + 7 * (6 + 3) + 84 + 105
    #expect(run.output.contains("1,mara,\(points),\(points),5,"), "\(run.output)")
  }
}
