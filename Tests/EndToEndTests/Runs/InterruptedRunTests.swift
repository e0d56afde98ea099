import DaymarkModel
import DaymarkSampleFiles
import DaymarkStore
import DaymarkTestSupport
import Foundation
import Testing

/// Whatever stops a run, the next one leaves what an undisturbed run would.
struct InterruptedRunTests {
  @Test func `killed at any moment and run again, it leaves what an undisturbed run leaves`()
    async throws
  {
    try await killAndRunAgain(HardPipelineFolder())
  }

  @Test func `killed while many are made durable, it leaves whole files and a store that knows`()
    async throws
  {
    let subjects = (0..<40).map { "s\($0)" }
    try await killAndRunAgain(HardPipelineFolder(subjects: subjects, records: 20))
  }

  @Test(
    .enabled("strace is not here, or may not trace") { try await canKillWhenTraced() },
    arguments: ["evidence.json", "verdict.json"])
  func `killed when the store knows files that have no names yet, it accuses nobody`(
    _ file: String
  ) async throws {
    let pipeline = try HardPipelineFolder(records: 20)
    _ = try await pipeline.run(out: "undisturbed")
    let run = "daymark " + pipeline.arguments(out: "killed").joined(separator: " ")
    let killed = try await pipeline.program.shell(
      "strace -f -qq -o trace -P killed/hard/ben/.\(file).part -e trace=rename"
        + " -e inject=rename:signal=KILL \(run); ls killed/hard/ben; exit 0")
    #expect(!killed.output.split(separator: "\n").contains(Substring(file)), "\(killed)")
    let again = try await pipeline.run(out: "killed")
    #expect(again.exitCode <= 1)
    #expect(!(again.output + again.errors).contains("rewritten"), "\(again.errors)")
    let record = try String(contentsOfFile: pipeline.path + "/killed/run.json", encoding: .utf8)
    #expect(!record.contains("file.rewritten"))
    #expect(try pipeline.contents(of: "killed") == pipeline.contents(of: "undisturbed"))
  }

  private func killAndRunAgain(_ pipeline: borrowing HardPipelineFolder) async throws {
    let clock = ContinuousClock()
    // Once it runs: before that it may wait for a place among other tests' programs.
    var started = clock.now
    _ = try await pipeline.run(out: "undisturbed") { _ in started = clock.now }
    var length = clock.now - started
    let expected = try pipeline.contents(of: "undisturbed")
    // Three of each subject, and the tables of verdicts and findings.
    #expect(expected.files.count == 3 * pipeline.subjects.count + 2)

    let numbers = Sweep.over(0..<20, step: 11)
    var (attempts, kills) = (0, 0)
    for number in numbers {
      var random = SeededGenerator(seed: UInt64(5000 + number))
      var isKilled = false
      while !isKilled, attempts < 3 * numbers.count {
        attempts += 1
        let out = "killed-\(attempts)"
        let moment = length * Double.random(in: 0...1, using: &random)
        let killed = try await pipeline.run(out: out) { run in
          started = clock.now
          try await Task.sleep(for: moment)
          run.kill()
        }
        guard killed.exitCode == 128 + SIGKILL else {
          // It was faster than the run before: the moments are those of this one's length.
          length = min(length, clock.now - started)
          continue
        }
        (isKilled, kills) = (true, kills + 1)
        let again = try await pipeline.run(out: out)
        #expect(again.exitCode <= 1, "number \(number): \(again.errors)")
        #expect(!again.errors.contains("rewritten"), "number \(number): \(again.errors)")
        #expect(try pipeline.contents(of: out) == expected, "number \(number)")
      }
    }
    #expect(kills == numbers.count)
  }

