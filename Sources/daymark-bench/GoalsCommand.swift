import ArgumentParser
import DaymarkSampleFiles
import Foundation

extension BenchCommand {
  /// The figures that have goals, each beside a yardstick that takes turns with it.
  struct Goals: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Measure the figures that have goals, each in turns with a yardstick.")

    @Option(help: "The program that is measured.")
    var program = ".build/release/daymark"

    @Option(help: "Subjects of the run over small archives.")
    var subjects = 3000

    @Option(help: "Size of the export that is made, in MB of XML.")
    var megabytes = 400

    @Option(help: "Turns of each.")
    var runs = 5

    @Option(help: "Append the figures to this file.")
    var record: String?

    @Option(help: "The commit that is measured, for the file.")
    var commit = "unknown"

    func validate() throws {
      guard runs > 0, subjects > 0 else {
        throw ValidationError("--runs and --subjects must be at least 1")
      }
      guard (1...1_000_000).contains(megabytes) else {
        throw ValidationError("--megabytes must be from 1 to 1000000")
      }
    }

    func run() async throws {
      let folder = NSTemporaryDirectory() + "daymark-goals-\(getpid())"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      print(GoalRow.heading)
      var rows: [GoalRow] = []
      func show(_ more: [GoalRow]) {
        for row in more { print(row.text) }
        rows += more
      }
      show([try await start()])
      show([try await decoding(in: folder)])
      show(try await manySubjects(in: folder))
      show(try await largeExport(in: folder))
      if let record { try append(rows, to: record) }
    }

    /// `daymark --version`, beside a program that loads some of the same libraries.
    private func start() async throws -> GoalRow {
      var row = GoalRow("start: daymark --version", unit: "ms", goal: "6 ms")
      let version = ChildProcess(program, ["--version"])
      let yardstick = ChildProcess("bsdtar", ["--version"])
      for _ in 0..<runs * 10 {
        row.add(
          try await version.processorSeconds() * 1000,
          yardstick: try await yardstick.processorSeconds() * 1000)
      }
      return row
    }

    /// A FIT file to its samples, beside hashing it.
    private func decoding(in folder: String) async throws -> GoalRow {
      var row = GoalRow("FIT of 2.8 MB to samples", unit: "ms", goal: "8 ms")
      let file = try FITDecoding.file(nil, in: folder)
      for _ in 0..<runs {
        let (seconds, _) = try FITDecoding.measure(file, runs: 10)
        row.add(
          seconds / .milliseconds(1),
          yardstick: try FITDecoding.hashing(file, runs: 10) / .milliseconds(1))
      }
      return row
    }

    /// The first and the second run over many subjects, and what readers of their own cost.
    private func manySubjects(in folder: String) async throws -> [GoalRow] {
      let many = try ManySubjects(subjects, in: folder + "/many")
      // A folder for each run: ext4 is slow to make files where many were just removed.
      func run(_ out: String, _ more: [String] = []) -> ChildProcess {
        ChildProcess(program, ["run", many.folder, "--out", out, "--quiet"] + more)
      }
      let unzip = ChildProcess(
        "find", [many.folder, "-name", "export.zip", "-exec", "bsdtar", "-xOf", "{}", ";"])
      var first = GoalRow("first run, a subject", unit: "ms", goal: "600 a second")
      var second = GoalRow("second run, a subject", unit: "ms", goal: "6000 a second")
      var readers = GoalRow("readers in processes, many", unit: "s CPU", goal: "ratio 1.10")
      let each = 1000 / Double(subjects)
      for turn in 0..<runs {
        let inProcess = try await run("\(folder)/in-\(turn)", ["--in-process"]).processorSeconds()
        let out = "\(folder)/out-\(turn)"
        let look = ChildProcess("find", [many.folder, out, "-printf", "%s %T@ %i"])
        let (seconds, processor) = try await run(out).seconds()
        first.add(seconds * each, yardstick: try await unzip.seconds().wall * each)
        readers.add(processor, yardstick: inProcess)
        second.add(
          try await run(out).seconds().wall * each, yardstick: try await look.seconds().wall * each)
      }
      return [first, second, readers]
    }

    /// A large export to its days, beside only unzipping it.
    private func largeExport(in folder: String) async throws -> [GoalRow] {
      let archive = folder + "/export.zip"
      try LargeExport(bytes: megabytes * 1_000_000, seed: 7).write(to: archive)
      let unzip = ChildProcess("bsdtar", ["-xOf", archive])
      let aggregate = ChildProcess(program, ["aggregate", archive, "--format", "csv"])
      let pipeline = try OneSubject(archive, in: folder + "/one")
      func run(_ out: String, _ more: [String] = []) -> ChildProcess {
        try? FileManager.default.removeItem(atPath: out)
        return ChildProcess(program, ["run", pipeline.folder, "--out", out, "--quiet"] + more)
      }
      var all = GoalRow("export, zip to aggregates", unit: "s", goal: "ratio 1")
      var one = GoalRow("export, on one core", unit: "s", goal: "ratio 2")
      var readers = GoalRow("readers in processes, one export", unit: "s CPU", goal: "ratio 1.03")
      for _ in 0..<runs {
        all.add(
          try await aggregate.seconds().wall, yardstick: try await unzip.seconds().wall)
        one.add(
          try await aggregate.secondsOnOneCore(), yardstick: try await unzip.secondsOnOneCore())
        readers.add(
          try await run(folder + "/a").processorSeconds(),
          yardstick: try await run(folder + "/b", ["--in-process"]).processorSeconds())
      }
      return [all, one, readers]
    }

    private func append(_ rows: [GoalRow], to path: String) throws {
      let date = Date.now.formatted(.iso8601.year().month().day())
      let known = (try? String(contentsOfFile: path, encoding: .utf8)) ?? GoalRow.columns
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let lines = rows.map { $0.line(date: date, commit: commit) }.joined()
      try (known + lines).write(toFile: path, atomically: true, encoding: .utf8)
    }
  }
}
