import DaymarkDocuments
import DaymarkModel
import DaymarkSampleFiles
import DaymarkTestSupport
import Foundation
import Testing

/// Runs that somebody asks to end, and runs that wait for another.
struct SignalTests {
  @Test(
    arguments: Sweep.over(
      [(SIGINT, ""), (SIGTERM, ""), (SIGINT, "--in-process"), (SIGTERM, "--in-process")], step: 3))
  func `a run that is asked to end keeps what is done, and the same command goes on`(
    signal: Int32, options: String
  ) async throws {
    let folder = try LongRunFolder()
    let outcome = try await folder.interrupted(options, by: "kill -\(signal) $run")
    #expect(outcome.seconds < 15)
    #expect(outcome.exitCode == 128 + signal, "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
    let name = signal == SIGINT ? "SIGINT" : "SIGTERM"
    let record = try folder.record()
    #expect(record["state"] == .string("interrupted"))
    let done = record.subjects.filter { $0["verdict"] != nil }.map { $0["subject"] }
    #expect((1..<LongRunFolder.count).contains(done.count))
    #expect(
      outcome.errors.hasSuffix(
        "daymark: run.interrupted: the run was asked to end (\(name)); \(done.count) of "
          + "\(LongRunFolder.count) subjects are done and kept; to go on, run the same command again\n"
      ))
    for subject in record.subjects {
      let path = "\(folder.path)/out/long/\(subject["subject"]?.text ?? "")/verdict.json"
      let isThere = FileManager.default.fileExists(atPath: path)
      // The last of them may be between its files and its word.
      #expect(isThere || subject["verdict"] == nil)
    }

    let again = try await folder.program.shell("\(folder.run) \(options)")
    #expect(again.exitCode <= 1, "\(again.errors)")
    let next = try folder.record()
    #expect(next["state"] == .string("done"))
    for subject in next.subjects {
      #expect(subject["verdict"] != nil)
      if done.contains(subject["subject"]) { #expect(subject["work"] != .string("read")) }
    }
  }

  @Test func `a second signal ends a run at once`() async throws {
    let folder = try LongRunFolder()
    let outcome = try await folder.interrupted(by: "kill -INT $run; kill -TERM $run")
    #expect([130, 143].contains(outcome.exitCode))
    #expect(!outcome.errors.contains("run.interrupted"))
    #expect(try folder.record()["state"] == .string("running"))
    #expect(try await folder.program.shell(folder.run).exitCode <= 1)
  }

  @Test func `a signal to the readers of a run is left to the run`() async throws {
    let folder = try LongRunFolder()
    let outcome = try await folder.interrupted(
      by: """
        for reader in $(cat /proc/$run/task/*/children); do
          kill -INT $reader && kill -TERM $reader && echo $reader >>readers
        done
        """)
    #expect(FileManager.default.fileExists(atPath: folder.path + "/readers"))
    #expect(outcome.exitCode <= 1, "\(outcome.errors)")
    #expect(!outcome.errors.contains("reader."))
  }

  @Test func `a signal that was ignored from the start stays so`() async throws {
    let folder = try LongRunFolder()
    let outcome = try await folder.interrupted(by: "kill -INT $run", ignoring: true)
    #expect(outcome.exitCode <= 1, "\(outcome.errors)")
  }

