import DaymarkDocuments
import DaymarkModel
import DaymarkPipeline
import DaymarkSampleFiles
import Foundation

/// The measurements of the figures for which the project has goals.
///
/// Each is made in turns with a yardstick, a simpler program that handles the same data.
struct GoalFigures {
  /// The path of the `daymark` program that is measured.
  let program: String
  /// The number of times that each figure is measured.
  let runs: Int
  /// The folder of inputs and outputs.
  let folder: String
  /// Whether `bsdtar` is installed, with which some figures are compared.
  let hasBsdtar = ChildProcess.isHere("bsdtar")

  private func bsdtar(_ arguments: [String]) -> ChildProcess? {
    hasBsdtar ? ChildProcess("bsdtar", arguments) : nil
  }

  /// Measures `daymark --version`, in turns with a program that loads some of the same libraries.
  func start() async throws -> GoalRow {
    var row = GoalRow("start: daymark --version", unit: "ms", goal: "10 ms")
    let version = ChildProcess(program, ["--version"])
    let yardstick = bsdtar(["--version"])
    for _ in 0..<runs * 10 {
      row.add(
        try await version.processorSeconds() * 1000,
        yardstick: try await yardstick?.processorSeconds().milliseconds)
    }
    return row
  }

  /// Measures decoding a FIT file to samples, in turns with hashing the file.
  func decoding() async throws -> GoalRow {
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

  /// Measures the first and the second run over many subjects, and the cost of separate reader
  /// processes.
  func manySubjects(_ count: Int) async throws -> [GoalRow] {
    let many = try ManySubjects(count, in: folder + "/many")
    // A folder for each run: ext4 is slow to make files where many were just removed.
    func run(_ out: String, _ more: [String] = []) -> ChildProcess {
      ChildProcess(program, ["run", many.folder, "--out", out, "--quiet"] + more)
    }
    let unzip =
      hasBsdtar
      ? ChildProcess(
        "find", [many.folder, "-name", "export.zip", "-exec", "bsdtar", "-xOf", "{}", ";"])
      : nil
    var first = GoalRow("first run, a subject", unit: "ms", goal: "2.5 ms (400 a second)")
    var second = GoalRow("second run, a subject", unit: "ms", goal: "0.167 ms (6000 a second)")
    var readers = GoalRow(
      "readers in processes, a subject", unit: "ms CPU", goal: "0.8 ms above a fork")
    func each(_ seconds: Double) -> Double { seconds.milliseconds / Double(count) }
    for turn in 0..<runs {
      let inProcess = try await run("\(folder)/in-\(turn)", ["--in-process"]).processorSeconds()
      let out = "\(folder)/out-\(turn)"
      let look = ChildProcess("find", [many.folder, out, "-printf", "%s %T@ %i"])
      let (seconds, processor) = try await run(out).seconds()
      first.add(each(seconds), yardstick: (try await unzip?.seconds().wall).map(each))
      readers.add(each(processor - inProcess), yardstick: nil)
      second.add(
        each(try await run(out).seconds().wall), yardstick: each(try await look.seconds().wall))
    }
    return [first, second, readers]
  }

  /// Measures aggregating a large export to days, in turns with unzipping it.
  func largeExport(megabytes: Int) async throws -> [GoalRow] {
    let archive = folder + "/export.zip"
    try LargeExport(bytes: megabytes * 1_000_000, seed: 7).write(to: archive)
    let unzip = bsdtar(["-xOf", archive])
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
        try await aggregate.seconds().wall, yardstick: try await unzip?.seconds().wall)
      one.add(
        try await aggregate.secondsOnOneCore(), yardstick: try await unzip?.secondsOnOneCore())
      readers.add(
        try await run(folder + "/a").processorSeconds(),
        yardstick: try await run(folder + "/b", ["--in-process"]).processorSeconds())
    }
    return [all, one, readers]
  }

  /// Measures the peak of memory while a large export is read.
  ///
  /// Memory hardly varies between runs, so it is measured once and without a yardstick.
  func memory(megabytes: Int) async throws -> [GoalRow] {
    let archive = folder + "/export.zip"
    try LargeExport(bytes: megabytes * 1_000_000, seed: 7).write(to: archive)
    let pipeline = try OneSubject(archive, in: folder + "/one")
    let out = folder + "/memory"
    var month = GoalRow("memory: \(megabytes) MB, 30 days", unit: "MB", goal: "120 MB")
    month.add(
      try await ChildProcess(
        program, ["run", pipeline.folder, "--out", out, "--quiet", "--in-process"]
      ).peakMegabytes(), yardstick: nil)
    var whole = GoalRow("memory: \(megabytes) MB, all of it", unit: "MB", goal: "400 MB")
    let peak = try await peakOfAggregating(archive)
    whole.add(peak, yardstick: nil)
    let samples = try sampleCount(archive)
    // The difference to half of it is the samples' alone: all else is the same for both.
    try LargeExport(bytes: megabytes * 500_000, seed: 7).write(to: archive)
    let less = try await (peak: peakOfAggregating(archive), samples: sampleCount(archive))
    var each = GoalRow("memory: a sample", unit: "bytes", goal: "")
    each.add((peak - less.peak) * 1_000_000 / Double(samples - less.samples), yardstick: nil)
    return [month, whole, each]
  }

  private func peakOfAggregating(_ archive: String) async throws -> Double {
    try await ChildProcess(program, ["aggregate", archive, "--format", "csv"]).peakMegabytes()
  }

  private func sampleCount(_ archive: String) throws -> Int {
    let now = Instant(seconds: Int64(Date().timeIntervalSince1970))
    return try inspectArchives([archive], asOf: now).reduce(0) { sum, inspection in
      try inspection.get().series.reduce(sum) { $0 + $1.samples }
    }
  }

  /// Measures inputs that once took far too long, each in turns with an input of half the size.
  ///
  /// An input twice as large may take twice as long, but not much more.
  func slowInputs() async throws -> [GoalRow] {
    let inputs = SlowInputs(program: program, folder: folder)
    var rows: [GoalRow] = []
    for kind in SlowInputs.Kind.allCases {
      var row = GoalRow(kind.rawValue, unit: "ms CPU", goal: "ratio 2")
      let all = try inputs.command(kind, count: kind.count)
      let half = try inputs.command(kind, count: kind.count / 2)
      for _ in 0..<runs {
        row.add(
          try await all.processorSeconds().milliseconds,
          yardstick: try await half.processorSeconds().milliseconds)
      }
      rows.append(row)
    }
    return rows
  }

  /// Measures the first `make demo` in a new clone, and the first build of a package with one line
  /// of code.
  func firstBuild() async throws -> GoalRow {
    var row = GoalRow("first build", unit: "s", goal: "150 s")
    let (clone, line) = (folder + "/clone", folder + "/line")
    try await ChildProcess("git", ["clone", "--quiet", ".", clone]).run()
    try FileManager.default.createDirectory(
      atPath: line + "/Sources/line", withIntermediateDirectories: true)
    try Data(packageFile.utf8).write(to: URL(fileURLWithPath: line + "/Package.swift"))
    try Data("print(1)\n".utf8).write(to: URL(fileURLWithPath: line + "/Sources/line/main.swift"))
    row.add(
      try await ChildProcess("make", ["-s", "-C", clone, "demo"]).seconds().wall,
      yardstick: try await ChildProcess("swift", ["build", "--package-path", line]).seconds().wall)
    return row
  }
}

private let packageFile =
  "// swift-tools-version: 6.2\nimport PackageDescription\n"
  + "let package = Package(name: \"line\", targets: [.executableTarget(name: \"line\")])\n"

extension Double {
  /// A number of seconds, in milliseconds.
  fileprivate var milliseconds: Double { self * 1000 }
}
