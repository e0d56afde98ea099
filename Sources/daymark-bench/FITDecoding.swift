import ArgumentParser
import DaymarkIngest
import DaymarkModel
import DaymarkSampleFiles
import Foundation

/// The measurement of decoding a FIT file to samples.
///
/// It runs within one process, because starting a process takes longer than decoding a file.
enum FITDecoding {
  /// Returns the FIT file to measure.
  ///
  /// - Parameter path: A FIT file; `nil` makes one with the size of a day on a bicycle.
  static func file(_ path: String?, in folder: String) throws -> String {
    if let path { return path }
    let made = "\(folder)/ride.fit"
    try Data(FITFile.ride(bytes: 2_800_000, seed: 7).bytes).write(to: URL(fileURLWithPath: made))
    return made
  }

  /// Decodes a file several times, and returns the median time and the number of decoded items.
  ///
  /// The first decoding is not counted.
  static func measure(_ path: String, runs: Int) throws -> (seconds: Duration, items: Int) {
    var (times, items) = ([Duration](), 0)
    for run in 0...runs {
      var count = 0
      let time = try ContinuousClock().measure {
        _ = try readInput(at: path) { count += $0.count }
      }
      if run > 0 { times.append(time) }
      items = count
    }
    return (times.sorted()[times.count / 2], items)
  }
}

extension FITDecoding {
  /// Hashes a file several times, and returns the median time; the first is not counted.
  static func hashing(_ path: String, runs: Int) throws -> Duration {
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    let times = (0...runs).map { _ in ContinuousClock().measure { _ = Digest(of: bytes) } }
    return times.dropFirst().sorted()[runs / 2]
  }
}

extension BenchCommand {
  struct Decode: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "The decoding of a FIT file to its samples, repeated.", shouldDisplay: false)

    @Argument var file: String
    @Option var runs = 20

    func run() throws {
      let (seconds, items) = try FITDecoding.measure(file, runs: runs)
      Measurement.report(seconds: seconds, records: items)
    }
  }
}