  @Test(arguments: [[], ["--store", "elsewhere.sqlite"]])
  func `a run that waits says for whom, and a signal ends its waiting`(
    options: [String]
  ) async throws {
    let folder = try LongRunFolder()
    let lock = try folder.heldLock()
    defer { close(lock) }
    let outcome = try await folder.program.run(LongRunFolder.arguments + options) { run in
      try await eventually { run.errors.contains("store.busy") }
      run.send(SIGTERM)
    }
    #expect(outcome.exitCode == 143)
    #expect(
      outcome.errors.contains(
        "store.busy: another daymark uses this store or output folder (process 4711, "
          + "since 2025-10-01T00:00:00Z); waiting for it to end\n"), "\(outcome.errors)")
    #expect(outcome.errors.contains("run.interrupted"))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/out/run.json"))
  }

  @Test func `a run that is not to wait ends at once, with an exit code of its own`() async throws {
    let folder = try LongRunFolder()
    let lock = try folder.heldLock()
    let outcome = try await folder.program.shell(folder.run + " --no-wait --format json")
    close(lock)
    #expect(outcome.exitCode == 75)
    #expect(
      outcome.errors.hasSuffix(
        "store.busy: another daymark uses this store or output folder (process 4711, "
          + "since 2025-10-01T00:00:00Z); run again when it has ended, or leave out `--no-wait`\n"))
    guard case .array(let errors)? = try JSONValue(parsing: outcome.output.utf8)["errors"] else {
      Issue.record("no errors in \(outcome.output)")
      return
    }
    #expect(errors.map { $0["code"] } == [.string("store.busy")])
    #expect(try await folder.program.shell(folder.run + " --no-wait").exitCode <= 1)
    let size = try FileManager.default.attributesOfItem(
      atPath: folder.path + "/out/daymark.sqlite.lock")[.size]
    #expect((size as? NSNumber)?.intValue == 0)
  }
}

/// A pipeline that takes a while, in a folder of its own.
private struct LongRunFolder: ~Copyable {
  static let count = 10
  static let arguments = ["run", ".", "--as-of", "2026-01-01T00:00:00Z", "--jobs", "2"]

  private let scratch: ScratchFolder
  let program: Program
  let run = "daymark " + arguments.joined(separator: " ")

  init() throws {
    let scratch = try ScratchFolder()
    let rule = "rule: long@1.0.0\ntitle: Long\nrequires:\n  total: { metric: steps, atLeast: 1 }\n"
    try scratch.write(rule.utf8, to: "rules.yaml")
    try scratch.write(
      """
      pipeline: long
      challenge: { id: long, title: Long, from: 2011-01-01, to: 2025-12-31, timeZone: UTC }
      subjects: { inbox: inbox }
      rules: rules.yaml

      """.utf8, to: "pipeline.yaml")
    let export = try HardExport(seed: 4, records: 200).export.zip()
    for number in 0..<Self.count { try scratch.write(export, to: "inbox/s\(number)/export.zip") }
    program = Program.onPath(in: scratch.path)
    self.scratch = scratch
  }

  var path: String { scratch.path }

  func record() throws -> JSONValue {
    try JSONValue(parsing: Data(contentsOf: URL(fileURLWithPath: path + "/out/run.json")))
  }

  /// What became of a run to which something was done.
  struct Outcome {
    var exitCode: Int32
    var output: String
    var errors: String
    /// From that on.
    var seconds: Double
  }

  /// Runs the pipeline, and does something to the process `$run` when two subjects are read.
  ///
  /// A script does it, which no other test keeps from looking in time.
  ///
  /// - Parameter ignoring: Leaves the run what scripts have others ignore in the background: SIGINT.
  func interrupted(
    _ options: String = "", by action: String, ignoring: Bool = false
  ) async throws -> Outcome {
    let signals = ignoring ? "" : "env --default-signal=INT"
    let outcome = try await program.shell(
      """
      \(signals) \(run) \(options) >output 2>errors & run=$!
      until grep -q '^2 of' errors || ! kill -0 $run; do sleep 0.01; done
      start=$(date +%s%N); \(action)
      wait $run; code=$?
      echo $(($(date +%s%N) - start)); exit $code
      """)
    func text(_ name: String) throws -> String {
      try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
    }
    let nanoseconds = Double(outcome.output.filter(\.isNumber)) ?? .infinity
    return Outcome(
      exitCode: outcome.exitCode, output: try text("output"), errors: try text("errors"),
      seconds: nanoseconds / 1e9)
  }

  /// The lock of the output folder, as a run would hold it.
  func heldLock() throws -> Int32 {
    let file = try scratch.write(
      "4711 2025-10-01T00:00:00Z\n".utf8, to: "out/daymark.sqlite.lock")
    let descriptor = open(file, O_RDWR | O_CLOEXEC)
    try #require(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    return descriptor
  }
}

extension JSONValue {
  fileprivate var subjects: [JSONValue] {
    guard case .array(let subjects)? = self["subjects"] else { return [] }
    return subjects
  }

  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}
