import DaymarkTestSupport
import Foundation
import Testing

/// Who may read what a run writes.
struct FileModeTests {
  /// The modes below a folder, by the kind of what has them.
  private func modes(
    in pipeline: borrowing HardPipelineFolder, below folder: String = "out/*"
  ) async throws -> [String: Set<String>] {
    let listing = try await pipeline.program.shell("find \(folder) -printf '%y %m\\n'")
    let pairs = listing.output.split(separator: "\n").map { $0.split(separator: " ") }
    return Dictionary(grouping: pairs) { String($0[0]) }
      .mapValues { Set($0.map { String($0[1]) }) }
  }

  private func run(
    _ pipeline: borrowing HardPipelineFolder, umask: String, _ options: String = ""
  ) async throws {
    let arguments = pipeline.arguments(out: "out").joined(separator: " ")
    let outcome = try await pipeline.program.shell(
      "umask \(umask); exec daymark \(arguments) \(options)")
    #expect(outcome.exitCode <= 1, "\(outcome.errors)")
  }

  @Test(arguments: ["0", "027", "0777"])
  func `outputs and store are the owner's alone, whatever the umask is`(umask: String) async throws
  {
    let pipeline = try HardPipelineFolder()
    try await run(pipeline, umask: umask)
    #expect(try await modes(in: pipeline, below: "out") == ["f": ["600"], "d": ["700"]])
  }

  @Test func `another mode is that of files, and folders can be entered by who may read`()
    async throws
  {
    let pipeline = try HardPipelineFolder()
    try await run(pipeline, umask: "077", "--mode 0640 --store out/new/store.sqlite")
    #expect(try await modes(in: pipeline, below: "out") == ["f": ["640"], "d": ["750"]])
    for mode in ["0640x", "640 0", "0400", "0755", "1600", "0800"] {
      let outcome = try await pipeline.program.run(
        pipeline.arguments(out: "out") + ["--mode", mode])
      #expect(outcome.exitCode == 64, "\(mode)")
    }
  }

  @Test func `what earlier runs wrote is left no wider, and the user's folders keep their mode`()
    async throws
  {
    let pipeline = try HardPipelineFolder()
    _ = try await pipeline.program.shell("mkdir -m 755 out")
    try await run(pipeline, umask: "077")
    _ = try await pipeline.program.shell("chmod -R a+rwX out; chmod 755 out; echo > out/hard/mine")
    try await run(pipeline, umask: "0")
    let others = try await pipeline.program.shell(
      "find out -mindepth 1 -perm /077 ! -name mine; stat -c %a out")
    #expect(others.output == "755\n")
  }

  @Test func `what a killed run leaves is the owner's alone`() async throws {
    let pipeline = try HardPipelineFolder()
    // A store that was wide before has files beside it that are not.
    try await run(pipeline, umask: "0")
    _ = try await pipeline.program.shell("chmod 666 out/daymark.sqlite; rm -r out/hard")
    let killed = try await pipeline.program.run(
      pipeline.arguments(out: "out") + ["--as-of", "2026-02-01T00:00:00Z"]
    ) { run in
      try await eventually { run.errors.contains("1 of 3") }
      run.kill()
    }
    let listing = try await pipeline.program.shell("ls out")
    if killed.exitCode == 137 { #expect(listing.output.contains("daymark.sqlite-wal")) }
    #expect(try await modes(in: pipeline, below: "out") == ["f": ["600"], "d": ["700"]])
  }
}