  @Test func `a second run says that it waits for the first, and both end well`() async throws {
    let pipeline = try HardPipelineFolder()
    let undisturbed = try await pipeline.run(out: "undisturbed")
    let run = "daymark " + pipeline.arguments(out: "shared").joined(separator: " ")
    // In one script, so that they begin together whatever else the machine does.
    let outcome = try await pipeline.program.shell(
      "\(run) 2>first & \(run) 2>second; echo $?; wait $!; echo $?; cat first second >&2")
    let exitCode = "\(undisturbed.exitCode)"
    #expect(outcome.output.split(separator: "\n").suffix(1) == [Substring(exitCode)])
    #expect(outcome.errors.components(separatedBy: "store.busy").count == 2)
    #expect(try pipeline.contents(of: "shared") == pipeline.contents(of: "undisturbed"))
  }

  @Test(arguments: [8, 60, 200])
  func `no room for a file is a clear error, and with room the next run ends the work`(
    kibibytes: Int
  ) async throws {
    let pipeline = try HardPipelineFolder()
    let undisturbed = try await pipeline.run(out: "undisturbed")
    // The limit counts blocks of 512 bytes. The signal that comes with it would end the program.
    let cramped = try await pipeline.program.shell(
      "trap '' XFSZ; ulimit -f \(kibibytes * 2); exec daymark "
        + pipeline.arguments(out: "cramped").joined(separator: " "))
    #expect(cramped.exitCode == 2 || kibibytes > 8)
    if cramped.exitCode == 2 {
      #expect(
        cramped.errors.contains("store.unusable") || cramped.errors.contains("file.unwritable"))
      #expect(
        ["--store", "--out", "make room", "ulimit -f"].contains { cramped.errors.contains($0) })
    }
    let roomy = try await pipeline.run(out: "cramped")
    #expect(roomy.exitCode == undisturbed.exitCode, "\(roomy.errors)")
    #expect(try pipeline.contents(of: "cramped") == pipeline.contents(of: "undisturbed"))
  }

  @Test(.enabled { try await canMount() }, arguments: [160, 320])
  func `a full disk is a clear error, and with room the next run ends the work`(
    kibibytes: Int
  ) async throws {
    let pipeline = try HardPipelineFolder()
    let undisturbed = try await pipeline.run(out: "undisturbed")
    let run = "daymark " + pipeline.arguments(out: "disk/out").joined(separator: " ")
    let outcome = try await pipeline.program.shell(
      """
      mkdir disk && exec unshare -m sh -c '
      mount -t tmpfs -o size=\(kibibytes)k tmpfs disk || exit 99
      \(run) 2>first; echo $?
      mount -o remount,size=64m disk
      \(run) 2>second; echo $?
      cp -r disk/out survived'
      """)
    let lines = outcome.output.split(separator: "\n").map(String.init).filter { $0.count == 1 }
    try #require(lines.count == 2, "\(outcome)")
    #expect(lines[0] == "2")
    let first = try String(contentsOfFile: pipeline.path + "/first", encoding: .utf8)
    #expect(first.contains("store.unusable") || first.contains("file.unwritable"), "\(first)")
    #expect(lines[1] == "\(undisturbed.exitCode)")
    #expect(try pipeline.contents(of: "survived") == pipeline.contents(of: "undisturbed"))
  }

  @Test(.enabled { try await canMount() })
  func `a read-only output folder is a clear error`() async throws {
    let pipeline = try HardPipelineFolder()
    let run = "daymark " + pipeline.arguments(out: "disk/out").joined(separator: " ")
    let outcome = try await pipeline.program.shell(
      """
      mkdir disk && exec unshare -m sh -c '
      mount -t tmpfs -o size=64m tmpfs disk || exit 99
      \(run) 2>first; sha256sum disk/out/daymark.sqlite
      mount -o remount,ro disk
      \(run); code=$?; sha256sum disk/out/daymark.sqlite
      exit $code'
      """)
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors.contains("unwritable") || outcome.errors.contains("store.unusable"))
    let digests = outcome.output.split(separator: "\n").filter { $0.hasSuffix("daymark.sqlite") }
    #expect(digests.count == 2 && Set(digests).count == 1)
  }

  @Test func `an output folder that is a file is a clear error`() async throws {
    let pipeline = try HardPipelineFolder()
    try pipeline.scratch.write("hello".utf8, to: "file")
    for out in ["file", "file/below"] {
      let outcome = try await pipeline.run(out: out)
      #expect(outcome.exitCode == 2)
      #expect(outcome.errors.contains("file.unwritable"), "\(outcome.errors)")
    }
    #expect(try String(contentsOfFile: pipeline.path + "/file", encoding: .utf8) == "hello")
  }

  @Test func `a store that is no database is a clear error and is left alone`() async throws {
    let pipeline = try HardPipelineFolder()
    let text = String(repeating: "This is no database.\n", count: 100)
    try pipeline.scratch.write(text.utf8, to: "out/daymark.sqlite")
    let outcome = try await pipeline.run(out: "out")
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors.contains("daymark.sqlite: store.unusable"), "\(outcome.errors)")
    #expect(
      try String(contentsOfFile: pipeline.path + "/out/daymark.sqlite", encoding: .utf8) == text)
  }
}

