import DaymarkTestSupport
import Foundation
import Testing

/// Reading on several machines and deciding on one, by the program.
struct ScaleTests {
  private let asOf = ["--as-of", SampleFolder.asOfText]

  @Test func `every sample read in shards is decided as in one run`() async throws {
    let folder = try ScratchFolder()
    try samplePipeline(in: folder)
    let program = Program(in: folder.path)
    let direct = try await program.run(["run", ".", "--quiet", "--out", "direct"] + asOf)
    for shard in ["1/2", "2/2"] {
      let outcome = try await program.run(["run", ".", "--shard", shard, "--out", "shards"] + asOf)
      #expect(
        outcome.exitCode <= 1 && outcome.output.contains("To decide once every shard is done"))
      #expect(outcome.output.contains("daymark run . --from-readings shards/readings --out shards"))
    }
    let joined = try await program.run(
      ["run", ".", "--quiet", "--from-readings", "shards/readings", "--out", "joined"] + asOf)
    #expect(joined.exitCode == direct.exitCode && joined.errors == direct.errors)
    let differences = try await program.shell("diff -r direct/c joined/c")
    #expect(differences.exitCode == 0, "\(differences.output)")
  }

  @Test func `what a worker answers to a request of a subject is a reading`() async throws {
    let folder = try ScratchFolder()
    try samplePipeline(in: folder)
    let script = """
      set -e
      daymark run . --quiet --out direct \(asOf.joined(separator: " ")) || true
      mkdir readings
      daymark requests . \(asOf.joined(separator: " ")) > requests
      daymark worker < requests > answers
      sed -n 's/^{"subject":\\({.*}\\)}$/\\1/p' answers > readings/all.json
      daymark run . --quiet --from-readings readings --out joined \(asOf.joined(separator: " ")) || true
      diff -r direct/c joined/c
      wc -l < requests; wc -l < readings/all.json; head -n 1 answers | grep -c daymarkWorker
      """
    let outcome = try await Program.onPath(in: folder.path).shell(script)
    #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
    #expect(
      outcome.output.split(separator: "\n") == [
        "\(SampleFolder.all.count)", "\(SampleFolder.all.count)", "1",
      ])
  }

  @Test func `a request that is wrong is answered with the key`() async throws {
    let script = #"""
      printf '%s\n' '{"subject":"a","archives":[],"asOf":"2025-10-01T00:00:00Z","timeZone":"Mars/X"}' \
        '{"subject":"a","archives":["x.xml"]}' \
        '{"subject":"a","archives":["x.xml"],"asOf":"2025-10-01T00:00:00Z"}' | daymark worker | tail -n +2
      """#
    let outcome = try await Program.onPath(in: packageFolder).shell(script)
    let lines = outcome.output.split(separator: "\n")
    try #require(lines.count == 3)
    #expect(lines[0].contains(#""code":"config.bad_value""#) && lines[0].contains("timeZone"))
    #expect(lines[1].contains(#""code":"config.bad_value""#) && lines[1].contains("asOf"))
    #expect(lines[2].contains(#""code":"file.missing""#) && lines[2].hasPrefix(#"{"subject":"#))
  }

  @Test(arguments: [
    ["--shard", "0/4"], ["--shard", "1/2", "--from-readings", "readings"], ["--shard", "three"],
  ])
  func `what makes no sense together is a mistake of use`(arguments: [String]) async throws {
    let outcome = try await Program().run(["run", "pipelines/ten-thousand-steps"] + arguments)
    #expect(outcome.exitCode == 64)
  }
}
