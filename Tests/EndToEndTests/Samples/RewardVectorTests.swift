import DaymarkTestSupport
import Foundation
import Testing

/// The histories and ledgers of `samples/reward-vectors`, which others can use.
struct RewardVectorTests {
  private let folder = "\(packageFolder)/samples/reward-vectors"

  @Test func `the ledgers are those of a plain computation, byte for byte`() async throws {
    let outcome = try await Program().run("rewards", "test", "samples/reward-vectors")
    #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("20 of 20 cases as expected"))
  }

  @Test func `a ledger that differs is told by its first line`() async throws {
    let project = try ProjectFolder()
    let outcome = try await project.program.shell(
      """
      cp -RL samples/reward-vectors mine && sed -i '5s/"points":/"points":1/' mine/expected/utc.jsonl
      sed -i '$d' mine/expected/asia-tokyo.jsonl && daymark rewards test mine
      """)
    #expect(outcome.exitCode == 3 && outcome.output.contains("18 of 20 cases as expected"))
    #expect(outcome.output.contains("line 5 of the ledger: expected {\"balance\""))
    #expect(outcome.output.contains("of the ledger: expected none, came {\"balance\""))
  }

  @Test(.enabled(if: Python.reads("zoneinfo"), Python.hint))
  func `the plain computation still gives the vectors as they are`() async throws {
    let scratch = try ScratchFolder()
    let made = try await Program().shell("python3 '\(folder)/make.py' '\(scratch.path)'")
    #expect(made.exitCode == 0, "\(made.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/expected")
    #expect(names.count == 20)
    for name in names.map({ "expected/\($0)" }) + ["programme_test.yaml"] {
      #expect(
        FileManager.default.contents(atPath: "\(folder)/\(name)")
          == FileManager.default.contents(atPath: "\(scratch.path)/\(name)"), "\(name)")
    }
  }
}
