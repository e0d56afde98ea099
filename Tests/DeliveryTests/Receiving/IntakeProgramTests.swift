import DaymarkTestSupport
import Foundation
import Testing

/// The built `daymark-intake`, started as `daymark intake`; see Intake, "Run it".
struct IntakeProgramTests {
  @Test(arguments: [
    ["--listen", "0.0.0.0:0"], ["--listen", "[::]:0"], ["--behind-proxy"],
    ["--url", "https://intake.example"],
  ])
  func `what others can reach wants bodies to show whose they are`(options: [String]) async throws {
    let folder = try ScratchFolder()
    let outcome = try await Program().run(
      ["intake", "--data", folder.path, "--listen", "127.0.0.1:0"] + options)
    #expect(outcome.exitCode == 64 && outcome.errors.contains("--require-token"))
  }

  @Test func `one folder is served by one service`() async throws {
    let folder = try ScratchFolder()
    let arguments = ["intake", "--data", folder.path, "--listen", "127.0.0.1:0"]
    _ = try await Program().run(arguments) { running in
      let deadline = ContinuousClock.now + .seconds(30)
      while !FileManager.default.fileExists(atPath: "\(folder.path)/intake.sqlite"),
        ContinuousClock.now < deadline
      { try await Task.sleep(for: .milliseconds(20)) }
      let second = try await Program().run(arguments)
      #expect(second.exitCode == 2 && second.errors.contains("another service uses"))
      running.kill()
    }
    // After a kill it can be served again.
    let again = try await Program().run(arguments) { running in
      try await Task.sleep(for: .seconds(1))
      running.kill()
    }
    #expect(again.exitCode == 137)
  }
}