/// Whether this process may make a file system of its own.
func canMount() async throws -> Bool {
  try await Program().shell("unshare -m mount -t tmpfs tmpfs /mnt").exitCode == 0
}

private func canKillWhenTraced() async throws -> Bool {
  try await Program().shell(
    "strace -f -qq -e inject=chdir:signal=KILL sh -c 'cd /' 2>/dev/null"
  ).exitCode == 128 + SIGKILL
}

/// A pipeline over several hard exports, in a folder of its own.
struct HardPipelineFolder: ~Copyable, Sendable {
  let subjects: [String]
  let scratch: ScratchFolder
  let program: Program

  init(subjects: [String] = ["anna", "ben", "clara"], records: Int = 1500) throws {
    let scratch = try ScratchFolder()
    try scratch.write(pipelineFile.utf8, to: "pipeline.yaml")
    try scratch.write(rulesFile.utf8, to: "rules.yaml")
    for (seed, subject) in subjects.enumerated() {
      let export = HardExport(seed: UInt64(seed), records: records).export
      try scratch.write(export.zip(), to: "inbox/\(subject)/export.zip")
    }
    program = Program.onPath(in: scratch.path)
    self.scratch = scratch
    self.subjects = subjects
  }

  var path: String { scratch.path }

  func arguments(out: String) -> [String] {
    ["run", ".", "--out", out, "--as-of", "2026-01-01T00:00:00Z", "--jobs", "2"]
  }

  func run(
    out: String, meanwhile: (RunningProgram) async throws -> Void = { _ in }
  ) async throws -> Program.Outcome {
    try await program.run(arguments(out: out), meanwhile: meanwhile)
  }

  /// What a run leaves that depends on no clock.
  struct Contents: Equatable {
    /// Digests by path, without the store's files and `run.json`.
    var files: [String: Digest]
    var rows: [String]
  }

  func contents(of out: String) throws -> Contents {
    let folder = "\(path)/\(out)"
    let store = try Store(at: "\(folder)/daymark.sqlite")
    let rows = try store.contents()
    try store.close()
    var files: [String: Digest] = [:]
    for name in FileManager.default.enumerator(atPath: folder)?.compactMap({ $0 as? String }) ?? []
    {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: "\(folder)/\(name)", isDirectory: &isFolder)
      if isFolder.boolValue || name.hasPrefix("daymark.") || name == "run.json" { continue }
      files[name] = Digest(of: try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")))
    }
    return Contents(files: files, rows: rows)
  }
}

private let pipelineFile = """
  pipeline: hard
  challenge: { id: hard, title: Hard, from: 2011-01-01, to: 2025-12-31 }
  subjects: { inbox: inbox }
  rules: rules.yaml

  """

private let rulesFile = """
  rule: hard@1.0.0
  title: Hard
  requires:
    total: { metric: steps, atLeast: 10000 }

  """
