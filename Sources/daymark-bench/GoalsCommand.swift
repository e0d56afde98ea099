import ArgumentParser
import DaymarkIngest
import Foundation

extension BenchCommand {
  /// The command that measures the figures with goals, each in turns with a yardstick.
  struct Goals: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Measure the figures that have goals, each in turns with a yardstick.")

    @Option(help: "The program that is measured.")
    var program = ".build/release/daymark"

    @Option(help: "Subjects of the run over small archives.")
    var subjects = 3000

    @Option(help: "Size of the export that is made, in MB of XML.")
    var megabytes = 400

    @Option(help: "Size of the export whose reading shows the peak of memory, in MB of XML.")
    var memoryMegabytes = 2000

    @Option(help: "Turns of each.")
    var runs = 5

    @Flag(help: "Also measure the first build, in a clone of the repository.")
    var build = false

    @Option(help: "Append the figures to this file.")
    var record: String?

    @Option(help: "The commit that is measured, for the file.")
    var commit = "unknown"

    func validate() throws {
      guard runs > 0, subjects > 0 else {
        throw ValidationError("--runs and --subjects must be at least 1")
      }
      for size in [megabytes, memoryMegabytes] where !(1...1_000_000).contains(size) {
        throw ValidationError("--megabytes and --memory-megabytes must be from 1 to 1000000")
      }
      guard FileManager.default.isExecutableFile(atPath: program) else {
        throw ValidationError("\(program) is not there; build it, or name another with --program")
      }
    }

    func run() async throws {
      let folder = NSTemporaryDirectory() + "daymark-goals-\(getpid())"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let figures = GoalFigures(program: program, runs: runs, folder: folder)
      if !figures.hasBsdtar {
        print("bsdtar is not here (libarchive-tools on Debian): some figures have no yardstick.")
      }
      if !loadISAL() {
        print("ISA-L is not used (libisal-dev on Debian): exports are unpacked more slowly.")
      }
      print(GoalRow.heading)
      var rows: [GoalRow] = []
      func show(_ more: [GoalRow]) {
        for row in more { print(row.text) }
        rows += more
      }
      show([try await figures.start(), try await figures.decoding()])
      show(try await figures.manySubjects(subjects))
      // Thousands of files are yet to be written, which would take a core from what follows.
      sync()
      show(try await figures.largeExport(megabytes: megabytes))
      show(try await figures.memory(megabytes: memoryMegabytes))
      show(try await figures.slowInputs())
      if build { show([try await figures.firstBuild()]) }
      if let record { try append(rows, to: record) }
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

/// The measured values of one figure that has a goal, and those of its yardstick.
struct GoalRow {
  /// The name of the figure, which stays the same from run to run.
  let name: String
  let unit: String
  let goal: String
  private var values: [Double] = []
  private var yardsticks: [Double] = []

  init(_ name: String, unit: String, goal: String) {
    (self.name, self.unit, self.goal) = (name, unit, goal)
  }

  /// Adds one measurement of the figure and of its yardstick.
  ///
  /// - Parameters:
  ///   - value: The value of the figure, in its unit.
  ///   - yardstick: The value of the yardstick; `nil` for a figure without one, which is then `nil`
  ///     every time.
  mutating func add(_ value: Double, yardstick: Double?) {
    values.append(value)
    if let yardstick { yardsticks.append(yardstick) }
  }

  /// The median of the figure's values.
  private var value: Double? { Self.median(values) }

  /// The median of the yardstick's values.
  private var yardstick: Double? { Self.median(yardsticks) }

  /// The median of the ratios of the figure to the yardstick.
  ///
  /// Each ratio is that of two values that were measured one directly after the other.
  private var ratio: Double? { Self.median(zip(values, yardsticks).map { $0 / $1 }) }

  private static func median(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.sorted()[values.count / 2]
  }

  private var numbers: [String] {
    [value, yardstick, ratio].map { $0.map { String(format: "%.3f", $0) } ?? "" }
  }

  static let heading = row(["figure", "unit", "value", "yardstick", "ratio", "goal"])

  var text: String { Self.row([name, unit] + numbers + [goal]) }

  static let columns = "date,commit,figure,unit,value,yardstick,ratio,goal\n"

  /// A line of the history.
  func line(date: String, commit: String) -> String {
    ([date, commit, "\"\(name)\"", unit] + numbers + [goal]).joined(separator: ",") + "\n"
  }

  private static func row(_ cells: [String]) -> String {
    zip(cells, [44, 6, 12, 12, 10, 0]).map { cell, width in
      cell + String(repeating: " ", count: max(1, width - cell.count))
    }.joined()
  }
}
