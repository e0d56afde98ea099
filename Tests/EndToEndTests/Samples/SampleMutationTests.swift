import DaymarkIngest
import DaymarkModel
import DaymarkPipeline
import DaymarkTestSupport
import Foundation
import Testing

/// Documents of every sample, damaged at random from a seed, go through reading, normalising and
/// aggregating.
///
/// A trap ends the test run; what it trapped at is left in the folder for temporary files, under
/// `daymark-test-*`. More of them than the 10,000 of a long test run:
///
///     DAYMARK_LONG_TESTS=1 DAYMARK_MUTATIONS=100000 swift test --filter SampleMutationTests
struct SampleMutationTests {
  /// Of all samples together.
  private static let mutations =
    ProcessInfo.processInfo.environment["DAYMARK_MUTATIONS"].flatMap { Int($0) } ?? 10_000
  private static let limit: Duration = .seconds(2)

  @Test(.timeLimit(.minutes(60)), arguments: SampleFolder.all)
  func `a damaged document ends soon, in a result or an error, twice the same`(
    sample: SampleFolder
  ) throws {
    let documents = try sample.filesAndDocuments()
    try #require(!documents.isEmpty)
    let folder = try ScratchFolder()
    let share = (Self.mutations + SampleFolder.all.count - 1) / SampleFolder.all.count
    for seed in Sweep.over(0..<share, step: 23) {
      let (name, whole) = documents[seed % documents.count]
      let path = try folder.write(mutated(whole, seed: UInt64(seed)), to: name)
      let (first, taken) = try processorTime {
        try Reading(of: path, sample.readOptions())
      }
      #expect(taken < Self.limit, "seed \(seed) of \(name)")
      #expect(
        try Reading(of: path, sample.readOptions(chunkBytes: 1000)) == first,
        "seed \(seed) of \(name)")
      try FileManager.default.removeItem(atPath: path)
    }
  }
}

/// All that comes of a file.
private struct Reading: Equatable {
  var aggregates: SubjectAggregates?
  var facts: [InputFacts] = []
  var refusal: Finding?

  /// - Throws: What is no `DaymarkError`.
  init(of path: String, _ options: ReadOptions) throws {
    do {
      let all = try aggregateArchives([path], asOf: SampleFolder.asOf, options: options)
      (aggregates, facts) = (all.aggregates, all.inputs)
    } catch let error as DaymarkError {
      refusal = error.finding
    }
  }
}

extension SampleFolder {
  /// The files as they are, and what lies in those that are archives, without folders before them.
  fileprivate func filesAndDocuments() throws -> [(name: String, bytes: [UInt8])] {
    let files = try files.map { file in
      (name: file, bytes: Array(try Data(contentsOf: URL(fileURLWithPath: file))))
    }
    let documents = try documents().sorted { $0.key < $1.key }
      .map { (name: $0.key, bytes: $0.value) }
    return (files + documents).filter { !$0.bytes.isEmpty }
      .map { (URL(fileURLWithPath: $0.name).lastPathComponent, $0.bytes) }
  }
}
