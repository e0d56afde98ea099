import DaymarkIngest
import DaymarkModel
import DaymarkPipeline
import DaymarkTestSupport
import Foundation
import Testing

/// A folder `samples/FORMAT/CASE`.
struct Sample: CustomTestStringConvertible {
  var name: String

  static let all: [Sample] = {
    let files = FileManager.default.enumerator(atPath: packageFolder + "/samples")
    let paths = files?.compactMap { $0 as? String } ?? []
    return paths.filter { $0.hasSuffix("/input") }.map { Sample(name: String($0.dropLast(6))) }
      .sorted { $0.name < $1.name }
  }()

  /// Bounds plausible times in files that do not say when they were exported: samples are older.
  static let asOf = Instant(seconds: 1_780_272_000)
  static let asOfText = "2026-06-01T00:00:00Z"

  var testDescription: String { name }
  var folder: String { "\(packageFolder)/samples/\(name)" }
  var expected: String { "\(folder)/expected/aggregates.csv" }

  /// The one file or folder of `input/`; when it holds several, `input/` itself.
  var input: String {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/input")) ?? []
    return names.count == 1 ? "\(folder)/input/\(names[0])" : "\(folder)/input"
  }

  /// The files of `input/`, ascending.
  var files: [String] {
    let found = FileManager.default.enumerator(atPath: folder + "/input")
    let paths = (found?.compactMap { $0 as? String } ?? []).map { "\(folder)/input/\($0)" }
    return paths.sorted().filter { (try? Data(contentsOf: URL(fileURLWithPath: $0))) != nil }
  }

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

  /// The documents inside, by path: those of a zip and of zips in it, without the clinical one that
  /// is beside every Health document.
  func documents() throws -> [String: [UInt8]] {
    var documents: [String: [UInt8]] = [:]
    for file in files {
      let name = URL(fileURLWithPath: file).lastPathComponent
      let content = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
      documents.merge(try unpacked(content, path: name)) { first, _ in first }
    }
    return documents.filter { !$0.key.hasSuffix("export_cda.xml") }
  }
}
