import ArgumentParser
import DaymarkSampleFiles
import Foundation

@main
struct Samples: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "daymark-samples",
    abstract: "Writes exports and files that look genuine and hold nobody's data.",
    subcommands: [Write.self, Large.self, Hard.self])
}

/// The command `write`, which writes the zips and FIT files of the samples.
struct Write: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write the zips and FIT files of the samples; texts, and expected/, are left alone.")

  @Option(help: "The folder of the samples.") var out = "samples"

  func run() throws {
    let files = try BinarySamples.files()
    for (path, content) in files { try save(content, at: "\(out)/\(path)") }
    print("\(files.count) files written under \(out)")
  }
}

/// The command `large`, which writes one export of any size.
struct Large: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write one export of any size, streamed, as a zip or, by its extension, bare XML.")

  @Option(help: "About how much XML, in millions of bytes.") var megabytes = 100
  @Option(help: "The same seed gives the same bytes.") var seed: UInt64 = 1
  @Option(help: "The file to write: NAME.zip or NAME.xml.") var out: String

  func validate() throws {
    guard (1...1_000_000).contains(megabytes) else {
      throw ValidationError("--megabytes must be from 1 to 1000000")
    }
  }

  func run() throws {
    let export = LargeExport(bytes: megabytes * 1_000_000, seed: seed)
    let written = try export.write(to: out)
    print("\(written.records) records, \(written.bytes) bytes of XML written to \(out)")
  }
}

/// The command `hard`, which writes one export of the kind that the property tests use.
struct Hard: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write one export with everything that makes a day hard to get right.")

  @Option(help: "About how many records.") var records = 1000
  @Option(help: "The same seed gives the same bytes.") var seed: UInt64 = 1
  @Option(help: "The zip to write.") var out: String

  func validate() throws {
    guard records >= 0 else { throw ValidationError("--records must be at least 0") }
  }

  func run() throws {
    try save(try HardExport(seed: seed, records: records).export.zip(), at: out)
  }
}

private func save(_ bytes: [UInt8], at path: String) throws {
  let url = URL(fileURLWithPath: path)
  try FileManager.default.createDirectory(
    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
  try Data(bytes).write(to: url)
}
