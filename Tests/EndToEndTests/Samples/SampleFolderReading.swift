import DaymarkIngest
import DaymarkModel
import DaymarkPipeline
import DaymarkTestSupport
import Foundation
import Testing

/// What the tests of the whole program ask of a folder of samples.
extension SampleFolder {
  /// Bounds plausible times in files that do not say when they were exported: samples are older.
  static let asOf = Instant(seconds: 1_780_272_000)
  static let asOfText = "2026-06-01T00:00:00Z"

  var expected: String { "\(folder)/expected/aggregates.csv" }

  /// What `expected/options.txt` adds to the command line, such as `--zone Europe/Berlin`: for
  /// formats that state no zone; and the operator's `columns.yaml`, where there is one.
  var options: [String] {
    let text = try? String(contentsOfFile: folder + "/expected/options.txt", encoding: .utf8)
    return (text ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
      + (columns.map { ["--columns", $0] } ?? [])
  }

  /// What says the meaning of its columns.
  private var columns: String? {
    let path = "\(folder)/columns.yaml"
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }

  func readOptions(chunkBytes: Int = 1 << 16) throws -> ReadOptions {
    var options = try DaymarkPipeline.readOptions(showsNames: false, columns: columns)
    options.chunkBytes = chunkBytes
    return options
  }

  func aggregates(chunkBytes: Int) throws -> SubjectAggregates {
    try aggregateArchives([input], asOf: Self.asOf, options: readOptions(chunkBytes: chunkBytes))
      .aggregates
  }
}
