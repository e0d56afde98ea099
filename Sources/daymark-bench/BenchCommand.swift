import ArgumentParser
import DaymarkModel
import DaymarkPipeline
import DaymarkSampleFiles
import Foundation

/// The command line of the benchmarks: from an archive to daily aggregates, beside two yardsticks on
/// the same file.
@main
struct BenchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "daymark-bench",
    abstract: """
      Measure reading an export beside inflating it and beside a bare XML parse of it, decoding a \
      FIT file, and with --evaluate deciding a rule.
      """,
    discussion: """
      The three take turns, each in a process of its own and on one core. The bare parse is libxml2's \
      push parser without any callback, over the same document already in memory. The first run of \
      each is not counted; medians of the others are printed. The FIT file is decoded 20 times in \
      one process.
      """,
    subcommands: [
      Measure.self, Goals.self, Aggregate.self, Parse.self, Peak.self, Decode.self, Evaluate.self,
    ],
    defaultSubcommand: Measure.self)
}

extension BenchCommand {
  struct Measure: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Measure (the default).")

    @Argument(help: "An Apple Health export.zip; otherwise one is made.")
    var archive: String?

    @Option(help: "A FIT file; otherwise one of 2.8 MB is made.")
    var fit: String?

    @Flag(help: "Measure nothing but deciding a rule on a year of one subject.")
    var evaluate = false

    @Option(help: "Size of the document that is made.")
    var megabytes = 256

    @Option(help: "Seed of the document that is made.")
    var seed: UInt64 = 7

    @Option(help: "Counted runs of each.")
    var runs = 5

    func validate() throws {
      guard runs > 0 else { throw ValidationError("--runs must be at least 1") }
      guard (1...1_000_000).contains(megabytes) else {
        throw ValidationError("--megabytes must be from 1 to 1000000")
      }
    }

    func run() async throws {
      if evaluate { return try Evaluate.parse([]).run() }
      let folder = NSTemporaryDirectory() + "daymark-bench-\(getpid())"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let archive = try archive ?? makeArchive(in: folder)
      let document = "\(folder)/document.xml"
      let extract = [
        "-xOf", archive, "--exclude", "*export_cda.xml", "--exclude", "__MACOSX", "*.xml",
      ]
      try await ChildProcess("bsdtar", extract).run(output: document)

      let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      let inflate = ChildProcess("bsdtar", extract)
      let parse = ChildProcess(program, ["parse", document])
      let aggregate = ChildProcess(program, ["aggregate", archive])
      var seconds: [[Double]] = [[], [], []]
      var last = Measurement()
      for run in 0...runs {
        let timed = try await inflate.secondsOnOneCore()
        let parsed = try await Measurement(parse.linesOnOneCore())
        last = try await Measurement(aggregate.linesOnOneCore())
        guard run > 0 else { continue }
        seconds[0].append(timed)
        seconds[1].append(parsed.seconds)
        seconds[2].append(last.seconds)
      }
      let bytes = fileSize(document)
      let medians = seconds.map { $0.sorted()[$0.count / 2] }
      print(
        "\(bytes / 1_000_000) MB of XML, \(fileSize(archive) / 1_000_000) MB zipped, \(last.records) records"
      )
      print(row("", "seconds", "MB/s", "records/s", "peak MB"))
      let names = [
        "inflate alone (bsdtar)", "bare libxml2 push parse", "daymark, zip to aggregates",
      ]
      for (index, name) in names.enumerated() {
        let isDaymark = index == 2
        print(
          row(
            name, String(format: "%.2f", medians[index]),
            String(format: "%.0f", Double(bytes) / 1e6 / medians[index]),
            index == 0 ? "" : String(format: "%.0f", Double(last.records) / medians[index]),
            isDaymark ? "\(last.peakMegabytes)" : ""))
      }
      print(String(format: "daymark / bare parse: %.2f of its speed", medians[1] / medians[2]))
      try await measureFIT(in: folder, program)
    }

    private func measureFIT(in folder: String, _ program: String) async throws {
      let file = try FITDecoding.file(fit, in: folder)
      let decoded = try await Measurement(ChildProcess(program, ["decode", file]).linesOnOneCore())
      let bytes = Double(fileSize(file))
      print(String(format: "\n%.1f MB of FIT, \(decoded.records) samples", bytes / 1e6))
      print(row("", "ms", "MB/s", "samples/s", "peak MB"))
      print(
        row(
          "daymark, FIT to samples", String(format: "%.1f", decoded.seconds * 1000),
          String(format: "%.0f", bytes / 1e6 / decoded.seconds),
          String(format: "%.0f", Double(decoded.records) / decoded.seconds),
          "\(decoded.peakMegabytes)"))
    }

    private func makeArchive(in folder: String) throws -> String {
      let path = "\(folder)/export.zip"
      _ = try LargeExport(bytes: megabytes * 1_000_000, seed: seed).write(to: path)
      return path
    }

    private func row(_ cells: String...) -> String {
      cells.enumerated().map { index, cell in
        let blanks = String(repeating: " ", count: max(0, (index == 0 ? 28 : 11) - cell.count))
        return index == 0 ? cell + blanks : blanks + cell
      }.joined()
    }
  }

  /// The figures that a measured process prints on three lines: seconds, records, and peak memory
  /// in MB.
  struct Measurement {
    var seconds = 0.0
    var records = 0
    var peakMegabytes = 0

    init() {}

    init(_ lines: [String]) throws {
      guard lines.count == 3, let seconds = Double(lines[0]), let records = Int(lines[1]),
        let peak = Int(lines[2])
      else { throw ValidationError("A measured process did not finish.") }
      self.seconds = seconds
      self.records = records
      peakMegabytes = peak
    }

    /// Prints the figures of this process, with its own peak of memory.
    static func report(seconds: Duration, records: Int) {
      var usage = rusage()
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      print(seconds / .seconds(1), records, usage.ru_maxrss / 1000, separator: "\n")
    }
  }

  struct Aggregate: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "One run: zip to aggregates.", shouldDisplay: false)

    @Argument var archive: String

    func run() throws {
      let clock = ContinuousClock()
      var records = 0
      let now = Instant(seconds: Int64(Date().timeIntervalSince1970))
      let seconds = try clock.measure {
        records = try aggregateArchives([archive], asOf: now).inputs.reduce(0) {
          $0 + $1.recordCount
        }
      }
      Measurement.report(seconds: seconds, records: records)
    }
  }

  struct Parse: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "One run: the bare push parse.", shouldDisplay: false)

    @Argument var document: String

    func run() throws {
      let seconds = try BareParse.seconds(of: document)
      Measurement.report(seconds: seconds, records: 0)
    }
  }

  /// The command that runs another command and prints its peak of memory, in MB.
  ///
  /// The system states one peak for all children of a process, so this process runs no other
  /// command.
  struct Peak: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "One run: the peak memory of a command.", shouldDisplay: false)

    @Argument(parsing: .captureForPassthrough) var command: [String]

    func run() async throws {
      try await ChildProcess(command[0], Array(command.dropFirst())).run()
      var usage = rusage()
      getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
      print(usage.ru_maxrss * 1024 / 1_000_000)
    }
  }
}

func fileSize(_ path: String) -> Int {
  let attributes = try? FileManager.default.attributesOfItem(atPath: path)
  return (attributes?[.size] as? NSNumber)?.intValue ?? 0
}
